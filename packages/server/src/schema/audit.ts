/** The audit log. */
export interface AuditTables {
  audit: AuditTable
  audit_head: AuditHeadTable
  audit_anchor: AuditAnchorTable
  audit_seal: AuditSealTable
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

/** How far each chain was when it was last anchored. */
export interface AuditAnchorTable {
  account_id: number
  seq: number
  hash: string
}

/** One row: the seal over all anchors. */
export interface AuditSealTable {
  id: number
  /** Counts up with every anchoring. */
  number: number
  /** When the first one was. */
  since: number
  at: number
  accounts: number
  entries: number
  digest: string
  /** Empty until the first anchoring. */
  proof: string
}
