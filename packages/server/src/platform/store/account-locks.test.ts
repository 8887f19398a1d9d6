import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { createDatabase, type TestPostgres, usePostgres } from '../../../test/postgres.ts'
import { jobRow } from '../../../test/store-rows.ts'
import { toAppError } from '../../http/error-handler.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { createIds } from '../ids.ts'
import { checkAccountLocks, holdAccounts } from './account-locks.ts'
import type { Db } from './database.ts'
import { inDatabaseTransaction } from './transaction.ts'

const ids = createIds({ now: () => Date.now() })
const clock = { now: () => Date.now(), after: () => () => undefined }
const [ONE, OTHER, THIRD] = [1, 2, 3]
let postgres: TestPostgres

before(async () => {
  checkAccountLocks()
  postgres = await usePostgres()
})
after(() => postgres.stop())

/** Opens one new database in several processes. */
async function open(
  t: TestContext,
  { processes = 1, poolSize = 3, lockTimeoutMs = 60_000 } = {},
): Promise<Db[]> {
  const url = await createDatabase(postgres.url, `accounts_${ids.random()}`)
  const databases: Db[] = []
  for (let i = 0; i < processes; i++) {
    const database = await openDatabase({ dataDir: '', clock, url, poolSize, lockTimeoutMs })
    t.after(() => database.close())
    databases.push(database.db)
  }
  return databases
}

const readCount = async (db: Db, id: string): Promise<number> => {
  const { attempts } = await db
    .selectFrom('job')
    .select('attempts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return attempts
}

/** Reads, decides and writes, as every use case does. */
const countOne = (db: Db, accounts: readonly number[], id: string, limit = Number.POSITIVE_INFINITY) =>
  inDatabaseTransaction(
    db,
    async (tx) => {
      const count = await readCount(tx, id)
      if (count >= limit) return false
      await tx
        .updateTable('job')
        .set({ attempts: count + 1 })
        .where('id', '=', id)
        .execute()
      return true
    },
    { accounts },
  )

async function newCounter(db: Db): Promise<string> {
  const row = jobRow(ids.random())
  await db.insertInto('job').values(row).execute()
  return row.id
}

/** Begins a transaction of account ONE. Returns the function that ends it. */
async function holdFirstAccount(db: Db, id: string): Promise<() => Promise<void>> {
  const end = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const transaction = inDatabaseTransaction(
    db,
    async (tx) => {
      await readCount(tx, id)
      begun.resolve()
      await end.promise
    },
    { accounts: [ONE] },
  )
  await begun.promise
  return () => {
    end.resolve()
    return transaction
  }
}

test('an account, written by many callers of two processes, loses no change and keeps a limit exactly', async (t) => {
  const [a, b] = (await open(t, { processes: 2 })) as [Db, Db]
  const id = await newCounter(a)
  const calls = Array.from({ length: 60 }, (_, i) => countOne(i % 2 === 0 ? a : b, [ONE], id, 50))
  const accepted = (await Promise.all(calls)).filter(Boolean)
  assert.deepEqual([accepted.length, await readCount(a, id)], [50, 50])
})

test('fifty callers of one account leave a connection for another account', async (t) => {
  const [db] = (await open(t, { poolSize: 2 })) as [Db]
  const id = await newCounter(db)
  const others = await newCounter(db)
  const letGo = await holdFirstAccount(db, id)
  const callers = Array.from({ length: 50 }, () => countOne(db, [ONE], id))
  await countOne(db, [OTHER], others)
  assert.deepEqual([await readCount(db, others), await readCount(db, id)], [1, 0])
  await Promise.all([letGo(), ...callers])
  assert.equal(await readCount(db, id), 50)
})

test('work on two accounts, in both directions and two processes, always ends', async (t) => {
  const [a, b] = (await open(t, { processes: 2, poolSize: 4 })) as [Db, Db]
  const id = await newCounter(a)
  // Each round opens with one account and finds out inside that it needs the other one.
  const both = (db: Db, first: number, second: number) =>
    inDatabaseTransaction(
      db,
      async (tx) => {
        await tx.selectFrom('job').select('id').where('id', '=', id).execute()
        await holdAccounts(tx, [second], true)
        const count = await readCount(tx, id)
        await tx
          .updateTable('job')
          .set({ attempts: count + 1 })
          .where('id', '=', id)
          .execute()
      },
      { accounts: [first] },
    )
  const rounds = async (db: Db, first: number, second: number) => {
    for (let i = 0; i < 125; i++) await both(db, first, second)
  }
  await Promise.all([
    rounds(a, ONE, OTHER),
    rounds(a, OTHER, ONE),
    rounds(b, ONE, OTHER),
    rounds(b, OTHER, ONE),
  ])
  assert.equal(await readCount(a, id), 500)
})

test('an account that is locked after a higher one, by work that did not say so, is an error in tests', async (t) => {
  const [db] = (await open(t)) as [Db]
  const outOfOrder = inDatabaseTransaction(db, (tx) => holdAccounts(tx, [ONE], false) ?? Promise.resolve(), {
    accounts: [OTHER],
  })
  await assert.rejects(outOfOrder, /account 1 is locked after account 2/)
  await inDatabaseTransaction(db, (tx) => holdAccounts(tx, [THIRD], false) ?? Promise.resolve(), {
    accounts: [OTHER],
  })
})

test('a transaction that holds an account already asks for nothing', async (t) => {
  const [db] = (await open(t)) as [Db]
  await inDatabaseTransaction(
    db,
    async (tx) => assert.equal(holdAccounts(tx, [OTHER, ONE, 0], true), undefined),
    { accounts: [OTHER, ONE, ONE] },
  )
})

for (const processes of [1, 2]) {
  const where = processes === 1 ? 'the same process' : 'another process'
  test(`an account that ${where} writes for too long is a busy database, and not a mistake`, async (t) => {
    const databases = await open(t, { processes, lockTimeoutMs: 200 })
    const [a, b] = [databases[0] as Db, databases.at(-1) as Db]
    const id = await newCounter(a)
    const letGo = await holdFirstAccount(a, id)
    const error: unknown = await countOne(b, [ONE], id).catch((reason: unknown) => reason)
    await letGo()
    assert.equal(toAppError(error).code, 'database_unavailable')
    assert.equal(await countOne(b, [ONE], id), true)
    assert.equal(await readCount(a, id), 1)
  })
}
