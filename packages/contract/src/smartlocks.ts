import Type from 'typebox'
import {
  alias,
  DateTime,
  DeviceName,
  HexId,
  Int32,
  Limit,
  Offset,
  SmartlockId,
  StringEnum,
} from './fields.ts'
import { LOG_KIND_NAMES } from './log-kinds.ts'
import { route } from './route.ts'
import {
  Capability,
  DeviceCredentials,
  Smartlock,
  SmartlockLabels,
  SmartlockLog,
  SmartlockTypeField,
} from './smartlock.ts'
import {
  mayManage,
  mayRead,
  mayRegister,
  mayReplaceCredentials,
  mayViewLogs,
  SmartlockParams,
} from './smartlock-access.ts'
import { advancedSmartlockActions, smartlockActions } from './smartlock-actions.ts'
import { smartlockSettings } from './smartlock-settings.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

const LogQuery = {
  accountUserId: Type.Optional(Int32),
  fromDate: Type.Optional(DateTime),
  toDate: Type.Optional(DateTime),
  action: Type.Optional(Int32),
  kind: Type.Optional(StringEnum(LOG_KIND_NAMES, 'several actions that people call the same')),
  denied: Type.Optional(Type.Boolean({ description: 'true: only when somebody was not let in' })),
  id: Type.Optional(HexId),
  limit: Limit(20, 50),
}

export const smartlocks = {
  list: route({
    number: 33,
    method: 'GET',
    path: '/smartlock',
    summary: 'List the smartlocks of the account',
    access: mayRead,
    doors: 'handler',
    query: Type.Object({
      authId: alias('auth_id', Type.Optional(Int32)),
      type: alias('type_', Type.Optional(SmartlockTypeField)),
      offset: Offset,
      limit: Limit(undefined, 1000),
    }),
    returns: Type.Array(Smartlock),
  }),
  get: route({
    number: 101,
    method: 'GET',
    path: '/smartlock/{smartlockId}',
    summary: 'Get one smartlock',
    access: mayRead,
    doors: 'path',
    params: SmartlockParams,
    returns: Smartlock,
  }),
  update: route({
    number: 34,
    method: 'POST',
    path: '/smartlock/{smartlockId}',
    summary: 'Change the name or the favourite mark of a smartlock',
    access: mayManage,
    doors: 'path',
    params: SmartlockParams,
    update: true,
    body: Type.Partial(SmartlockLabels),
  }),
  ...smartlockActions,
  ...smartlockSettings,
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
    summary: 'Ask what a smartlock can do, which rules its codes follow and how many places are left',
    access: mayRead,
    doors: 'path',
    params: SmartlockParams,
    query: Type.Object({
      at: Type.Optional({
        ...DateTime,
        description: 'slots at that time, with what has expired by then deleted',
      }),
    }),
    returns: Capability,
  }),
  ...advancedSmartlockActions,
  register: route({
    method: 'PUT',
    path: '/smartlock',
    summary: 'Register a smartlock and get its credentials, shown once',
    access: mayRegister,
    lasting: true,
    body: Type.Object({
      type: SmartlockTypeField,
      name: DeviceName,
      deviceId: Type.Optional(
        Type.String({
          pattern: '^[0-9A-Fa-f]{8}$',
          examples: ['2BB28570'],
          description: '8 hex digits; generated when left out',
        }),
      ),
      virtualDevice: Type.Optional(Type.Boolean()),
    }),
    returns: Type.Object({ ...Smartlock.properties, credentials: DeviceCredentials }),
    errors: ['smartlock_exists', 'quota_exceeded'],
    guessable: true,
  }),
  rotateCredentials: route({
    method: 'POST',
    path: '/smartlock/{smartlockId}/credentials',
    summary:
      'Replace the credentials of a smartlock; its codes then go to whatever logs in with the new ones',
    access: mayReplaceCredentials,
    lasting: true,
    params: SmartlockParams,
    body: Type.Object({
      ...stepUpFields,
      graceMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 60, default: 0 })),
    }),
    returns: DeviceCredentials,
    errors: STEP_UP_ERRORS,
  }),
  log: route({
    method: 'GET',
    path: '/smartlock/log',
    summary: 'List log entries of all smartlocks, newest first',
    access: mayViewLogs,
    doors: 'handler',
    query: Type.Object({ ...LogQuery, smartlockId: Type.Optional(SmartlockId) }),
    returns: Type.Array(SmartlockLog),
  }),
  logOf: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/log',
    summary: 'List log entries of one smartlock, newest first',
    access: mayViewLogs,
    doors: 'path',
    params: SmartlockParams,
    query: Type.Object({ ...LogQuery, authId: Type.Optional(HexId) }),
    returns: Type.Array(SmartlockLog),
  }),
}
