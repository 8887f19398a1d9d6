import { type Kysely, sql } from 'kysely'
import type { Db } from '../store/database.ts'
import type { SealedColumn } from './sealed-column.ts'

/** Which keys are in use in this store, which processes know them, and the values that are sealed with them. */

export const listKeys = (db: Db) => db.selectFrom('sealing_key').selectAll().orderBy('since').execute()

/** There is one current key; whoever comes first says which. */
export const insertFirst = (db: Db, keyId: string, now: number) =>
  db
    .insertInto('sealing_key')
    .values({ key_id: keyId, state: 'current', since: now, remaining: null })
    .onConflict((c) => c.doNothing())
    .execute()

/** Puts a new key in the place of the current one; false when another process has just done so. */
export async function replaceCurrent(db: Db, from: string, to: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sealing_key')
    .set({ state: 'retiring', since: now, remaining: null })
    .where('key_id', '=', from)
    .where('state', '=', 'current')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db
    .insertInto('sealing_key')
    .values({ key_id: to, state: 'current', since: now, remaining: null })
    .execute()
  return true
}

/** Nothing is sealed with these any more; answers with those that were still in use. Few, and one by one in their order. */
export async function retire(db: Db, keyIds: readonly string[], now: number): Promise<string[]> {
  const retired: string[] = []
  for (const keyId of [...keyIds].sort()) {
    const { numUpdatedRows } = await db
      .updateTable('sealing_key')
      .set({ state: 'retired', since: now, remaining: 0 })
      .where('key_id', '=', keyId)
      .where('state', '=', 'retiring')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) retired.push(keyId)
  }
  return retired
}

/** How many values wait for the current key. */
export const setRemaining = (db: Db, currentId: string, remaining: number) =>
  db
    .updateTable('sealing_key')
    .set({ remaining })
    .where('key_id', '=', currentId)
    .where('state', '=', 'current')
    .execute()

export interface Holder {
  processId: string
  keyIds: readonly string[]
  currentId: string
}

export async function beat(db: Db, { processId, keyIds, currentId }: Holder, now: number): Promise<void> {
  const row = { key_ids: keyIds.join(','), current_id: currentId, seen_at: now }
  await db
    .insertInto('key_holder')
    .values({ process_id: processId, ...row })
    .onConflict((c) => c.column('process_id').doUpdateSet(row))
    .execute()
}

export const leave = (db: Db, processId: string) =>
  db.deleteFrom('key_holder').where('process_id', '=', processId).execute()

/** Those that have given a sign of life since; the others are forgotten. */
export async function holdersSince(db: Db, since: number): Promise<Holder[]> {
  await db.deleteFrom('key_holder').where('seen_at', '<', since).execute()
  const rows = await db.selectFrom('key_holder').selectAll().execute()
  return rows.map((row) => ({
    processId: row.process_id,
    keyIds: row.key_ids.split(','),
    currentId: row.current_id,
  }))
}

export type StaleRow = Record<string, string | number | null>

/** Tables and columns come from the list of sealed columns, so no type knows them. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const untyped = (db: Db) => db as unknown as Kysely<any>

/** What is not sealed as it begins now; nothing and an empty text hold no secret. */
const stale = (column: SealedColumn, prefix: string) => {
  const like = `${column.isJson ? '"' : ''}${prefix}%`
  const only = column.only ? sql`and ${sql.ref(column.only.column)} = ${column.only.value}` : sql``
  const ref = sql.ref(column.column)
  return sql<boolean>`${ref} is not null and ${ref} <> '' and ${ref} not like ${like} ${only}`
}

/** The next of them after a row, in the order of their keys. */
export function listStale(
  db: Db,
  column: SealedColumn,
  prefix: string,
  after: StaleRow | undefined,
  limit: number,
): Promise<StaleRow[]> {
  const { table, key, reads = [] } = column
  const refs = sql.join(key.map((name) => sql.ref(name)))
  const query = untyped(db)
    .selectFrom(table)
    .select([...new Set([...key, ...reads, column.column])])
    .where(stale(column, prefix))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(${refs}) > (${sql.join(key.map((name) => after?.[name]))})`),
    )
    .limit(limit)
  return key.reduce((ordered, name) => ordered.orderBy(name), query).execute() as Promise<StaleRow[]>
}

export async function countStale(db: Db, column: SealedColumn, prefix: string): Promise<number> {
  const { n } = (await untyped(db)
    .selectFrom(column.table)
    .select((e) => e.fn.countAll().as('n'))
    .where(stale(column, prefix))
    .executeTakeFirstOrThrow()) as { n: number | string }
  return Number(n)
}

/** Only if the row still has the value that was read: who wrote another one meanwhile used a key of today. */
export const replaceSealed = (
  db: Db,
  { table, key, column }: SealedColumn,
  row: StaleRow,
  changes: Record<string, string>,
) =>
  key
    .reduce(
      (query, name) => query.where(name, '=', row[name]),
      untyped(db).updateTable(table).set(changes).where(column, '=', row[column]),
    )
    .execute()

/** Rows of a column that a key may have sealed. */
export interface SealedRows {
  readonly column: SealedColumn
  readonly rows: readonly StaleRow[]
}

/** Enough to know that there are any. */
const SOME = 1000

/** The questions for what may be sealed with a key, one for each column; every store understands them as they are. */
export function sealedWith(
  columns: readonly SealedColumn[],
  keyId: string,
): { column: SealedColumn; text: string }[] {
  if (!/^[0-9a-f]{12}$/.test(keyId)) throw new RangeError('not the id of a key')
  return columns.map((column) => {
    const quote = column.isJson ? '"' : ''
    const isLike = (prefix: string) => `"${column.column}" like '${quote}${prefix}:%'`
    const names = new Set([...column.key, ...(column.reads ?? []), column.column])
    const only = column.only ? `"${column.only.column}" = '${column.only.value}' and ` : ''
    const selected = [...names].map((name) => `"${name}"`).join(', ')
    const where = `${only}(${isLike(`v2:${keyId}`)} or ${isLike('v1')})`
    return { column, text: `select ${selected} from "${column.table}" where ${where} limit ${SOME}` }
  })
}

export async function listSealedWith(
  db: Db,
  columns: readonly SealedColumn[],
  keyId: string,
): Promise<SealedRows[]> {
  const found: SealedRows[] = []
  for (const { column, text } of sealedWith(columns, keyId)) {
    const { rows } = await sql.raw<StaleRow>(text).execute(db)
    found.push({ column, rows })
  }
  return found
}
