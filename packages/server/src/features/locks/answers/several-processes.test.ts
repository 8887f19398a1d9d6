import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { PAIR_MS, startPair } from '../../../../test/process-pair.ts'
import { createWorld } from '../../../../test/world.ts'

test('a process that is alone on PostgreSQL answers without asking, until another has come', async (t) => {
  const here = await createWorld(t, 'postgres')
  const { smartlockId } = await here.lock()
  const params = { smartlockId }
  const { changes } = here.service.platform
  /** Nobody waits for this asking: on a machine that hangs it may fail, and whoever answers asks again. */
  const asks = () => changes.caughtUp()?.catch(() => undefined) !== undefined
  await here.until('it is alone, and knows it', async () => !asks())
  await here.api.smartlocks.update({ params, body: { name: 'Own' } })
  assert.equal((await here.api.smartlocks.get({ params })).data.name, 'Own', 'its own changes it asks for')
  const there = await createWorld(t, 'postgres', { storage: here.storage })
  here.onStop(() => there.stop())
  for (let i = 0; i < 3; i++) {
    assert.ok(asks(), 'from the first change of the newcomer on')
    await there.api.smartlocks.update({ params, body: { name: `Theirs ${i}` } })
    assert.equal((await here.api.smartlocks.get({ params })).data.name, `Theirs ${i}`)
    await wait(500)
  }
})

test('a transaction that began before others and ends after them is not missed', async (t) => {
  const here = await createWorld(t, 'postgres')
  const there = await createWorld(t, 'postgres', { storage: here.storage })
  here.onStop(() => there.stop())
  const [slow, quick] = [await here.lock(), await here.lock()]
  const nameOf = async ({ smartlockId }: typeof slow) =>
    (await there.api.smartlocks.get({ params: { smartlockId } })).data.name
  const rename = (db: typeof here.db, { smartlockId }: typeof slow, name: string) =>
    db.updateTable('smartlock').set({ name }).where('smartlock_id', '=', smartlockId).execute()
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const transaction = here.db.transaction().execute(async (tx) => {
    await rename(tx, slow, 'Slow')
    begun.resolve()
    await end.promise
  })
  await begun.promise
  for (let i = 0; i < 3; i++) {
    await rename(here.db, quick, `Quick ${i}`)
    assert.deepEqual([await nameOf(quick), await nameOf(slow)], [`Quick ${i}`, 'Door'])
  }
  end.resolve()
  await transaction
  assert.equal(await nameOf(slow), 'Slow')
})

test('a process that was frozen answers nothing from before', { timeout: PAIR_MS * 3 }, async (t) => {
  const { first, second, smartlockId } = await startPair(t)
  const params = { smartlockId }
  for (const frozenMs of [200, 4000]) {
    await second.api.smartlocks.get({ params })
    process.kill(second.pid, 'SIGSTOP')
    const name = `Frozen for ${frozenMs}`
    await first.api.smartlocks.update({ params, body: { name } })
    const answer = second.api.smartlocks.get({ params })
    await wait(frozenMs)
    process.kill(second.pid, 'SIGCONT')
    assert.equal((await answer).data.name, name)
    // And the other way round: what it changes right after is read at the other.
    await second.api.smartlocks.update({ params, body: { name: 'Thawed' } })
    assert.equal((await first.api.smartlocks.get({ params })).data.name, 'Thawed')
  }
})
