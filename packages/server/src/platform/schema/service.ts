/** What belongs to the service and to no account. */
export interface ServiceTables {
  service_mark: ServiceMarkTable
  job: JobTable
  idempotency: IdempotencyTable
}

/** Facts about this store as a whole, by name. */
export interface ServiceMarkTable {
  name: string
  value: string
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
  status: number
  /** JSON, encrypted: the answer, which may show a secret this once, and what the request was like. */
  answer_sealed: string
  created_at: number
}
