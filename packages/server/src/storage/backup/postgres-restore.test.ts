import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { newStorage, removeStorage } from '../../../test/storage.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { restorePostgres, withoutPassword } from './postgres-dump.ts'

test('a restore into PostgreSQL, until it is whole and marked, leaves nothing that a service starts with', async (t) => {
  const storage = await newStorage('postgres', { untouched: true })
  t.after(() => removeStorage(storage))
  const { dataDir, databaseUrl: url = '' } = storage
  const path = process.env.PATH ?? ''
  t.after(() => {
    process.env.PATH = path
  })
  process.env.PATH = `${dataDir}${delimiter}${path}`
  const toolThat = (does: string) =>
    writeFile(join(dataDir, 'pg_restore'), `#!/bin/sh\n${does}\n`, { mode: 0o755 })
  const restore = () => restorePostgres(url, 'a copy', () => assert.fail('it is not whole'))
  const start = async () => (await openDatabase({ dataDir, url, clock: systemClock })).close()

  // Said to be done, and not what was backed up.
  await toolThat('exit 0')
  await assert.rejects(restore(), /kysely_migration/)
  await assert.rejects(start(), /restore into this PostgreSQL database is under way, or was interrupted/)
  await assert.rejects(restore(), /is not empty/)

  const other = await newStorage('postgres', { untouched: true })
  t.after(() => removeStorage(other))
  await toolThat('echo no such file >&2; exit 1')
  const again = () => restorePostgres(other.databaseUrl ?? '', 'a copy', () => assert.fail())
  await assert.rejects(again(), /pg_restore failed: no such file/)
  await assert.rejects(again(), /pg_restore failed: no such file/, 'nothing came in: it can be tried again')
})

test('an address for a tool, whose command line everybody can read, has no password in it', () => {
  const cases: [string, string, string][] = [
    ['postgres://me:p%40ss:x@db.example:5433/house', 'postgres://me@db.example:5433/house', 'p@ss:x'],
    ['postgresql://a,b:5433/house?sslmode=require', 'postgresql://a,b:5433/house?sslmode=require', ''],
    [
      'postgres://me@db/house?password=p%26s&sslmode=require',
      'postgres://me@db/house?sslmode=require',
      'p&s',
    ],
    ['postgres://me:old@db/house?password=new', 'postgres://me@db/house', 'new'],
  ]
  for (const [url, address, secret] of cases) assert.deepEqual(withoutPassword(url), { address, secret }, url)
})
