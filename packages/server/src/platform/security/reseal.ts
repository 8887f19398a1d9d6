import { setImmediate } from 'node:timers/promises'
import type { Log } from '../observe/log.ts'
import type { Db } from '../store/database.ts'
import * as keyStore from './key-store.ts'
import type { SealedColumn } from './sealed-column.ts'
import { type KeyRing, keyRing, SEALED_VALUE, sealedBy } from './sealer.ts'

/** Few enough that whoever else wants to write hardly waits. */
const BATCH = 100

export interface Resealing {
  db: Db
  ring: KeyRing
  log: Log
  columns: readonly SealedColumn[]
  /** The process is about to end: what is left is done by the next. */
  isStopped: () => boolean
}

/** How many values there are that the current key did not seal. */
export async function countStale({
  db,
  ring,
  columns,
}: Pick<Resealing, 'db' | 'ring' | 'columns'>): Promise<number> {
  let count = 0
  for (const column of columns) count += await keyStore.countStale(db, column, ring.prefix)
  return count
}

/** Values that could not be opened, and stay as they are. */
export interface Unopened {
  /** Their key is not here: they open when it is back. */
  missing: number
  /** Their key is here, and they do not open: somebody or something altered them. */
  damaged: number
}

/**
 * Goes once through everything and seals it with the current key. Killed at any moment it has lost nothing, because each
 * value changes with its fingerprints in one statement; done twice, or by two processes at once, it does no harm.
 */
export async function reseal(work: Resealing): Promise<Unopened> {
  const unopened: Unopened = { missing: 0, damaged: 0 }
  for (const column of work.columns) {
    let after: keyStore.StaleRow | undefined
    do {
      if (work.isStopped()) return unopened
      const rows = await keyStore.listStale(work.db, column, work.ring.prefix, after, BATCH)
      await resealBatch(work, column, rows, unopened)
      after = rows.length < BATCH ? undefined : rows.at(-1)
      await setImmediate()
    } while (after !== undefined)
  }
  return unopened
}

async function resealBatch(
  { db, ring, log }: Resealing,
  column: SealedColumn,
  rows: readonly keyStore.StaleRow[],
  unopened: Unopened,
): Promise<void> {
  const changes = rows.map((row) => ({ row, set: changesOf(ring, column, row) }))
  const readable = changes.filter(({ set }) => !(set instanceof Error))
  // Each by itself: rows of many locks in one transaction would be held against their order.
  for (const { row, set } of readable)
    await keyStore.replaceSealed(db, column, row, set as Record<string, string>)
  for (const { row, set } of changes) {
    if (!(set instanceof Error)) continue
    const keyId = sealedBy(sealedText(column, row) ?? '')
    const isMissing = keyId !== undefined && !ring.has(keyId)
    unopened[isMissing ? 'missing' : 'damaged'] += 1
    const where = { table: column.table, column: column.column, row: column.key.map((name) => row[name]) }
    log.error({ err: set, ...where }, 'a sealed value cannot be opened and is left as it is')
  }
}

/** What is stored, without the quotes it may stand in; undefined where somebody wrote something else. */
function sealedText(column: SealedColumn, row: keyStore.StaleRow): string | undefined {
  const stored = String(row[column.column])
  if (!column.isJson) return stored
  try {
    return String(JSON.parse(stored))
  } catch {
    return undefined
  }
}

/** A value that no key opens is left alone: it may be opened once its key is back. */
function changesOf(
  ring: KeyRing,
  column: SealedColumn,
  row: keyStore.StaleRow,
): Record<string, string> | Error {
  const sealed = sealedText(column, row)
  if (sealed === undefined) return new Error('not a sealed value')
  try {
    const context = column.context(row)
    const isClear = column.mayBeClear === true && !SEALED_VALUE.test(sealed)
    const plain = isClear ? sealed : ring.open(sealed, context)
    const fresh = ring.seal(plain, context)
    return {
      [column.column]: column.isJson ? JSON.stringify(fresh) : fresh,
      ...column.alsoSet?.(ring, plain, row),
    }
  } catch (error) {
    return error as Error
  }
}

/** How many values of a store this key opens, of those that name it or were sealed before keys had ids. */
export function countOpenedBy(key: Buffer, found: readonly keyStore.SealedRows[]): number {
  const ring = keyRing([key])
  const opens = (column: SealedColumn, row: keyStore.StaleRow) => {
    try {
      ring.open(sealedText(column, row) ?? '', column.context(row))
      return true
    } catch {
      return false
    }
  }
  return found.reduce((sum, { column, rows }) => sum + rows.filter((row) => opens(column, row)).length, 0)
}
