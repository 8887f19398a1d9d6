import type { ImportPhase, ImportState } from '@latchwork/contract'

/** Accounts of the locks' maker, or of another service like this one, that are brought over. */
export interface ImportsTables {
  import_run: ImportRunTable
  import_item: ImportItemTable
}

export interface ImportRunTable {
  id: string
  account_id: number
  /** Base URL of the other side, without a slash at its end; `archive:` and which one for a file. */
  url: string
  /** What opens the other account; null once the import has ended. */
  token_sealed: string | null
  state: ImportState
  phase: ImportPhase | null
  /** The last thing of the phase that is done, by its id there: what comes after is still to be done. */
  position: string | null
  /** Within the log of one lock: the oldest entry that was brought over. */
  cursor: string | null
  done: number
  total: number
  log_days: number
  /** JSON: by kind, what became of how many. */
  counts: string
  /** JSON: what is worth telling one by one. */
  lines: string
  more_lines: number
  /** Locks whose id another account has. */
  taken: number
  error: 'tokenRefused' | 'unreachable' | 'notUnderstood' | 'tooManyTaken' | null
  actor_account_id: number | null
  actor_name: string
  /** In a row, without anything done in between. */
  failures: number
  /** How far apart requests to the other side are: it grows when that side says that they are too many. */
  gap_ms: number
  /** When it is gone on with; null while nothing is to be done. */
  next_at: number | null
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  ended_at: number | null
}

/** `archive`: when the newest file of it that was brought over was written. `audit`: up to which entry its log is here. */
type ImportItemKind =
  | ('person' | 'lock' | 'address' | 'unit' | 'right' | 'stay' | 'archive')
  | ('group' | 'plan' | 'subAccount' | 'audit')

/** What a thing of the other account is here. */
export interface ImportItemTable {
  account_id: number
  /** The origin it comes from: ids are unique there. */
  source: string
  kind: ImportItemKind
  source_id: string
  own_id: string
  /** Of locks: the log is here up to this time. */
  log_until: number | null
}
