import Type, { type Static } from 'typebox'
import { alias, clearable, DateTime, HexId, IntEnum, SmartlockId, StringEnum } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { route } from './route.ts'
import { SmartlockLog } from './smartlock.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** What a notification can tell of (D97). */
export const TRIGGER_EVENTS = [
  'lock',
  'unlock',
  'unlatch',
  'lockngo',
  'open',
  'ring',
  'doorsensor',
  'warnings',
  'smartlock',
] as const
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number]

export const NOTIFICATION_OS = { android: 0, ios: 1, webhook: 2 } as const
export const NOTIFICATION_STATUS = { init: 0, active: 1, failed: 2 } as const

const PushId = Type.String({ minLength: 1, maxLength: 4096, description: 'push id; a URL with os 2' })
const ReferenceId = Type.String({ maxLength: 255, description: 'id in the other system' })
const Secret = Type.String({
  pattern: '^[0-9a-fA-F]{40}$',
  examples: ['0123456789abcdef0123456789abcdef01234567'],
  description: '40 hex digits',
})
const Os = IntEnum([0, 1, 2], '0 Android, 1 iOS, 2 webhook')
const NotificationLanguage = StringEnum(LANGUAGES)

/** Which events of which lock, and of whom. */
export const NotificationSetting = Type.Object({
  smartlockId: Type.Optional(SmartlockId),
  triggerEvents: Type.Array(StringEnum(TRIGGER_EVENTS), { uniqueItems: true }),
  authIds: Type.Optional(
    Type.Array(HexId, { uniqueItems: true, maxItems: 200, description: 'authorizations; none means all' }),
  ),
})
export type NotificationSetting = Static<typeof NotificationSetting>

/** A push configuration (4.23). */
export const Notification = Type.Object({
  notificationId: HexId,
  referenceId: Type.Optional(Type.String()),
  pushId: Type.String(),
  secret: Type.String({ description: '40 hex digits; signs what is posted with os 2' }),
  os: Os,
  language: Type.Optional(NotificationLanguage),
  status: IntEnum([0, 1, 2], '0 init, 1 active, 2 failed'),
  lastActiveDate: Type.Optional(DateTime),
  settings: Type.Array(NotificationSetting),
  error: Type.Optional(Type.String({ description: 'why status is 2' })),
})
export type Notification = Static<typeof Notification>

/** One entry of what is posted with os 2 (D95). */
export const NotificationMessage = Type.Object({
  notificationId: HexId,
  referenceId: Type.Optional(Type.String()),
  event: StringEnum(TRIGGER_EVENTS),
  smartlockId: SmartlockId,
  smartlockName: Type.String(),
  message: Type.String(),
  date: DateTime,
  smartlockLog: Type.Optional(SmartlockLog),
})
export type NotificationMessage = Static<typeof NotificationMessage>

const access = { scopes: ['smartlock.log', 'notification'], right: 'viewLogs' } as const
const NotificationParams = Type.Object({ notificationId: HexId })
const referenceId = Type.Optional(alias('reference_id', clearable(ReferenceId)))
const language = Type.Optional(clearable(NotificationLanguage))

export const notifications = {
  list: route({
    number: 96,
    method: 'GET',
    path: '/notification',
    summary: 'List the notifications, or those with a reference id',
    access,
    roles: 'own',
    query: Type.Object({ referenceId: Type.Optional(alias('reference_id', ReferenceId)) }),
    returns: Type.Array(Notification),
  }),
  create: route({
    number: 97,
    method: 'PUT',
    path: '/notification',
    summary: 'Create a notification',
    access,
    roles: 'own',
    body: Type.Object({
      referenceId,
      pushId: PushId,
      secret: Type.Optional(Secret),
      os: Os,
      language,
      settings: Type.Array(NotificationSetting),
      ...stepUpFields,
    }),
    returns: Notification,
    errors: ['quota_exceeded', 'url_not_allowed', ...STEP_UP_ERRORS],
  }),
  get: route({
    number: 98,
    method: 'GET',
    path: '/notification/{notificationId}',
    summary: 'Get a notification',
    access,
    roles: 'own',
    params: NotificationParams,
    returns: Notification,
  }),
  update: route({
    number: 99,
    method: 'POST',
    path: '/notification/{notificationId}',
    summary: 'Change a notification; a new push id or os begins anew',
    access,
    roles: 'own',
    params: NotificationParams,
    body: Type.Object({
      referenceId,
      pushId: Type.Optional(PushId),
      secret: Type.Optional(Secret),
      os: Type.Optional(Os),
      language,
      settings: Type.Optional(Type.Array(NotificationSetting)),
      ...stepUpFields,
    }),
    update: true,
    returns: Notification,
    errors: ['quota_exceeded', 'url_not_allowed', ...STEP_UP_ERRORS],
  }),
  remove: route({
    number: 100,
    method: 'DELETE',
    path: '/notification/{notificationId}',
    summary: 'Delete a notification',
    access,
    roles: 'own',
    params: NotificationParams,
  }),
}
