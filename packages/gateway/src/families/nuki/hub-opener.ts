import type { Happening, LockSight } from '../../family.ts'
import type { HubKind, HubLock } from './hub-lock.ts'
import { jsonMembersOf, numberOf } from './hub-topics.ts'
import { boltOf } from './topics.ts'

/** What an opener behind a hub says otherwise than a lock: an intercom that lets people in who ring. */

/** As locks number theirs, and two of our own for a mode that the hub tells beside the state. */
const CONTINUOUS_ON = 1001
const CONTINUOUS_OFF = 1002

export const OPENER_STATES: ReadonlyMap<string, number> = new Map([
  ['uncalibrated', 0],
  ['locked', 1],
  ['RTOactive', 3],
  ['open', 5],
  ['opening', 7],
  ['undefined', 255],
])

/** Actions as LDP/1 numbers them. */
export const OPENER_WORDS: ReadonlyMap<number, string> = new Map([
  [1, 'activateRTO'],
  [2, 'deactivateRTO'],
  [3, 'electricStrikeActuation'],
  [4, 'activateCM'],
  [5, 'deactivateCM'],
])
export const OPENER_ACTIONS = [...OPENER_WORDS.keys()]

/** The states in which an action has done what it was ordered for. */
export const OPENER_ENDS: Readonly<Record<number, readonly number[]>> = {
  1: [3],
  2: [1],
  3: [5, 7],
  4: [CONTINUOUS_ON],
  5: [CONTINUOUS_OFF],
}

const BOLTS: Readonly<Record<number, LockSight['bolt']>> = {
  1: 'locked',
  // Whoever rings is let in.
  3: 'unlocked',
  5: 'unlatched',
  7: 'unlatching',
}

export function boltFor(kind: HubKind, state: number): LockSight['bolt'] {
  return kind === 'opener' ? (BOLTS[state] ?? 'unknown') : boltOf(state)
}

/** Whether it stands there now, as far as it said so. */
export const standsAt = ({ state, sight }: HubLock, end: number): boolean =>
  end === state || (sight.continuous !== undefined && end === modeWord(sight.continuous))

/** How it stands where an order was to bring it. */
export const sightAt = ({ kind, sight }: HubLock, reached: number): LockSight =>
  reached >= CONTINUOUS_ON ? sight : { ...sight, bolt: boltFor(kind, reached) }

/** Whether it lets in everybody who rings. */
export const modeWord = (isContinuous: boolean) => (isContinuous ? CONTINUOUS_ON : CONTINUOUS_OFF)

/** How it stood when something happened. */
export const standingOf = ({ sight }: HubLock): NonNullable<Happening['opener']> => ({
  cm: sight.continuous === true,
  rto: sight.bolt === 'unlocked',
})

/** Of its battery it tells no more than whether it is low. */
export function openerBatteryOf(text: string): LockSight['battery'] {
  const raw = jsonMembersOf(text)
  const isCritical = numberOf(raw?.critical, 1) === 1
  return raw && { percent: isCritical ? 10 : 100, isCritical }
}
