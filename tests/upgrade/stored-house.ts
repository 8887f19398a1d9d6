import { chmod, copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import type { Engine } from '../../packages/server/src/platform/store/database.ts'
import { newStorage, type Storage } from '../../packages/server/test/storage.ts'

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url))

/** Released versions whose data is kept (scripts/make-upgrade-fixture.ts). */
export const versions = (): Promise<string[]> => readdir(FIXTURES)

/** A store as a version of before left it, and what that version showed of it. */
export async function storedHouse(
  version: string,
  engine: Engine,
): Promise<{ storage: Storage; seen: Record<string, unknown> }> {
  const from = join(FIXTURES, version, engine)
  const storage = await newStorage(engine, { untouched: true })
  await copyFile(join(from, 'secret.key'), join(storage.dataDir, 'secret.key'))
  await chmod(join(storage.dataDir, 'secret.key'), 0o600)
  if (storage.databaseUrl === undefined) {
    const database = gunzipSync(await readFile(join(from, 'latchwork.db.gz')))
    await writeFile(join(storage.dataDir, 'latchwork.db'), database)
  } else {
    await restore(storage.databaseUrl, gunzipSync(await readFile(join(from, 'database.sql.gz'))).toString())
  }
  return { storage, seen: JSON.parse(await readFile(join(from, 'seen.json'), 'utf8')) }
}

async function restore(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
