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
  StringEnum,
} from './fields.ts'
import { route } from './route.ts'
import {
  AdvancedConfig,
  AdvancedConfigChange,
  OpenerAdvancedConfig,
  OpenerAdvancedConfigChange,
  SmartdoorAdvancedConfig,
  SmartdoorAdvancedConfigChange,
  SmartlockConfig,
  SmartlockConfigChange,
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
  advancedConfig: Type.Optional(AdvancedConfig),
  openerAdvancedConfig: Type.Optional(OpenerAdvancedConfig),
  smartdoorAdvancedConfig: Type.Optional(SmartdoorAdvancedConfig),
  webConfig: Type.Optional(WebConfig),
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
  lastSeenDate: Type.Optional(DateTime),
  stale: Type.Optional(
    Type.Boolean({ description: 'true: nothing was heard for a day, so state may be old' }),
  ),
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

/** What a lock can do and which rules its codes follow (4.25). */
export const Capability = Type.Object({
  smartlockId: SmartlockId,
  keypad: Type.Boolean(),
  code: Type.Object({
    length: Type.Integer(),
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
  }),
  actions: Type.Array(Type.Integer()),
  options: Type.Array(Type.Integer()),
  timeZone: Type.String({ description: 'IANA name' }),
})
export type Capability = Static<typeof Capability>

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
const mayConfigure = { scopes: ['smartlock.config'], right: 'manageConfig' } as const
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
  setConfig: route({
    number: 43,
    method: 'POST',
    path: '/smartlock/{smartlockId}/config',
    summary: 'Change the configuration of a smartlock',
    access: mayConfigure,
    params: SmartlockParams,
    update: true,
    body: SmartlockConfigChange,
    async: true,
    errors: ['resource_locked'],
  }),
  setAdvancedConfig: route({
    number: 40,
    method: 'POST',
    path: '/smartlock/{smartlockId}/advanced/config',
    summary: 'Change the advanced configuration of a lock',
    access: mayConfigure,
    params: SmartlockParams,
    update: true,
    body: AdvancedConfigChange,
    async: true,
    errors: ['not_supported_by_device', 'resource_locked'],
  }),
  setOpenerConfig: route({
    number: 41,
    method: 'POST',
    path: '/smartlock/{smartlockId}/advanced/openerconfig',
    summary: 'Change the advanced configuration of an opener',
    access: mayConfigure,
    params: SmartlockParams,
    update: true,
    body: OpenerAdvancedConfigChange,
    async: true,
    errors: ['not_supported_by_device', 'resource_locked'],
  }),
  setSmartdoorConfig: route({
    number: 42,
    method: 'POST',
    path: '/smartlock/{smartlockId}/advanced/smartdoorconfig',
    summary: 'Change the advanced configuration of a smart door',
    access: mayConfigure,
    params: SmartlockParams,
    update: true,
    body: SmartdoorAdvancedConfigChange,
    async: true,
    errors: ['not_supported_by_device', 'resource_locked'],
  }),
  setAdminPin: route({
    number: 39,
    method: 'POST',
    path: '/smartlock/{smartlockId}/admin/pin',
    summary: 'Give the service the admin PIN of a smartlock',
    access: mayConfigure,
    params: SmartlockParams,
    body: Type.Object({
      adminPin: Type.Integer({
        minimum: 0,
        maximum: 999_999,
        description: 'up to 9999; type 5 up to 999999',
      }),
    }),
    async: true,
    errors: ['resource_locked'],
  }),
  sync: route({
    number: 44,
    method: 'POST',
    path: '/smartlock/{smartlockId}/sync',
    summary: 'Make a smartlock report everything',
    access: mayOperate,
    params: SmartlockParams,
    body: Type.Object({}),
    async: true,
  }),
  setWebConfigs: route({
    number: 45,
    method: 'POST',
    path: '/bulk-web-config',
    summary: 'Change what the service keeps about several smartlocks',
    access: mayConfigure,
    body: Type.Object({
      webConfigRequests: Type.Array(Type.Object({ smartlockId: SmartlockId, webConfig: WebConfig }), {
        maxItems: 5000,
      }),
    }),
  }),
  setWebConfig: route({
    number: 46,
    method: 'POST',
    path: '/smartlock/{smartlockId}/web/config',
    summary: 'Change what the service keeps about a smartlock',
    access: mayConfigure,
    params: SmartlockParams,
    update: true,
    body: WebConfig,
  }),
  remove: route({
    number: 35,
    method: 'DELETE',
    path: '/smartlock/{smartlockId}',
    summary: 'Delete a smartlock and end its credentials',
    access: mayManage,
    params: SmartlockParams,
  }),
  capability: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/capability',
    summary: 'Ask what a smartlock can do and which rules its codes follow',
    access: mayRead,
    params: SmartlockParams,
    returns: Capability,
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
