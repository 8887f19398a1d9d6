import Type, { type Static, type TProperties } from 'typebox'
import { HexId, IntEnum } from './fields.ts'

/**
 * What can be set on a device and in the service about it (4.8 to 4.12). Of each part there is a schema of what is shown
 * and one of what a call may change; a call may leave everything out (D49), and what is only shown is ignored (D8).
 */

const changeOf = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties))

const Milliseconds = Type.Integer({ minimum: 0, maximum: 65_535 })
const OffsetDegrees = Type.Integer({ minimum: -32_768, maximum: 32_767 })
const Seconds = Type.Integer({ minimum: 0, maximum: 65_535 })

const FobAction = Type.Integer({ minimum: 0, maximum: 8, description: '6.10' })

const writableConfig = {
  name: Type.String({ minLength: 1, maxLength: 32 }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  autoUnlatch: Type.Boolean(),
  liftUpHandle: Type.Boolean(),
  pairingEnabled: Type.Boolean(),
  buttonEnabled: Type.Boolean(),
  ledEnabled: Type.Boolean(),
  ledBrightness: Type.Integer({ minimum: 0, maximum: 5 }),
  timezoneOffset: Type.Integer({ minimum: -1440, maximum: 1440 }),
  daylightSavingMode: IntEnum([0, 1], '0 off, 1 European'),
  fobAction1: FobAction,
  fobAction2: FobAction,
  fobAction3: FobAction,
  singleLock: Type.Boolean(),
  advertisingMode: Type.Integer({ minimum: 0, maximum: 3 }),
  timezoneId: Type.Integer({ minimum: 0, maximum: 45, description: '6.14' }),
}
export const SmartlockConfigChange = changeOf(writableConfig)
export type SmartlockConfigChange = Static<typeof SmartlockConfigChange>

/** Configuration (4.8). */
export const SmartlockConfig = Type.Object({
  name: Type.String({ maxLength: 32 }),
  latitude: writableConfig.latitude,
  longitude: writableConfig.longitude,
  capabilities: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  autoUnlatch: Type.Optional(Type.Boolean()),
  liftUpHandle: Type.Optional(Type.Boolean()),
  pairingEnabled: Type.Optional(Type.Boolean()),
  buttonEnabled: Type.Optional(Type.Boolean()),
  ledEnabled: Type.Optional(Type.Boolean()),
  ledBrightness: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
  timezoneOffset: Type.Integer(),
  daylightSavingMode: Type.Optional(writableConfig.daylightSavingMode),
  fobPaired: Type.Optional(Type.Boolean()),
  fobAction1: Type.Optional(Type.Integer()),
  fobAction2: Type.Optional(Type.Integer()),
  fobAction3: Type.Optional(Type.Integer()),
  singleLock: Type.Boolean(),
  operatingMode: Type.Optional(Type.Integer()),
  advertisingMode: Type.Integer({ minimum: 0, maximum: 3 }),
  keypadPaired: Type.Optional(Type.Boolean()),
  keypad2Paired: Type.Optional(Type.Boolean()),
  homekitState: Type.Optional(Type.Integer()),
  matterState: Type.Optional(Type.Integer()),
  timezoneId: Type.Integer({ description: '6.14; 65535 none' }),
  deviceType: Type.Optional(Type.Integer()),
  wifiEnabled: Type.Optional(Type.Boolean()),
  productVariant: Type.Optional(Type.Integer()),
  operationId: Type.Optional(HexId),
})
export type SmartlockConfig = Static<typeof SmartlockConfig>

const lockButton = IntEnum([0, 1, 2, 3, 4, 5, 6], '6.11')
const openerButton = IntEnum([0, 1, 2, 3, 4, 5, 6, 7], '6.11')
const timings = {
  lngTimeout: IntEnum([5, 10, 15, 20, 30, 45, 60], 'seconds'),
  unlatchDuration: IntEnum([1, 3, 5, 7, 10, 15, 20, 30], 'seconds'),
  singleButtonPressAction: lockButton,
  doubleButtonPressAction: lockButton,
  automaticBatteryTypeDetection: Type.Boolean(),
  autoLock: Type.Boolean(),
  autoLockTimeout: Seconds,
}

const writableAdvanced = {
  ...timings,
  detachedCylinder: Type.Boolean(),
  autoUpdateEnabled: Type.Boolean(),
  singleLockedPositionOffsetDegrees: OffsetDegrees,
  unlockedPositionOffsetDegrees: OffsetDegrees,
  lockedPositionOffsetDegrees: OffsetDegrees,
  unlockedToLockedTransitionOffsetDegrees: OffsetDegrees,
  batteryType: IntEnum([0, 1, 2], '6.15'),
  motorSpeed: IntEnum([0, 1, 2], '0 standard, 1 fast, 2 slow'),
  enableSlowSpeedDuringNightmode: Type.Boolean(),
}
export const AdvancedConfigChange = changeOf(writableAdvanced)
export type AdvancedConfigChange = Static<typeof AdvancedConfigChange>

const { singleLockedPositionOffsetDegrees, unlockedPositionOffsetDegrees, lockedPositionOffsetDegrees } =
  writableAdvanced

/** Advanced configuration of locks (4.9). */
export const AdvancedConfig = Type.Object({
  ...AdvancedConfigChange.properties,
  totalDegrees: Type.Integer(),
  singleLockedPositionOffsetDegrees,
  unlockedPositionOffsetDegrees,
  lockedPositionOffsetDegrees,
  batteryType: writableAdvanced.batteryType,
  operationId: Type.Optional(HexId),
})
export type AdvancedConfig = Static<typeof AdvancedConfig>

const Sound = Type.Integer({ minimum: 0, maximum: 3 })
const writableOpener = {
  intercomId: Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: '4.24' }),
  shortCircuitDuration: Milliseconds,
  electricStrikeDelay: Milliseconds,
  electricStrikeDuration: Milliseconds,
  randomElectricStrikeDelay: Type.Boolean(),
  disableRtoAfterRing: Type.Boolean(),
  rtoTimeout: Type.Integer({ minimum: 0, maximum: 1440, description: 'minutes' }),
  doorbellSuppression: Type.Integer({ minimum: 0, maximum: 7, description: 'mask: 1 idle, 2 RTO, 4 CM' }),
  doorbellSuppressionDuration: Milliseconds,
  soundRing: Sound,
  soundOpen: Sound,
  soundRto: Sound,
  soundCm: Sound,
  soundConfirmation: IntEnum([0, 1]),
  soundLevel: Type.Integer({ minimum: 0, maximum: 255 }),
  singleButtonPressAction: openerButton,
  doubleButtonPressAction: openerButton,
  batteryType: IntEnum([0, 1, 2, 3], '6.15'),
}
const writableOpenerExtras = {
  automaticBatteryTypeDetection: Type.Boolean(),
  autoUpdateEnabled: Type.Boolean(),
}
export const OpenerAdvancedConfigChange = changeOf({ ...writableOpener, ...writableOpenerExtras })
export type OpenerAdvancedConfigChange = Static<typeof OpenerAdvancedConfigChange>

/** Advanced configuration of openers (4.10). */
export const OpenerAdvancedConfig = Type.Object({
  busModeSwitch: Type.Integer(),
  ...writableOpener,
  ...changeOf(writableOpenerExtras).properties,
  operationId: Type.Optional(HexId),
})
export type OpenerAdvancedConfig = Static<typeof OpenerAdvancedConfig>

const writableSmartdoor = {
  ...timings,
  buzzerVolume: IntEnum([0, 1, 2], '0 off, 1 low, 2 normal'),
  batteryType: IntEnum([0, 1, 2, 3, 255], '6.15'),
}
export const SmartdoorAdvancedConfigChange = changeOf(writableSmartdoor)
export type SmartdoorAdvancedConfigChange = Static<typeof SmartdoorAdvancedConfigChange>

/** Advanced configuration of smart doors (4.11). */
export const SmartdoorAdvancedConfig = Type.Object({
  ...SmartdoorAdvancedConfigChange.properties,
  supportedBatteryTypes: Type.Optional(Type.Array(IntEnum([0, 1, 2, 3, 254, 255]), { uniqueItems: true })),
  batteryType: writableSmartdoor.batteryType,
  autoLock: timings.autoLock,
  operationId: Type.Optional(HexId),
})
export type SmartdoorAdvancedConfig = Static<typeof SmartdoorAdvancedConfig>

/** What the service keeps about a lock for its web users (4.12); the device never sees it. */
export const WebConfig = Type.Object({
  batteryWarningPerMailEnabled: Type.Optional(Type.Boolean()),
  dismissedLiftUpHandleWarning: Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 })),
})
export type WebConfig = Static<typeof WebConfig>
