import assert from 'node:assert/strict'
import { type DeviceLogs, OPENER_ACTION, type OpenerAdvancedConfigChange } from '@latchwork/contract'
import { apiTest, type World } from '../../../test/world.ts'

/** The opener of the sandbox, from the API to the strike and back. */

const sandbox = { sandbox: true } as const
const pass = (w: World, advance: string) => w.api.sandbox.moveClock({ body: { advance } })

async function intercomOf(w: World) {
  const { data: locks } = await w.api.sandbox.list()
  const lock = locks.find(({ type }) => type === 2) ?? assert.fail('no opener')
  const params = { smartlockId: lock.smartlockId }
  let heard = (await w.api.smartlocks.logOf({ params, query: { limit: 50 } })).data.length
  return {
    /** Runs an action until its operation is confirmed. */
    async order(action: number) {
      const { operationId } = await w.api.smartlocks.action({ params, body: { action } })
      await pass(w, 'PT2S')
      await w.untilOperation(operationId, 'confirmed')
    },
    async set(body: OpenerAdvancedConfigChange) {
      const { operationId } = await w.api.smartlocks.setOpenerConfig({ params, body })
      await pass(w, 'PT1S')
      await w.untilOperation(operationId, 'confirmed')
    },
    happens: (event: 'ring' | 'button' | 'fob', presses?: 1 | 2 | 3) =>
      w.api.sandbox.happen({ params, body: { event, ...(presses && { presses }) } }),
    strikes: async () => (await w.api.sandbox.get({ params })).data.motorStarts,
    state: async () => (await w.api.smartlocks.get({ params })).data.state ?? assert.fail('no state'),
    /** The log since the last time, oldest first. */
    async news() {
      await w.service.settle()
      const { data } = await w.api.smartlocks.logOf({ params, query: { limit: 50 } })
      const entries = data.slice(0, data.length - heard).reverse()
      heard = data.length
      return entries.map(({ action, trigger, state, openerLog }) => ({ action, trigger, state, openerLog }))
    },
  }
}

const flags = (source: number, on: Record<string, boolean> = {}) => ({
  activeCm: false,
  activeRto: false,
  source,
  flagGeoFence: false,
  flagForce: false,
  flagDoorbellSuppression: false,
  ...on,
})

apiTest(
  'ring-to-open: a ring opens and is logged, the timer counts down to its end, and then a ring opens nothing (8.2)',
  async (w) => {
    const door = await intercomOf(w)
    await door.order(OPENER_ACTION.rtoOn)
    const on = await door.state()
    const end = Date.parse(on.ringToOpenEnd ?? assert.fail('no end'))
    const { now } = (await w.api.sandbox.clock()).data
    assert.equal(on.state, 3)
    assert.equal(on.ringToOpenTimer, Math.ceil((end - Date.parse(now)) / 1000))
    assert.ok(Math.abs(on.ringToOpenTimer - 20 * 60) <= 5, `${on.ringToOpenTimer} s of twenty minutes`)

    await door.happens('ring')
    await pass(w, 'PT10S')
    assert.equal((await door.state()).state, 3, 'still on afterwards')
    assert.equal(await door.strikes(), 1)
    assert.deepEqual(await door.news(), [
      { action: 1, trigger: 4, state: 0, openerLog: flags(5, { activeRto: true }) },
      { action: 224, trigger: 0, state: 0, openerLog: flags(0, { activeRto: true }) },
      { action: 3, trigger: 3, state: 0, openerLog: flags(0, { activeRto: true }) },
    ])

    await pass(w, 'PT10M')
    const later = await door.state()
    assert.equal(later.ringToOpenEnd, on.ringToOpenEnd)
    assert.ok(later.ringToOpenTimer > 560 && later.ringToOpenTimer < 600, `${later.ringToOpenTimer} s`)

    await pass(w, 'PT10M')
    const off = await door.state()
    assert.deepEqual([off.state, off.ringToOpenTimer, off.ringToOpenEnd], [1, 0, undefined])
    assert.deepEqual(await door.news(), [{ action: 2, trigger: 3, state: 0, openerLog: flags(1) }])

    await door.happens('ring')
    await pass(w, 'PT10S')
    assert.equal(await door.strikes(), 1, 'nothing opened')
    assert.deepEqual(await door.news(), [{ action: 224, trigger: 0, state: 0, openerLog: flags(0) }])
  },
  sandbox,
)

apiTest(
  'disableRtoAfterRing, rtoTimeout and electricStrikeDelay set over the API are what the opener goes by (4.10)',
  async (w) => {
    const door = await intercomOf(w)
    await door.set({ disableRtoAfterRing: true, rtoTimeout: 5, electricStrikeDelay: 4000 })
    await door.order(OPENER_ACTION.rtoOn)
    const { ringToOpenTimer } = await door.state()
    assert.ok(ringToOpenTimer > 290 && ringToOpenTimer <= 300, `${ringToOpenTimer} s of five minutes`)
    await door.happens('ring')
    await pass(w, 'PT2S')
    assert.equal((await door.state()).state, 7, 'the visitor waits')
    await pass(w, 'PT10S')
    const after = await door.state()
    assert.deepEqual([after.state, after.ringToOpenTimer, after.ringToOpenEnd], [1, 0, undefined])
    await door.happens('ring')
    await pass(w, 'PT10S')
    assert.equal(await door.strikes(), 1, 'one ring, one opening')
  },
  sandbox,
)

apiTest(
  'continuous mode: every ring opens until it is switched off, and the bell stays silent where it is told to (8.2, 4.10)',
  async (w) => {
    const door = await intercomOf(w)
    await door.set({ doorbellSuppression: 4 })
    await door.order(OPENER_ACTION.cmOn)
    assert.deepEqual([(await door.state()).mode, (await door.state()).lastAction], [3, 6])
    for (const ring of [1, 2]) {
      await door.happens('ring')
      await pass(w, 'PT10S')
      assert.equal(await door.strikes(), ring)
    }
    await door.order(OPENER_ACTION.cmOff)
    assert.deepEqual([(await door.state()).mode, (await door.state()).state], [2, 1])
    await door.happens('ring')
    await pass(w, 'PT10S')
    assert.equal(await door.strikes(), 2)
    const inCm = flags(0, { activeCm: true })
    const silent = { ...inCm, flagDoorbellSuppression: true }
    assert.deepEqual(await door.news(), [
      { action: 6, trigger: 4, state: 0, openerLog: flags(5, { activeCm: true }) },
      { action: 224, trigger: 0, state: 0, openerLog: silent },
      { action: 3, trigger: 6, state: 0, openerLog: inCm },
      { action: 224, trigger: 0, state: 0, openerLog: silent },
      { action: 3, trigger: 6, state: 0, openerLog: inCm },
      { action: 7, trigger: 4, state: 0, openerLog: flags(5) },
      { action: 224, trigger: 0, state: 0, openerLog: flags(0) },
    ])
  },
  sandbox,
)

apiTest(
  'the strike: an order, the button and the fob open through 7 and 5, each with its source in the log and the event (8.2, 4.16)',
  async (w) => {
    const door = await intercomOf(w)
    await door.set({ singleButtonPressAction: 7 })
    await w.emitted()
    await door.order(OPENER_ACTION.open)
    assert.equal((await door.state()).state, 5)
    await pass(w, 'PT5S')
    assert.equal((await door.state()).state, 1)
    await door.happens('button')
    await pass(w, 'PT10S')
    await door.happens('fob', 2)
    await pass(w, 'PT10S')
    assert.equal(await door.strikes(), 3)
    assert.deepEqual(await door.news(), [
      { action: 3, trigger: 4, state: 0, openerLog: flags(5) },
      { action: 3, trigger: 2, state: 0, openerLog: flags(3) },
      { action: 3, trigger: 7, state: 0, openerLog: flags(4) },
    ])
    const { data } = await w.api.events.list({ query: { limit: 100 } })
    const last = data.events.findLast(({ feature }) => feature === 'DEVICE_LOGS')?.payload as DeviceLogs
    assert.deepEqual(last.smartlockLog.openerLog, flags(4))
  },
  sandbox,
)

apiTest(
  "openers know their five actions and no lock's (D61), and open nothing while offline (D25)",
  async (w) => {
    const { data: locks } = await w.api.sandbox.list()
    const lock = locks.find(({ type }) => type === 2) ?? assert.fail('no opener')
    const params = { smartlockId: lock.smartlockId }
    await w.refuses(w.api.smartlocks.unlock({ params }), 'not_supported_by_device')
    await w.refuses(w.api.smartlocks.lock({ params }), 'not_supported_by_device')
    for (const action of [0, 4, 5])
      await w.refuses(w.api.smartlocks.action({ params, body: { action } }), 'not_supported_by_device')
    await w.api.sandbox.change({ params, body: { connection: 'offline' } })
    await w.until('offline', async () => (await w.api.smartlocks.get({ params })).data.serverState === 4)
    await w.refuses(w.api.smartlocks.action({ params, body: { action: 3 } }), 'smartlock_offline')
    await w.api.sandbox.change({ params, body: { connection: 'online' } })
    await pass(w, 'PT1M')
    assert.equal((await w.api.sandbox.get({ params })).data.motorStarts, 0)
  },
  sandbox,
)
