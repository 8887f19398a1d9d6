import type { AdvancedKeyStatus, AdvancedKeyType, WebhookStatus } from '@latchwork/contract'
import type { Generated } from 'kysely'
import type { AccessSchema } from './access-schema.ts'

/**
 * Every table. Times are milliseconds since the epoch, booleans are 0 or 1, documents are JSON text: the same columns
 * and the same query code on both engines. Each tenant row carries `account_id`, and every look-up uses it first.
 */
export interface Schema extends AccessSchema {
  account: AccountTable
  api_key: ApiKeyTable
  api_token: ApiTokenTable
  smartlock: SmartlockTable
  device_credential: DeviceCredentialTable
  smartlock_log: SmartlockLogTable
  lock_desired: LockDesiredTable
  revoked_login: RevokedLoginTable
  operation: OperationTable
  event: EventTable
  event_head: EventHeadTable
  job: JobTable
  idempotency: IdempotencyTable
  service_mark: ServiceMarkTable
  advanced_api_key: AdvancedApiKeyTable
  webhook_endpoint: WebhookEndpointTable
  webhook_delivery: WebhookDeliveryTable
  webhook_log: WebhookLogTable
  audit: AuditTable
  audit_head: AuditHeadTable
  session: SessionTable
  login_attempt: LoginAttemptTable
  account_otp: AccountOtpTable
  oauth_grant: OauthGrantTable
  oauth_token: OauthTokenTable
  oauth_code: OauthCodeTable
  oauth_ticket: OauthTicketTable
}

/** Facts about this store as a whole, by name. */
export interface ServiceMarkTable {
  name: string
  value: string
}

export interface AccountTable {
  account_id: Generated<number>
  /** Set on sub-accounts. */
  master_account_id: number | null
  type: number
  email: string
  /** Lower case; unique. */
  email_key: string
  password_hash: string
  name: string
  rights: number
  language: string | null
  created_at: number
  updated_at: number
}

export interface ApiKeyTable {
  api_key_id: Generated<number>
  account_id: number
  /** OAuth client id. */
  client_id: string
  description: string | null
  /** JSON array. */
  redirect_uris: string | null
  created_at: number
}

export interface ApiTokenTable {
  id: string
  account_id: number
  api_key_id: number
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The first characters, shown in lists. */
  prefix: string
  description: string | null
  /** JSON array. */
  scopes: string
  created_at: number
  /** Day precision. */
  last_used_at: number | null
}

export interface SmartlockTable {
  smartlock_id: number
  account_id: number
  device_id: string
  type: number
  name: string
  favorite: number
  virtual: number
  driver: string
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
  state_seq: number
  event_seq: number
  last_seen_at: number | null
  created_at: number
  updated_at: number
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
  /** When to send it (again); null while the lock is away. */
  due_at: number | null
}

/** Logins of locks that were deleted, until their connections are surely gone. */
export interface RevokedLoginTable {
  username: string
  revoked_at: number
}

export interface DeviceCredentialTable {
  username: string
  account_id: number
  smartlock_id: number
  device_id: string
  secret_hash: string
  /** The secret itself, encrypted: commands to the device are signed with a key derived from it. */
  secret_sealed: string
  /** Set when a newer credential replaced this one. */
  valid_until: number | null
  created_at: number
}

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

export interface OperationTable {
  id: string
  account_id: number
  /** The account whose token asked: a sub-account's operations belong to its master's data. */
  actor_account_id: number
  actor_name: string
  api_key_id: number | null
  request_id: string | null
  parent_id: string | null
  smartlock_id: number | null
  type: string
  status: string
  /** JSON: what is to be done. */
  payload: string
  /** JSON array of authorization ids. */
  auth_ids: string | null
  error_code: string | null
  error: string | null
  /** queued: not handed over after this. sent: no proof by then means unknown. */
  deadline_at: number | null
  /** The device session it was sent in. */
  session_id: string | null
  /** How many of its children have not ended; null for one that has none. */
  open_children: number | null
  failed_children: Generated<number>
  created_at: number
  updated_at: number
}

export interface EventTable {
  id: string
  account_id: number
  feature: string
  smartlock_id: number | null
  /** CALLBACK events belong to the key that made the call. */
  api_key_id: number | null
  /** JSON, exactly as receivers get it. */
  payload: string
  created_at: number
}

/** The newest event id of an account: events of one account are numbered in the order they commit. */
export interface EventHeadTable {
  account_id: number
  last_id: string
}

export interface JobTable {
  id: string
  kind: string
  /** At most one waiting job per kind and key. */
  key: string | null
  payload: string
  run_at: number
  attempts: number
  leased_until: number | null
  lease_owner: string | null
  last_error: string | null
  created_at: number
}

export interface IdempotencyTable {
  token_id: string
  key: string
  fingerprint: string
  status: number
  /** JSON: the headers worth repeating. */
  headers: string
  body: string
  created_at: number
}

export interface AdvancedApiKeyTable {
  api_key_id: number
  account_id: number
  name: string
  country: string
  description: string
  url: string
  email: string
  type: AdvancedKeyType
  webhook_url: string | null
  /** JSON array. */
  webhook_features: string | null
  restricted: number
  /** Set from the first approval on, when there is a URL. */
  webhook_status: WebhookStatus | null
  secret_sealed: string
  status: AdvancedKeyStatus
  created_at: number
  updated_at: number
}

/** One chain per master account. Rows are only ever added. */
export interface AuditTable {
  /** The master account, also for what its sub-accounts do. */
  account_id: number
  /** Counts up by one without gaps. */
  seq: number
  at: number
  /** Null: the operator, at the command line or on the first start. */
  actor_account_id: number | null
  actor_name: string
  action: string
  subject: string | null
  /** JSON object of texts. */
  detail: string | null
  request_id: string | null
  hash: string
}

/** The end of each chain: locked while the chain grows, and proof that its end was not cut off. */
export interface AuditHeadTable {
  account_id: number
  seq: number
  hash: string
  proof: string
}

/** A console session (D33). */
export interface SessionTable {
  id: string
  account_id: number
  token_hash: string
  created_at: number
  expires_at: number
}

/** A log-in that failed or is being checked, once per mail address and once per network (D42). */
export interface LoginAttemptTable {
  id: string
  /** Kind and hash of what is counted: a mail address that has no account is nobody's business. */
  key: string
  at: number
}

export interface AccountOtpTable {
  account_id: number
  secret_sealed: string
  requested_at: number
  /** Null: requested and not confirmed yet. */
  enabled_at: number | null
  /** The newest time step that was accepted; none is accepted twice. */
  last_step: number
  failures: number
  locked_until: number | null
}

/** What a person allowed a client: made when the client redeems its code. */
export interface OauthGrantTable {
  id: string
  account_id: number
  api_key_id: number
  /** JSON array. */
  scopes: string
  created_at: number
  /** Day precision. */
  last_used_at: number | null
}

export interface OauthTokenTable {
  token_hash: string
  grant_id: string
  kind: 'access' | 'refresh'
  /** JSON array; at most those of the grant. */
  scopes: string
  expires_at: number
  /** A refresh token that was exchanged for a new one: whoever shows it again has stolen it. */
  replaced_at: number | null
}

export interface OauthCodeTable {
  code_hash: string
  account_id: number
  api_key_id: number
  redirect_uri: string
  /** JSON array. */
  scopes: string
  code_challenge: string | null
  expires_at: number
  used_at: number | null
  /** What came of it: ends when the code is shown a second time. */
  grant_id: string | null
}

/** Somebody who has logged in at the authorize page and has not answered yet. */
export interface OauthTicketTable {
  ticket_hash: string
  account_id: number
  /** JSON: the checked request of the client. */
  request: string
  expires_at: number
}

/** Where events of one account are posted to. */
export interface WebhookEndpointTable {
  endpoint_id: Generated<number>
  /** Whose webhook it is. */
  account_id: number
  /** Whose events it gets: the master's for a sub-account (D39). */
  event_account_id: number
  api_key_id: number
  url: string
  /** JSON array. */
  features: string
  secret_sealed: string
  status: string
  /** Everything up to here was delivered once, or waits in `webhook_delivery`. */
  last_event_id: string
  /** The first failure since the last success. */
  failing_since: number | null
  /** One process at a time posts to an endpoint. */
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  updated_at: number
}

/** An event that an endpoint did not take yet and that is tried again. */
export interface WebhookDeliveryTable {
  endpoint_id: number
  event_id: string
  attempts: number
  next_at: number
}

/** One attempt. What was posted is in the event; the headers are masked. */
export interface WebhookLogTable {
  id: string
  account_id: number
  api_key_id: number
  endpoint_id: number
  /** Absent on tests. */
  event_id: string | null
  event_account_id: number
  /** Of the advanced call that a callback answers. */
  request_id: string | null
  attempt: number
  succeeded: number
  response_status: number | null
  duration: number
  url: string
  /** JSON object. */
  headers: string
  created_at: number
  updated_at: number
}
