import { randomBytes } from 'node:crypto'

export const CODES = 10

/** Wrong codes of an account in a quarter of an hour. */
export const MAX_TRIES = 20
export const WINDOW_MS = 15 * 60 * 1000

/** No letters that are taken for digits or for each other. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

/** 80 random bits: too many to be searched, so a plain hash of one gives nothing away. */
export function newCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** A code as it is compared: however it was typed, and with the letters that people take for digits. */
export const plain = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

export const isCode = (typed: string): boolean => plain(typed).length === LENGTH
