import { type Expression, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { holding } from '../store/asking.ts'
import type { Db, Engine, Tables } from '../store/database.ts'
import { engineOf } from '../store/engine.ts'

interface LeaseColumns {
  leased_until: number | null
  lease_owner: string | null
}

/** Tables whose rows are leased. */
export type Leased = { [T in keyof Tables]: Tables[T] extends LeaseColumns ? T : never }[keyof Tables]

/** How many rows one process takes, and until when. */
export interface LeaseClaim {
  owner: string
  now: number
  leasedUntil: number
  limit: number
}

/** A look for keys of rows that can be claimed. */
interface Due<R> extends Expression<R> {
  forUpdate(): { skipLocked(): Expression<R> }
}

export const NOT_LEASED = { leased_until: null, lease_owner: null } as const

/** Nobody has the row, or whoever had it is gone. */
export const isFree = (now: number) => sql<SqlBool>`(leased_until is null or leased_until < ${now})`

/** When the first row is due that nobody has then. */
export const firstFree = (due: string) =>
  sql<
    number | null
  >`min(case when leased_until >= ${sql.ref(due)} then leased_until + 1 else ${sql.ref(due)} end)`

/**
 * The statements on leases, for one table; which rows are due says its own store. Kysely cannot follow a table that is
 * a parameter: in here every table looks like `Row`, and the signatures say what it is.
 */
export function leasesOf<T extends Leased, K extends keyof Selectable<Tables[T]> & string>(table: T, key: K) {
  type Id = Selectable<Tables[T]>[K] & (string | number)
  type Row = Record<string, string | number | null>
  const change = (db: Db, values: Partial<LeaseColumns>) =>
    (db as unknown as Kysely<Record<string, Row>>).updateTable(table as string).set(values)
  const changeOwn = (db: Db, owner: string, ids: readonly Id[], values: Partial<LeaseColumns>) =>
    change(db, values).where(key as string, 'in', (e) =>
      e
        .selectFrom(table as string)
        .select(key as string)
        .where(key as string, 'in', [...ids])
        .where('lease_owner', '=', owner)
        .orderBy(key as string)
        .$call(holding(engineOf(db))),
    )

  return {
    /** Takes rows for a while: until the lease ends nobody else gets them. */
    claim: (
      db: Db,
      engine: Engine,
      due: Due<{ [C in K]: Id }>,
      { owner, leasedUntil }: Pick<LeaseClaim, 'owner' | 'leasedUntil'>,
    ): Promise<Selectable<Tables[T]>[]> =>
      change(db, { leased_until: leasedUntil, lease_owner: owner })
        .where(key as string, 'in', (engine === 'postgres' ? due.forUpdate().skipLocked() : due) as never)
        .returningAll()
        .execute() as Promise<unknown> as Promise<Selectable<Tables[T]>[]>,

    /** Prolongs leases that are still the owner's, and returns the ids. */
    renew: async (db: Db, owner: string, ids: readonly Id[], until: number): Promise<Id[]> => {
      const rows = await changeOwn(db, owner, ids, { leased_until: until })
        .returning(key as string)
        .execute()
      return rows.map((row) => row[key] as Id)
    },

    /** Ends leases that are still the owner's. */
    giveBack: (db: Db, owner: string, ids: readonly Id[]) => changeOwn(db, owner, ids, NOT_LEASED).execute(),

    /** With SQLite there is one process, and whoever held a lease before it is gone. */
    clear: (db: Db) => change(db, NOT_LEASED).execute(),
  }
}
