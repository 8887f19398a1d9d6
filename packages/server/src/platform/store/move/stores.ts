import type { MovedTable, Owners, Row } from './moved-table.ts'

/** What a source keeps about a move, so that nobody forgets it: in the table `move_state`. */
export interface MoveState {
  readonly moveId: string
  /** Where to, without a name or password. */
  readonly target: string
  readonly phase: 'begun' | 'moved'
}

/** Something changed about the row of this key. */
export interface Change {
  readonly table: string
  readonly key: Row
}

/** The source at one moment, for as long as it is open. */
export interface Snapshot {
  /** Up to where the journal is covered by what can be read here. */
  readonly position: string
  readonly takenAt: number
  /** What changed since another snapshot, in batches; some of it may come twice. */
  changesSince(position: string): AsyncIterable<readonly Change[]>
  /** All rows, or those of some accounts. */
  rowsAfter(table: MovedTable, after: Row | undefined, limit: number, owners?: Owners): Promise<Row[]>
  rowsOf(table: MovedTable, keys: readonly Row[]): Promise<Row[]>
  count(table: MovedTable): Promise<number>
  /** The greatest number that was ever given out, by table. */
  numbersGivenOut(tables: readonly MovedTable[]): Promise<ReadonlyMap<string, number>>
  close(): Promise<void>
}

/** Nobody can write to the source meanwhile. */
export interface Pause {
  /** Marks the source as moved, if really nothing was written since that snapshot. */
  handOver(snapshot: Snapshot): Promise<boolean>
  /** Lets writes in again, unless it was handed over. */
  end(): Promise<void>
}

export interface Source {
  tables(): Promise<MovedTable[]>
  migrations(): Promise<string[]>
  state(): Promise<MoveState | undefined>
  /** From now on every change is noted in a journal. May be called again after it was interrupted. */
  begin(state: Omit<MoveState, 'phase'>): Promise<void>
  snapshot(): Promise<Snapshot>
  /** Undefined where others were writing for too long: they go on, and it can be tried again. */
  pause(): Promise<Pause | undefined>
  /** Removes every trace of a move. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** How far one table has come. */
export interface TableProgress {
  /** The key of the last row that was copied. */
  readonly upTo: Row | null
  readonly isWhole: boolean
}

export interface Progress {
  readonly moveId: string
  /** Of the journal; undefined until the first snapshot was taken. */
  readonly position: string | undefined
  readonly tables: ReadonlyMap<string, TableProgress>
}

/** What a round of catching up does to the target, all of it or nothing. */
export interface Round {
  remove(table: MovedTable, keys: readonly Row[]): Promise<void>
  /** What is there already stays: the same change may come twice. */
  add(table: MovedTable, rows: readonly Row[]): Promise<void>
}

export interface Target {
  /** Without name and password. */
  readonly described: string
  /** Refuses what is neither empty nor begun by this move; changes nothing. */
  inspect(moveId: string | undefined): Promise<void>
  /** Makes the tables, without what slows copying down, and holds them against every service until it is finished. */
  prepare(moveId: string, oldestMs: number | undefined): Promise<void>
  tables(): Promise<MovedTable[]>
  progress(): Promise<Progress | undefined>
  /** Stores rows, and how far the table has come with them. */
  append(table: MovedTable, rows: readonly Row[], progress: TableProgress): Promise<void>
  catchUp(position: string, work: (round: Round) => Promise<void>): Promise<void>
  rowsAfter(table: MovedTable, after: Row | undefined, limit: number): Promise<Row[]>
  rowsOf(table: MovedTable, keys: readonly Row[]): Promise<Row[]>
  /** Makes the indexes that were left out, each of which is said. */
  index(say: (name: string) => void): Promise<void>
  /** What has to be done last, while nobody can write. */
  settle(given: ReadonlyMap<string, number>): Promise<void>
  /** From now on a service can be started with it. */
  release(): Promise<void>
  close(): Promise<void>
}
