import type pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { isDatabaseAway } from './database-away.ts'
import { readPostgresHosts } from './postgres-hosts.ts'
import { type OnWaiting, reasonOf, waitForStore } from './wait-for-store.ts'

/** Partitions, `merge` and names of connections are used as this version has them. */
const OLDEST_VERSION = 15

/**
 * Finds out whether the database can be used at all, and says in one sentence why not. Never names the password. With
 * somebody to tell it waits for a database that is not there yet; what will not get better ends the start either way.
 */
export async function reachPostgres(pool: pg.Pool, url: string, onWaiting?: OnWaiting): Promise<void> {
  const { described, count } = readPostgresHosts(url)
  const version = await waitForStore(() => reachOneOf(count, pool), described, onWaiting).catch(
    (error: unknown) => {
      throw cannotBeUsed(described, reasonOf(error), isDatabaseAway(error))
    },
  )
  const problem = problemWithVersion(version)
  if (problem) throw cannotBeUsed(described, problem)
}

/** Where the user of the address may not make tables, and others cannot be made for it. */
const NOT_ALLOWED = '42501'

/** The sentence for what a server refuses while its tables are brought up to date. */
export function explainedRefusal(error: unknown, url: string): unknown {
  if ((error as { code?: string }).code !== NOT_ALLOWED) return error
  const { described } = readPostgresHosts(url)
  return cannotBeUsed(described, `its user may not make tables: ${reasonOf(error)}`)
}

const cannotBeUsed = (where: string, reason: string, mayPass = false): StartupError =>
  new StartupError(`PostgreSQL at ${where} cannot be used (${reason}): check LATCHWORK_DATABASE_URL.`, {
    mayPass,
  })

/** By the number the server tells, such as 150004. */
export function problemWithVersion(number: number): string | undefined {
  const major = Math.floor(number / 10_000)
  return major < OLDEST_VERSION
    ? `it is version ${major}, and ${OLDEST_VERSION} or newer is needed`
    : undefined
}

/** Every attempt goes to the next of the servers that the address names. */
async function reachOneOf(count: number, pool: pg.Pool): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      const client = await pool.connect()
      try {
        const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
        return Number(rows[0]?.server_version_num)
      } finally {
        client.release()
      }
    } catch (error) {
      if (attempt >= count || !isDatabaseAway(error)) throw error
    }
  }
}
