import type {
  DeviceConfig,
  DeviceMasterdata,
  DeviceStatus,
  Smartlock,
  SmartlockConfig,
  SmartlockState,
  SmartlockType,
  WebConfig,
} from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import { advancedKindOf, isStale, labelsOf, type Section, switchesOf } from './rules.ts'
import type { DesiredRow, SmartlockRow } from './store.ts'

/** A lock and what it is asked to be like: answers show the desired values (D26). */
export interface LockView {
  row: SmartlockRow
  pending: readonly DesiredRow[]
}

/** The part of a smartlock that says which family it belongs to, derived from its type (4.7). */
const familyOf = (type: number) => {
  if (type === 2) return { opener: true }
  if (type === 1) return { box: true }
  return type === 3 ? { smartDoor: true } : { keyturner: true }
}

/** Of locks that others made: through what they are reached, whose they are, and which gateway serves them. */
const makeOf = ({ driver, vendor, model, gateway_id }: SmartlockRow) => ({
  ...(driver !== 'native' && { driver }),
  ...(vendor !== null && { vendor }),
  ...(model !== null && { model }),
  ...(gateway_id !== null && { gatewayId: gateway_id }),
})

export const stateOf = (row: SmartlockRow): SmartlockState | undefined =>
  row.state === null ? undefined : (JSON.parse(row.state) as SmartlockState)

/** Of a lock that never reported: clients read a state of every lock, so nothing in it is known (D132). */
const UNKNOWN_STATE: SmartlockState = {
  mode: 0,
  state: 255,
  trigger: 0,
  lastAction: 0,
  batteryCritical: false,
  doorState: 0,
  ringToOpenTimer: 0,
  nightMode: false,
}

/** Seconds left of ring-to-open; 0 when it is off (4.13). */
export function ringToOpenTimer(endsAt: number | undefined, now: number): number {
  const secondsLeft = endsAt === undefined ? 0 : Math.ceil((endsAt - now) / 1000)
  return Math.min(Math.max(secondsLeft, 0), 65_535)
}

/** The timer goes on counting after the opener has reported it. */
const countedDown = (state: SmartlockState, now: number): SmartlockState =>
  state.ringToOpenEnd === undefined
    ? state
    : { ...state, ringToOpenTimer: ringToOpenTimer(Date.parse(state.ringToOpenEnd), now) }

/** As callers see it: what counts down is as it is now, and of a lock that never reported nothing is known. */
export const shownState = (row: SmartlockRow, now: number): SmartlockState =>
  countedDown(stateOf(row) ?? UNKNOWN_STATE, now)

export const webConfigOf = (row: SmartlockRow): WebConfig | undefined =>
  row.web_config === null ? undefined : (JSON.parse(row.web_config) as WebConfig)

/** A section as last reported, with what is pending laid over it. A lock that never reported one shows none. */
export function presentSection(
  reported: string | null,
  section: Section,
  pending: readonly DesiredRow[],
): Record<string, unknown> | undefined {
  if (reported === null) return undefined
  const desired = pending.find((row) => row.section === section)
  return {
    ...(JSON.parse(reported) as object),
    ...(desired && { ...(JSON.parse(desired.changes) as object), operationId: desired.operation_id }),
  }
}

/** Everything that is set on a lock or about it, under the names its type has for it (4.7). */
function presentSettings({ row, pending }: LockView) {
  const config = presentSection(row.config, 'config', pending) as SmartlockConfig | undefined
  const advanced = presentSection(row.advanced_config, 'advanced', pending)
  const kind = advancedKindOf(row.type)
  const webConfig = webConfigOf(row)
  return {
    ...(config && { config }),
    ...(advanced && kind && { [kind.field]: advanced }),
    ...(webConfig && { webConfig }),
  }
}

/** The action, sync or PIN under way, in this order; the configurations have their own (4.7). */
const operationOf = ({ row, pending }: LockView): string | null =>
  row.action_operation_id ??
  pending.find(({ section }) => section === 'sync')?.operation_id ??
  pending.find(({ section }) => section === 'pin')?.operation_id ??
  null

export function present(view: LockView, now: number): Smartlock {
  const { row } = view
  const action = row.action_operation_id
  const operationId = operationOf(view)
  return {
    smartlockId: row.smartlock_id,
    accountId: row.account_id,
    type: row.type as SmartlockType,
    authId: row.auth_id,
    ...labelsOf(row),
    ...switchesOf(row),
    ...makeOf(row),
    ...presentSettings(view),
    state: { ...shownState(row, now), ...(action !== null && { operationId: action }) },
    ...(row.firmware_version !== null && { firmwareVersion: row.firmware_version }),
    ...(row.hardware_version !== null && { hardwareVersion: row.hardware_version }),
    ...(operationId !== null && { operationId }),
    serverState: row.server_state,
    adminPinState: row.admin_pin_state,
    ...(row.virtual === 1 && { virtualDevice: true }),
    creationDate: toWireDate(row.created_at),
    updateDate: toWireDate(row.updated_at),
    ...(row.error !== null && { error: row.error }),
    ...(row.last_seen_at !== null && { lastSeenDate: toWireDate(row.last_seen_at) }),
    ...(isStale(row.last_seen_at, now) && { stale: true }),
    ...(row.credentials_warning !== null && { credentialsWarning: row.credentials_warning }),
    ...familyOf(row.type),
  }
}

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
  ...labelsOf(row),
  ...switchesOf(row),
  ...makeOf(row),
  ...(row.firmware_version !== null && { firmwareVersion: row.firmware_version }),
  ...(row.hardware_version !== null && { hardwareVersion: row.hardware_version }),
  serverState: row.server_state,
  adminPinState: row.admin_pin_state,
  creationDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
})

export const configPayload = (view: LockView): DeviceConfig => ({
  feature: 'DEVICE_CONFIG',
  smartlockId: view.row.smartlock_id,
  ...presentSettings(view),
})
