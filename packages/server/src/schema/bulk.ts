import type { BulkAction, BulkOutcome, BulkState } from '@latchwork/contract'

/** The same for many things at once. */
export interface BulkTables {
  bulk_run: BulkRunTable
  bulk_item: BulkItemTable
}

export interface BulkRunTable {
  id: string
  account_id: number
  action: BulkAction
  /** JSON: what of the call is needed while it runs. */
  terms: string
  state: BulkState
  total: number
  done: number
  same: number
  failed: number
  /** Who asked for it, and by which access: what that may do is asked again while it runs. */
  actor_account_id: number
  actor_name: string
  api_key_id: number | null
  token_id: string | null
  grant_id: string | null
  session_id: string | null
  /** When it is gone on with; null once it has ended. */
  next_at: number | null
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  ended_at: number | null
}

export interface BulkItemTable {
  account_id: number
  run_id: string
  /** In the order in which they were named, from 1. */
  number: number
  item_id: string
  /** As it was when it was asked for. */
  name: string
  new_name: string | null
  outcome: BulkOutcome
  error: string | null
  operation_id: string | null
}
