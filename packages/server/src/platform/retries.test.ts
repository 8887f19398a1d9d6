import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../../test/world.ts'
import { inTransaction } from './context.ts'
import { insertMark, setMark } from './store/marks.ts'

test('transactions that wait for each other are tried again, and counted by code', async (t) => {
  const w = await createWorld(t, 'postgres')
  for (const name of ['a', 'b']) await insertMark(w.db, name, '')
  const ctx = w.service.contextFor(0)
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const change = (first: string, second: string, mine: 0 | 1) =>
    inTransaction(ctx, async (tx) => {
      await setMark(tx.db, first, 'x')
      both[mine].resolve()
      await both[1 - mine]?.promise
      await setMark(tx.db, second, 'x')
    })
  await Promise.all([change('a', 'b', 0), change('b', 'a', 1)])
  const { values } = await w.service.platform.metrics.transactionRetries.get()
  assert.deepEqual(
    values.map(({ labels, value }) => [labels.code, value]),
    [['40P01', 1]],
  )
})
