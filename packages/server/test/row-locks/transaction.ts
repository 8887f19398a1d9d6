import { OWNERS, ROW_ORDER } from '../../src/schema/row-order.ts'
import type { TableKeys } from './triggers.ts'

/** A row that a statement came to hold. */
export interface HeldRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
  /** Whether the statement would have waited for whoever holds it. */
  readonly waits: boolean
  /** It came with a row that was stored: they are stored in the order in which they are named. */
  readonly isNamed?: boolean
  /** Nobody knows of it yet, and so nobody can wait for it. */
  readonly isNew?: boolean
  /** A row that was stored refers to it: it is only held against removal. */
  readonly isReference?: boolean
  readonly isRemoved?: boolean
  /** It went because the row it refers to did. */
  readonly isCascade?: boolean
}

/**
 * Nearly every row refers to its account, and goes with it. That removal is the one transaction that may meet another in
 * a deadlock: it is undone and tried again.
 */
export const REMOVED_AS_A_WHOLE = 'account'

/** What is held in order; that all tables have a place is a test of its own. */
const PLACED = new Set<string>(ROW_ORDER.flatMap(({ tables, isUnwatched }) => (isUnwatched ? [] : tables)))

/** Where a row stands in the order: its step, and there its table and its key. */
interface Place {
  readonly step: number
  readonly at: number
  readonly key: readonly (string | number)[]
  readonly name: string
  /** The row that it belongs to. */
  readonly owner: string | undefined
}

/**
 * The rows that one transaction holds. It notes every request that another transaction could make it wait for while it
 * holds something of a later step: that is half of a deadlock, and somebody will write the other half.
 */
export class WatchedTransaction {
  readonly #keys: Readonly<Record<string, TableKeys>>
  readonly #held = new Map<string, { place: Place; sql: string; isNew: boolean }>()
  /** The rows that others belong to, by table and id. */
  readonly #owners = new Set<string>()
  readonly #isSeen: (fault: string) => void
  #isRemoval = false

  constructor(keys: Readonly<Record<string, TableKeys>>, note: (fault: string) => void) {
    this.#keys = keys
    this.#isSeen = note
  }

  /** What one statement came to hold, in the order in which it did. */
  hold(sql: string, rows: readonly HeldRow[]): void {
    this.#isRemoval ||= rows.some(({ isRemoved, table }) => isRemoved && table === REMOVED_AS_A_WHOLE)
    const fresh = new Map<string, { row: HeldRow; place: Place }>()
    for (const row of rows.filter(({ table }) => PLACED.has(table))) {
      const place = this.#placeOf(row)
      const name = row.isReference ? `${place.name}, referred to` : place.name
      const isHeld = [place.name, name].some((one) => this.#held.has(one) || fresh.has(one))
      if (isHeld || (row.isCascade && this.#isRemoval)) continue
      if (row.waits) this.#check(sql, row, place)
      fresh.set(name, { row, place })
      this.#noteOwner(row)
    }
    const waited = [...fresh.values()].filter(({ row }) => row.waits && !row.isCascade)
    this.#checkTogether(
      sql,
      waited.map(({ place }) => place),
      waited.every(({ row }) => row.isNamed),
    )
    for (const [name, { row, place }] of fresh)
      this.#held.set(name, { place, sql, isNew: row.isNew === true })
  }

  #noteOwner({ table, row, isReference }: HeldRow): void {
    const id = OWNERS[table as keyof typeof OWNERS]
    if (id && !isReference) this.#owners.add(`${table} ${row[id]}`)
  }

  #placeOf({ table, row }: HeldRow): Place {
    const columns = this.#keys[table]?.key ?? []
    const key = columns.map((column) => row[column] as string | number)
    const step = stepOf(table, row)
    const { of } = ROW_ORDER[step] ?? {}
    return {
      step,
      at: ROW_ORDER[step]?.tables.indexOf(table as never) ?? 0,
      key,
      name: `${table} ${JSON.stringify(key)}`,
      owner: of && `${of} ${row[OWNERS[of]]}`,
    }
  }

  #check(sql: string, { isCascade = false }: HeldRow, place: Place): void {
    const { owner } = place
    if (owner !== undefined) {
      // Whoever holds nothing else keeps nobody waiting who could keep it waiting.
      const isAlone = this.#held.values().every((held) => held.isNew || held.place.owner === owner)
      if (!this.#owners.has(owner) && !isAlone) this.#isSeen(`${place.name} without ${owner}, by\n    ${sql}`)
      return
    }
    for (const { place: other, sql: by, isNew } of this.#held.values())
      if (!isNew && isBefore(place, other) && !(isCascade && place.step === other.step))
        this.#isSeen(`${place.name} after ${other.name}, by\n    ${sql}\n  after\n    ${by}`)
  }

  /** Several at once are held in their order, or nobody knows in which. */
  #checkTogether(sql: string, places: readonly Place[], isNamed: boolean): void {
    const several = Map.groupBy(
      places.filter(({ owner, step }) => owner === undefined && !ROW_ORDER[step]?.isLoose),
      ({ step, at }) => `${step} ${at}`,
    )
    const isOrdered = /order by[^)]*for (no key )?update/is.test(sql)
    for (const rows of several.values()) {
      const isInOrder = isNamed
        ? rows.every((row, i) => i === 0 || isBefore(rows[i - 1] as Place, row))
        : isOrdered
      if (rows.length > 1 && !isInOrder)
        this.#isSeen(`${rows.map(({ name }) => name).join(', ')} in no order, by\n    ${sql}`)
    }
  }
}

function stepOf(table: string, row: Readonly<Record<string, unknown>>): number {
  const first = ROW_ORDER.findIndex(({ tables }) => tables.includes(table as never))
  // Only an operation of one lock belongs to it.
  const { of } = ROW_ORDER[first] ?? {}
  if (!of || row[OWNERS[of]] != null) return first
  return ROW_ORDER.findIndex(({ tables }, step) => step > first && tables.includes(table as never))
}

function isBefore(one: Place, other: Place): boolean {
  if (one.step !== other.step) return one.step < other.step
  if (ROW_ORDER[one.step]?.isLoose) return false
  if (one.at !== other.at) return one.at < other.at
  for (const [i, value] of one.key.entries()) {
    const against = other.key[i] as string | number
    if (value !== against) return value < against
  }
  return false
}
