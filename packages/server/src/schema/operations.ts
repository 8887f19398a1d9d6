import type { Generated } from 'kysely'

/** Receipts of what was asked of locks. */
export interface OperationsTables {
  operation: OperationTable
}

export interface OperationTable {
  id: string
  account_id: number
  /** The account whose token asked: a sub-account's operations belong to its master's data. */
  actor_account_id: number
  actor_name: string
  api_key_id: number | null
  request_id: string | null
  /** The advanced call as it came in, encrypted: logs of callbacks show it (4.5). */
  request_sealed: string | null
  parent_id: string | null
  /** `X-Request-Id` of the call that it came from. */
  call_id: string | null
  /** `traceparent` of that call, where it is recorded. */
  trace: string | null
  smartlock_id: number | null
  type: string
  status: string
  /** JSON: what is to be done. */
  payload: string
  /** JSON array of authorization ids. */
  auth_ids: string | null
  error_code: string | null
  error: string | null
  /** How a movement or a code is known, of those that were confirmed. */
  proof: string | null
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
