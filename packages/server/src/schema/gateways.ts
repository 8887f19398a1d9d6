/** What serves locks of others, and what it found. */
export interface GatewaysTables {
  gateway: GatewayTable
  gateway_lock: GatewayLockTable
}

export interface GatewayTable {
  id: string
  account_id: number
  name: string
  /** Of the claim code that waits to be used, or was used while its time is not over. */
  claim_hash: string | null
  claim_until: number | null
  /** Of the token the gateway made for itself; null until somebody came with a claim code. */
  token_hash: string | null
  /** The claim code that token came with, hashed: the same two again are the same claim. */
  claimed_with: string | null
  /** Grows with every lock that is adopted or given up. */
  adoption_revision: number
  version: string | null
  started_at: number | null
  /** Since when it has reported without a gap. */
  connected_since: number | null
  last_report_at: number | null
  /** JSON, as reported. */
  hubs: string
  /** JSON, as reported. */
  queue: string | null
  created_at: number
}

/** A lock that a gateway found, adopted or not. */
export interface GatewayLockTable {
  gateway_id: string
  key: string
  account_id: number
  /** JSON, as reported. */
  found: string
  /** Since when the gateway does not name it any more. */
  lost_at: number | null
}
