import Type, { type Static } from 'typebox'
import { DateTime, DeviceName, HexId, IntEnum, SmartlockId, StringEnum } from './fields.ts'
import { LockCapability, WINDOW_KEEPERS } from './lock-capability.ts'
import {
  AdvancedConfig,
  OpenerAdvancedConfig,
  SmartdoorAdvancedConfig,
  SmartlockConfig,
  WebConfig,
} from './smartlock-config.ts'

/** Smartlock types (6.1). */
export const SMARTLOCK_TYPE = {
  keyturner: 0,
  box: 1,
  opener: 2,
  smartDoor: 3,
  smartLock3: 4,
  smartLock5: 5,
} as const
export type SmartlockType = (typeof SMARTLOCK_TYPE)[keyof typeof SMARTLOCK_TYPE]
/** The type of a smartlock as a field. */
export const SmartlockTypeField = IntEnum(
  [0, 1, 2, 3, 4, 5],
  '0 keyturner, 1 Box, 2 opener, 3 smart door, 4 Smart Lock 3/4, 5 Smart Lock 5',
)

/** Server states (6.4). */
export const SERVER_STATE = {
  ok: 0,
  unregistered: 1,
  authUuidInvalid: 2,
  authInvalid: 3,
  offline: 4,
} as const

/** Lock actions (6.6) as the API numbers them. */
export const LOCK_ACTION = { unlock: 1, lock: 2, unlatch: 3, lockNgo: 4, lockNgoUnlatch: 5 } as const
export const OPENER_ACTION = { rtoOn: 1, rtoOff: 2, open: 3, cmOn: 6, cmOff: 7 } as const

/** Bits of the action option mask (6.6). */
export const ACTION_OPTION = { force: 2, fullLock: 4 } as const

/** Which actions a type of device knows (6.6). */
export const ACTIONS_BY_TYPE: Record<SmartlockType, readonly number[]> = {
  0: [1, 2, 3, 4, 5],
  1: [1],
  2: [1, 2, 3, 6, 7],
  3: [1, 2, 3, 4, 5],
  4: [1, 2, 3, 4, 5],
  5: [1, 2, 3, 4, 5],
}

/** State as the device last reported it (4.13). */
export const SmartlockState = Type.Object({
  mode: Type.Integer({ description: '6.2' }),
  state: Type.Integer({ description: '6.3' }),
  trigger: Type.Integer({ description: '6.5' }),
  lastAction: Type.Integer({ description: '6.6; 0 = none' }),
  batteryCritical: Type.Boolean(),
  batteryCharging: Type.Optional(Type.Boolean()),
  batteryCharge: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  keypadBatteryCritical: Type.Optional(Type.Boolean()),
  doorsensorBatteryCritical: Type.Optional(Type.Boolean()),
  doorState: Type.Integer({ description: '6.7' }),
  ringToOpenTimer: Type.Integer({ minimum: 0, maximum: 65_535 }),
  ringToOpenEnd: Type.Optional(DateTime),
  nightMode: Type.Boolean(),
  operationId: Type.Optional(HexId),
})
export type SmartlockState = Static<typeof SmartlockState>

/**
 * What an account sets about a smartlock for itself; the device never sees it. A field more here is in the smartlock, in
 * the call that changes it, in events and in the console's form; what it needs besides is in CONTRIBUTING.md.
 */
export const SmartlockLabels = Type.Object({
  name: DeviceName,
  favorite: Type.Boolean(),
  remoteUnlock: Type.Optional(
    Type.Boolean({
      description:
        'whether calls may open it; without it they may, unless nobody can keep an order from running late',
    }),
  ),
  removeUngranted: Type.Optional(
    Type.Boolean({
      description:
        'whether codes that nobody granted here are removed; without it they are, unless the lock came through a gateway',
    }),
  ),
})
export type SmartlockLabels = Static<typeof SmartlockLabels>

/** The same where they are shown: names that were given under other rules stay readable. */
export const shownLabels = { ...SmartlockLabels.properties, name: Type.String() }

/** A smartlock (4.7). */
export const Smartlock = Type.Object({
  smartlockId: SmartlockId,
  accountId: Type.Integer(),
  type: SmartlockTypeField,
  lmType: Type.Optional(Type.Integer()),
  authId: Type.Integer({ description: "the service's own authorization on the device; 0 until known" }),
  ...shownLabels,
  config: Type.Optional(SmartlockConfig),
  advancedConfig: Type.Optional(AdvancedConfig),
  openerAdvancedConfig: Type.Optional(OpenerAdvancedConfig),
  smartdoorAdvancedConfig: Type.Optional(SmartdoorAdvancedConfig),
  webConfig: Type.Optional(WebConfig),
  state: SmartlockState,
  firmwareVersion: Type.Optional(Type.Integer({ description: 'three bytes: major, minor, patch (D20)' })),
  hardwareVersion: Type.Optional(Type.Integer({ description: 'two bytes: major, minor (D20)' })),
  operationId: Type.Optional(HexId),
  serverState: Type.Integer({ minimum: 0, maximum: 4, description: '6.4' }),
  adminPinState: Type.Integer({ minimum: 0, maximum: 2 }),
  virtualDevice: Type.Optional(Type.Boolean({ description: 'a simulated lock' })),
  creationDate: Type.Optional(DateTime),
  updateDate: Type.Optional(DateTime),
  error: Type.Optional(Type.String()),
  lastSeenDate: Type.Optional(DateTime),
  stale: Type.Optional(
    Type.Boolean({ description: 'true: nothing was heard for a day, so state may be old' }),
  ),
  credentialsWarning: Type.Optional(
    StringEnum(
      ['legacy', 'exposed'],
      'legacy: it logs in with its secret itself (LDP/1.0); exposed: its secret was sent over the wire; ' +
        'either way its credentials are to be replaced',
    ),
  ),
  driver: Type.Optional(
    Type.String({ description: 'through what it is reached; left out for our own devices' }),
  ),
  vendor: Type.Optional(Type.String({ description: 'who made it' })),
  model: Type.Optional(Type.String()),
  gatewayId: Type.Optional(HexId),
  opener: Type.Optional(Type.Boolean()),
  box: Type.Optional(Type.Boolean()),
  smartDoor: Type.Optional(Type.Boolean()),
  keyturner: Type.Optional(Type.Boolean()),
  region: Type.Optional(Type.Integer()),
  mountingVariant: Type.Optional(Type.Integer()),
})
export type Smartlock = Static<typeof Smartlock>

/** What a device logs in and signs with; shown once. */
export const DeviceCredentials = Type.Object({
  username: Type.String(),
  secret: Type.String({ description: 'goes into the device, and never over the wire' }),
  password: Type.String({
    description:
      'what the device gives the broker, which it derives from the secret: for a broker kept by hand',
  }),
})
export type DeviceCredentials = Static<typeof DeviceCredentials>

/** A log entry (4.16). */
export const SmartlockLog = Type.Object({
  id: HexId,
  smartlockId: SmartlockId,
  deviceType: Type.Integer(),
  accountUserId: Type.Optional(Type.Integer()),
  authId: Type.Optional(HexId),
  name: Type.String(),
  action: Type.Integer({ description: '6.8' }),
  trigger: Type.Integer({ description: '6.8' }),
  state: Type.Integer({ description: '6.8' }),
  autoUnlock: Type.Boolean(),
  date: DateTime,
  openerLog: Type.Optional(
    Type.Object({
      activeCm: Type.Boolean(),
      activeRto: Type.Boolean(),
      source: Type.Integer(),
      flagGeoFence: Type.Boolean(),
      flagForce: Type.Boolean(),
      flagDoorbellSuppression: Type.Boolean(),
    }),
  ),
  ajarTimeout: Type.Optional(Type.Integer()),
  source: Type.Integer({ description: '6.8' }),
  error: Type.Optional(Type.String()),
})
export type SmartlockLog = Static<typeof SmartlockLog>

/** What a lock can do and which rules its codes follow (4.25). */
export const Capability = Type.Object({
  smartlockId: SmartlockId,
  keypad: Type.Boolean(),
  code: Type.Object({
    length: Type.Integer({ description: 'of codes that are made here' }),
    minLength: Type.Integer(),
    maxLength: Type.Integer({ description: 'the same as minLength: a fixed length' }),
    alphabet: Type.String(),
    forbiddenPrefixes: Type.Array(Type.String()),
    uniqueness: StringEnum(
      ['window', 'lock'],
      'the same code twice: not in overlapping periods, or not at all',
    ),
  }),
  nameMaxLength: Type.Object({ default: Type.Integer(), keypad: Type.Integer() }),
  slots: Type.Object({ total: Type.Integer(), used: Type.Integer(), free: Type.Integer() }),
  window: Type.Object({
    dates: Type.Boolean(),
    weekDays: Type.Boolean(),
    timesOfDay: Type.Boolean(),
    granularityMinutes: Type.Integer(),
    datesKeptBy: StringEnum(WINDOW_KEEPERS, 'who puts a right on and takes it off by its dates'),
    weeklyKeptBy: StringEnum(WINDOW_KEEPERS, 'the same for weekdays and times of day'),
    worstLateMs: Type.Optional(
      Type.Integer({
        description:
          'of what the lock keeps by a clock of its own: how far from its time it may begin or end while nobody looks after that clock',
      }),
    ),
  }),
  actions: Type.Array(Type.Integer()),
  options: Type.Array(Type.Integer()),
  timeZone: Type.String({ description: 'IANA name' }),
  remoteUnlock: Type.Boolean({ description: 'whether calls may open it' }),
  told: Type.Optional(LockCapability),
})
export type Capability = Static<typeof Capability>
