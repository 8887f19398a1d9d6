/** Bridges: how programs that know the HTTP bridge of these locks reach an account. */
export interface BridgesTables {
  bridge: BridgeTable
  bridge_proof: BridgeProofTable
  bridge_callback: BridgeCallbackTable
}

export interface BridgeTable {
  account_id: number
  /** What programs know it by; stays when the token is replaced. */
  bridge_id: number
  /** Kept whole: what programs send is made from it. */
  token_sealed: string
  /** Until then whoever asks first gets the token. */
  pairing_until: number | null
  /** Entries from before are not shown to programs; they stay where they are. */
  log_cleared_at: number | null
  created_at: number
  token_made_at: number
}

/** What has been shown by a program and does not count a second time. */
export interface BridgeProofTable {
  account_id: number
  proof: string
  /** The status it was refused with; null while it is worked on, and for what was answered. */
  refused_with: number | null
  /** From then on its time alone makes it worthless. */
  ends_at: number
}

export interface BridgeCallbackTable {
  id: string
  account_id: number
  /** What programs know it by: the first free number. */
  slot: number
  url: string
  /** The last event that was looked at for it. */
  last_event_id: string
  /** Tries in a row that nobody answered, and when the next one is. */
  failures: number
  next_at: number
  leased_until: number | null
  lease_owner: string | null
}
