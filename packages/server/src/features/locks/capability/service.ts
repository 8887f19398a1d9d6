import { zoneOf } from '@latchwork/access-window'
import type {
  Capability,
  LockCapability,
  LockCodes,
  SmartlockConfig,
  SmartlockType,
} from '@latchwork/contract'
import type { LabelColumns, ServedColumns } from '../../../schema/smartlocks.ts'
import { type LockView, presentSection } from '../present.ts'
import { actionsOf, optionsOf, switchesOf, toldCapability } from '../rules.ts'

export { soundCapability } from './sound.ts'

/** Authorizations a lock holds (D54). */
const SLOTS = 200

/** Characters of a name that a lock holds, and of one its keypad does (4.14). */
const NAME_LENGTHS = { default: 32, keypad: 20 } as const

/** Code rules of devices that report none of their own (D51). */
const CODE = {
  length: 6,
  alphabet: '123456789',
  forbiddenPrefixes: ['12'] as string[],
  uniqueness: 'window',
} as const

/** The rules of a lock's codes (D51), by its own word where it says one. */
function codeRules(told: LockCodes | undefined): Capability['code'] {
  if (!told) return { ...CODE, minLength: CODE.length, maxLength: CODE.length }
  const { minDigits: minLength, maxDigits: maxLength, alphabet, forbiddenPrefixes, unique: uniqueness } = told
  return {
    length: Math.min(Math.max(CODE.length, minLength), maxLength),
    minLength,
    maxLength,
    alphabet,
    // Codes are numbers in the interface: one that begins with a zero has no name there (D146).
    forbiddenPrefixes: [...new Set(['0', ...forbiddenPrefixes])],
    uniqueness,
  }
}

const windowsOf = (told: LockCapability | undefined): Capability['window'] => ({
  dates: true,
  weekDays: true,
  timesOfDay: true,
  granularityMinutes: 1,
  datesKeptBy: told?.windows.dates ?? 'lock',
  weeklyKeptBy: told?.windows.weekly ?? 'lock',
  ...(told?.windows.worstLateMs !== undefined && { worstLateMs: told.windows.worstLateMs }),
})

/** What of a lock decides what it can do. */
type AbleRow = Pick<LockView['row'], 'smartlock_id' | 'type' | 'config'> & ServedColumns & LabelColumns

/** What a lock can do (4.25): by its own word, or by its type and by what it is to be like. */
export function capabilityOf(
  view: Pick<LockView, 'pending'> & { row: AbleRow },
  slotsUsed: number,
): Capability {
  const { row } = view
  const type = row.type as SmartlockType
  const config = presentSection(row.config, 'config', view.pending) as SmartlockConfig | undefined
  const told = toldCapability(row)
  const total = told?.codes?.places ?? SLOTS
  return {
    smartlockId: row.smartlock_id,
    keypad: told ? told.codes !== undefined : config?.keypadPaired === true || config?.keypad2Paired === true,
    code: codeRules(told?.codes),
    nameMaxLength: { ...NAME_LENGTHS, ...(told?.codes && { keypad: told.codes.nameLength }) },
    slots: { total, used: slotsUsed, free: Math.max(total - slotsUsed, 0) },
    window: windowsOf(told),
    actions: actionsOf(type, told),
    options: optionsOf(type, told),
    timeZone: zoneOf(config?.timezoneId),
    remoteUnlock: switchesOf(row).remoteUnlock,
    ...(told && { told }),
  }
}
