import type { SmartlockLabels } from '@latchwork/contract'
import type { Generated } from 'kysely'

/** Locks, how they log in, what they reported and what they are to be like. */
export interface SmartlocksTables {
  smartlock: SmartlockTable
  smartlock_log: SmartlockLogTable
  lock_desired: LockDesiredTable
  battery_reading: BatteryReadingTable
  device_credential: DeviceCredentialTable
  revoked_login: RevokedLoginTable
  device_session: DeviceSessionTable
}

type ColumnName<field> = field extends `${infer first}${infer rest}`
  ? `${first extends Lowercase<first> ? first : `_${Lowercase<first>}`}${ColumnName<rest>}`
  : ''

/** Yes and no are 1 and 0. */
type Stored<value> = value extends boolean ? number : value

/** The columns of what an account sets about a lock, from the contract; a field that may be missing may be null. */
export type LabelColumns = {
  [field in keyof SmartlockLabels as ColumnName<field>]-?: undefined extends SmartlockLabels[field]
    ? Stored<NonNullable<SmartlockLabels[field]>> | null
    : Stored<SmartlockLabels[field]>
}

export interface SmartlockTable extends LabelColumns {
  smartlock_id: number
  account_id: number
  device_id: string
  type: number
  virtual: number
  /** Through what it is reached: `native` for devices that speak LDP/1 themselves. */
  driver: string
  /** Of locks that a gateway serves: which one, and what that calls it. */
  gateway_id: string | null
  gateway_key: string | null
  vendor: string | null
  model: string | null
  /** JSON: what it says it can do; null for one that is known by its type. */
  capability: string | null
  auth_id: number
  server_state: number
  admin_pin_state: number
  firmware_version: number | null
  hardware_version: number | null
  /** Contract 4.13, as last reported. */
  state: string | null
  /** Contract 4.8, as last reported. */
  config: string | null
  /** Contract 4.9 to 4.11, as last reported. */
  advanced_config: string | null
  /** Contract 4.12; the device never sees it. */
  web_config: string | null
  /** The PIN the service shows the lock (D64), encrypted. */
  admin_pin_sealed: string | null
  error: string | null
  /** The action under way, if any: one at a time. */
  action_operation_id: string | null
  /** The connection the device last announced. */
  session_id: string | null
  session_username: string | null
  /** The last command counter given out in this session. */
  session_counter: number
  /** Changes when the device lost its memory; sequence numbers count within it. */
  epoch: string | null
  /** The minor version of the protocol that the device last announced. */
  protocol_minor: Generated<number>
  state_seq: number
  event_seq: number
  last_seen_at: number | null
  /** What is wrong with a login of it that still works, as the API shows it; null: nothing. */
  credentials_warning: 'legacy' | 'exposed' | null
  created_at: number
  /** Of one that was brought over: since when it is connected here. */
  connected_at: number | null
  updated_at: number
  /** What about it needs somebody, of `TROUBLE`; the database keeps it by type, connection and state, whoever writes those. */
  troubles: Generated<number>
}

/** The bits of `troubles`, as `troublesOf` and the triggers of migrations 0090 and 0092 work them out. */
export const TROUBLE = { unlocked: 1, open: 2, jammed: 4, offline: 8, battery: 16 } as const

/** What a lock has that others made. */
export type ServedColumns = Pick<
  SmartlockTable,
  'driver' | 'gateway_id' | 'gateway_key' | 'vendor' | 'model' | 'capability'
>

export interface SmartlockLogTable {
  id: string
  account_id: number
  smartlock_id: number
  device_type: number
  account_user_id: number | null
  auth_id: string | null
  name: string
  action: number
  trigger: number
  state: number
  auto_unlock: number
  source: number | null
  /** JSON, openers only. */
  opener_log: string | null
  error: string | null
  date: number
}

/** What a lock is to be like and has not confirmed yet: one row per section, kept for its revision. */
export interface LockDesiredTable {
  account_id: number
  smartlock_id: number
  section: string
  revision: number
  /** JSON: the values that wait. */
  changes: string
  /** The operation that waits for the lock's answer; null when nothing does. */
  operation_id: string | null
  /** When to send it (again); null while the lock is offline. */
  due_at: number | null
}

/** What a battery had left at the end of a day on which that changed. */
export interface BatteryReadingTable {
  account_id: number
  smartlock_id: number
  /** Since 1 January 1970. */
  day: number
  charge: number
}

export interface DeviceCredentialTable {
  username: string
  account_id: number
  smartlock_id: number
  device_id: string
  /** Of what it logs in with: the login derived from its secret, or the secret itself (LDP/1.0). */
  secret_hash: string
  /** The key that signs, encrypted; written before 0017, until the next start, the secret it is derived from. */
  secret_sealed: string
  /** 1: it logs in with a key derived from the secret; 0: with the secret itself. */
  login_derived: Generated<number>
  /** The same password as Mosquitto keeps it; null until the secret was turned into a key. */
  broker_hash: string | null
  /** When its secret was first sent over the wire, by a device of LDP/1.0. */
  exposed_at: number | null
  /** Set when a newer credential replaced this one. */
  valid_until: number | null
  created_at: number
}

/** Logins of locks that were deleted, until their connections are surely gone. */
export interface RevokedLoginTable {
  username: string
  revoked_at: number
}

/** A connection that a lock announced, with the memory it had. */
export interface DeviceSessionTable {
  account_id: number
  smartlock_id: number
  session_id: string
  epoch: string
  seen_at: number
}
