import assert from 'node:assert/strict'
import { type DownEack, downTopic } from '@latchwork/contract/device'
import type { LdpDevice } from '../../../../test/ldp-device.ts'
import { apiTest, bothTest, type RegisteredLock, type World } from '../../../../test/world.ts'
import type { Ports } from '../../../platform/context.ts'
import { createDeviceDoor } from './device.ts'

type Played = RegisteredLock & { device: LdpDevice }

const event = { at: Date.UTC(2026, 5, 1, 12), kind: 'action', action: 1, trigger: 1, result: 0 }

const dates = async (w: World, { smartlockId }: Played) =>
  (await w.api.smartlocks.logOf({ params: { smartlockId } })).data.map(({ date }) => date)

/** The device may forget what is up to this number. */
const acknowledged = ({ device, deviceId }: Played): number =>
  Math.max(
    0,
    ...device.received
      .filter(({ topic }) => topic === downTopic(deviceId, 'eack'))
      .map(({ payload }) => (JSON.parse(payload) as DownEack).upTo),
  )

async function losses(w: World): Promise<unknown[]> {
  const { data } = await w.api.audit.list()
  return data.filter(({ action }) => action === 'smartlock.lostEvent').map(({ detail }) => detail?.event)
}

for (const [what, wrong] of [
  ['a date that no calendar has', { at: 8.64e15 + 1 }],
  ['a date beyond the year 9999', { at: Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1 }],
  ['a date that is no number of milliseconds', { at: 1e300 }],
  ['a number that no list has', { action: 2 ** 40 }],
  ['a name with the character 0', { name: 'Ida\u0000' }],
  ['a kind that nobody knows', { kind: 'from the future' }],
] as const)
  bothTest(`an event with ${what} is lost, told of, and holds up none behind it`, async (w) => {
    const lock = await w.played()
    await lock.device.publish('event', { ...event, seq: 1, ...wrong })
    await lock.device.publish('event', { ...event, seq: 2 })
    await w.until('the next is stored', async () => acknowledged(lock) === 2)
    assert.deepEqual(await dates(w, lock), ['2026-06-01T12:00:00.000Z'])
    assert.deepEqual(await losses(w), ['1'])
    const metric = await w.service.platform.metrics.securityWarnings.get()
    assert.equal(metric.values.find(({ labels }) => labels.kind === 'lostEvent')?.value, 1)
  })

apiTest('an event on the last day that can be written is stored', async (w) => {
  const lock = await w.played()
  await lock.device.publish('event', { ...event, seq: 1, at: Date.UTC(9999, 11, 31) })
  await lock.device.publish('event', { ...event, seq: 2, at: 0 })
  await w.until('both are stored', async () => acknowledged(lock) === 2)
  assert.deepEqual(await dates(w, lock), ['1970-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z'])
  assert.deepEqual(await losses(w), [])
})

apiTest(
  'an event that cannot be applied is tried again, given up after the fifth time, and those behind it are stored',
  async (w) => {
    const lock = await w.played()
    // A stand-in for a mistake that nobody has made yet.
    const isMistaken = (number: number) => number === 7
    const ports: Ports = {
      ...w.service.platform.ports,
      rightUsed: async (_ctx, _lock, { number }) => {
        assert.ok(!isMistaken(number))
        return undefined
      },
    }
    const door = createDeviceDoor({ ...w.service.platform, ports }, w.db, { keysWithin: async () => [] })
    let safe = 0
    door.start({
      acknowledgeEvents: async (_device, upTo) => {
        safe = upTo
      },
      accessDigest: () => '',
    })
    const send = async (...numbers: number[]) => {
      const { deviceId } = lock
      for (const [i, authId] of numbers.entries())
        door.receive({ kind: 'event', deviceId, seq: i + 1, event: { ...event, authId } }, 1)
      await door.idle()
    }
    for (let time = 1; time <= 4; time++) {
      await send(1, 7, 2)
      assert.equal(safe, 1)
    }
    assert.deepEqual(await losses(w), [])
    await send(1, 7, 2)
    assert.equal(safe, 3)
    assert.equal((await dates(w, lock)).length, 2)
    assert.deepEqual(await losses(w), ['2'])
  },
)

apiTest(
  'a lock that was away for longer than it can keep says how much is lost, its state first, and the rest at once',
  async (w) => {
    const lock = await w.simulated({ movementMs: 0 })
    const { simulator, smartlockId } = lock
    await w.until('what it has to say is said', async () => simulator.waitingEvents === 0)
    await simulator.goOffline()
    await w.until(
      'it is away',
      async () => (await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState !== 0,
    )
    for (let i = 0; simulator.lostEvents < 12; i++) simulator.turnByHand(i % 2 === 0 ? 'unlock' : 'lock')
    if (simulator.snapshot().state === 1) simulator.turnByHand('unlock')
    const lost = simulator.lostEvents
    await w.emitted()
    await simulator.goOnline()
    await w.until('everything is told', async () => simulator.waitingEvents === 0)
    const features = await w.emitted()
    const firstLog = features.indexOf('DEVICE_LOGS')
    const before = features.slice(0, firstLog).filter((feature) => feature === 'DEVICE_STATUS')
    assert.ok(before.length >= 2, 'that it is online, and how it stands')
    assert.equal(features.filter((feature) => feature === 'DEVICE_LOGS').length, 500)
    assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.state?.state, 3)
    const { data } = await w.api.audit.list()
    const told = data.filter(({ action }) => action === 'smartlock.lostEvent')
    assert.deepEqual(
      told.map(({ detail }) => detail?.count),
      [String(lost)],
      'once, with how many',
    )
    const metric = await w.service.platform.metrics.securityWarnings.get()
    assert.equal(metric.values.find(({ labels }) => labels.kind === 'lostEvent')?.value, lost)
  },
)
