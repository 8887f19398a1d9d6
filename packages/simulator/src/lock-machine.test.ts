import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ALL_ACTIONS, AT_REST, begin, happen, MOVE_MS, order, pass, play } from '../test/played-machine.ts'
import { turningSpec } from '../test/specs.ts'
import { AJAR_MS } from './lock-motion.ts'

test('unlock with autoUnlatch in an unlatched or already unlocked lock is not logged as an unlatch', () => {
  const world = { spec: turningSpec(4, {}, { autoUnlatch: true }) }
  assert.deepEqual(
    play(3, order(1), world, 0).log.map((e) => e.action),
    [1],
  )
})

test('lock while the latch is held, and during lock and go, locks and cancels what would have followed', () => {
  const world = { spec: turningSpec(4) }
  for (const action of [3, 4, 5]) {
    const played = play(1, order(action), world)
    happen(played, order(2), world)
    pass(played, 120_000, world)
    assert.deepEqual(played.shown.slice(-2), [4, 1])
    assert.equal(played.motorStarts, 2)
  }
})

test('auto-lock waits for an open door and starts its time again when the door closes', () => {
  const world = { spec: turningSpec(4, { autoLock: true, autoLockTimeout: 10 }) }
  const played = play(1, order(1), world)
  happen(played, { kind: 'door', open: true }, world)
  pass(played, 60_000, world)
  assert.deepEqual([played.state.lock, played.state.door], [3, 3])
  happen(played, { kind: 'door', open: false }, world)
  pass(played, 9_999, world)
  assert.equal(played.state.lock, 3)
  pass(played, 1 + MOVE_MS, world)
  assert.equal(played.state.lock, 1)
  assert.deepEqual(
    played.log.map((e) => [e.kind, e.action]),
    [
      ['action', 1],
      ['door', 240],
      ['door', 241],
      ['action', 2],
    ],
  )
})

test('the time of auto-lock includes the time the latch was held', () => {
  const world = { spec: turningSpec(4, { autoLock: true, autoLockTimeout: 10 }) }
  const played = play(1, order(3), world, MOVE_MS + 9_999)
  assert.equal(played.state.lock, 3)
  pass(played, 1, world)
  assert.equal(played.state.lock, 4)
})

test('an auto-lock that gets stuck is not tried again by itself', () => {
  const world = { spec: turningSpec(4, { autoLock: true, autoLockTimeout: 10 }), jammed: true }
  const played = begin(3, world)
  pass(played, 3_600_000, world)
  assert.deepEqual([played.shown, played.motorStarts], [[4, 254], 1])
})

test('a key turned by hand changes the position with trigger 1 and without the motor', () => {
  const world = { spec: turningSpec(4) }
  for (const [from, verb, action, to] of [
    [1, 'unlock', 1, 3],
    [3, 'lock', 2, 1],
    [254, 'lock', 2, 1],
    [1, 'unlatch', 3, 5],
  ] as const) {
    const played = begin(from, world)
    happen(played, { kind: 'hand', verb }, world)
    assert.deepEqual([played.shown, played.motorStarts], [[to], 0])
    assert.deepEqual(
      played.log.map((e) => [e.action, e.trigger]),
      [[action, 1]],
    )
  }
})

test('the button does what its setting says, with trigger 2, and nothing when it is disabled', () => {
  // 6.11: 0 none, 1 intelligent, 2 unlock, 3 lock, 4 unlatch, 5 lock 'n' go, 6 show status.
  for (const [setting, from, through] of [
    [0, 1, 1],
    [1, 1, 2],
    [1, 3, 4],
    [2, 1, 2],
    [3, 3, 4],
    [4, 3, 7],
    [5, 1, 2],
    [6, 1, 1],
  ] as const) {
    const world = { spec: turningSpec(4, { singleButtonPressAction: setting }) }
    const played = begin(from, world)
    happen(played, { kind: 'button', presses: 1 }, world)
    assert.equal(played.state.lock, through, `setting ${setting} in ${from}`)
    if (through !== from) assert.equal(played.state.trigger, 2)
  }
  const disabled = { spec: turningSpec(4, {}, { buttonEnabled: false }) }
  assert.equal(play(1, { kind: 'button', presses: 1 }, disabled).motorStarts, 0)
})

test('a valid keypad code unlocks; the log says trigger 255 and source 1', () => {
  const played = play(1, { kind: 'keypad', by: 'code', allowed: true }, { spec: turningSpec(4) })
  assert.deepEqual(played.shown, [2, 3])
  assert.deepEqual(
    played.log.map((e) => [e.action, e.trigger, e.source]),
    [[1, 255, 1]],
  )
})

test('with no movement time the lock arrives within the step and shows nothing in between', () => {
  const world = { spec: turningSpec(4), movementMs: 0 }
  const played = begin(1, world)
  happen(played, order(1), world)
  assert.deepEqual(
    [played.shown, played.codes, played.motorStarts, played.state.wakeAt],
    [[3], [0], 1, undefined],
  )
})

test('whatever happens, only transitions of 8.1 are shown and every command is answered exactly once', () => {
  const allowed: Record<number, number[]> = {
    1: [2, 4, 7, 3, 5],
    2: [3, 6, 254],
    3: [4, 7, 2, 1, 5],
    4: [1, 254],
    5: [3, 6, 4, 2, 7, 1],
    6: [4, 7, 2, 1, 5],
    7: [5, 254],
    254: [4, 2, 7, 1, 3, 5],
    255: [4, 2, 7, 1, 3, 5],
  }
  const input = fc.oneof(
    fc.record({
      kind: fc.constant('command' as const),
      cmd: fc.constant('c'),
      action: fc.constantFrom(...ALL_ACTIONS),
      force: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('hand' as const),
      verb: fc.constantFrom('lock' as const, 'unlock' as const, 'unlatch' as const),
    }),
    fc.record({ kind: fc.constant('door' as const), open: fc.boolean() }),
    fc.record({ kind: fc.constant('button' as const), presses: fc.constantFrom(1 as const, 2 as const) }),
  )
  const moment = fc.record({ input, jammed: fc.boolean(), waitMs: fc.nat({ max: 40_000 }) })
  fc.assert(
    fc.property(fc.constantFrom(...AT_REST), fc.array(moment, { maxLength: 25 }), (from, moments) => {
      const spec = turningSpec(4, { autoLock: true, autoLockTimeout: 15 })
      const played = begin(from, { spec })
      for (const { input, jammed, waitMs } of moments) {
        happen(played, input, { spec, jammed })
        pass(played, waitMs, { spec, jammed })
      }
      pass(played, 3_600_000, { spec })
      let before = from
      for (const shown of played.shown) {
        assert.ok(shown === before || allowed[before]?.includes(shown), `${before} to ${shown}`)
        before = shown
      }
      assert.equal(played.codes.length, moments.filter(({ input }) => input.kind === 'command').length)
    }),
    { numRuns: 300 },
  )
})

const doorEntries = (played: ReturnType<typeof begin>) =>
  played.log.filter(({ kind }) => kind === 'door').map(({ action }) => action)

test('6.8: a door that stays open is told as ajar, once; one that closes in time is not', () => {
  const world = { spec: turningSpec(4) }
  const played = begin(3, world)
  happen(played, { kind: 'door', open: true }, world)
  pass(played, AJAR_MS - 1, world)
  happen(played, { kind: 'door', open: false }, world)
  happen(played, { kind: 'door', open: true }, world)
  pass(played, AJAR_MS - 1, world)
  assert.deepEqual(doorEntries(played), [240, 241, 240])
  pass(played, 1, world)
  assert.deepEqual(doorEntries(played), [240, 241, 240, 208])
  pass(played, 10 * AJAR_MS, world)
  assert.deepEqual(doorEntries(played).length, 4)
})

test('6.8: a bolt that comes out while the door is open does not match, whoever turned it', () => {
  const world = { spec: turningSpec(4) }
  for (const input of [order(2), { kind: 'hand', verb: 'lock' } as const]) {
    const played = begin(3, world)
    happen(played, { kind: 'door', open: true }, world)
    happen(played, input, world)
    pass(played, MOVE_MS, world)
    assert.deepEqual(doorEntries(played), [240, 209])
  }
  const shut = play(3, order(2), world)
  pass(shut, MOVE_MS, world)
  assert.deepEqual(doorEntries(shut), [])
})

test('6.8: a door sensor that is stuck tells so and shows no door', () => {
  const world = { spec: turningSpec(4) }
  const played = begin(3, world)
  happen(played, { kind: 'doorSensorJam' }, world)
  assert.deepEqual([doorEntries(played), played.shown], [[242], []])
})

test('6.11: pressed twice the button does what it is set to for that', () => {
  const world = { spec: turningSpec(4, { singleButtonPressAction: 3, doubleButtonPressAction: 2 }) }
  const played = begin(1, world)
  happen(played, { kind: 'button', presses: 2 }, world)
  pass(played, MOVE_MS, world)
  assert.equal(played.state.lock, 3)
  happen(played, { kind: 'button', presses: 1 }, world)
  pass(played, MOVE_MS, world)
  assert.equal(played.state.lock, 1)
})
