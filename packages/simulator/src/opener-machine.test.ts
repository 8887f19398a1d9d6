import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openerSpec } from '../test/specs.ts'
import type { OpenerSpec } from './device-spec.ts'
import { type LogEntry, type MachineInput, MODE } from './machine-step.ts'
import { openerCanDo } from './opener-actions.ts'
import { type OpenerState, openerAtRest, stepOpener } from './opener-machine.ts'

const T0 = 1_700_000_000_000
const STRIKE_MS = 800
const HELD_MS = 3000
const RTO_MS = 20 * 60_000

/** An opener under test: what it showed, logged and answered, and its time. */
class Rig {
  readonly shown: number[] = []
  readonly log: LogEntry[] = []
  readonly codes: number[] = []
  strikes = 0
  now = T0
  state: OpenerState
  readonly #spec: OpenerSpec
  readonly #movementMs: number

  constructor(
    lock: number,
    { spec = openerSpec(), mode = MODE.door as number, movementMs = STRIKE_MS } = {},
  ) {
    this.#spec = spec
    this.#movementMs = movementMs
    this.state = openerAtRest(lock, mode, { spec, now: T0, movementMs })
  }

  happens(input: MachineInput): this {
    const env = { spec: this.#spec, now: this.now, movementMs: this.#movementMs }
    const { state, effects } = stepOpener(this.state, input, env)
    this.state = state
    for (const effect of effects) {
      if (effect.do === 'show') this.shown.push(state.lock)
      if (effect.do === 'log') this.log.push(effect)
      if (effect.do === 'finish') this.codes.push(effect.code)
      if (effect.do === 'startMotor') this.strikes++
    }
    return this
  }

  ordered(action: number): this {
    return this.happens({ kind: 'command', cmd: 'c1', action, force: false })
  }

  after(ms: number): this {
    const end = this.now + ms
    while (this.state.wakeAt !== undefined && this.state.wakeAt <= end) {
      this.now = Math.max(this.now, this.state.wakeAt)
      this.happens({ kind: 'wake' })
    }
    this.now = end
    return this
  }

  entries() {
    return this.log.map((entry) => [entry.action, entry.trigger])
  }
}

const RTO_ON = 1
const RTO_OFF = 2
const OPEN = 3
const CM_ON = 4
const CM_OFF = 5

test('8.2 state 0: training leads to 1; actions before it are refused with 47', () => {
  const rig = new Rig(0)
  for (const action of [RTO_ON, RTO_OFF, OPEN, CM_ON, CM_OFF]) rig.ordered(action)
  assert.deepEqual([rig.codes, rig.shown], [[0x47, 0x47, 0x47, 0x47, 0x47], []])
  rig.happens({ kind: 'calibrated', lock: 1 })
  assert.deepEqual(rig.shown, [1])
})

test('8.2 state 253: the end of the boot run leads to 1; an action before it is refused with 45', () => {
  const rig = new Rig(253).ordered(OPEN)
  assert.deepEqual([rig.codes, rig.shown], [[0x45], []])
  assert.deepEqual(rig.after(STRIKE_MS).shown, [1])
})

test('8.2 state 1: ring-to-open on leads to 3 and ends at now + rtoTimeout', () => {
  const rig = new Rig(1).ordered(RTO_ON)
  assert.deepEqual([rig.shown, rig.codes, rig.state.rtoEndsAt], [[3], [0], T0 + RTO_MS])
  assert.deepEqual([rig.entries(), rig.log[0]?.cmd], [[[1, 4]], 'c1'])
})

test('8.2 state 3: ring-to-open off leads to 1', () => {
  const rig = new Rig(3).ordered(RTO_OFF)
  assert.deepEqual([rig.shown, rig.codes, rig.state.rtoEndsAt], [[1], [0], undefined])
  assert.deepEqual(rig.entries(), [[2, 4]])
})

test('8.2 state 3: the end of rtoTimeout leads to 1, logged as automatic', () => {
  const rig = new Rig(1).ordered(RTO_ON).after(RTO_MS - 1)
  assert.equal(rig.state.lock, 3)
  rig.after(1)
  assert.deepEqual([rig.shown, rig.state.rtoEndsAt, rig.state.trigger], [[3, 1], undefined, 3])
  assert.deepEqual(rig.entries(), [
    [1, 4],
    [2, 3],
  ])
})

for (const before of [1, 3]) {
  test(`8.2 state ${before}: open goes through 7 to 5 and then back to ${before}`, () => {
    const rig = new Rig(before).ordered(OPEN)
    assert.deepEqual([rig.shown, rig.codes], [[7], []])
    rig.after(STRIKE_MS)
    assert.deepEqual([rig.shown, rig.codes, rig.strikes], [[7, 5], [0], 1])
    rig.after(HELD_MS)
    assert.deepEqual(rig.shown, [7, 5, before])
    assert.deepEqual(rig.entries(), [[3, 4]])
  })
}

test('8.2 state 3: a ring opens through 7 and 5 and returns to 3, with the time left unchanged', () => {
  const rig = new Rig(3).happens({ kind: 'ring' }).after(STRIKE_MS + HELD_MS)
  assert.deepEqual([rig.shown, rig.state.rtoEndsAt, rig.state.trigger], [[7, 5, 3], T0 + RTO_MS, 3])
  assert.deepEqual(rig.entries(), [
    [224, 0],
    [3, 3],
  ])
})

test('8.2 state 3: a ring with disableRtoAfterRing opens and returns to 1', () => {
  const rig = new Rig(3, { spec: openerSpec({ disableRtoAfterRing: true }) })
  rig.happens({ kind: 'ring' }).after(STRIKE_MS + HELD_MS)
  assert.deepEqual([rig.shown, rig.state.rtoEndsAt], [[7, 5, 1], undefined])
})

test('8.2 mode 2: continuous mode on leads to mode 3, logged as 6; off leads back, logged as 7', () => {
  const rig = new Rig(1).ordered(CM_ON)
  assert.deepEqual([rig.state.mode, rig.state.lock, rig.state.lastAction], [3, 1, 6])
  rig.ordered(CM_OFF)
  assert.deepEqual([rig.state.mode, rig.state.lock, rig.state.lastAction], [2, 1, 7])
  assert.deepEqual(
    [rig.entries(), rig.codes],
    [
      [
        [6, 4],
        [7, 4],
      ],
      [0, 0],
    ],
  )
})

test('8.2 mode 3: a ring opens through 7 and 5 and returns to 1, with trigger 6', () => {
  const rig = new Rig(1, { mode: MODE.continuous }).happens({ kind: 'ring' })
  assert.equal(rig.state.trigger, 6)
  rig.after(STRIKE_MS + HELD_MS)
  assert.deepEqual([rig.shown, rig.state.mode], [[7, 5, 1], 3])
  assert.deepEqual(rig.entries(), [
    [224, 0],
    [3, 6],
  ])
})

test('8.2 state 1 in mode 2: a ring is logged and opens nothing', () => {
  const rig = new Rig(1).happens({ kind: 'ring' }).after(STRIKE_MS)
  assert.deepEqual([rig.shown, rig.strikes, rig.entries()], [[], 0, [[224, 0]]])
})

test('what is already so is confirmed and changes nothing', () => {
  for (const [lock, mode, action] of [
    [1, 2, RTO_OFF],
    [3, 2, RTO_ON],
    [1, 3, CM_ON],
    [1, 2, CM_OFF],
  ] as const) {
    const rig = new Rig(lock, { mode })
    const { rtoEndsAt } = rig.state
    rig.now += 1000
    rig.ordered(action)
    assert.deepEqual([rig.shown, rig.codes, rig.state.rtoEndsAt], [[], [0], rtoEndsAt])
  }
})

test('while the strike is operated every action is refused with 45', () => {
  for (const waitMs of [0, STRIKE_MS]) {
    const rig = new Rig(1).ordered(OPEN).after(waitMs)
    const answered = rig.codes.length
    for (const action of [RTO_ON, RTO_OFF, OPEN, CM_ON, CM_OFF]) rig.ordered(action)
    assert.deepEqual(rig.codes.slice(answered), [0x45, 0x45, 0x45, 0x45, 0x45])
    assert.equal(rig.strikes, 1)
  }
})

test('ring-to-open that ends while the strike is operated leads to 1 afterwards', () => {
  const rig = new Rig(3)
    .after(RTO_MS - 100)
    .ordered(OPEN)
    .after(STRIKE_MS + HELD_MS)
  assert.deepEqual([rig.shown, rig.state.wakeAt], [[7, 5, 1], undefined])
  assert.deepEqual(rig.entries(), [
    [3, 4],
    [2, 3],
  ])
})

test('night mode refuses what opens with 4f and lets the rest through', () => {
  const rig = new Rig(1).happens({ kind: 'nightMode', on: true })
  for (const action of [RTO_ON, OPEN, CM_ON, RTO_OFF, CM_OFF]) rig.ordered(action)
  assert.deepEqual([rig.codes, rig.strikes], [[0x4f, 0x4f, 0x4f, 0, 0], 0])
})

test('capabilities decide which actions an opener knows', () => {
  const known = (capabilities: number) =>
    [1, 2, 3, 4, 5, 6].filter((action) => openerCanDo(openerSpec({}, { capabilities }), action))
  assert.deepEqual([known(0), known(1), known(2)], [[3], [1, 2, 3, 4, 5], [1, 2, 4, 5]])
})

test('the button does what its setting says', () => {
  // 6.11: 1-3 toggle, activate, deactivate ring-to-open, 4-6 the same for continuous mode, 7 open.
  for (const [setting, before, after] of [
    [0, [1, 2], [1, 2]],
    [1, [1, 2], [3, 2]],
    [1, [3, 2], [1, 2]],
    [2, [1, 2], [3, 2]],
    [3, [3, 2], [1, 2]],
    [4, [1, 3], [1, 2]],
    [5, [1, 2], [1, 3]],
    [6, [1, 3], [1, 2]],
    [7, [1, 2], [7, 2]],
  ] as const) {
    const [lock, mode] = before
    const rig = new Rig(lock, { mode, spec: openerSpec({ singleButtonPressAction: setting }) })
    rig.happens({ kind: 'button', presses: 1 })
    assert.deepEqual([rig.state.lock, rig.state.mode], after, `setting ${setting}`)
  }
})

test('6.11: pressed twice an opener’s button does what it is set to for that', () => {
  const spec = openerSpec({ singleButtonPressAction: 1, doubleButtonPressAction: 7 })
  const rig = new Rig(1, { spec }).happens({ kind: 'button', presses: 2 })
  assert.equal(rig.state.lock, 7)
  const off = new Rig(1, { spec: openerSpec({ doubleButtonPressAction: 7 }, { buttonEnabled: false }) })
  assert.equal(off.happens({ kind: 'button', presses: 2 }).state.lock, 1)
})

test('a keypad code opens with log trigger 255; a wrong one is logged and shows no state', () => {
  const rig = new Rig(1).happens({ kind: 'keypad', by: 'code', allowed: false })
  assert.deepEqual([rig.shown, rig.log[0]?.result], [[], 224])
  rig.happens({ kind: 'keypad', by: 'code', allowed: true }).after(STRIKE_MS)
  assert.deepEqual(
    [rig.shown, rig.entries().at(-1)],
    [
      [7, 5],
      [3, 255],
    ],
  )
})

test('with no movement time the strike works within the step', () => {
  const rig = new Rig(1, { movementMs: 0 }).ordered(OPEN)
  assert.deepEqual([rig.shown, rig.codes], [[5], [0]])
})

test('4.10 electricStrikeDelay: who rings waits, an order does not', () => {
  const spec = openerSpec({ electricStrikeDelay: 2000 })
  const rung = new Rig(3, { spec }).happens({ kind: 'ring' }).after(STRIKE_MS + 1999)
  assert.deepEqual(rung.shown, [7])
  assert.deepEqual(rung.after(1).shown, [7, 5])
  assert.deepEqual(new Rig(3, { spec }).ordered(OPEN).after(STRIKE_MS).shown, [7, 5])
})

test('4.10 randomElectricStrikeDelay: who rings waits three to seven seconds, not always the same', () => {
  const waits = [0, 1, 2, 3, 4].map((offset) => {
    const rig = new Rig(3, { spec: openerSpec({ randomElectricStrikeDelay: true }) }).after(offset)
    rig.happens({ kind: 'ring' })
    return (rig.state.wakeAt ?? 0) - rig.now - STRIKE_MS
  })
  assert.ok(waits.every((wait) => wait >= 3000 && wait <= 7000))
  assert.ok(new Set(waits).size > 1)
})

test('4.10 doorbellSuppression: the bell is silent in the modes of its mask, and the log says so', () => {
  const RTO = [3, MODE.door] as const
  const CM = [1, MODE.continuous] as const
  const IDLE = [1, MODE.door] as const
  for (const [mask, silent] of [
    [0, []],
    [1, [IDLE]],
    [2, [RTO]],
    [4, [CM]],
    [7, [IDLE, RTO, CM]],
  ] as const) {
    for (const at of [IDLE, RTO, CM]) {
      const [lock, mode] = at
      const rig = new Rig(lock, { mode, spec: openerSpec({ doorbellSuppression: mask }) })
      rig.happens({ kind: 'ring' })
      const isSilent = (silent as readonly unknown[]).includes(at)
      assert.equal(rig.log[0]?.opener?.suppressed ?? false, isSilent, `mask ${mask} at ${at}`)
    }
  }
})

test('4.16 openerLog: every entry tells its source, and what was on when it happened', () => {
  const flags = (rig: Rig) => rig.log.map(({ action, opener }) => [action, opener])
  const spec = openerSpec({ singleButtonPressAction: 1, disableRtoAfterRing: true }, { fobAction2: 7 })
  const rig = new Rig(1, { spec })
    .happens({ kind: 'button', presses: 1 })
    .happens({ kind: 'ring' })
    .after(STRIKE_MS + HELD_MS)
  rig.happens({ kind: 'fob', presses: 2, allowed: true }).after(STRIKE_MS + HELD_MS)
  rig.happens({ kind: 'keypad', by: 'code', allowed: true }).after(STRIKE_MS + HELD_MS)
  assert.deepEqual(flags(rig), [
    [1, { cm: false, rto: true, source: 3 }],
    [224, { cm: false, rto: true, source: 0 }],
    [3, { cm: false, rto: true, source: 0 }],
    [3, { cm: false, rto: false, source: 4 }],
    [3, { cm: false, rto: false, source: 6 }],
  ])
  const timed = new Rig(1).ordered(RTO_ON).after(RTO_MS)
  timed.happens({ kind: 'command', cmd: 'c2', action: OPEN, force: true }).after(STRIKE_MS + HELD_MS)
  timed.ordered(CM_ON)
  assert.deepEqual(flags(timed), [
    [1, { cm: false, rto: true, source: 5 }],
    [2, { cm: false, rto: false, source: 1 }],
    [3, { cm: false, rto: false, source: 5, force: true }],
    [6, { cm: true, rto: false, source: 5 }],
  ])
})
