import type {
  ActionCallback,
  ActionCallbackType,
  DeviceConfig,
  DeviceLogs,
  DeviceMasterdata,
  DeviceStatus,
  Smartlock,
  SmartlockConfig,
  SmartlockLog,
  SmartlockState,
  SmartlockType,
} from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { OperationRow } from '../operations/service.ts'
import type { LogRow, SmartlockRow } from './store.ts'

/** The part of a smartlock that says which family it belongs to, derived from its type (4.7). */
const familyOf = (type: number) => {
  if (type === 2) return { opener: true }
  if (type === 1) return { box: true }
  return type === 3 ? { smartDoor: true } : { keyturner: true }
}

const stateOf = (row: SmartlockRow): SmartlockState | undefined =>
  row.state === null ? undefined : (JSON.parse(row.state) as SmartlockState)

const configOf = (row: SmartlockRow): SmartlockConfig | undefined =>
  row.config === null ? undefined : (JSON.parse(row.config) as SmartlockConfig)

export function present(row: SmartlockRow): Smartlock {
  const state = stateOf(row)
  const config = configOf(row)
  return {
    smartlockId: row.smartlock_id,
    accountId: row.account_id,
    type: row.type as SmartlockType,
    authId: row.auth_id,
    name: row.name,
    favorite: row.favorite === 1,
    ...(config && { config }),
    ...(state && { state }),
    ...(row.firmware_version !== null && { firmwareVersion: row.firmware_version }),
    ...(row.hardware_version !== null && { hardwareVersion: row.hardware_version }),
    ...(row.action_operation_id !== null && { operationId: row.action_operation_id }),
    serverState: row.server_state,
    adminPinState: row.admin_pin_state,
    ...(row.virtual === 1 && { virtualDevice: true }),
    creationDate: toWireDate(row.created_at),
    updateDate: toWireDate(row.updated_at),
    ...(row.error !== null && { error: row.error }),
    ...familyOf(row.type),
  }
}

export const presentLog = (row: LogRow): SmartlockLog => ({
  id: row.id,
  smartlockId: row.smartlock_id,
  deviceType: row.device_type,
  ...(row.account_user_id !== null && { accountUserId: row.account_user_id }),
  ...(row.auth_id !== null && { authId: row.auth_id }),
  name: row.name,
  action: row.action,
  trigger: row.trigger,
  state: row.state,
  autoUnlock: row.auto_unlock === 1,
  date: toWireDate(row.date),
  ...(row.opener_log !== null && {
    openerLog: JSON.parse(row.opener_log) as NonNullable<SmartlockLog['openerLog']>,
  }),
  ...(row.source !== null && { source: row.source }),
  ...(row.error !== null && { error: row.error }),
})

/** Payloads of the events this area emits (7.3). */
export function statusPayload(row: SmartlockRow): DeviceStatus {
  const state = stateOf(row)
  return {
    feature: 'DEVICE_STATUS',
    smartlockId: row.smartlock_id,
    ...(state && { state }),
    serverState: row.server_state,
    adminPinState: row.admin_pin_state,
  }
}

export const masterdataPayload = (row: SmartlockRow, deleted = false): DeviceMasterdata => ({
  feature: 'DEVICE_MASTERDATA',
  deleted,
  smartlockId: row.smartlock_id,
  accountId: row.account_id,
  type: row.type as SmartlockType,
  authId: row.auth_id,
  name: row.name,
  favorite: row.favorite === 1,
  ...(row.firmware_version !== null && { firmwareVersion: row.firmware_version }),
  ...(row.hardware_version !== null && { hardwareVersion: row.hardware_version }),
  serverState: row.server_state,
  adminPinState: row.admin_pin_state,
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})

export function configPayload(row: SmartlockRow): DeviceConfig {
  const config = configOf(row)
  return { feature: 'DEVICE_CONFIG', smartlockId: row.smartlock_id, ...(config && { config }) }
}

export const logPayload = (row: LogRow): DeviceLogs => ({
  feature: 'DEVICE_LOGS',
  smartlockLog: presentLog(row),
})

/** How an advanced action ended (7.4); undefined for operations nobody waits for a callback of. */
export function callbackPayload(operation: OperationRow): ActionCallback | undefined {
  const { callback } = JSON.parse(operation.payload) as { callback?: ActionCallbackType }
  if (callback === undefined || operation.request_id === null || operation.smartlock_id === null) {
    return undefined
  }
  return {
    type: callback,
    requestId: operation.request_id,
    smartlockId: operation.smartlock_id,
    success: operation.status === 'confirmed',
    ...(operation.error_code !== null && { errorCode: operation.error_code }),
  }
}
