import type { ErrorCode, SheetField, SheetOutcome, SheetRule } from '@latchwork/contract'
import type { WorkCtx } from '../../../platform/context.ts'
import { newPlaces, type Places } from '../../access/service.ts'
import { CellError, type Cells } from '../cells.ts'

/** A row as its columns were said to be. */
export interface WantedRow {
  number: number
  cells: Cells
  /** The door it was found to name when it was checked. */
  smartlockId?: number | undefined
}

/** What would become of a row; `plan` is what is to be done for it. */
export interface Judged<Plan> {
  number: number
  outcome: SheetOutcome
  smartlockId?: number | undefined
  field?: SheetField
  rule?: SheetRule
  plan?: Plan
}

/** What became of a row. */
export interface Result {
  number: number
  outcome: SheetOutcome
  smartlockId?: number | undefined
  field?: SheetField
  rule?: SheetRule
  operationId?: string
}

/** What is found out once for all rows, and what earlier rows take. */
export interface Ledger {
  doors?: Doors
  /** How many more people there is room for. */
  room?: number
  /** By mail address: what was wanted of them. */
  readonly people: Map<string, string>
  /** By door: its new name. */
  readonly names: Map<number, string>
  readonly places: Places
}

export const newLedger = (): Ledger => ({ people: new Map(), names: new Map(), places: newPlaces() })

/** The doors that a caller is for. */
export interface Doors {
  readonly names: ReadonlyMap<number, string>
  /** Those of a name, without regard to capitals. */
  readonly byName: ReadonlyMap<string, readonly number[]>
}

export interface Kind<Plan> {
  judge(ctx: WorkCtx, rows: readonly WantedRow[], ledger: Ledger): Promise<Judged<Plan>[]>
  /** Does what was planned, all of it in the transaction of the caller; a refusal is thrown. */
  apply(ctx: WorkCtx<ErrorCode>, judged: readonly Judged<Plan>[]): Promise<Result[]>
}

export const failed = (
  { number, smartlockId }: Pick<Result, 'number' | 'smartlockId'>,
  field: SheetField,
  rule: SheetRule,
) => ({ number, outcome: 'failed' as const, field, rule, smartlockId })

/** What a row says, or what is wrong with its cells. */
export function readCells<T>(
  row: WantedRow,
  read: (cells: Cells) => T,
): { row: WantedRow; value: T } | { row: WantedRow; error: CellError } {
  try {
    return { row, value: read(row.cells) }
  } catch (error) {
    if (error instanceof CellError) return { row, error }
    throw error
  }
}
