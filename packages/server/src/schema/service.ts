/** What belongs to the service and to no account. */
export interface ServiceTables {
  service_mark: ServiceMarkTable
  job: JobTable
  idempotency: IdempotencyTable
  sealing_key: SealingKeyTable
  key_holder: KeyHolderTable
  serving_process: ServingProcessTable
  lock_share: LockShareTable
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

/** A secret key that values are or were sealed with; never the key itself. */
export interface SealingKeyTable {
  key_id: string
  /** One is current. What is sealed with a retiring one gets the current one; with a retired one nothing is any more. */
  state: 'current' | 'retiring' | 'retired'
  since: number
  /** Of the current one: how many values have another; null until they were counted. */
  remaining: number | null
}

/** A process that shares the store, and the keys it can read with. */
export interface KeyHolderTable {
  process_id: string
  /** Comma list. */
  key_ids: string
  current_id: string
  seen_at: number
}

/** A process that serves locks through an external broker. */
export interface ServingProcessTable {
  process_id: string
  /** Goes up while it is there: whoever sees it stand still for the time of a lease may remove the row. */
  beat: number
  /** 1 while it reaches the broker. */
  is_linked: number
}

/** Which process serves the locks of a share; one that is not among the serving processes serves nothing. */
export interface LockShareTable {
  share: number
  process_id: string | null
  /** Goes up whenever the share changes hands. */
  term: number
}
