import { rm } from 'node:fs/promises'
import { openDatabase } from '../src/platform/database.ts'
import { createDatabase, startPostgres, type TestPostgres } from './postgres.ts'

/** Databases of tests are copies of this one, migrated once for the whole run. */
const TEMPLATE = 'latchwork_template'

let server: TestPostgres | undefined

/** One PostgreSQL server for the whole run; test files find it through the environment. */
export async function globalSetup(): Promise<void> {
  server = await startPostgres()
  const url = await createDatabase(server.url, TEMPLATE)
  const database = await openDatabase({ url, dataDir: '.' })
  await database.close()
  process.env.LATCHWORK_TEST_POSTGRES_URL = server.url
  process.env.LATCHWORK_TEST_POSTGRES_TEMPLATE = TEMPLATE
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  await rm('.latchwork-test', { recursive: true, force: true })
}
