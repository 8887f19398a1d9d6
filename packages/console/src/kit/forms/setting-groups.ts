import type { Messages } from '../language/languages.ts'
import type { Field } from './schema-fields.ts'

export type GroupName = keyof Messages['settingGroups']

export interface FieldGroup {
  readonly name: GroupName
  readonly fields: readonly Field[]
  /** Seldom needed, and easily wrong. */
  readonly isFolded: boolean
}

/** Where people look for a setting, in the order they are shown; what is named nowhere is fine adjustment. */
const GROUPS: readonly (readonly [GroupName, readonly string[]])[] = [
  ['basics', ['name', 'latitude', 'longitude']],
  [
    'movement',
    [
      'autoLock',
      'autoLockTimeout',
      'autoUnlatch',
      'unlatchDuration',
      'lngTimeout',
      'liftUpHandle',
      'singleLock',
      'motorSpeed',
      'enableSlowSpeedDuringNightmode',
      'electricStrikeDuration',
    ],
  ],
  [
    'ringing',
    ['doorbellSuppression', 'doorbellSuppressionDuration', 'rtoTimeout', 'disableRtoAfterRing', 'intercomId'],
  ],
  [
    'buttons',
    [
      'buttonEnabled',
      'singleButtonPressAction',
      'doubleButtonPressAction',
      'ledEnabled',
      'ledBrightness',
      'pairingEnabled',
    ],
  ],
  ['fob', ['fobAction1', 'fobAction2', 'fobAction3']],
  [
    'sound',
    ['soundLevel', 'soundRing', 'soundOpen', 'soundRto', 'soundCm', 'soundConfirmation', 'buzzerVolume'],
  ],
  ['clock', ['timezoneId', 'timezoneOffset', 'daylightSavingMode']],
  ['power', ['batteryType', 'automaticBatteryTypeDetection', 'autoUpdateEnabled', 'advertisingMode']],
]

/** The fields that a lock has, where people look for them. */
export function groupsOf(fields: readonly Field[]): FieldGroup[] {
  const known = new Set(GROUPS.flatMap(([, names]) => names))
  const pick = (names: readonly string[]) =>
    names.flatMap((name) => fields.filter((field) => field.name === name))
  const groups = GROUPS.map(([name, names]) => ({ name, fields: pick(names), isFolded: false }))
  const rest = fields.filter(({ name }) => !known.has(name))
  return [...groups, { name: 'fine' as const, fields: rest, isFolded: true }].filter(
    (group) => group.fields.length > 0,
  )
}
