import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { apiTest, type World } from '../../../../test/world.ts'

const NO_ZONE = 65_535
const MONDAYS = {
  name: 'Monday',
  type: 13,
  remoteAllowed: false,
  code: 384_365,
  allowedWeekDays: 64,
} as const

/** A lock of the product's simulator that has no zone. */
async function withoutZone(w: World) {
  const [front] = SANDBOX_BUILDING
  assert.ok(front)
  const spec = { ...front, config: { ...front.config, timezoneId: NO_ZONE } }
  const { smartlockId, simulator } = await w.simulated({ spec })
  return { params: { smartlockId }, simulator }
}

type Lock = Awaited<ReturnType<typeof withoutZone>>

const zoneId = async (w: World, { params }: Lock) =>
  (await w.api.smartlocks.get({ params })).data.config?.timezoneId

/** What the service says about Monday 00:30 in Berlin, which is Sunday in UTC. */
async function ruleOnMonday(w: World, { params }: Lock): Promise<string> {
  const { operationId } = await w.api.authorizations.createOn({ params, body: MONDAYS })
  await w.untilOperation(operationId, 'confirmed')
  const query = { code: '384365', at: '2031-11-16T23:30:00.000Z' }
  return (await w.api.authorizations.explain({ params, query })).data.rule
}

apiTest(
  'a lock without a zone is set to the default of the service, and explanations go by it (D15)',
  async (w) => {
    const lock = await withoutZone(w)
    await w.until('the lock has it', async () => (await zoneId(w, lock)) === 37)
    await w.until('the lock said so', async () => {
      const { data } = await w.api.operations.list({ query: { smartlockId: lock.params.smartlockId } })
      return data.every(({ status }) => status === 'confirmed') && data.length === 1
    })
    assert.equal(await ruleOnMonday(w, lock), 'allowed')
    assert.equal((await w.api.smartlocks.capability({ params: lock.params })).data.timeZone, 'Europe/Berlin')
  },
  { config: { defaultTimeZone: 'Europe/Berlin' } },
)

apiTest(
  'a default zone that locks do not know is not sent, and explanations go by UTC as the lock does (D15)',
  async (w) => {
    const lock = await withoutZone(w)
    assert.equal(await ruleOnMonday(w, lock), 'weekday')
    assert.equal(await zoneId(w, lock), NO_ZONE)
    assert.equal((await w.api.smartlocks.capability({ params: lock.params })).data.timeZone, 'UTC')
  },
  { config: { defaultTimeZone: 'Europe/Vienna' } },
)

apiTest(
  'a lock that refuses the default zone is asked once in a connection and goes on by UTC (D15)',
  async (w) => {
    const { device, smartlockId } = await w.played()
    const config = { ...SANDBOX_BUILDING[0]?.config, timezoneId: NO_ZONE }
    const info = { at: 0, type: 4, firmware: 1, hardware: 1, config }
    await device.publish('info', info)
    const desired = await device.desired(0)
    assert.deepEqual(desired.set, { timezoneId: 37 })
    await device.report(desired, { errors: [{ path: 'timezoneId', code: 0x12 }], values: config })
    await device.publish('info', info)
    await device.publish('info', { ...info, firmware: 2 })
    const params = { smartlockId }
    await w.until(
      'the last report',
      async () => (await w.api.smartlocks.get({ params })).data.firmwareVersion === 2,
    )
    await w.service.settle()
    const { data } = await w.api.operations.list({ query: { smartlockId } })
    assert.deepEqual(
      data.map(({ status }) => status),
      ['failed'],
    )
    assert.equal((await w.api.smartlocks.capability({ params })).data.timeZone, 'UTC')
  },
  { config: { defaultTimeZone: 'Europe/Berlin' } },
)

apiTest(
  'a change by a caller while the service sets the default zone becomes one with it; the next one waits (D15, D24)',
  async (w) => {
    const { device, smartlockId } = await w.played()
    const params = { smartlockId }
    const config = { ...SANDBOX_BUILDING[0]?.config, timezoneId: NO_ZONE, ledBrightness: 3 }
    await device.publish('info', { at: 0, type: 4, firmware: 1, hardware: 1, config })
    const own = await device.desired(0)
    const { operationId } = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1 } })
    const both = await device.desired(1)
    assert.deepEqual(both.set, { timezoneId: 37, ledBrightness: 1 })
    await w.refuses(w.api.smartlocks.setConfig({ params, body: { ledBrightness: 2 } }), 'resource_locked')
    await device.report(own, { errors: [], values: { ...config, timezoneId: 37 } })
    await w.service.settle()
    const { data: open } = await w.api.operations.list({ query: { smartlockId } })
    assert.deepEqual(
      open.map((one) => [one.operationId, one.status]),
      [[operationId, 'sent']],
      'the answer to the first message says nothing about the second',
    )
    await device.report(both, { errors: [], values: { ...config, ...both.set } })
    await w.untilOperation(operationId, 'confirmed')
  },
  { config: { defaultTimeZone: 'Europe/Berlin' } },
)
