import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadShipped } from '../src/features/openers/catalogue/service.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Ctx } from '../src/platform/context.ts'
import { type OpenOptions, openDatabase } from '../src/schema/open-database.ts'
import { newFolder, newRunFolder, removeRunFolder } from './folders.ts'
import { createDatabase, startPostgres, type TestPostgres } from './postgres.ts'
import { startOnce } from './started-store.ts'

/** Databases of tests are copies of this one, migrated once for the whole run. */
const TEMPLATE = 'latchwork_template'
/** Or of this one, in which a service has run. */
const STARTED = 'latchwork_started'

let server: TestPostgres | undefined
let folder: string | undefined

/**
 * One SQLite file to copy for the whole run, and one PostgreSQL server if a test of the run may ask for it
 * (scripts/test-run/needs.mjs). Test files find them through the environment.
 */
export async function globalSetup(): Promise<void> {
  folder = await newRunFolder()
  process.env.LATCHWORK_TEST_FOLDER = folder
  await Promise.all([prepareSqlite(), process.env.LATCHWORK_TEST_POSTGRES !== 'false' && preparePostgres()])
}

async function prepareSqlite(): Promise<void> {
  const dataDir = await newFolder('latchwork-template-')
  await prepare({ dataDir })
  process.env.LATCHWORK_TEST_SQLITE_TEMPLATE = join(dataDir, 'latchwork.db')
  await startOnceOnSqlite()
}

async function preparePostgres(): Promise<void> {
  server = await startPostgres()
  await prepare({ url: await createDatabase(server.url, TEMPLATE), dataDir: '.' })
  process.env.LATCHWORK_TEST_POSTGRES_URL = server.url
  process.env.LATCHWORK_TEST_POSTGRES_TEMPLATE = TEMPLATE
  await startOnceOnPostgres(server.url)
}

async function startOnceOnSqlite(): Promise<void> {
  const dataDir = await newFolder('latchwork-started-')
  await copyFile(process.env.LATCHWORK_TEST_SQLITE_TEMPLATE as string, join(dataDir, 'latchwork.db'))
  await startOnce('sqlite', { dataDir })
}

async function startOnceOnPostgres(url: string): Promise<void> {
  const databaseUrl = await createDatabase(url, STARTED, TEMPLATE)
  await startOnce('postgres', { dataDir: await newFolder('latchwork-started-'), databaseUrl })
}

/** All tables, and the catalogue every start would load otherwise. */
async function prepare(options: OpenOptions): Promise<void> {
  const { db, close } = await openDatabase(options)
  await loadShipped({ db, clock: systemClock } as Ctx<never>)
  await close()
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await rm('.latchwork-test', { recursive: true, force: true })
  if (folder !== undefined) await removeRunFolder(folder)
}
