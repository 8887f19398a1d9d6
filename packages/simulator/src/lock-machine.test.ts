import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { turningSpec } from '../test/specs.ts'
import type { TurningSpec } from './device-spec.ts'
import { type LockState, lockAtRest, stepLock } from './lock-machine.ts'
import { lockCanDo } from './lock-moves.ts'
import { DOOR_STATE, type LogEntry, type MachineInput } from './machine-step.ts'

const T0 = 1_700_000_000_000
const MOVE_MS = 1000
const TYPES = [0, 3, 4, 5] as const
const ALL_ACTIONS = [1, 2, 3, 4, 5, 6]
const AT_REST = [1, 3, 5, 6, 254, 255]

interface Played {
  state: LockState
  /** Every lock state that was reported, in order. */
  shown: number[]
  log: LogEntry[]
  /** Codes of finished commands. */
  codes: number[]
  motorStarts: number
  now: number
}

interface World {
  spec: TurningSpec
  jammed?: boolean
  movementMs?: number
}

const begin = (lock: number, world: World): Played => ({
  state: lockAtRest(lock, world.spec.hasDoorSensor ? DOOR_STATE.closed : 0, surroundings(world, T0)),
  shown: [],
  log: [],
  codes: [],
  motorStarts: 0,
  now: T0,
})

const surroundings = ({ spec, jammed = false, movementMs = MOVE_MS }: World, now: number) => ({
  spec,
  now,
  movementMs,
  jammed,
})

function happen(played: Played, input: MachineInput, world: World): void {
  const { state, effects } = stepLock(played.state, input, surroundings(world, played.now))
  played.state = state
  for (const effect of effects) {
    if (effect.do === 'show') played.shown.push(effect.passing?.lock ?? state.lock)
    if (effect.do === 'log') played.log.push({ ...effect })
    if (effect.do === 'finish') played.codes.push(effect.code)
    if (effect.do === 'startMotor') played.motorStarts++
  }
}

/** Lets time pass, waking the machine whenever it asked for it. */
function pass(played: Played, ms: number, world: World): void {
  const end = played.now + ms
  while (played.state.wakeAt !== undefined && played.state.wakeAt <= end) {
    played.now = Math.max(played.now, played.state.wakeAt)
    happen(played, { kind: 'wake' }, world)
  }
  played.now = end
}

const order = (action: number, force = false): MachineInput => ({ kind: 'command', cmd: 'c1', action, force })

/** One input to a lock at rest, then time. */
function play(from: number, input: MachineInput, world: World, ms = MOVE_MS): Played {
  const played = begin(from, world)
  happen(played, input, world)
  pass(played, ms, world)
  return played
}

/** A lock whose motor is turning: 2 unlocking, 4 locking, 7 unlatching. */
function moving(through: number, world: World): Played {
  const [from, action] = through === 2 ? [1, 1] : through === 4 ? [3, 2] : [1, 3]
  const played = begin(from, world)
  happen(played, order(action), world)
  assert.equal(played.state.lock, through)
  played.shown = []
  return played
}

for (const type of TYPES) {
  const world = { spec: turningSpec(type) }

  test(`8.1 type ${type}, state 0: calibration leads to 1 or 3, actions before it are refused with 47`, () => {
    for (const lock of [1, 3] as const) {
      const played = play(0, { kind: 'calibrated', lock }, world)
      assert.deepEqual(played.shown, [lock])
      assert.deepEqual(
        played.log.map((e) => [e.action, e.result]),
        [[253, 0]],
      )
    }
    for (const action of ALL_ACTIONS) {
      const played = play(0, order(action, true), world)
      assert.deepEqual([played.shown, played.codes, played.motorStarts], [[], [0x47], 0])
    }
  })

  for (const from of [3, 5, 6, 254, 255]) {
    test(`8.1 type ${type}, state ${from}: lock goes through 4 to 1`, () => {
      const played = play(from, order(2), world)
      assert.deepEqual([played.shown, played.codes, played.motorStarts], [[4, 1], [0], 1])
      assert.deepEqual([played.state.trigger, played.state.lastAction], [4, 2])
      const [entry] = played.log
      assert.deepEqual([entry?.action, entry?.trigger, entry?.result, entry?.cmd], [2, 4, 0, 'c1'])
    })

    test(`8.1 type ${type}, state ${from}: auto-lock after its time-out goes through 4 to 1 with trigger 6`, () => {
      const auto = {
        spec: turningSpec(type, { autoLock: true, autoLockTimeout: 10, unlatchDuration: 30, lngTimeout: 60 }),
      }
      const played = begin(from, auto)
      pass(played, 9_999, auto)
      assert.deepEqual(played.shown, [])
      pass(played, 1 + MOVE_MS, auto)
      assert.deepEqual([played.shown, played.state.trigger, played.motorStarts], [[4, 1], 6, 1])
      assert.deepEqual(
        played.log.map((e) => [e.action, e.trigger, e.result]),
        [[2, 6, 0]],
      )
      assert.equal(played.state.wakeAt, undefined)
    })
  }

  for (const from of [1, 254, 255]) {
    test(`8.1 type ${type}, state ${from}: unlock goes through 2 to 3`, () => {
      const played = play(from, order(1), world)
      assert.deepEqual([played.shown, played.codes, played.motorStarts], [[2, 3], [0], 1])
      assert.deepEqual(
        played.log.map((e) => [e.action, e.trigger, e.result]),
        [[1, 4, 0]],
      )
    })

    test(`8.1 type ${type}, state ${from}: unlock with autoUnlatch goes as unlatch`, () => {
      const unlatching = { spec: turningSpec(type, {}, { autoUnlatch: true }) }
      const played = play(from, order(1), unlatching, MOVE_MS + 3000)
      assert.deepEqual([played.shown, played.codes], [[7, 5, 3], [0]])
      assert.deepEqual(
        played.log.map((e) => e.action),
        [3],
      )
    })
  }

  for (const from of [1, 3, 6, 254, 255]) {
    test(`8.1 type ${type}, state ${from}: unlatch goes through 7 to 5, and to 3 after unlatchDuration`, () => {
      const played = play(from, order(3), world)
      assert.deepEqual([played.shown, played.codes], [[7, 5], [0]])
      pass(played, 2_999, world)
      assert.deepEqual(played.shown, [7, 5])
      pass(played, 1, world)
      assert.deepEqual([played.shown, played.motorStarts], [[7, 5, 3], 1])
    })
  }

  for (const from of [1, 3, 5, 6]) {
    test(`8.1 type ${type}, state ${from}: lock 'n' go goes through 2 to 6, and by 4 to 1 after lngTimeout`, () => {
      const played = play(from, order(4), world)
      assert.deepEqual([played.shown, played.codes], [[2, 6], [0]])
      pass(played, 19_999, world)
      assert.deepEqual(played.shown, [2, 6])
      pass(played, 1 + MOVE_MS, world)
      assert.deepEqual([played.shown, played.motorStarts], [[2, 6, 4, 1], 2])
      assert.deepEqual(
        played.log.map((e) => [e.action, e.trigger, e.cmd]),
        [
          [4, 4, 'c1'],
          [2, 3, undefined],
        ],
      )
    })

    test(`8.1 type ${type}, state ${from}: lock 'n' go with unlatch goes through 7 and 5 to 6, and by 4 to 1`, () => {
      const played = play(from, order(5), world, MOVE_MS + 3000)
      assert.deepEqual([played.shown, played.codes], [[7, 5, 6], [0]])
      pass(played, 19_999, world)
      assert.deepEqual(played.shown, [7, 5, 6])
      pass(played, 1 + MOVE_MS, world)
      assert.deepEqual(played.shown, [7, 5, 6, 4, 1])
      assert.deepEqual(
        played.log.map((e) => [e.action, e.trigger]),
        [
          [5, 4],
          [2, 3],
        ],
      )
    })
  }

  test(`8.1 type ${type}: lock in 1 and unlock in 3 without force change nothing and are confirmed`, () => {
    for (const [from, action] of [
      [1, 2],
      [3, 1],
    ] as const) {
      const played = play(from, order(action), world)
      assert.deepEqual([played.shown, played.codes, played.motorStarts], [[], [0], 0])
      assert.equal(played.state.lock, from)
    }
  })

  test(`8.1 type ${type}: with force, and for a full lock, the motor turns although the lock is there already`, () => {
    assert.deepEqual(play(1, order(2, true), world).shown, [4, 1])
    assert.deepEqual(play(3, order(1, true), world).shown, [2, 3])
    const fullLock = play(1, order(6), world)
    assert.deepEqual([fullLock.shown, fullLock.codes, fullLock.motorStarts], [[4, 1], [0], 1])
    // The log knows no full lock: 6 would mean continuous mode there.
    assert.deepEqual([fullLock.log[0]?.action, fullLock.state.lastAction], [2, 2])
    assert.deepEqual(play(3, order(6), world).shown, [4, 1])
  })

  for (const through of [2, 4, 7]) {
    test(`8.1 type ${type}, state ${through}: any action is refused with 45 and the movement goes on`, () => {
      for (const action of ALL_ACTIONS) {
        const played = moving(through, world)
        happen(played, { kind: 'command', cmd: 'c2', action, force: true }, world)
        assert.deepEqual([played.shown, played.codes], [[], [0x45]])
        assert.deepEqual([played.log[0]?.cmd, played.log[0]?.result], ['c2', 4])
        pass(played, MOVE_MS, world)
        assert.deepEqual([played.codes, played.motorStarts], [[0x45, 0], 1])
      }
    })

    test(`8.1 type ${type}, state ${through}: a motor that gets stuck ends in 254 with error 42`, () => {
      const played = moving(through, world)
      pass(played, MOVE_MS, { ...world, jammed: true })
      assert.deepEqual([played.shown, played.codes, played.log[0]?.result], [[254], [0x42], 1])
    })
  }

  test(`8.1 type ${type}, any state: a wrong code or fingerprint shows 224 or 225 and then the state before`, () => {
    for (const [by, shown, source] of [
      ['code', 224, 1],
      ['fingerprint', 225, 2],
    ] as const) {
      for (const from of [0, ...AT_REST]) {
        const played = begin(from, world)
        happen(played, { kind: 'keypad', by, allowed: false }, world)
        assert.deepEqual([played.shown, played.state.lock], [[shown, from], from])
        const [entry] = played.log
        assert.deepEqual(
          [entry?.kind, entry?.trigger, entry?.result, entry?.source],
          ['denied', 255, shown, source],
        )
      }
      const midway = moving(2, world)
      happen(midway, { kind: 'keypad', by, allowed: false }, world)
      pass(midway, MOVE_MS, world)
      assert.deepEqual([midway.shown, midway.codes], [[shown, 2, 3], [0]])
    }
  })

  test(`8.1 type ${type}, any state: night mode refuses what opens with 4f, changes nothing, and still lets lock`, () => {
    for (const from of AT_REST) {
      for (const action of [1, 3, 4, 5]) {
        const played = begin(from, world)
        happen(played, { kind: 'nightMode', on: true }, world)
        happen(played, order(action, true), world)
        assert.deepEqual([played.codes, played.motorStarts, played.state.lock], [[0x4f], 0, from])
        assert.deepEqual([played.log[0]?.result, played.log[0]?.kind], [10, 'denied'])
      }
    }
    const locking = begin(3, world)
    happen(locking, { kind: 'nightMode', on: true }, world)
    happen(locking, order(2), world)
    assert.equal(locking.state.lock, 4)
  })
}

test('8.1 Box: unlock goes from 1 through 2 to 3, and to 1 when it is shut', () => {
  const world = { spec: turningSpec(1) }
  const played = play(1, order(1), world)
  assert.deepEqual([played.shown, played.codes], [[2, 3], [0]])
  happen(played, { kind: 'door', open: true }, world)
  assert.deepEqual([played.shown, played.state.door], [[2, 3], 0])
  happen(played, { kind: 'door', open: false }, world)
  assert.deepEqual(played.shown, [2, 3, 1])
  assert.deepEqual(
    ALL_ACTIONS.filter((action) => lockCanDo(world.spec, action)),
    [1],
  )
})

test('8.1 an action not listed from a state moves nothing', () => {
  const world = { spec: turningSpec(4) }
  for (const [from, action, code] of [
    [5, 1, 0],
    [6, 1, 0],
    [5, 3, 0],
    [254, 4, 0x41],
    [255, 4, 0x41],
    [254, 5, 0x41],
    [255, 5, 0x41],
  ] as const) {
    const played = begin(from, world)
    happen(played, order(action, true), world)
    assert.deepEqual(
      [played.shown, played.codes, played.motorStarts],
      [[], [code], 0],
      `${action} from ${from}`,
    )
  }
})

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
    happen(played, { kind: 'button' }, world)
    assert.equal(played.state.lock, through, `setting ${setting} in ${from}`)
    if (through !== from) assert.equal(played.state.trigger, 2)
  }
  const disabled = { spec: turningSpec(4, {}, { buttonEnabled: false }) }
  assert.equal(play(1, { kind: 'button' }, disabled).motorStarts, 0)
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
    fc.constant({ kind: 'button' as const }),
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
