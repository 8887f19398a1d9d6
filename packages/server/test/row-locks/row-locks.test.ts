import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Db } from '../../src/platform/store/database.ts'
import { ROW_ORDER } from '../../src/schema/row-order.ts'
import { createWorld } from '../world.ts'
import { KEYS_VARIABLE, takeRowFaults } from './recorder.ts'

/** Stands for every table, so that a new one is given its place. */
const keys = JSON.parse(process.env[KEYS_VARIABLE] ?? '{}') as object

test('the order of rows has a place for every table', () => {
  const placed = new Set(ROW_ORDER.flatMap(({ tables }) => tables as readonly string[]))
  assert.deepEqual([...placed].sort(), Object.keys(keys).sort())
})

test('a transaction that asks for rows against their order is found, and one that keeps to it is not', async (t) => {
  const w = await createWorld(t, 'postgres')
  const { smartlockId } = await w.lock()
  await w.api.addresses.create({ body: { name: 'Mill Street 1', smartlockIds: [] } })
  for (const name of ['A', 'B'])
    await w.api.accountUsers.create({ body: { email: `${name}@example.com`, name } })
  await w.service.quiet()
  const url = w.storage.databaseUrl as string
  assert.deepEqual(takeRowFaults(url), [])
  const faultsOf = async (work: (tx: Db) => Promise<unknown>) => {
    await w.db.transaction().execute(work)
    return takeRowFaults(url).map((fault) => fault.split(', by\n')[0])
  }
  const holdLock = (tx: Db) =>
    tx.updateTable('smartlock').set({ favorite: 1 }).where('smartlock_id', '=', smartlockId).execute()
  const address = (tx: Db) => tx.selectFrom('address').selectAll().orderBy('address_id').forUpdate()
  const users = (tx: Db) => tx.selectFrom('account_user').selectAll()
  const credentials = (tx: Db) => tx.updateTable('device_credential').set({ valid_until: null }).execute()

  await t.test('a row of an earlier step after one of a later', async () => {
    const planted = await faultsOf(async (tx) => {
      await holdLock(tx)
      await address(tx).execute()
    })
    assert.match(planted.join(), /^address \[\d+\] after smartlock \[\d+\]$/)
    const kept = await faultsOf(async (tx) => {
      await address(tx).execute()
      await holdLock(tx)
    })
    assert.deepEqual(kept, [])
  })

  await t.test('the same, if it is only taken where nobody has it', async () => {
    const kept = await faultsOf(async (tx) => {
      await holdLock(tx)
      await address(tx).skipLocked().execute()
    })
    assert.deepEqual(kept, [])
  })

  await t.test('several rows in no order, in one statement or in two', async () => {
    const together = await faultsOf((tx) => users(tx).forUpdate().execute())
    assert.match(together.join(), /^account_user \[\d+\], account_user \[\d+\] in no order$/)
    const oneByOne = await faultsOf(async (tx) => {
      for (const name of ['B', 'A'])
        await tx.updateTable('account_user').set({ language: 'de' }).where('name', '=', name).execute()
    })
    assert.match(oneByOne.join(), /^account_user \[\d+\] after account_user \[\d+\]$/)
    assert.deepEqual(await faultsOf((tx) => users(tx).orderBy('account_user_id').forUpdate().execute()), [])
  })

  await t.test('what belongs to a lock, without the lock', async () => {
    const planted = await faultsOf(async (tx) => {
      await address(tx).execute()
      await credentials(tx)
    })
    assert.match(planted.join(), /^device_credential \[.*\] without smartlock \d+$/)
    const kept = await faultsOf(async (tx) => {
      await address(tx).execute()
      await holdLock(tx)
      await credentials(tx)
    })
    assert.deepEqual(kept, [])
  })

  await t.test('a row that refers to one of an earlier step', async () => {
    const planted = await faultsOf(async (tx) => {
      const at = await tx.selectFrom('address').select(['address_id', 'account_id']).executeTakeFirstOrThrow()
      await tx.updateTable('account_user').set({ language: 'de' }).where('name', '=', 'A').execute()
      await tx
        .insertInto('address_lock')
        .values({ ...at, smartlock_id: smartlockId, position: 0 })
        .execute()
    })
    assert.match(planted.join(), /address \[\d+\] after account_user \[\d+\]/)
  })
})
