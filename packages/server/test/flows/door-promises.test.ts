import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { LOCK_ACTION, SIM_ALL_WELL, type SimLockChange } from '@latchwork/contract'
import { controlOf, type LockSpec, SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { MovableClock } from '../../src/platform/movable-clock.ts'
import { PATIENCE_MS } from '../eventually.ts'
import { BROKER_SERVICE_USER, freePort, startMosquitto } from '../mosquitto.ts'
import { newStorage } from '../storage.ts'
import { TIER } from '../tier.ts'
import { createWorld, type World } from '../world.ts'

/**
 * The three promises about a door, held against every fault of the sandbox that could break them, on both brokers: an
 * order for a lock that is not there never runs, one that arrives twice runs once, and a broker that restarts in
 * between loses nothing and lets nothing run late. The stores are compared elsewhere.
 */

const FAULTS: Record<string, SimLockChange> = {
  'nothing else wrong': {},
  'every message delivered twice': { duplicate: true },
  'a link that is half open': { connection: 'halfOpen' },
  'a lock that never answers': { mute: true },
  'lost acks': { dropAcks: true },
  'late acks': { ackDelayMs: 4000 },
  'a slow lock': { commandDelayMs: 4000 },
  'a lock that takes an order only after its time': { commandDelayMs: 12_000 },
  'a busy gateway': { commandGapMs: 30_000 },
  'a jammed motor': { jam: true },
  'a clock that is ahead': { clockSkewMs: 60_000 },
  'a clock that is behind': { clockSkewMs: -60_000 },
  'a lossy radio': { lossPercent: 40 },
}

type BrokerKind = 'embedded' | 'mosquitto'

const spec = SANDBOX_BUILDING.find(({ name }) => name === 'Old cellar') as LockSpec
/** An order that moves the motor whatever position it is in. */
const FORCED = 2

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await turnOfTheLoop()
}

async function openSite(t: TestContext, kind: BrokerKind) {
  const clock = new MovableClock()
  const broker = kind === 'mosquitto' ? await startMosquitto({ users: [BROKER_SERVICE_USER] }) : undefined
  const storage = await newStorage('sqlite')
  const where = broker ? { broker } : { config: { mqtt: { port: await freePort() } } }
  const openWorld = () => createWorld(t, 'sqlite', { ...where, storage, clock: () => clock })
  let world = await openWorld()
  const { username, secret, deviceId, smartlockId } = await world.lock({
    type: spec.type,
    deviceId: spec.deviceId,
  })
  const brokerUrl = world.service.bus.url
  // A motor that is still turning would refuse a second order by itself, and hide that it came.
  const from = { brokerUrl, clock, movementMs: 0 }
  const simulator = await startSimulatedLock({ spec, deviceId, username, secret, ...from })
  t.after(async () => {
    await simulator.stop()
    await broker?.stop()
    await rm(storage.dataDir, { recursive: true, force: true })
  })
  // What travels through an external broker cannot be seen, so it is given a moment; the embedded one is read in the next turn.
  clock.settleWith(async () => {
    const deadline = performance.now() + 200
    for (let seen = -1; seen !== simulator.activity; ) {
      seen = simulator.activity
      while (simulator.unconfirmed > 0 && performance.now() < deadline) await turnOfTheLoop()
      if (broker) await sleep(3)
      await world.service.quiet()
      await someTurns()
    }
  })
  return {
    clock,
    simulator,
    params: { smartlockId },
    control: controlOf(simulator),
    world: (): World => world,
    /** The broker is gone while `meanwhile` runs. The embedded one goes with the whole service. */
    async withoutBroker(meanwhile: () => Promise<void>) {
      if (broker) await broker.kill()
      else await world.stop()
      await meanwhile()
      if (broker) await broker.restart()
      else world = await openWorld()
    },
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Time passes until it is so; a broken promise would show long before a minute of real time is over. */
async function until(site: Site, what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, `waited in vain: ${what}`)
    await site.clock.advance(1000)
  }
}

const untilServerState = (site: Site, expected: number) =>
  until(site, `serverState ${expected}`, async () => {
    const { data } = await site.world().api.smartlocks.get({ params: site.params })
    return data.serverState === expected && site.simulator.snapshot().connected === (expected === 0)
  })

/** The id of the accepted order, or undefined when it was refused because the lock is offline. */
async function order(site: Site, action: number): Promise<string | undefined> {
  const { smartlockId } = site.params
  const body = { action, option: FORCED }
  const call = await site.world().request('POST', `/smartlock/${smartlockId}/action`, { body })
  if (call.statusCode !== 204) assert.equal(call.json().code, 'smartlock_offline')
  return call.headers['operation-id'] as string | undefined
}

const statusOf = async (site: Site, operationId: string) =>
  (await site.world().api.operations.get({ params: { operationId } })).data.status

/** Orders that are over, and what the motor did for them. */
async function assertAtMostOnce(site: Site, operationId: string | undefined, startedBefore: number) {
  const started = site.simulator.snapshot().motorStarts - startedBefore
  if (operationId === undefined) return assert.equal(started, 0, 'what was refused does not run')
  const status = await statusOf(site, operationId)
  assert.ok(!['queued', 'sent'].includes(status), `every order has an end: ${status}`)
  assert.ok(started <= 1, `${started} starts for one order`)
  if (status === 'confirmed') assert.equal(started, 1, 'confirmed means moved')
  if (status === 'expired') assert.equal(started, 0, 'expired means not moved')
}

async function neverRunsWhileAway(site: Site, fault: SimLockChange) {
  await site.control.change({ connection: fault.connection ?? 'offline' })
  if (!fault.connection) await untilServerState(site, 4)
  const away = await order(site, LOCK_ACTION.unlock)
  await site.clock.advance(60_000)
  await site.control.change({ connection: 'online' })
  await untilServerState(site, 0)
  await site.clock.advance(60_000)
  assert.equal(site.simulator.snapshot().motorStarts, 0, 'nothing was kept for later')
  if (away !== undefined) assert.ok(['unknown', 'expired'].includes(await statusOf(site, away)))
}

async function runsOnceWhenDoubled(site: Site, fault: SimLockChange) {
  const before = site.simulator.snapshot().motorStarts
  await site.control.change({ duplicate: true })
  const doubled = await order(site, LOCK_ACTION.unlock)
  await site.clock.advance(60_000)
  await assertAtMostOnce(site, doubled, before)
  const started = site.simulator.snapshot().motorStarts - before
  if (Object.keys(fault).length === 0) assert.equal(started, 1, 'with nothing wrong an order runs')
  await site.control.change({ duplicate: fault.duplicate ?? false })
}

async function survivesRestart(site: Site, fault: SimLockChange) {
  const before = site.simulator.snapshot().motorStarts
  if (fault.connection) await site.control.change({ connection: fault.connection })
  const setting = await site
    .world()
    .api.smartlocks.setConfig({ params: site.params, body: { ledBrightness: 1 } })
  const interrupted = await order(site, LOCK_ACTION.lock)
  await site.withoutBroker(() => site.clock.advance(120_000))
  await site.control.change({ ...SIM_ALL_WELL, connection: 'online' }).catch(() => undefined)
  await untilServerState(site, 0)
  await until(site, 'what was set is not lost', async () => {
    return (await statusOf(site, setting.operationId as string)) === 'confirmed'
  })
  await site.clock.advance(60_000)
  await assertAtMostOnce(site, interrupted, before)
}

/** With an external broker, each fault takes three seconds of waiting: that belongs to the deep tier. */
const KINDS = TIER === 'deep' ? (['mosquitto'] as const) : (['embedded'] as const)

for (const kind of KINDS) {
  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`with ${name}: nothing runs for a lock that is offline, nothing twice, and a restart of the broker loses and delays nothing [${kind}]`, async (t) => {
      const site = await openSite(t, kind)
      await untilServerState(site, 0)
      const { connection: _connection, ...switches } = fault
      await site.control.change(switches)
      await neverRunsWhileAway(site, fault)
      await runsOnceWhenDoubled(site, fault)
      await survivesRestart(site, fault)
      await until(site, 'every movement is in the log, once', async () => {
        const { data } = await site.world().api.smartlocks.logOf({ params: site.params })
        const movements = data.filter(({ trigger, state }) => trigger === 4 && state <= 1)
        return movements.length === site.simulator.snapshot().motorStarts
      })
    })
  }
}
