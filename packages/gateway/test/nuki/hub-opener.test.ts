import '../virtual-time/install.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LockCore } from '../../../simulator/src/nuki/lock-core.ts'
import { openerSpec } from '../../../simulator/test/specs.ts'
import { nukiHubFamilyWith } from '../../src/families/nuki/hub-family.ts'
import { systemClock } from '../../src/system-clock.ts'
import { startServiceBench } from '../nuki-web/service-bench.ts'
import { RecordingSink, realTools } from '../recording-sink.ts'
import { untilOnline } from '../service-rig.ts'
import { hubBroker, LIST_MS, QUARANTINE_MS, startHubLock } from './hub-partner.ts'
import { freePort, KEY, NUKI_ID, untilThere } from './partner.ts'

const OPENER_KEY = `nuki-opener:${NUKI_ID}`

test('an opener behind a nuki_hub is adopted as an opener: its strike, ring-to-open and continuous mode are ordered and proven, and who rings is told once', async (t) => {
  const { w, start, gatewayId } = await startServiceBench(t)
  const port = await freePort()
  const starting = start([hubBroker(port)])
  const spec = { ...openerSpec({ electricStrikeDuration: 300 }), deviceId: NUKI_ID }
  const core = new LockCore(spec, systemClock, 50)
  const hub = await untilThere(() => startHubLock(port, { core, ringMs: 100 }))
  t.after(() => hub.face.stop())
  await starting
  await w.until('the opener to be found', async () => {
    const { data } = await w.api.gateways.get({ params: { gatewayId } })
    const found = data.locks.find(({ key }) => key === OPENER_KEY)
    return found?.ready === true && found.kind === 'opener'
  })
  const adopted = await w.api.gateways.adopt({
    params: { gatewayId, key: OPENER_KEY },
    body: { name: 'Gate' },
  })
  const { smartlockId } = adopted.data
  const params = { smartlockId }
  await untilOnline(w, smartlockId)
  const shown = async () => (await w.api.smartlocks.get({ params })).data
  const { data: able } = await w.api.smartlocks.capability({ params })
  assert.deepEqual([(await shown()).type, able.actions, able.keypad], [2, [1, 2, 3, 6, 7], true])
  const order = async (action: 1 | 2 | 3 | 6 | 7) => {
    const { operationId } = await w.api.smartlocks.action({ params, body: { action } })
    await w.untilOperation(operationId, 'confirmed')
  }
  const untilShown = (mode: number, state: number) =>
    w.until(`mode ${mode} and state ${state}`, async () => {
      const { state: now } = await shown()
      return now.mode === mode && now.state === state
    })

  await order(1)
  await untilShown(2, 3)
  await order(2)
  await untilShown(2, 1)
  await order(6)
  await untilShown(3, 1)
  const strikes = core.motorStarts
  core.ring()
  await w.until('it opened for who rang', async () => core.motorStarts === strikes + 1)
  await w.until('the strike is back', async () => core.state.lock === 1)
  await order(7)
  await untilShown(2, 1)
  await order(3)
  assert.equal(core.motorStarts, strikes + 2)
  await w.until('the strike is back', async () => core.state.lock === 1)
  await w.refuses(w.api.smartlocks.action({ params, body: { action: 4 } }), 'not_supported_by_device')

  const rings = async () => {
    const { data } = await w.api.smartlocks.logOf({ params, query: {} })
    return data.filter(({ action }) => action === 224)
  }
  await w.until('the ring is in the log', async () => (await rings()).length > 0)
  const [ring, ...more] = await rings()
  assert.deepEqual([ring?.openerLog?.activeCm, ring?.openerLog?.activeRto, more.length], [true, false, 0])
  const { data: log } = await w.api.smartlocks.logOf({ params, query: {} })
  assert.deepEqual(
    log.filter(({ trigger }) => trigger === 4).map(({ action }) => action),
    [3, 7, 6, 2, 1],
    'each order once, as openers number them',
  )

  // The same box beside a lock of the same number is another door.
  await hub.face.say(
    'lock/configuration/basicJson',
    JSON.stringify({ nukiID: NUKI_ID.toLowerCase(), name: 'Door' }),
  )
  await hub.face.say('lock/state', 'locked')
  await w.until('the lock to be found beside it', async () => {
    const { data } = await w.api.gateways.get({ params: { gatewayId } })
    const found = data.locks.find(({ key }) => key === KEY)
    return found?.ready === true && found.kind === undefined
  })
  assert.equal((await shown()).state.state, 1)
})

test('an opener behind a nuki_hub that goes mute leaves an order unproven and refuses nothing, and the next one is proven when it speaks again', async (t) => {
  const port = await freePort()
  const sink = new RecordingSink()
  const options = { quarantineMs: QUARANTINE_MS, listMs: LIST_MS }
  const family = nukiHubFamilyWith(options)(hubBroker(port), realTools())
  const end = new AbortController()
  family.open(sink, end.signal)
  t.after(() => end.abort())
  await sink.until(() => sink.hub.includes('up'))
  const spec = { ...openerSpec({ electricStrikeDuration: 300 }), deviceId: NUKI_ID }
  const core = new LockCore(spec, systemClock, 50)
  const hub = await startHubLock(port, { core })
  t.after(() => hub.face.stop())
  await sink.until(() => sink.presences.get(OPENER_KEY) === true)
  const strike = (ms: number) =>
    family.act(OPENER_KEY, { action: 3, deadline: Date.now() + ms }, AbortSignal.timeout(ms))
  core.faults.mute = true
  sink.forget()
  assert.deepEqual(await strike(1000), { answer: 'unproven' })
  assert.deepEqual(sink.shown(OPENER_KEY), [], 'nothing is shown that nobody said')
  core.faults.mute = false
  assert.equal((await strike(5000)).answer, 'proven')
})
