import assert from 'node:assert/strict'
import { apiTest, bothTest } from '../../../../test/world.ts'

bothTest(
  'what is read is never older than the last answered change, whatever is kept in between',
  async (w) => {
    const { smartlockId, device } = await w.played()
    const params = { smartlockId }
    const read = async () => {
      const [listed] = (await w.api.smartlocks.list()).data
      const { data } = await w.api.smartlocks.get({ params })
      assert.deepEqual(listed, data, 'the list and the lock agree')
      return data
    }
    await read()
    await w.api.smartlocks.update({ params, body: { name: 'Renamed' } })
    assert.equal((await read()).name, 'Renamed')
    const { operationId } = await w.api.smartlocks.unlock({ params })
    assert.equal((await read()).operationId, operationId)
    await device.ack(await device.command(0), 'done', 0)
    await w.untilOperation(operationId, 'confirmed')
    assert.equal((await read()).operationId, undefined)
    await w.db
      .updateTable('smartlock')
      .set({ error: 'by hand' })
      .where('smartlock_id', '=', smartlockId)
      .execute()
    assert.equal((await read()).error, 'by hand')
    const other = await w.lock()
    assert.equal((await w.api.smartlocks.list()).data.length, 2)
    await w.db.deleteFrom('smartlock').where('smartlock_id', '=', other.smartlockId).execute()
    assert.equal((await w.api.smartlocks.list()).data.length, 1)
  },
)

apiTest(
  "what is kept for one account is never shown to another, and a sub-account sees its master's",
  async (w) => {
    const { smartlockId } = await w.lock()
    await w.api.smartlocks.list()
    const stranger = await w.account()
    assert.deepEqual((await stranger.api.smartlocks.list()).data, [])
    await w.refuses(stranger.api.smartlocks.get({ params: { smartlockId } }), 'not_found')
    const sub = await w.caller({ rights: 2 })
    assert.equal((await sub.api.smartlocks.list()).data.length, 1)
  },
)

apiTest('a change that is rolled back is not shown', async (w) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  await w.api.smartlocks.list()
  const failed = w.db.transaction().execute(async (tx) => {
    await tx.updateTable('smartlock').set({ name: 'Never' }).where('smartlock_id', '=', smartlockId).execute()
    assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.name, 'Door')
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.name, 'Door')
})
