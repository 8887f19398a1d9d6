import { sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'

/** How many there are in one span of numbers. */
export interface Span {
  node: number
  n: number
}

export interface Delta {
  level: number
  node: number
  kind: number
  n: number
}

/** Gives out numbers, to one transaction at a time. Returns the last one. */
export const advanceHead = async (db: Db, accountId: number, by: number): Promise<number> => {
  const { last_seq } = await db
    .insertInto('smartlock_auth_head')
    .values({ account_id: accountId, last_seq: by })
    .onConflict((c) =>
      c.column('account_id').doUpdateSet({ last_seq: sql`smartlock_auth_head.last_seq + excluded.last_seq` }),
    )
    .returning('last_seq')
    .executeTakeFirstOrThrow()
  return last_seq
}

export const add = (db: Db, accountId: number, deltas: readonly Delta[]) =>
  db
    .insertInto('smartlock_auth_count')
    .values(deltas.map((delta) => ({ account_id: accountId, ...delta })))
    .onConflict((c) =>
      c
        .columns(['account_id', 'level', 'node', 'kind'])
        .doUpdateSet({ n: sql`smartlock_auth_count.n + excluded.n` }),
    )
    .execute()

/** Numbers are not given out again, so a smallest span that is empty stays so. */
export const removeEmpty = (db: Db, accountId: number, nodes: readonly number[]) =>
  db
    .deleteFrom('smartlock_auth_count')
    .where('account_id', '=', accountId)
    .where('level', '=', 0)
    .where('node', 'in', [...nodes])
    .where('n', '=', 0)
    .execute()

const spans = (db: Db, accountId: number, level: number, kinds: readonly number[] | undefined) =>
  db
    .selectFrom('smartlock_auth_count')
    .select(['node', (e) => e.fn.sum<number>('n').as('n')])
    .where('account_id', '=', accountId)
    .where('level', '=', level)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', [...(kinds ?? [])]))
    .groupBy('node')
    .orderBy('node')

const asNumbers = (rows: { node: number; n: number }[]): Span[] =>
  rows.map(({ node, n }) => ({ node, n: Number(n) }))

/** The widest spans: each holds millions. */
export const listTop = async (
  db: Db,
  accountId: number,
  level: number,
  kinds: readonly number[] | undefined,
) => asNumbers(await spans(db, accountId, level, kinds).execute())

/** The spans inside a wider one. */
export const listSpan = async (
  db: Db,
  accountId: number,
  level: number,
  [first, last]: readonly [number, number],
  kinds: readonly number[] | undefined,
) =>
  asNumbers(
    await spans(db, accountId, level, kinds).where('node', '>=', first).where('node', '<=', last).execute(),
  )
