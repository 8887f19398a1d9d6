import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import * as audit from '../../packages/server/src/features/audit/service.ts'
import { type Database, openStore } from '../../packages/server/src/platform/store/database.ts'
import type { Migrations } from '../../packages/server/src/platform/store/engine.ts'
import type { UntypedDb } from '../../packages/server/src/platform/store/migration-engine.ts'
import { MIGRATIONS } from '../../packages/server/src/schema/migrations.ts'
import { PROCESS_TOKEN } from '../../packages/server/test/service-process.ts'
import type { Storage } from '../../packages/server/test/storage.ts'
import { createWorld } from '../../packages/server/test/world.ts'
import { lookAtHouse } from './house.ts'
import { storedHouse, versions } from './stored-house.ts'

/** Whatever the old version listed is in the list of the new one, which may say more of it and know of others. */
function assertKept(now: unknown, before: unknown, path: string): void {
  const isLike = (thing: unknown, old: object) => {
    try {
      assert.partialDeepStrictEqual(thing, old)
      return true
    } catch {
      return false
    }
  }
  for (const old of before as object[])
    assert.ok(
      (now as unknown[]).some((thing) => isLike(thing, old)),
      `${path} has lost ${JSON.stringify(old)}`,
    )
}

for (const version of await versions())
  for (const engine of ['sqlite', 'postgres'] as const) {
    test(`data of ${version}, when the service of today takes it over, is all there [${engine}]`, async (t) => {
      const { storage, seen } = await storedHouse(version, engine)
      const w = await createWorld(t, engine, { storage })
      const url = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
      const now = await lookAtHouse({ url, token: PROCESS_TOKEN })
      for (const [path, before] of Object.entries(seen)) assertKept(now[path], before, path)
      assert.ok((seen['/smartlock/log?limit=50'] as unknown[]).length > 0)
      assert.deepEqual((await audit.verify(w.service.contextFor(0))).problems, [])
      const session = await w.request('POST', '/account/login', {
        token: null,
        body: { email: 'owner@latchwork.local', password: 'correct horse' },
      })
      assert.equal(session.statusCode, 200, session.body)
    })

    test(`data of ${version}, when an upgrade fails half-way, is as it was and starts as before [${engine}]`, async () => {
      const { storage } = await storedHouse(version, engine)
      const known = await appliedTo(storage)
      const old = only(known)
      const before = await contents(await open(storage, old))
      await assert.rejects(open(storage, { ...MIGRATIONS, '9999-fails': failing }), /planted/)
      assert.deepEqual(await appliedTo(storage), known)
      assert.deepEqual(await contents(await open(storage, old)), before)
      await (await open(storage, MIGRATIONS)).close()
    })
  }

/** Changes a table, makes one, removes rows, and then fails. */
const failing: Migrations[string] = () => ({
  async up(db: UntypedDb) {
    await db.schema.alterTable('account').addColumn('planted', 'text').execute()
    await db.schema.createTable('planted').addColumn('id', 'integer').execute()
    await db.deleteFrom('smartlock_log').execute()
    throw new Error('planted')
  },
})

const open = ({ dataDir, databaseUrl }: Storage, migrations: Migrations): Promise<Database> =>
  openStore({
    dataDir,
    ...(databaseUrl !== undefined && { url: databaseUrl }),
    schema: { migrations, growing: [], kept: [] },
  })

const only = (names: readonly string[]): Migrations =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.includes(name)))

/** What an old version looks at before it starts; read without opening the store, which would bring it up to date. */
async function appliedTo({ dataDir, databaseUrl }: Storage): Promise<string[]> {
  const text = 'select name from kysely_migration order by name'
  if (databaseUrl === undefined) {
    using database = new DatabaseSync(join(dataDir, 'latchwork.db'))
    return database
      .prepare(text)
      .all()
      .map(({ name }) => name as string)
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** How many rows each table has, and which columns. */
async function contents(opened: Database): Promise<Record<string, string>> {
  const db = opened.db as unknown as UntypedDb
  const tables = await db.introspection.getTables()
  const found: Record<string, string> = {}
  for (const { name, columns } of tables) {
    const rows = await db
      .selectFrom(name)
      .select((e) => e.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    found[name] = `${rows.n} ${columns.map((column) => column.name).toSorted()}`
  }
  await opened.close()
  return found
}
