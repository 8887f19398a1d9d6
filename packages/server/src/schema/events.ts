/** The event log. */
export interface EventsTables {
  event: EventTable
  event_head: EventHeadTable
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
  /** Comma list of changes that people are notified of; null for most. */
  notices: string | null
  created_at: number
}

/** The newest event id of an account: events of one account are numbered in the order they commit. */
export interface EventHeadTable {
  account_id: number
  last_id: string
}
