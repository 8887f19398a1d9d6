import assert from 'node:assert/strict'
import { LDP_MINOR, upTopic } from '@latchwork/contract/device'
import { apiTest, type World } from '../../../../test/world.ts'

const EPOCH = '00112233445566aa'
const STATE = {
  ...{ epoch: EPOCH, at: 1, mode: 2, trigger: 4, lastAction: 1, door: 2, nightMode: false },
  battery: { pct: 80, critical: false, charging: false },
}
const EVENT = { epoch: EPOCH, at: 1, kind: 'action', action: 1, trigger: 4, result: 0 }

const unlock = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.unlock({ params: { smartlockId } })).operationId

const shown = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.get({ params: { smartlockId } })).data.state?.state

const logged = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.logOf({ params: { smartlockId } })).data.length

apiTest(
  'an ack that carries state and event confirms the action, shows the state and is in the log, once however often it comes',
  async (w) => {
    const { device, smartlockId, deviceId } = await w.played({ minor: LDP_MINOR })
    await device.publish('state', { seq: 1, lock: 1, ...STATE })
    await w.until('it is locked', async () => (await shown(w, smartlockId)) === 1)
    await w.emitted()
    const operationId = await unlock(w, smartlockId)
    const { id, minor } = await device.command(0)
    assert.equal(minor, LDP_MINOR)
    const ack = { id, sess: device.session }
    await device.publish('ack', { ...ack, phase: 'accepted', state: { seq: 2, lock: 2, ...STATE } })
    await w.until('it moves', async () => (await shown(w, smartlockId)) === 2)
    const event = { seq: 1, ...EVENT, cmd: id }
    const done = device.sign('ack', {
      ...{ ...ack, phase: 'done', code: 0, state: { seq: 3, lock: 3, ...STATE }, event },
    })
    for (const retain of [false, false, true])
      await device.publishRaw(upTopic(deviceId, 'ack'), done, { retain })
    await w.untilOperation(operationId, 'confirmed')
    await w.until('the event is acknowledged', async () =>
      device.received.some(({ payload }) => payload === '{"upTo":1}'),
    )
    assert.deepEqual([await shown(w, smartlockId), await logged(w, smartlockId)], [3, 1])
    const features = (await w.emitted()).filter((feature) => /DEVICE_(STATUS|LOGS)/.test(feature))
    assert.deepEqual(features, ['DEVICE_STATUS', 'DEVICE_STATUS', 'DEVICE_LOGS'])
  },
)

apiTest(
  'words that an ack carries count by number and memory, as by themselves: said again later they change nothing',
  async (w) => {
    const { device, smartlockId } = await w.played({ minor: LDP_MINOR })
    const carry = (state: object, event: object) => {
      const ack = { id: 'nobody asked', sess: device.session, phase: 'done', code: 0 }
      return device.publish('ack', { ...ack, state: { ...STATE, ...state }, event: { ...EVENT, ...event } })
    }
    await carry({ seq: 5, lock: 3 }, { seq: 1 })
    await w.until('it is unlocked', async () => (await shown(w, smartlockId)) === 3)
    await carry({ seq: 4, lock: 1 }, { seq: 1 })
    await carry({ seq: 9, lock: 1, epoch: 'f'.repeat(16) }, { seq: 2, epoch: 'f'.repeat(16) })
    await carry({ seq: 9, lock: 1, epoch: undefined }, { seq: 2, epoch: undefined })
    await carry({ seq: 5, lock: 1 }, { seq: 3 })
    await device.publish('event', { ...EVENT, seq: 2 })
    await w.until('the next event is stored', async () => (await logged(w, smartlockId)) === 2)
    assert.equal(await shown(w, smartlockId), 3)
  },
)

apiTest('an unreadable event that an ack carries is lost by itself: the action ends', async (w) => {
  const { device, smartlockId } = await w.played({ minor: LDP_MINOR })
  const operationId = await unlock(w, smartlockId)
  const { id } = await device.command(0)
  const event = { ...EVENT, seq: 1, kind: 'of a later version', cmd: id }
  await device.publish('ack', { id, sess: device.session, phase: 'done', code: 0, state: 'none', event })
  await w.untilOperation(operationId, 'confirmed')
  const { data } = await w.api.audit.list()
  assert.equal(data.filter(({ action }) => action === 'smartlock.lostEvent').length, 1)
})

apiTest(
  'a lock of ours says one thing to an unlock when its motor takes no time, and one of before says all it did',
  async (w) => {
    const { simulator, smartlockId } = await w.simulated({ movementMs: 0 })
    await w.until('what it has to say is said', async () => simulator.waitingEvents === 0)
    await w.service.settle()
    const before = simulator.activity
    await w.untilOperation(await unlock(w, smartlockId), 'confirmed')
    await w.until('the event is acknowledged', async () => simulator.waitingEvents === 0)
    assert.equal(simulator.activity - before, 3, 'the command, the answer, and that it is stored')
    assert.equal(await shown(w, smartlockId), 3)

    const { device, smartlockId: oldId } = await w.played({ minor: 5 })
    const operationId = await unlock(w, oldId)
    const command = await device.command(0)
    await device.ack(command, 'accepted')
    await device.publish('state', { seq: 1, lock: 3, ...STATE })
    await device.publish('event', { seq: 1, ...EVENT, cmd: command.id })
    await device.ack(command, 'done', 0)
    await w.untilOperation(operationId, 'confirmed')
    assert.deepEqual([await shown(w, oldId), await logged(w, oldId)], [3, 1])
  },
)
