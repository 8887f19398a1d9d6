import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ALL_ACTIONS,
  AT_REST,
  begin,
  happen,
  MOVE_MS,
  moving,
  order,
  pass,
  play,
  TYPES,
} from '../test/played-machine.ts'
import { turningSpec } from '../test/specs.ts'
import { lockCanDo } from './lock-moves.ts'

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
