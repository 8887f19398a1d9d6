import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createDatabase, type TestPostgres, usePostgres } from '../../../test/postgres.ts'
import { eventRow, jobRow, operationRow } from '../../../test/store-rows.ts'
import { GROWING_TABLES } from '../../schema/growing-tables.ts'
import { type OpenOptions, openDatabase } from '../../schema/open-database.ts'
import { createIds, idFloor } from '../ids.ts'
import { StartupError } from '../startup-error.ts'
import type { Database, Db } from './database.ts'
import * as partitions from './partitions.ts'
import { createStatementNames } from './postgres-dialect.ts'
import { inDatabaseTransaction } from './transaction.ts'

const ensurePartitions = (db: Db, nowMs: number) =>
  partitions.ensurePartitions(db, Object.values(GROWING_TABLES), nowMs)
const dropOldPartitions = (db: Db, table: 'event' | 'operation', beforeMs: number) =>
  partitions.dropOldPartitions(db, GROWING_TABLES[table], beforeMs)

const ids = createIds({ now: () => Date.now() })
const NOW = Date.UTC(2026, 10, 15)
const clock = { now: () => NOW, after: () => () => undefined }
let postgres: TestPostgres

before(async () => {
  postgres = await usePostgres()
})
after(() => postgres.stop())

const newDatabase = () => createDatabase(postgres.url, `postgres_${ids.random()}`)

async function open(t: TestContext, options: Partial<OpenOptions> = {}): Promise<Database & { url: string }> {
  const url = options.url ?? (await newDatabase())
  const database = await openDatabase({ dataDir: '', clock, ...options, url })
  t.after(() => database.close())
  return { ...database, url }
}

/** Makes the server itself raise an error with this code. */
const raise = (db: Db, code: string) =>
  sql.raw(`do $$ begin raise exception 'asked for' using errcode = '${code}'; end $$`).execute(db)

const partitionsOf = async (db: Db, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits
    where inhparent = to_regclass(${table}) order by 1`.execute(db)
  return rows.map((row) => row.name)
}

/** The same database, and the statements that were written out for it. */
function statementsOf(db: Db): { watched: Db; seen: string[] } {
  const seen: string[] = []
  const watched = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'RawNode') seen.push(node.sqlFragments.join('?'))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { watched, seen }
}

test('processes that start together on an empty database migrate it once', async (t) => {
  const url = await newDatabase()
  const [first] = await Promise.all(Array.from({ length: 4 }, () => open(t, { url })))
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    first!.db,
  )
  const files = await readdir(new URL('../../../migrations', import.meta.url))
  assert.deepEqual(
    rows.map(({ name }) => `${name}.ts`),
    files.filter((name) => name.endsWith('.ts')).sort(),
  )
})

test('a server that refuses the connection is named in one sentence without the password', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  const url = `postgres://user:s3cret@127.0.0.1:${port}/doors`
  await assert.rejects(openDatabase({ dataDir: '', url }), (error) => {
    assert.ok(error instanceof StartupError)
    assert.match(
      error.message,
      new RegExp(`^PostgreSQL at 127.0.0.1:${port}/doors cannot be used .*ECONNREFUSED`),
    )
    assert.doesNotMatch(error.message, /s3cret/)
    return true
  })
})

test('a wrong password, an unknown database and a wrong address are startup errors', async () => {
  const wrongPassword = new URL(postgres.url)
  wrongPassword.password = 's3cret'
  const unknownDatabase = new URL(postgres.url)
  unknownDatabase.pathname = '/nowhere'
  for (const [url, reason] of [
    [wrongPassword.href, /password authentication failed/],
    [unknownDatabase.href, /database "nowhere" does not exist/],
    ['mysql://user:s3cret@localhost/doors', /is not a PostgreSQL address/],
    ['user:s3cret', /is not a PostgreSQL address/],
  ] as const) {
    await assert.rejects(openDatabase({ dataDir: '', url }), (error) => {
      assert.ok(error instanceof StartupError)
      assert.match(error.message, reason)
      assert.doesNotMatch(error.message, /s3cret/)
      return true
    })
  }
})

test('queries are prepared once per connection under a name made from their text', async (t) => {
  const { db } = await open(t, { poolSize: 1 })
  for (const id of ['a', 'b', 'c']) await db.selectFrom('job').select('id').where('id', '=', id).execute()
  const { rows } = await sql<{ name: string; uses: number }>`
    select name, generic_plans + custom_plans as uses from pg_prepared_statements
    where statement like 'select "id" from "job"%'`.execute(db)
  assert.equal(rows.length, 1)
  assert.match(rows[0]!.name, /^lw_/)
  assert.equal(rows[0]!.uses, 3)
})

test('a named statement gives what pg itself gives: values, none, changes, and what it refuses', async (t) => {
  const { db } = await open(t, { poolSize: 1 })
  const ask = (n: number) =>
    sql`select i as "n", i::bigint * 2 as "twice", case when i > 1 then 'é' end as "text", i > 1 as "flag",
      null as "nothing", i as "twin", null::int as "twin" from generate_series(1, ${n}::int) as i`.execute(db)
  const both = [
    { n: 1, twice: 2, text: null, flag: false, nothing: null, twin: null },
    { n: 2, twice: 4, text: 'é', flag: true, nothing: null, twin: null },
  ]
  for (const n of [2, 0, 1, 2]) assert.deepEqual((await ask(n)).rows, both.slice(0, n))
  const rows = ['a', 'b'].map((id) => jobRow(id))
  const { numInsertedOrUpdatedRows } = await db.insertInto('job').values(rows).executeTakeFirstOrThrow()
  assert.equal(numInsertedOrUpdatedRows, 2n)
  const large = () => sql`select ${'9007199254740993'}::bigint as "n"`.execute(db)
  await assert.rejects(large(), /too large to be represented/)
  const spoilt = () => sql`select 1 / ${0}::int as "n"`.execute(db)
  await assert.rejects(spoilt(), { code: '22012' })
  assert.deepEqual((await ask(1)).rows, both.slice(0, 1))
})

test('names are given to the first texts only, and not to schema changes or long lists', () => {
  const nameOf = createStatementNames(2)
  const first = nameOf('select 1', 0)
  assert.ok(first)
  assert.equal(nameOf('begin', 0), undefined)
  assert.equal(nameOf('create table t (id int)', 0), undefined)
  assert.equal(nameOf('select many', 1000), undefined)
  assert.notEqual(nameOf('select 2', 0), first)
  assert.equal(nameOf('select 3', 0), undefined)
  assert.equal(nameOf('select 1', 0), first)
  assert.equal(createStatementNames()('select 1', 0), first)
})

test('a table that a newer process changes does not break the statements prepared before', async (t) => {
  const { db } = await open(t, { poolSize: 1 })
  const readAll = (on: Db) => on.selectFrom('job').selectAll().execute()
  await db.insertInto('job').values(jobRow('a')).execute()
  assert.equal((await readAll(db)).length, 1)
  await sql`alter table job add column one_more text`.execute(db)
  assert.equal((await readAll(db)).length, 1)
  await sql`alter table job add column another text`.execute(db)
  assert.equal((await inDatabaseTransaction(db, readAll)).length, 1)
})

test('a statement that takes longer than allowed is cancelled', async (t) => {
  const { db } = await open(t, { statementTimeoutMs: 50 })
  await assert.rejects(sql`select pg_sleep(10)`.execute(db), { code: '57014' })
})

test('a connection that is lost, idle or in a transaction, costs one query and not the process', async (t) => {
  const lost: Error[] = []
  const { db, url } = await open(t, { poolSize: 1, onConnectionLost: (error) => lost.push(error) })
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  t.after(() => admin.end())
  const endOthers = () =>
    admin.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  const inUse = inDatabaseTransaction(db, async (tx) => {
    await tx.insertInto('job').values(jobRow('a')).execute()
    await endOthers()
    await tx.insertInto('job').values(jobRow('b')).execute()
  })
  await assert.rejects(inUse)
  assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [])
  const before = lost.length
  await endOthers()
  while (lost.length === before) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await db.selectFrom('job').selectAll().execute(), [])
})

test('a transaction that the server asks to repeat is repeated, five times at most', async (t) => {
  const { db } = await open(t)
  for (const code of ['40001', '40P01']) {
    let attempts = 0
    await inDatabaseTransaction(db, async (tx) => {
      await tx.insertInto('job').values(jobRow(code)).execute()
      if (++attempts < 3) await raise(tx, code)
    })
    assert.equal(attempts, 3, code)
  }
  assert.equal((await db.selectFrom('job').selectAll().execute()).length, 2)
  let attempts = 0
  const hopeless = inDatabaseTransaction(db, (tx) => {
    attempts++
    return raise(tx, '40001')
  })
  await assert.rejects(hopeless, { code: '40001' })
  assert.equal(attempts, 5)
})

test('a transaction that fails for another reason is not repeated', async (t) => {
  const { db } = await open(t)
  let attempts = 0
  const failing = inDatabaseTransaction(db, (tx) => {
    attempts++
    return raise(tx, '23505')
  })
  await assert.rejects(failing, { code: '23505' })
  assert.equal(attempts, 1)
})

test('two transactions that lock each other out both end well', async (t) => {
  const { db } = await open(t)
  await db
    .insertInto('job')
    .values([jobRow('a'), jobRow('b')])
    .execute()
  const meet = Promise.withResolvers<void>()
  let inside = 0
  const lockBoth = (order: readonly string[]) =>
    inDatabaseTransaction(db, async (tx) => {
      for (const id of order) {
        await tx.updateTable('job').set({ attempts: sql`attempts + 1` }).where('id', '=', id).execute()
        if (++inside === 2) meet.resolve()
        await meet.promise
      }
    })
  await Promise.all([lockBoth(['a', 'b']), lockBoth(['b', 'a'])])
  const rows = await db.selectFrom('job').select('attempts').execute()
  assert.deepEqual(rows, [{ attempts: 2 }, { attempts: 2 }])
})

test('opening creates the partitions of this month and the next two, across the end of the year', async (t) => {
  const { db } = await open(t)
  for (const table of ['smartlock_log', 'event', 'operation']) {
    assert.deepEqual(await partitionsOf(db, table), [
      `${table}_default`,
      `${table}_y2026m11`,
      `${table}_y2026m12`,
      `${table}_y2027m01`,
    ])
  }
  assert.deepEqual(await ensurePartitions(db, NOW), [])
  const created = await Promise.all([1, 2, 3].map(() => ensurePartitions(db, Date.UTC(2027, 0, 31))))
  assert.deepEqual(created.flat().sort(), [
    'event_y2027m02',
    'event_y2027m03',
    'operation_y2027m02',
    'operation_y2027m03',
    'smartlock_log_y2027m02',
    'smartlock_log_y2027m03',
  ])
})

test('a row lies in the partition of the month in its id', async (t) => {
  const { db } = await open(t)
  const december = Date.UTC(2026, 11, 1)
  const last = `${idFloor(december - 1).slice(0, 12)}ffffffffffff`
  const outside = idFloor(Date.UTC(2030, 0, 1))
  await db
    .insertInto('event')
    .values([eventRow(last), eventRow(idFloor(december)), eventRow(outside)])
    .execute()
  const { rows } = await sql`select id, tableoid::regclass::text as partition from event order by id`.execute(
    db,
  )
  assert.deepEqual(rows, [
    { id: last, partition: 'event_y2026m11' },
    { id: idFloor(december), partition: 'event_y2026m12' },
    { id: outside, partition: 'event_default' },
  ])
})

test('a month whose rows are already in the default partition stays there', async (t) => {
  const { db } = await open(t)
  const february = Date.UTC(2027, 1, 1)
  const strays = [
    eventRow(idFloor(february)),
    eventRow(`${idFloor(Date.UTC(2027, 2, 1) - 1).slice(0, 12)}ffffffffffff`),
  ]
  await db.insertInto('event').values(strays).execute()
  const created = await ensurePartitions(db, Date.UTC(2027, 0, 1))
  assert.deepEqual(
    created.filter((name) => name.startsWith('event')),
    ['event_y2027m03'],
  )
  await db.deleteFrom('event').execute()
  assert.deepEqual(await ensurePartitions(db, Date.UTC(2027, 0, 1)), ['event_y2027m02'])
})

test('months that ended before the limit are dropped whole, the others and the default stay', async (t) => {
  const { db } = await open(t)
  const kept = idFloor(Date.UTC(2026, 11, 2))
  await db
    .insertInto('event')
    .values([eventRow(idFloor(NOW)), eventRow(kept)])
    .execute()
  assert.equal(await dropOldPartitions(db, 'event', Date.UTC(2026, 11, 1) - 1), 0)
  assert.equal(await dropOldPartitions(db, 'event', Date.UTC(2026, 11, 1)), 1)
  assert.deepEqual(await partitionsOf(db, 'event'), ['event_default', 'event_y2026m12', 'event_y2027m01'])
  assert.deepEqual(await db.selectFrom('event').select('id').execute(), [{ id: kept }])
  assert.equal((await partitionsOf(db, 'operation')).length, 4)
})

test('months that cannot be made or dropped are looked at without a lock that readers wait for', async (t) => {
  const { db } = await open(t)
  const february = Date.UTC(2027, 1, 1)
  await db
    .insertInto('event')
    .values([eventRow(idFloor(february))])
    .execute()
  await ensurePartitions(db, Date.UTC(2027, 0, 1))
  await db
    .insertInto('operation')
    .values(operationRow(idFloor(NOW), 'queued'))
    .execute()
  const { seen, watched } = statementsOf(db)
  assert.deepEqual(await ensurePartitions(watched, Date.UTC(2027, 0, 1)), [])
  assert.equal(await dropOldPartitions(watched, 'operation', Date.UTC(2026, 11, 1)), 0)
  const locks = () => seen.filter((statement) => statement.startsWith('lock table'))
  assert.deepEqual(locks(), [])
  assert.equal(await dropOldPartitions(watched, 'event', Date.UTC(2026, 11, 1)), 1)
  assert.equal(locks().length, 2, 'what can be done is done under a lock')
})

test('a month is not made while somebody reads for long, nobody waits for that for long, and it is made afterwards', async (t) => {
  const { db } = await open(t)
  const { promise: read, resolve: endReading } = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  const backup = db.transaction().execute(async (tx) => {
    await tx.selectFrom('event').select('id').execute()
    reading.resolve()
    await read
  })
  await reading.promise
  const later = Date.UTC(2027, 0, 31)
  const created = await ensurePartitions(db, later)
  assert.deepEqual(
    created.filter((name) => name.startsWith('event')),
    [],
  )
  endReading()
  await backup
  assert.deepEqual(await ensurePartitions(db, later), ['event_y2027m02', 'event_y2027m03'])
})
