import Type, { type Static } from 'typebox'
import { SmartlockId, StringEnum } from './fields.ts'
import { Smartlock, SmartlockLog, SmartlockState } from './smartlocks.ts'

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

const { smartlockId, accountId, type, authId, name, favorite } = Smartlock.properties
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
  name,
  favorite,
  firmwareVersion,
  hardwareVersion,
  serverState,
  adminPinState,
  creationDate,
  updateDate,
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

/** Anything the event log can carry today. */
export type EventPayload = DeviceStatus | DeviceMasterdata | DeviceConfig | DeviceLogs
