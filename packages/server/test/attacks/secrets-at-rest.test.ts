import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isIn, plantSecrets, withSecrets } from '../planted-secrets.ts'
import { apiTest, type World } from '../world.ts'

/** Everything a reader of the disk or of a backup sees of the store. The key file is what backups leave out. */
async function everythingStored(w: World): Promise<string> {
  if (w.storage.engine === 'postgres') return dumpOf(w)
  const names = (await readdir(w.storage.dataDir)).filter((name) => name.startsWith('latchwork.db'))
  const files = await Promise.all(names.map((name) => readFile(join(w.storage.dataDir, name), 'latin1')))
  return files.join('\n')
}

async function dumpOf(w: World): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(w.db)
  const rows = await Promise.all(
    tables.map(({ name }) =>
      sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(w.db),
    ),
  )
  return rows.flatMap((result) => result.rows.map(({ row }) => row)).join('\n')
}

apiTest(
  'who reads the disk or a backup finds no secret in clear, whichever way it came in or went out',
  async (w) => {
    const planted = await plantSecrets(w)
    const stored = await everythingStored(w)
    assert.ok(stored.includes('Planted door'), 'what is no secret is found, so secrets would be')
    const found = [...planted].filter(([, secret]) => isIn(stored, secret)).map(([what]) => what)
    assert.deepEqual(found, [])
  },
  { ...withSecrets, own: 'reads all that the service stores' },
)
