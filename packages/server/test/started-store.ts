import assert from 'node:assert/strict'
import { type Service, startService } from '../src/compose/compose.ts'
import { prepareOwner } from '../src/compose/first-start.ts'
import { loadConfig } from '../src/config.ts'
import type { Db, Engine } from '../src/platform/store/database.ts'
import { eventually } from './eventually.ts'

/**
 * A store in which a service has run once and done what only a first start does: keys, the owner, every housekeeping job,
 * a look through all sealed columns. That is most of the work of a start; worlds begin with a copy.
 */
export interface StartedStore {
  /** With the secret key, and the database where it is a file. */
  dataDir: string
  /** Its name on the server of the run. */
  database?: string
  owner: { accountId: number; token: string }
}

export const OWNER_PASSWORD = 'correct horse'

const variableOf = (engine: Engine) => `LATCHWORK_TEST_STARTED_${engine.toUpperCase()}`

/** The one of this run; none where a file is run without its set-up. */
export function startedStore(engine: Engine): StartedStore | undefined {
  const known = process.env[variableOf(engine)]
  return known === undefined ? undefined : JSON.parse(known)
}

/** Runs a service once, on a store with all tables that nobody used yet; test files find it through the environment. */
export async function startOnce(
  engine: Engine,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
): Promise<void> {
  const config = loadConfig(
    {},
    {
      http: { port: 0 },
      mqtt: { port: 0 },
      log: { level: 'silent' },
      admin: { password: OWNER_PASSWORD },
      dataDir,
      ...(databaseUrl !== undefined && { database: { url: databaseUrl } }),
    },
  )
  const service = await startService({ config })
  try {
    const owner = await prepareOwner(service, config)
    assert.ok(owner?.token)
    await makeProgramToken(service, owner.accountId)
    await eventually('the work of a first start is done', () => isSettled(service.contextFor(0).db))
    const store: StartedStore = {
      dataDir,
      ...(databaseUrl !== undefined && { database: new URL(databaseUrl).pathname.slice(1) }),
      owner: { accountId: owner.accountId, token: owner.token },
    }
    process.env[variableOf(engine)] = JSON.stringify(store)
  } finally {
    await service.stop()
  }
}

/**
 * Makes the token of the first start a program token. Nearly every test calls with it, and most programs have one; tests
 * of management tokens ask the world for one (`CallerOptions`).
 */
export const makeProgramToken = (service: Service, accountId: number) =>
  service
    .contextFor(0)
    .db.updateTable('api_token')
    .set({ management: 0 })
    .where('account_id', '=', accountId)
    .execute()

async function isSettled(db: Db): Promise<boolean> {
  const jobs = await db.selectFrom('job').select(['run_at', 'leased_until']).execute()
  const keys = await db.selectFrom('sealing_key').select('remaining').execute()
  return (
    jobs.length > 0 &&
    jobs.every((job) => job.run_at > Date.now() && job.leased_until === null) &&
    keys.every(({ remaining }) => remaining === 0)
  )
}
