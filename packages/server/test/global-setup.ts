import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenOptions, openDatabase } from '../src/schema/open-database.ts'
import { createDatabase, startPostgres, type TestPostgres } from './postgres.ts'

/** Databases of tests are copies of this one, migrated once for the whole run. */
const TEMPLATE = 'latchwork_template'

let server: TestPostgres | undefined
let folder: string | undefined

/** One PostgreSQL server and one SQLite file to copy for the whole run; test files find them through the environment. */
export async function globalSetup(): Promise<void> {
  server = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'latchwork-template-'))
  await prepare({ url: await createDatabase(server.url, TEMPLATE), dataDir: '.' })
  await prepare({ dataDir: folder })
  process.env.LATCHWORK_TEST_POSTGRES_URL = server.url
  process.env.LATCHWORK_TEST_POSTGRES_TEMPLATE = TEMPLATE
  process.env.LATCHWORK_TEST_SQLITE_TEMPLATE = join(folder, 'latchwork.db')
}

async function prepare(options: OpenOptions): Promise<void> {
  await (await openDatabase(options)).close()
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await rm('.latchwork-test', { recursive: true, force: true })
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}
