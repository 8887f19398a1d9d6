import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { isDatabaseAway } from './database-away.ts'
import { readPostgresHosts } from './postgres-hosts.ts'

/** Told in one sentence what a start waits for. */
export type OnWaiting = (sentence: string) => void

const PAUSE_MS = { first: 250, longest: 5000 }
/** How often it is said again that the database is still away. */
const SAY_EVERY_MS = 30_000

/**
 * Finds out whether the database can be used at all, and says in one sentence why not. Never names the password. With
 * somebody to tell it waits for a database that is not there yet; what will not get better ends the start either way.
 */
export async function reachPostgres(pool: pg.Pool, url: string, onWaiting?: OnWaiting): Promise<void> {
  const { described, count } = readPostgresHosts(url)
  let saidAt = Number.NEGATIVE_INFINITY
  for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
    try {
      return await reachOneOf(count, pool)
    } catch (error) {
      const { message, code } = error as { message?: string; code?: string }
      const reason = message || code
      if (!onWaiting || !isDatabaseAway(error))
        throw new StartupError(
          `PostgreSQL at ${described} cannot be used (${reason}): check LATCHWORK_DATABASE_URL.`,
        )
      if (performance.now() - saidAt >= SAY_EVERY_MS) {
        onWaiting(`Waiting for PostgreSQL at ${described} (${reason}).`)
        saidAt = performance.now()
      }
    }
    await sleep(pauseMs)
  }
}

/** Every attempt goes to the next of the servers that the address names. */
async function reachOneOf(count: number, pool: pg.Pool): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const client = await pool.connect()
      return client.release()
    } catch (error) {
      if (attempt >= count || !isDatabaseAway(error)) throw error
    }
  }
}
