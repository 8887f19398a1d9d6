import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { eventually } from '../../../test/eventually.ts'
import { createDatabase, type TestPostgres, usePostgres } from '../../../test/postgres.ts'
import { jobRow } from '../../../test/store-rows.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { createIds } from '../ids.ts'
import type { Db } from './database.ts'
import { insertAll, updateAll } from './many-rows.ts'
import { inDatabaseTransaction } from './transaction.ts'

const ids = createIds({ now: () => Date.now() })
const clock = { now: () => Date.now(), after: () => () => undefined }
let postgres: TestPostgres

before(async () => {
  postgres = await usePostgres()
})
after(() => postgres.stop())

/** With one connection, which has begun a transaction before: from the second on they begin with their first statement. */
async function openOnOneConnection(t: TestContext): Promise<Db> {
  const url = await createDatabase(postgres.url, `transactions_${ids.random()}`)
  const database = await openDatabase({ dataDir: '', clock, url, poolSize: 1 })
  t.after(() => database.close())
  await inDatabaseTransaction(database.db, (tx) => jobs(tx))
  return database.db
}

const jobs = async (db: Db): Promise<number> =>
  (await db.selectFrom('job').select('id').where('kind', '=', 'test').execute()).length

const addJob = (db: Db) => db.insertInto('job').values(jobRow(ids.random())).execute()

test('the first statement of a transaction is undone with the rest', async (t) => {
  const db = await openOnOneConnection(t)
  for (let attempt = 0; attempt < 3; attempt++) {
    const failing = inDatabaseTransaction(db, async (tx) => {
      await addJob(tx)
      await addJob(tx)
      throw new Error('asked for')
    })
    await assert.rejects(failing, /asked for/)
    assert.equal(await jobs(db), 0)
  }
  await inDatabaseTransaction(db, addJob)
  assert.equal(await jobs(db), 1)
})

test('a first statement that fails ends its transaction, and the connection goes on', async (t) => {
  const db = await openOnOneConnection(t)
  const row = jobRow(ids.random())
  const insert = (tx: Db) => tx.insertInto('job').values(row).execute()
  await inDatabaseTransaction(db, insert)
  const failing = inDatabaseTransaction(db, async (tx) => {
    await insert(tx).catch(() => undefined)
    await addJob(tx)
  })
  await assert.rejects(failing, /duplicate key/)
  assert.equal(await jobs(db), 1)
})

test('a first statement that the server keeps under no name is in the transaction', async (t) => {
  const db = await openOnOneConnection(t)
  await inDatabaseTransaction(db, async (tx) => {
    // Outside of a transaction this fails.
    await sql.raw('lock table job').execute(tx)
    await addJob(tx)
  })
  assert.equal(await jobs(db), 1)
})

test('a transaction without a statement leaves none open', async (t) => {
  const db = await openOnOneConnection(t)
  assert.equal(await inDatabaseTransaction(db, async () => 7), 7)
  await assert.rejects(sql.raw('lock table job').execute(db), /can only be used in transaction blocks/)
})

/** As behind a pooler that went on with another connection: the statements are known, what begins is not. */
async function losesBeginning(db: Db): Promise<void> {
  await inDatabaseTransaction(db, addJob)
  await sql.raw('deallocate "lw_start_transaction_isolation_level_read_committed"').execute(db)
}

for (const [how, work] of [
  ['alone', addJob],
  ['together', (tx: Db) => Promise.all([addJob(tx), addJob(tx), jobs(tx)])],
  ['one after the other', (tx: Db) => addJob(tx).then(() => addJob(tx))],
  ['although the first failed', (tx: Db) => addJob(tx).catch(() => addJob(tx))],
  ['and nothing after the first that failed', (tx: Db) => addJob(tx).catch(() => undefined)],
  ['behind one without a name', (tx: Db) => Promise.all([sql.raw('lock table job').execute(tx), addJob(tx)])],
] as const) {
  test(`where a transaction cannot begin nothing of it runs: ${how}`, async (t) => {
    const db = await openOnOneConnection(t)
    await losesBeginning(db)
    await assert.rejects(
      inDatabaseTransaction<unknown>(db, work),
      /prepared statement "lw_start_transaction_isolation_level_read_committed" does not exist/,
    )
    assert.equal(await jobs(db), 1)
    // The connection is not used again.
    await inDatabaseTransaction(db, addJob)
    assert.equal(await jobs(db), 2)
  })
}

const jobsTo = insertAll<ReturnType<typeof jobRow>>('job', (db) => db.insertInto('job'))
const putJob = (db: Db, id: string = ids.random()) => jobsTo(db, [jobRow(id)])

const readAndPut = (db: Db) => inDatabaseTransaction(db, (tx) => jobs(tx).then(() => putJob(tx)))

/** The same, on a connection that has written before what nobody reads: from then on it goes with what comes next. */
async function openAfterWriting(t: TestContext): Promise<Db> {
  const db = await openOnOneConnection(t)
  for (let i = 0; i < 2; i++) await readAndPut(db)
  assert.equal(await jobs(db), 2)
  return db
}

test('what is written and not read is asked for with the commit', async (t) => {
  const db = await openAfterWriting(t)
  const asked = countAsked(t)
  await inDatabaseTransaction(db, async (tx) => {
    await jobs(tx)
    await putJob(tx)
    await putJob(tx)
  })
  // What begins, with what is read; both rows, with the commit.
  assert.equal(asked(), 2)
  assert.equal(await jobs(db), 4)
})

test('a transaction that only writes is not asked for in one go with its commit: nobody could tell what was done', async (t) => {
  const db = await openAfterWriting(t)
  const asked = countAsked(t)
  await inDatabaseTransaction(db, (tx) => putJob(tx))
  assert.equal(asked(), 2)
})

/** Works once on a connection that the server ends meanwhile, and then on others. Returns how often it worked. */
async function losesConnection(db: Db, work: (tx: Db) => Promise<unknown>): Promise<number> {
  // Asked for beforehand: to ask in the transaction would begin it.
  const { pid } = await connectionOf(db)
  let times = 0
  await inDatabaseTransaction(db, async (tx) => {
    times += 1
    await work(tx)
    if (times === 1) await end(pid)
  })
  return times
}

async function connectionOf(db: Db): Promise<{ pid: number; url: string }> {
  const { rows } = await sql<{ pid: number; name: string }>`
    select pg_backend_pid() as pid, current_database() as name`.execute(db)
  const url = new URL(postgres.url)
  url.pathname = rows[0]?.name ?? ''
  return { pid: rows[0]?.pid ?? 0, url: url.href }
}

async function end(pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('select pg_terminate_backend($1, 1000)', [pid])
  await client.end()
}

test('what is lost before the commit was asked for is done again; with it only whoever asked can find out', async (t) => {
  const db = await openAfterWriting(t)
  assert.equal(await losesConnection(db, (tx) => putJob(tx)), 2)
  assert.equal(await jobs(db), 3)
  for (let i = 0; i < 2; i++) await readAndPut(db)
  await assert.rejects(losesConnection(db, (tx) => jobs(tx).then(() => putJob(tx))))
  assert.equal(await jobs(db), 5)
})

test('a server that ends the connection while it writes says that there was no commit: it is done again', async (t) => {
  const db = await openAfterWriting(t)
  const id = ids.random()
  await inDatabaseTransaction(db, (tx) => putJob(tx, id))
  const { pid, url } = await connectionOf(db)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  t.after(() => other.end())
  await other.query('begin')
  await other.query('select from job where id = $1 for update', [id])
  // Prepared, so that it waits for the commit.
  const change = updateAll<ReturnType<typeof jobRow>>('job', ['id'], (d) => d.updateTable('job'))
  const changed = { ...jobRow(id), attempts: 7 }
  await inDatabaseTransaction(db, (tx) =>
    change(tx, [{ ...jobRow(ids.random()), attempts: 7 }], ['attempts']),
  )
  let times = 0
  const changing = inDatabaseTransaction(db, async (tx) => {
    times += 1
    await jobs(tx)
    await change(tx, [changed], ['attempts'])
  })
  await eventually('it waits for the row', async () => {
    const { rows } = await other.query(
      "select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
      [pid],
    )
    return rows.length === 1
  })
  await end(pid)
  await other.query('commit')
  await changing
  assert.equal(times, 2)
  const stored = await db.selectFrom('job').select('attempts').where('id', '=', id).execute()
  assert.deepEqual(stored, [{ attempts: 7 }])
})

test('whoever reads sees what was written before', async (t) => {
  const db = await openAfterWriting(t)
  const seen = await inDatabaseTransaction(db, async (tx) => {
    await putJob(tx)
    const first = await jobs(tx)
    await putJob(tx)
    await sql.raw('lock table job').execute(tx)
    return [first, await jobs(tx)]
  })
  assert.deepEqual(seen, [3, 4])
})

test('what was written goes with a transaction that is given up, also when it was never sent', async (t) => {
  const db = await openAfterWriting(t)
  for (const before of [async () => undefined, jobs, addJob]) {
    const failing = inDatabaseTransaction(db, async (tx) => {
      await before(tx)
      await putJob(tx)
      throw new Error('asked for')
    })
    await assert.rejects(failing, /asked for/)
    assert.equal(await jobs(db), 2)
  }
  await inDatabaseTransaction(db, (tx) => putJob(tx))
  assert.equal(await jobs(db), 3)
})

test('what is written and cannot be stored fails the commit, and all of the transaction with it', async (t) => {
  const db = await openAfterWriting(t)
  const id = ids.random()
  await inDatabaseTransaction(db, (tx) => putJob(tx, id))
  for (const work of [
    (tx: Db) => putJob(tx, id),
    (tx: Db) => putJob(tx).then(() => putJob(tx, id)),
    (tx: Db) => addJob(tx).then(() => putJob(tx, id)),
    (tx: Db) => putJob(tx, id).then(() => putJob(tx)),
    (tx: Db) => putJob(tx, id).then(() => jobs(tx)),
    (tx: Db) => putJob(tx, id).then(() => jobs(tx).catch(() => 0)),
    (tx: Db) => addJob(tx).then(() => putJob(tx, id).then(() => jobs(tx).catch(() => 0))),
  ]) {
    await assert.rejects(inDatabaseTransaction<unknown>(db, work), /duplicate key|rolled back/i)
    assert.equal(await jobs(db), 3)
  }
  await inDatabaseTransaction(db, (tx) => putJob(tx))
  assert.equal(await jobs(db), 4)
})

test('outside of a transaction what nobody reads is written at once', async (t) => {
  const db = await openAfterWriting(t)
  await putJob(db)
  assert.equal(await jobs(db), 3)
  const id = ids.random()
  await putJob(db, id)
  await assert.rejects(putJob(db, id), /duplicate key/)
})

test('a table that was changed meanwhile costs another attempt, not what was written', async (t) => {
  const db = await openAfterWriting(t)
  const readAll = (tx: Db) => tx.selectFrom('job').selectAll().execute()
  let stored = 2
  for (const work of [
    (tx: Db) => readAll(tx).then(() => putJob(tx)),
    (tx: Db) => putJob(tx).then(() => readAll(tx)),
    (tx: Db) => jobs(tx).then(() => putJob(tx).then(() => readAll(tx))),
  ]) {
    // With what is prepared before and after it.
    await inDatabaseTransaction<unknown>(db, work)
    await sql.raw(`alter table job add column more_${stored} text`).execute(db)
    await inDatabaseTransaction<unknown>(db, work)
    stored += 2
    assert.equal(await jobs(db), stored)
  }
})

test('where the commit is not known any more nothing is stored, and nobody is told it was', async (t) => {
  const db = await openAfterWriting(t)
  await sql.raw('deallocate "lw_commit"').execute(db)
  await assert.rejects(readAndPut(db), /prepared statement "lw_commit" does not exist/)
  assert.equal(await jobs(db), 2)
  await readAndPut(db)
  assert.equal(await jobs(db), 3)
})

/** How often the server is asked from now on. */
function countAsked(t: TestContext): () => number {
  const query = t.mock.method(pg.Client.prototype, 'query')
  return () => query.mock.callCount()
}

test('reports look rows up by their keys, however few there were when that was planned', async (t) => {
  const url = await createDatabase(postgres.url, `transactions_${ids.random()}`)
  const { db, reports, close } = await openDatabase({ dataDir: '', clock, url })
  t.after(close)
  await addJob(db)
  await sql`analyze job`.execute(db)
  const plan = async (by: Db) =>
    JSON.stringify((await sql`explain select * from job where id = any(array['a', 'b'])`.execute(by)).rows)
  assert.match(await plan(db), /Seq Scan on job/)
  assert.match(await plan(reports), /Index Scan.* on job/)
  await reports
    .executeQuery(sql`select pg_terminate_backend(pg_backend_pid())`.compile(reports))
    .catch(() => undefined)
  assert.match(await plan(reports), /Index Scan.* on job/)
})
