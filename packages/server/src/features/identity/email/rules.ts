import { randomInt, timingSafeEqual } from 'node:crypto'

/** A code lives a day and survives four wrong tries (D72). */
export const CODE_MS = 24 * 60 * 60 * 1000
export const MAX_TRIES = 5

const CODES = 100_000_000

/** Eight digits that nobody can foresee. */
export const newCode = (): string => String(randomInt(CODES)).padStart(8, '0')

/** Compares two hashes in a time that tells nothing. */
export const isSameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))
