import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SIM_ALL_WELL } from '@latchwork/contract'
import { ManualClock } from '../test/manual-clock.ts'
import { startRig } from '../test/rig.ts'
import { openerSpec, turningSpec } from '../test/specs.ts'
import { until } from '../test/until.ts'
import { controlOf } from './control.ts'
import { DeviceClock } from './device-clock.ts'
import { Radio } from './radio.ts'

const DAY_MS = 86_400_000

test('a wrong clock is ahead by its skew and, from when it begins to drift, by more every day', () => {
  const clock = new ManualClock()
  const device = new DeviceClock(clock)
  clock.advance(DAY_MS)
  device.set(1000, 100)
  assert.equal(device.aheadMs, 1000)
  clock.advance(DAY_MS)
  assert.equal(device.now() - clock.now(), 1000 + 8640)
  device.set(0, 100)
  assert.equal(device.aheadMs, 8640, 'setting the skew does not begin the drift anew')
  device.set(0, 0)
  assert.equal(device.now(), clock.now())
})

test('a lossy radio loses about the share asked for, the same messages in every run, and none when it is well', () => {
  const lost = (deviceId: string, lossPercent: number) => {
    const radio = new Radio(deviceId, { lossPercent })
    return Array.from({ length: 1000 }, () => radio.loses())
  }
  const count = (losses: boolean[]) => losses.filter(Boolean).length
  assert.equal(count(lost('2BB28570', 0)), 0)
  assert.equal(count(lost('2BB28570', 100)), 1000)
  const some = count(lost('2BB28570', 30))
  assert.ok(some > 200 && some < 400, `${some} of 1000`)
  assert.deepEqual(lost('2BB28570', 30), lost('2BB28570', 30))
  assert.notDeepEqual(lost('2BB28570', 30), lost('2C41A9E3', 30))
})

test('a silent link passes nothing in either direction, and what was said into it is told on the next connection', async (t) => {
  const { service, lock, clock } = await startRig(t)
  await lock.goSilent()
  await service.send(service.command({ id: 'into the void' }))
  lock.turnByHand('unlock')
  clock.advance(60_000)
  assert.deepEqual(
    [lock.snapshot().connected, lock.unconfirmed],
    [true, 0],
    'the lock believes in its connection',
  )
  await lock.goOnline()
  await service.hearsEvents(1)
  assert.deepEqual(service.acks('into the void'), [])
  assert.equal(lock.snapshot().motorStarts, 0)
  const [first, ...later] = service.all('presence')
  assert.ok(later.at(-1)?.online && later.at(-1)?.sess !== first?.sess)
})

test('commandDelayMs: the lock decides by the time at which it looks, so that a command can be too old by then', async (t) => {
  const { service, lock, clock, lockHandles } = await startRig(t)
  lock.faults.commandDelayMs = 5000
  await lockHandles(() => service.send(service.command({ id: 'in time', exp: clock.now() + 10_000 })))
  assert.equal(lock.snapshot().motorStarts, 0)
  clock.advance(5000)
  await service.hearsAck('in time', 'done 0')
  await lockHandles(() => service.send(service.command({ id: 'late', exp: clock.now() + 4000 })))
  clock.advance(5000)
  await service.hearsAck('late', 'done 240')
  assert.equal(lock.snapshot().motorStarts, 1)
})

test('commandGapMs: a command that follows too soon is refused as busy and does not move the motor', async (t) => {
  const { service, lock, clock } = await startRig(t)
  lock.faults.commandGapMs = 30_000
  await service.send(service.command({ id: 'first' }))
  await service.hearsAck('first', 'done 0')
  await service.send(service.command({ id: 'second', action: 2 }))
  await service.hearsAck('second', 'done 69')
  clock.advance(30_000)
  await service.send(service.command({ id: 'third', action: 2 }))
  await service.hearsAck('third', 'done 0')
  assert.equal(lock.snapshot().motorStarts, 2)
})

test('a fob does what its presses are set to, and nothing where it is not paired', async (t) => {
  const fob = { fobPaired: true, fobAction1: 1, fobAction2: 2, fobAction3: 4 }
  const { lock } = await startRig(t, { spec: turningSpec(4, {}, fob) })
  lock.pressFob(1)
  assert.equal(lock.snapshot().state, 3)
  lock.pressFob(2)
  assert.equal(lock.snapshot().state, 1)
  lock.pressFob(3)
  assert.equal(lock.snapshot().state, 3, 'three presses: whatever is not')
  const unpaired = await startRig(t, { spec: turningSpec(4, {}, { ...fob, fobPaired: false }) })
  unpaired.lock.pressFob(1)
  assert.equal(unpaired.lock.snapshot().state, 1)
})

test('the fob of an opener toggles ring-to-open, opens, or rings', async (t) => {
  const fob = { fobPaired: true, fobAction1: 1, fobAction2: 7, fobAction3: 8 }
  const { lock, service, clock } = await startRig(t, { spec: openerSpec({}, fob) })
  lock.pressFob(1)
  assert.equal(lock.snapshot().state, 3)
  lock.pressFob(1)
  assert.equal(lock.snapshot().state, 1)
  lock.pressFob(2)
  assert.equal(lock.snapshot().motorStarts, 1)
  clock.advance(3000)
  lock.pressFob(3)
  await service.hearsEvents(4)
  assert.deepEqual(
    service
      .all('event')
      .map(({ action }) => action)
      .sort(),
    [1, 2, 224, 3],
  )
})

test('the switches show what was set, a profile sets its own over all others, and single ones go on top', async (t) => {
  const { lock, service } = await startRig(t)
  const control = controlOf(lock)
  assert.partialDeepStrictEqual(control.view(), { profile: 'none', connected: true, switches: SIM_ALL_WELL })
  await control.change({ jam: true, clockSkewMs: 500, batteryCharge: 12 })
  assert.partialDeepStrictEqual(control.view().switches, { jam: true, clockSkewMs: 500, batteryCharge: 12 })
  await until('the low battery', () => service.all('state').at(-1)?.battery.critical === true)
  await control.change({ profile: 'sleepy', ackDelayMs: 1 })
  assert.partialDeepStrictEqual(control.view(), {
    profile: 'sleepy',
    switches: { ...SIM_ALL_WELL, commandDelayMs: 8000, ackDelayMs: 1, batteryCharge: 12 },
  })
  await control.change({ connection: 'offline' })
  assert.partialDeepStrictEqual(control.view(), { connected: false, switches: { connection: 'offline' } })
})
