import Type, { type Static } from 'typebox'
import {
  AdvancedConfirmation,
  alias,
  DateTime,
  DeviceName,
  HexId,
  IntEnum,
  Limit,
  SmartlockId,
} from './fields.ts'
import { route } from './route.ts'

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
const SmartlockTypeField = IntEnum(
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

/** Configuration (4.8). */
export const SmartlockConfig = Type.Object({
  name: Type.String({ maxLength: 32 }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  capabilities: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  autoUnlatch: Type.Optional(Type.Boolean()),
  liftUpHandle: Type.Optional(Type.Boolean()),
  pairingEnabled: Type.Optional(Type.Boolean()),
  buttonEnabled: Type.Optional(Type.Boolean()),
  ledEnabled: Type.Optional(Type.Boolean()),
  ledBrightness: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
  timezoneOffset: Type.Integer(),
  daylightSavingMode: Type.Optional(Type.Integer()),
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

/** A smartlock (4.7). */
export const Smartlock = Type.Object({
  smartlockId: SmartlockId,
  accountId: Type.Integer(),
  type: SmartlockTypeField,
  lmType: Type.Optional(Type.Integer()),
  authId: Type.Integer({ description: "the service's own authorization on the device; 0 until known" }),
  name: Type.String(),
  favorite: Type.Boolean(),
  config: Type.Optional(SmartlockConfig),
  state: Type.Optional(SmartlockState),
  firmwareVersion: Type.Optional(Type.Integer({ description: 'three bytes: major, minor, patch (D20)' })),
  hardwareVersion: Type.Optional(Type.Integer({ description: 'two bytes: major, minor (D20)' })),
  operationId: Type.Optional(HexId),
  serverState: Type.Integer({ minimum: 0, maximum: 4, description: '6.4' }),
  adminPinState: Type.Integer({ minimum: 0, maximum: 2 }),
  virtualDevice: Type.Optional(Type.Boolean({ description: 'a simulated lock' })),
  creationDate: Type.Optional(DateTime),
  updateDate: Type.Optional(DateTime),
  error: Type.Optional(Type.String()),
  opener: Type.Optional(Type.Boolean()),
  box: Type.Optional(Type.Boolean()),
  smartDoor: Type.Optional(Type.Boolean()),
  keyturner: Type.Optional(Type.Boolean()),
  region: Type.Optional(Type.Integer()),
  mountingVariant: Type.Optional(Type.Integer()),
})
export type Smartlock = Static<typeof Smartlock>

/** What a device logs in with; shown once. */
export const DeviceCredentials = Type.Object({ username: Type.String(), secret: Type.String() })
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
  source: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
})
export type SmartlockLog = Static<typeof SmartlockLog>

const SmartlockParams = Type.Object({ smartlockId: SmartlockId })

const LogQuery = {
  accountUserId: Type.Optional(Type.Integer()),
  fromDate: Type.Optional(DateTime),
  toDate: Type.Optional(DateTime),
  action: Type.Optional(Type.Integer()),
  id: Type.Optional(HexId),
  limit: Limit(20, 50),
}

const mayRead = { scopes: ['smartlock', 'smartlock.readOnly'] } as const
const mayOperate = { scopes: ['smartlock.action'], right: 'operateSmartlock' } as const
const mayRegister = { scopes: ['smartlock.create', 'smartlock'], right: 'manageSmartlock' } as const
const mayManage = { scopes: ['smartlock'], right: 'manageSmartlock' } as const
const mayViewLogs = { scopes: ['smartlock.log'], right: 'viewLogs' } as const
const ActionBody = Type.Object({
  action: Type.Integer({ minimum: 0, maximum: 7, description: '6.6' }),
  option: Type.Optional(IntEnum([0, 2, 4, 6], 'mask: 2 force, 4 full lock (action 2 only)')),
})
const actionRefusals = ['not_supported_by_device', 'smartlock_offline', 'resource_locked'] as const

export const smartlocks = {
  list: route({
    number: 33,
    method: 'GET',
    path: '/smartlock',
    summary: 'List the smartlocks of the account',
    access: mayRead,
    query: Type.Object({
      authId: alias('auth_id', Type.Optional(Type.Integer())),
      type: alias('type_', Type.Optional(SmartlockTypeField)),
    }),
    returns: Type.Array(Smartlock),
  }),
  get: route({
    number: 101,
    method: 'GET',
    path: '/smartlock/{smartlockId}',
    summary: 'Get one smartlock',
    access: mayRead,
    params: SmartlockParams,
    returns: Smartlock,
  }),
  update: route({
    number: 34,
    method: 'POST',
    path: '/smartlock/{smartlockId}',
    summary: 'Change the name or the favourite mark of a smartlock',
    access: mayManage,
    params: SmartlockParams,
    update: true,
    body: Type.Object({ name: Type.Optional(DeviceName), favorite: Type.Optional(Type.Boolean()) }),
  }),
  action: route({
    number: 36,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action',
    summary: 'Run an action on a smartlock',
    access: mayOperate,
    params: SmartlockParams,
    body: ActionBody,
    async: true,
    errors: actionRefusals,
  }),
  lock: route({
    number: 37,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/lock',
    summary: 'Lock a smartlock',
    access: mayOperate,
    params: SmartlockParams,
    async: true,
    errors: actionRefusals,
  }),
  unlock: route({
    number: 38,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/unlock',
    summary: 'Unlock a smartlock',
    access: mayOperate,
    params: SmartlockParams,
    async: true,
    errors: actionRefusals,
  }),
  actionAdvanced: route({
    number: 19,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/advanced',
    summary: 'Run an action on a smartlock and get a callback when it ended',
    access: mayOperate,
    params: SmartlockParams,
    body: ActionBody,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  lockAdvanced: route({
    number: 20,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/lock/advanced',
    summary: 'Lock a smartlock and get a callback when it ended',
    access: mayOperate,
    params: SmartlockParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  unlockAdvanced: route({
    number: 21,
    method: 'POST',
    path: '/smartlock/{smartlockId}/action/unlock/advanced',
    summary: 'Unlock a smartlock and get a callback when it ended',
    access: mayOperate,
    params: SmartlockParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: actionRefusals,
  }),
  register: route({
    method: 'PUT',
    path: '/smartlock',
    summary: 'Register a smartlock and get its credentials, shown once',
    access: mayRegister,
    body: Type.Object({
      type: SmartlockTypeField,
      name: DeviceName,
      deviceId: Type.Optional(
        Type.String({ pattern: '^[0-9A-Fa-f]{8}$', description: '8 hex digits; generated when left out' }),
      ),
      virtualDevice: Type.Optional(Type.Boolean()),
    }),
    returns: Type.Object({ ...Smartlock.properties, credentials: DeviceCredentials }),
    errors: ['smartlock_exists', 'quota_exceeded'],
  }),
  rotateCredentials: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/credentials',
    summary: 'Replace the credentials of a smartlock',
    access: mayRegister,
    params: SmartlockParams,
    body: Type.Object({
      graceMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 60, default: 0 })),
    }),
    returns: DeviceCredentials,
  }),
  log: route({
    method: 'GET',
    path: '/smartlock/log',
    summary: 'List log entries of all smartlocks, newest first',
    access: mayViewLogs,
    query: Type.Object(LogQuery),
    returns: Type.Array(SmartlockLog),
  }),
  logOf: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/log',
    summary: 'List log entries of one smartlock, newest first',
    access: mayViewLogs,
    params: SmartlockParams,
    query: Type.Object({ ...LogQuery, authId: Type.Optional(HexId) }),
    returns: Type.Array(SmartlockLog),
  }),
}
