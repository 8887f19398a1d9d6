import { zoneOf } from '@latchwork/access-window'
import {
  ACTION_OPTION,
  ACTIONS_BY_TYPE,
  type Capability,
  LOCK_ACTION,
  type SmartlockConfig,
  type SmartlockType,
} from '@latchwork/contract'
import { type LockView, presentSection } from '../present.ts'

/** Authorizations a lock holds (D54). */
const SLOTS = 200

/** Characters of a name that a lock holds, and of one its keypad does (4.14). */
export const NAME_LENGTHS = { default: 32, keypad: 20 } as const

/** Code rules of devices that report none of their own (D51). */
const CODE = {
  length: 6,
  alphabet: '123456789',
  forbiddenPrefixes: ['12'],
  uniqueness: 'window',
} satisfies Capability['code']

/** What a lock can do (4.25), by its type and by what it is to be like. */
export function capabilityOf(view: LockView, slotsUsed: number): Capability {
  const { row } = view
  const type = row.type as SmartlockType
  const config = presentSection(row.config, 'config', view.pending) as SmartlockConfig | undefined
  const { force, fullLock } = ACTION_OPTION
  // An opener numbers another action like that.
  const canLock = type !== 2 && ACTIONS_BY_TYPE[type].includes(LOCK_ACTION.lock)
  return {
    smartlockId: row.smartlock_id,
    keypad: config?.keypadPaired === true || config?.keypad2Paired === true,
    code: CODE,
    nameMaxLength: NAME_LENGTHS,
    slots: { total: SLOTS, used: slotsUsed, free: SLOTS - slotsUsed },
    window: { dates: true, weekDays: true, timesOfDay: true, granularityMinutes: 1 },
    actions: [...ACTIONS_BY_TYPE[type]],
    options: canLock ? [0, force, fullLock, force | fullLock] : [0, force],
    timeZone: zoneOf(config?.timezoneId),
  }
}
