import type { SheetKind, SheetOutcome, SheetState } from '@latchwork/contract'

/** CSV files that are taken in. */
export interface SheetTables {
  sheet_run: SheetRunTable
  sheet_part: SheetPartTable
  sheet_row: SheetRowTable
}

export interface SheetRunTable {
  id: string
  account_id: number
  kind: SheetKind
  state: SheetState
  /** JSON: which column holds what. */
  mapping: string
  /** Counts the checks: of two at the same time the later one stands. */
  revision: number
  total: number
  /** Rows that it is through with. */
  position: number
  made: number
  changed: number
  same: number
  failed: number
  /** Whose it is, and by which access: what that may do is asked again while it runs. */
  actor_account_id: number
  actor_name: string
  api_key_id: number | null
  token_id: string | null
  grant_id: string | null
  session_id: string | null
  /** When it is gone on with, or the file is removed; null once it has ended. */
  next_at: number | null
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  ended_at: number | null
}

/** Some rows of the file; part 0 is the first row. */
export interface SheetPartTable {
  account_id: number
  run_id: string
  number: number
  cells_sealed: string
}

export interface SheetRowTable {
  account_id: number
  run_id: string
  /** As a spreadsheet counts rows. */
  number: number
  outcome: SheetOutcome
  /** The door that the row was found to name: names may change while it runs. */
  smartlock_id: number | null
  field: string | null
  rule: string | null
  operation_id: string | null
}
