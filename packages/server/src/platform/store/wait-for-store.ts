import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'

/** Told in one sentence what a start waits for. */
export type OnWaiting = (sentence: string) => void

const PAUSE_MS = { first: 250, longest: 5000 }
/** How often it is said again that the database is still away. */
const SAY_EVERY_MS = 30_000

/**
 * Tries until the database is there and has a connection left, with growing pauses, and says so now and then. What will
 * not get better by waiting is thrown at once; and so is everything where there is nobody to tell.
 */
export async function waitForStore<T>(
  attempt: () => Promise<T>,
  where: string,
  onWaiting: OnWaiting | undefined,
): Promise<T> {
  let saidAt = Number.NEGATIVE_INFINITY
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
    try {
      return await attempt()
    } catch (error) {
      if (!onWaiting || !isDatabaseAway(error)) throw error
      if (performance.now() - saidAt >= SAY_EVERY_MS) {
        onWaiting(`Waiting for PostgreSQL at ${where} (${reasonOf(error)}).`)
        saidAt = performance.now()
      }
    }
    await sleep(pauseMs)
  }
}

/** A name with several addresses fails with an error that has a code and no text. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || String(code)
}
