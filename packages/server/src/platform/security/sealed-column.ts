import type { Tables } from '../store/engine.ts'
import type { Sealer } from './sealer.ts'

export type SealedRow = Readonly<Record<string, string | number | null>>

/** Where sealed values are, and what opens them: the job that gives them another key goes by this list (ADR 0031). */
export interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  /** The columns that name a row. */
  readonly key: readonly string[]
  /** What else `context` and `alsoSet` need of the row. */
  readonly reads?: readonly string[]
  readonly context: (row: SealedRow) => string
  /** Fingerprints of the same value, which change with the key. */
  readonly alsoSet?: (sealer: Sealer, plain: string, row: SealedRow) => Record<string, string>
  /** Only rows with this value in a column have something sealed. */
  readonly only?: { readonly column: string; readonly value: string }
  /** The sealed text stands in quotes, as JSON. */
  readonly isJson?: true
  /** Was stored in clear by earlier versions. */
  readonly mayBeClear?: true
}
