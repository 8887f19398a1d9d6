import Type, { type Static } from 'typebox'
import { AccountUser } from './account-users.ts'
import { SmartlockAuth } from './authorization.ts'
import { DateTime, HexId, IntId, Limit, SmartlockId, StringEnum } from './fields.ts'
import { route } from './route.ts'
import { Smartlock, SmartlockLog, SmartlockState, shownLabels } from './smartlock.ts'

/** What a webhook can subscribe to (6.17). */
export const WEBHOOK_FEATURES = [
  'DEVICE_STATUS',
  'DEVICE_MASTERDATA',
  'DEVICE_CONFIG',
  'DEVICE_LOGS',
  'DEVICE_AUTHS',
  'ACCOUNT_USER',
] as const
export type WebhookFeature = (typeof WEBHOOK_FEATURES)[number]

/** Every feature the event log knows; CALLBACK is for advanced calls only (7.4). */
export type EventFeature = WebhookFeature | 'CALLBACK'

const { smartlockId, accountId, type, authId } = Smartlock.properties
const { driver, vendor, model, gatewayId } = Smartlock.properties
const { config, advancedConfig, openerAdvancedConfig, smartdoorAdvancedConfig, webConfig } =
  Smartlock.properties
const { firmwareVersion, hardwareVersion, serverState, adminPinState, creationDate, updateDate } =
  Smartlock.properties

/** Payloads by feature (7.3). The area that emits an event builds its payload. */
export const DeviceStatus = Type.Object({
  feature: StringEnum(['DEVICE_STATUS']),
  smartlockId: SmartlockId,
  state: Type.Optional(SmartlockState),
  serverState,
  adminPinState,
})
export type DeviceStatus = Static<typeof DeviceStatus>

export const DeviceMasterdata = Type.Object({
  feature: StringEnum(['DEVICE_MASTERDATA']),
  deleted: Type.Boolean(),
  smartlockId,
  accountId,
  type,
  authId,
  ...shownLabels,
  firmwareVersion,
  hardwareVersion,
  serverState,
  adminPinState,
  creationDate,
  updateDate,
  driver,
  vendor,
  model,
  gatewayId,
})
export type DeviceMasterdata = Static<typeof DeviceMasterdata>

export const DeviceConfig = Type.Object({
  feature: StringEnum(['DEVICE_CONFIG']),
  smartlockId,
  config,
  advancedConfig,
  openerAdvancedConfig,
  smartdoorAdvancedConfig,
  webConfig,
})
export type DeviceConfig = Static<typeof DeviceConfig>

export const DeviceLogs = Type.Object({ feature: StringEnum(['DEVICE_LOGS']), smartlockLog: SmartlockLog })
export type DeviceLogs = Static<typeof DeviceLogs>

const { code: _code, email: _email, ...shownToReceivers } = SmartlockAuth.properties

/** Without the code: events are kept and sent on as plain text; who may know a code asks for it. */
export const DeviceAuths = Type.Object({
  feature: StringEnum(['DEVICE_AUTHS']),
  deleted: Type.Boolean(),
  smartlockAuth: Type.Object(shownToReceivers),
})
export type DeviceAuths = Static<typeof DeviceAuths>

export const AccountUserEvent = Type.Object({
  feature: StringEnum(['ACCOUNT_USER']),
  deleted: Type.Boolean(),
  accountUser: AccountUser,
})
export type AccountUserEvent = Static<typeof AccountUserEvent>

export const ACTION_CALLBACK_TYPES = ['Action', 'LockAction', 'UnlockAction'] as const
export type ActionCallbackType = (typeof ACTION_CALLBACK_TYPES)[number]

/** How an advanced lock action ended (7.4). It has no `feature`: `type` says which call it answers. */
export const ActionCallback = Type.Object({
  type: StringEnum(ACTION_CALLBACK_TYPES),
  requestId: HexId,
  smartlockId: SmartlockId,
  success: Type.Boolean(),
  errorCode: Type.Optional(Type.String({ description: '7.5' })),
})
export type ActionCallback = Static<typeof ActionCallback>

/** How the creation of authorizations ended, lock by lock (7.4). */
export const AuthCreationCallback = Type.Object({
  type: StringEnum(['AuthCreation']),
  requestId: HexId,
  success: Type.Boolean({ description: 'all succeeded' }),
  detail: Type.Array(
    Type.Object({
      smartlockId: SmartlockId,
      success: Type.Boolean(),
      errorCode: Type.Optional(Type.String({ description: '7.5' })),
      id: HexId,
    }),
  ),
})
export type AuthCreationCallback = Static<typeof AuthCreationCallback>

/** How the deletion of units ended, unit by unit (7.4). */
export const UnitDeletionCallback = Type.Object({
  type: StringEnum(['UnitDeletion']),
  requestId: HexId,
  success: Type.Boolean({ description: 'all succeeded' }),
  detail: Type.Array(
    Type.Object({
      id: HexId,
      success: Type.Boolean(),
      errorCode: Type.Optional(Type.String({ description: '7.5' })),
    }),
  ),
})
export type UnitDeletionCallback = Static<typeof UnitDeletionCallback>

/** Anything the event log can carry today. */
export type EventPayload =
  | DeviceStatus
  | DeviceMasterdata
  | DeviceConfig
  | DeviceLogs
  | DeviceAuths
  | AccountUserEvent
  | ActionCallback
  | AuthCreationCallback
  | UnitDeletionCallback

/** What the test call of a webhook posts; it is in no log of events. */
export const WebhookTest = Type.Object({ feature: StringEnum(['TEST']), webhookId: IntId, date: DateTime })
export type WebhookTest = Static<typeof WebhookTest>

/** Any message a webhook receiver can get. */
export type WebhookPayload = EventPayload | WebhookTest

/** An entry of the event log (4.25); `payload` is what webhooks post. */
export const Event = Type.Object({
  id: HexId,
  date: DateTime,
  feature: StringEnum([...WEBHOOK_FEATURES, 'CALLBACK']),
  smartlockId: Type.Optional(SmartlockId),
  payload: Type.Object({}, { additionalProperties: true, description: 'by feature: 7.3, 7.4' }),
})
export type Event = Static<typeof Event>

/** Which features a caller sees is decided by its scopes and rights (7.2); callbacks by its API key. */
export const events = {
  list: route({
    method: 'GET',
    path: '/event',
    summary: 'List events after a cursor, oldest first, or from the newest back into the past',
    access: 'token',
    doors: 'handler',
    query: Type.Object({
      after: Type.Optional(HexId),
      before: Type.Optional({ ...HexId, description: 'with `order=newest`: where the page before ended' }),
      order: Type.Optional(StringEnum(['oldest', 'newest'], '`newest` goes back into the past (D190)')),
      feature: Type.Optional(StringEnum([...WEBHOOK_FEATURES, 'CALLBACK'])),
      limit: Limit(100, 1000),
    }),
    returns: Type.Object({
      events: Type.Array(Event),
      next: HexId,
      hasMore: Type.Optional(Type.Boolean({ description: 'with `order=newest`: there may be older ones' })),
    }),
    errors: ['cursor_expired'],
  }),
  stream: route({
    method: 'GET',
    path: '/event/stream',
    summary: 'Receive events as they happen, as server-sent events; Last-Event-ID or `after` resumes',
    access: 'token',
    doors: 'handler',
    query: Type.Object({
      after: Type.Optional(HexId),
      format: Type.Optional(
        StringEnum(
          ['event', 'message'],
          '`message`: events have no name, for who listens to `onmessage` only',
        ),
      ),
    }),
    stream: true,
    errors: ['quota_exceeded'],
  }),
}
