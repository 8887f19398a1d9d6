import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startRig } from '../test/rig.ts'
import { openerSpec, turningSpec } from '../test/specs.ts'
import { until } from '../test/until.ts'
import { startSimulatedLock } from './lock-simulation.ts'
import type { LockDeed } from './simulated-lock.ts'

test('a lost connection leaves a signed will of the same session; the next connection has another session', async (t) => {
  const { service, lock } = await startRig(t)
  lock.loseConnection()
  await service.hearsPresence(2)
  assert.equal(lock.snapshot().connected, false)
  await lock.reconnect()
  await service.hearsPresence(3)
  const [first, will, second] = service.all('presence')
  assert.deepEqual([first?.online, will?.online, second?.online], [true, false, true])
  assert.equal(will?.sess, first?.sess)
  assert.notEqual(second?.sess, first?.sess)
})

test('a lock that the broker drops comes back by itself, later and later while the broker refuses it', async (t) => {
  const { service, lock, broker, clock } = await startRig(t)
  let attempts = 0
  broker.aedes.authenticate = (_client, _username, _password, done) => {
    attempts++
    done(null, attempts > 2)
  }
  const drop = (broker.aedes as unknown as { clients: Record<string, { close(): void }> }).clients['lock-1']
  drop?.close()
  // One second, two, four, each up to a fifth more or less.
  for (const [attempt, atLeastMs, atMostMs] of [
    [1, 800, 1200],
    [2, 1600, 2400],
    [3, 3200, 4800],
  ] as const) {
    await until('a planned attempt', () => clock.waiting === 1)
    clock.advance(atLeastMs - 1)
    assert.equal(clock.waiting, 1, `attempt ${attempt} is not made early`)
    clock.advance(atMostMs - atLeastMs + 1)
    await until('the attempt', () => attempts === attempt)
  }
  await until('the lock is back', () => lock.snapshot().connected)
  await service.hearsPresence(3)
  assert.deepEqual(
    service.all('presence').map((presence) => presence.online),
    [true, false, true],
  )
})

test('a lock whose credentials are refused does not start and does not try again', async (t) => {
  const { broker, clock, options } = await startRig(t)
  broker.aedes.authenticate = (_client, _username, _password, done) => done(null, false)
  const waiting = clock.waiting
  await assert.rejects(startSimulatedLock({ ...options, username: 'lock-2' }), /no connection to the broker/)
  assert.equal(clock.waiting, waiting)
})

test('a lock that stops or goes offline says so itself, and leaves no will behind', async (t) => {
  const { service, lock, clock } = await startRig(t)
  await lock.goOffline()
  await service.hearsPresence(2)
  clock.advance(120_000)
  await lock.goOnline()
  await lock.stop()
  await service.hearsPresence(4)
  assert.deepEqual(
    service.all('presence').map((presence) => presence.online),
    [true, false, true, false],
  )
  assert.equal(clock.waiting, 0)
})

test('a lock powered up again has a new epoch and counts from the start', async (t) => {
  const { service, lock, options } = await startRig(t)
  lock.setDoor(true)
  await service.hearsEvents(1)
  await lock.stop()
  const again = await startSimulatedLock({
    ...options,
    initialState: { lock: 3, door: 3, batteryCharge: 42 },
  })
  t.after(() => again.stop())
  again.setDoor(false)
  await service.hearsEvents(2)
  const epochs = service.all('presence').map((presence) => presence.epoch)
  assert.deepEqual([new Set(epochs).size, epochs[0] === epochs[1]], [2, true])
  assert.deepEqual(
    service.all('event').map((event) => event.seq),
    [1, 1],
  )
  assert.deepEqual([again.snapshot().state, again.snapshot().batteryCharge], [3, 42])
})

test('power lost in the middle of something is noticed when the lock wakes up', async (t) => {
  const { options, lock } = await startRig(t)
  await lock.stop()
  for (const [left, found] of [
    [2, 255],
    [4, 255],
    [7, 255],
    [224, 255],
    [5, 3],
    [6, 3],
    [0, 0],
    [254, 254],
  ] as const) {
    const again = await startSimulatedLock({ ...options, initialState: { lock: left } })
    assert.equal(again.snapshot().state, found)
    await again.stop()
  }
})

test('the motor goes on without a connection, and the state tells when the lock is back', async (t) => {
  const { service, lock, clock } = await startRig(t, { movementMs: 1000 })
  await service.send(service.command({ id: 'cut off' }))
  await service.hearsAck('cut off', 'accepted')
  lock.loseConnection()
  clock.advance(1200)
  await lock.reconnect()
  await service.hearsEvents(1)
  assert.deepEqual([service.all('state').at(-1)?.lock, service.all('event')[0]?.cmd], [3, 'cut off'])
  assert.equal(lock.snapshot().motorStarts, 1)
})

test('an order while something else was due by itself takes its place at once', async (t) => {
  const { service, lock, clock } = await startRig(t, { movementMs: 1000 })
  await service.send(service.command({ id: 'unlatch', action: 3 }))
  await service.hearsAck('unlatch', 'accepted')
  clock.advance(1200)
  assert.equal(lock.snapshot().state, 5)
  await service.send(service.command({ id: 'lock', action: 2 }))
  await service.hearsAck('lock', 'accepted')
  clock.advance(1200)
  assert.equal(lock.snapshot().state, 1)
})

test('mute: commands are neither answered nor carried out', async (t) => {
  const { service, lock, lockHandles } = await startRig(t)
  lock.faults.mute = true
  await lockHandles(() => service.send(service.command({ id: 'unheard' })))
  lock.faults.mute = false
  await service.send(service.command({ id: 'heard' }))
  await service.hearsAck('heard', 'done 0')
  assert.deepEqual([service.acks('unheard'), lock.snapshot().motorStarts], [[], 1])
})

test('dropAcks: the lock moves and shows it; the event follows once the fault is gone', async (t) => {
  const { service, lock, clock } = await startRig(t)
  lock.faults.dropAcks = true
  await service.send(service.command({ id: 'unproven' }))
  await until('the new state', () => service.all('state').at(-1)?.lock === 3)
  lock.faults.dropAcks = false
  assert.deepEqual([service.all('ack').length, service.all('event').length], [0, 0])
  clock.advance(5000)
  await service.hearsEvents(1)
  assert.deepEqual([service.all('event')[0]?.cmd, service.all('ack').length], ['unproven', 0])
})

test('jam: the command ends with 42 in state 254, and works again when the fault is gone', async (t) => {
  const { service, lock } = await startRig(t)
  lock.faults.jam = true
  await service.send(service.command({ id: 'stuck' }))
  await service.hearsAck('stuck', `done ${0x42}`)
  assert.equal(lock.snapshot().state, 254)
  lock.faults.jam = false
  await service.send(service.command({ id: 'free' }))
  await service.hearsAck('free', 'done 0')
  assert.equal(lock.snapshot().state, 3)
})

test('ackDelayMs: the motor runs at once, the acks come later and in order', async (t) => {
  const { service, lock, clock } = await startRig(t)
  lock.faults.ackDelayMs = 3000
  await service.send(service.command({ id: 'slow' }))
  await until('the new state', () => service.all('state').at(-1)?.lock === 3)
  assert.deepEqual(service.acks('slow'), [])
  clock.advance(3000)
  await service.hearsAck('slow', 'done 0')
  assert.deepEqual(service.acks('slow'), ['accepted', 'done 0'])
})

test('movement takes a fifth more or less than asked for, always the same for one device', async (t) => {
  const { options, lock } = await startRig(t)
  await lock.stop()
  const durations = new Set<number>()
  for (const deviceId of ['00000001', '00000002', 'ABCDEF01', 'FFFFFFFF', 'FFFFFFFF']) {
    const one = await startSimulatedLock({ ...options, deviceId, movementMs: 1000 })
    const start = options.clock.now()
    one.pressButton()
    let ms = 0
    while (one.snapshot().state === 2) {
      options.clock.advance(1)
      ms = options.clock.now() - start
    }
    assert.ok(ms >= 800 && ms <= 1200, `${ms} ms`)
    durations.add(ms)
    await one.stop()
  }
  assert.equal(durations.size, 4)
})

test('the battery drains with movements and is critical below 20 percent', async (t) => {
  const { options, lock, service } = await startRig(t)
  await lock.stop()
  const one = await startSimulatedLock({ ...options, initialState: { batteryCharge: 21 } })
  t.after(() => one.stop())
  const before = one.snapshot()
  for (let i = 0; i < 51; i++) one.pressButton()
  assert.deepEqual(
    [before.batteryCharge, before.batteryCritical, one.snapshot().batteryCharge],
    [21, false, 19],
  )
  await until('a critical battery', () => service.all('state').at(-1)?.battery.critical === true)
})

test('a new lock has between 70 and 95 percent', async (t) => {
  const { options, lock } = await startRig(t)
  await lock.stop()
  const { batteryCharge: _, ...spec } = turningSpec(4)
  for (const deviceId of ['00000001', '0F0F0F0F', 'FFFFFFFF']) {
    const one = await startSimulatedLock({ ...options, spec, deviceId })
    const { batteryCharge } = one.snapshot()
    assert.ok(batteryCharge >= 70 && batteryCharge <= 95, `${batteryCharge} %`)
    await one.stop()
  }
})

test('a keypad that is not paired cannot be used; a paired one unlocks', async (t) => {
  const { options, lock } = await startRig(t, { spec: turningSpec(4, {}, { keypadPaired: false }) })
  lock.showFinger(true)
  assert.equal(lock.snapshot().motorStarts, 0)
  await lock.stop()
  const paired = await startSimulatedLock({ ...options, spec: turningSpec(4) })
  t.after(() => paired.stop())
  paired.showFinger(true)
  assert.deepEqual([paired.snapshot().state, paired.snapshot().motorStarts], [3, 1])
})

test('an opener rings, opens by ring-to-open and reports when it ends', async (t) => {
  const { service, lock, clock } = await startRig(t, { spec: openerSpec() })
  await service.send(service.command({ id: 'rto', action: 1 }))
  await service.hearsAck('rto', 'done 0')
  assert.equal(service.all('state').at(-1)?.rtoEndsAt, clock.now() + 20 * 60_000)
  lock.ring()
  await service.hearsEvents(3)
  assert.deepEqual(
    service.all('event').map((event) => [event.kind, event.action]),
    [
      ['action', 1],
      ['ring', 224],
      ['action', 3],
    ],
  )
  assert.deepEqual([lock.snapshot().state, lock.snapshot().motorStarts], [5, 1])
  clock.advance(20 * 60_000)
  await until('ring-to-open over', () => service.all('state').at(-1)?.lock === 1)
  assert.equal(service.all('state').at(-1)?.rtoEndsAt, undefined)
})

test('night mode, door and calibration by hand show in the reports', async (t) => {
  const { service, lock } = await startRig(t, { spec: { ...turningSpec(4), initialLock: 0 } })
  lock.calibrate(3)
  lock.setNightMode(true)
  lock.setDoor(true)
  await until('all states', () => service.all('state').length === 4)
  const state = service.all('state').at(-1)
  assert.deepEqual([state?.lock, state?.nightMode, state?.door], [3, true, 3])
})

test('a lock keeps a record of what it did and counts what the service has not taken from it', async (t) => {
  const deeds: LockDeed[] = []
  const { service, lock } = await startRig(t, { journal: (deed) => deeds.push(deed) })
  await service.send(service.command({ id: 'asked once' }))
  await service.hearsAck('asked once', 'done 0')
  const [first] = deeds
  assert.partialDeepStrictEqual(first, { did: 'began', command: 'asked once' })
  assert.ok(first?.did === 'began' && first.ownTime < first.expiresAt)
  assert.deepEqual(deeds.map(({ did }) => did).toSorted(), ['began', 'ended', 'noted', 'startedMotor'])
  assert.partialDeepStrictEqual(
    deeds.find(({ did }) => did === 'ended'),
    { command: 'asked once', code: 0 },
  )
  assert.deepEqual([lock.waitingEvents, lock.lostEvents], [1, 0])
  for (let i = 0; i < 500; i++) lock.setDoor(i % 2 === 0)
  assert.deepEqual([lock.waitingEvents, lock.lostEvents], [500, 1])
})
