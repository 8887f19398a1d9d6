import type { Expression, Kysely, Selectable, SqlBool } from 'kysely'
import type { Db, Engine, Tables } from '../store/database.ts'
import { firstFree, isFree, type LeaseClaim, type Leased, leasesOf } from './lease-store.ts'
import { COUNTED } from './queue.ts'

interface WorkColumns {
  id: string
  account_id: number
  next_at: number | null
}

/** Tables of work that is gone on with bit by bit: `next_at` says when, and is empty when there is nothing to do. */
type DueWork = { [T in Leased]: Tables[T] extends WorkColumns ? T : never }[Leased]

/** One piece of work of an account at a time: none of those that are being worked for. */
interface WorkClaim extends LeaseClaim {
  exceptKeys: readonly number[]
}

interface WorkLeases<T extends DueWork> {
  claim(db: Db, engine: Engine, due: unknown, claim: LeaseClaim): Promise<Selectable<Tables[T]>[]>
  renew(db: Db, owner: string, ids: readonly string[], until: number): Promise<string[]>
  giveBack(db: Db, owner: string, ids: readonly string[]): Promise<unknown>
  clear(db: Db): Promise<unknown>
}

const dueAt = (row: unknown): number => Number((row as WorkColumns).next_at)

/** The statements on work that is due, for one table; `isNext` says which of it may be claimed now, unless all may. */
export function dueWorkOf<T extends DueWork>(table: T, isNext?: Expression<SqlBool>) {
  // As for leases: in here every table looks alike.
  const leases = leasesOf(table, 'id' as never) as unknown as WorkLeases<T>
  const { renew, giveBack, clear } = leases
  const work = (db: Db) => (db as unknown as Kysely<Record<string, WorkColumns>>).selectFrom(table as string)
  const due = (db: Db, now: number) => {
    const free = work(db).select('id').where('next_at', '<=', now).where(isFree(now))
    return isNext ? free.where(isNext) : free
  }

  return {
    renew,
    giveBack,
    clear,

    claim: async (db: Db, engine: Engine, claim: WorkClaim): Promise<Selectable<Tables[T]>[]> => {
      const first = due(db, claim.now)
        .$if(claim.exceptKeys.length > 0, (q) => q.where('account_id', 'not in', [...claim.exceptKeys]))
        .orderBy('next_at')
        .limit(claim.limit)
      const claimed = await leases.claim(db, engine, first, claim)
      // An update returns its rows in any order, and of several pieces of one key only the first can begin.
      return claimed.sort((a, b) => dueAt(a) - dueAt(b))
    },

    countDue: async (db: Db, now: number): Promise<number> =>
      (await due(db, now).limit(COUNTED).execute()).length,

    nextDue: async (db: Db): Promise<number | undefined> => {
      const row = await work(db)
        .select(firstFree('next_at').as('at'))
        .where('next_at', 'is not', null)
        .executeTakeFirst()
      return row?.at == null ? undefined : Number(row.at)
    },
  }
}
