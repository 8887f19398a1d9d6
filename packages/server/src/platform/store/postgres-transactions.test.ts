import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase, type TestPostgres, usePostgres } from '../../../test/postgres.ts'
import { jobRow } from '../../../test/store-rows.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { createIds } from '../ids.ts'
import type { Db } from './database.ts'
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
  await sql.raw('deallocate "lw_begin_0"').execute(db)
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
      /prepared statement "lw_begin_0" does not exist/,
    )
    assert.equal(await jobs(db), 1)
    // The connection is not used again.
    await inDatabaseTransaction(db, addJob)
    assert.equal(await jobs(db), 2)
  })
}
