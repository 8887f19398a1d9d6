import type { Generated } from 'kysely'

/** Where events are posted to, and how that went. */
export interface WebhooksTables {
  webhook_endpoint: WebhookEndpointTable
  webhook_delivery: WebhookDeliveryTable
  webhook_log: WebhookLogTable
}

/** Where events of one account are posted to. */
export interface WebhookEndpointTable {
  endpoint_id: Generated<number>
  /** Whose webhook it is. */
  account_id: number
  /** Whose events it gets: the master's for a sub-account (D39). */
  event_account_id: number
  api_key_id: number
  /** Set for a central webhook (D85). URL, features and secret are those of this advanced key, and empty here. */
  central_key_id: number | null
  /** What the account granted to the key of a central webhook (null in the key's own account), or to who made a decentral one. */
  grant_id: string | null
  /** The API token that made a decentral webhook; it goes with it (D117). */
  token_id: string | null
  /** The console session that made one. Without token, grant and session nobody knows: it is from before that was kept. */
  session_id: string | null
  url: string
  /** JSON array. */
  features: string
  secret_sealed: string
  /** The one before, encrypted, while it counts as well (D123). */
  old_secret_sealed: string | null
  old_secret_until: number | null
  status: string
  /** Everything up to here was delivered once, or waits in `webhook_delivery`. */
  last_event_id: string
  /** The first failure since the last success. */
  failing_since: number | null
  succeeded_at: number | null
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
  /** The beginning of what the receiver answered, as JSON, encrypted; gone when the event is past its time (D189). */
  answer_sealed: string | null
  created_at: number
  updated_at: number
}
