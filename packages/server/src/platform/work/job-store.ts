import { sql } from 'kysely'
import { holding } from '../store/asking.ts'
import type { Db, Engine } from '../store/database.ts'
import { engineOf } from '../store/engine.ts'
import { firstFree, isFree, type LeaseClaim, leasesOf, NOT_LEASED } from './lease-store.ts'
import { COUNTED } from './queue.ts'

export interface LeasedJob {
  id: string
  kind: string
  payload: string
  attempts: number
}

/** Stores a job; one of the same kind and key that waits gets its time and payload. */
export const upsert = (
  db: Db,
  { id, kind, key, createdAt, payload, runAt }: NewRow & { payload: string },
) => {
  // Taking the lease away from a run under way makes that run leave the new time alone when it finishes.
  const row = { payload, run_at: runAt, attempts: 0, last_error: null, ...NOT_LEASED }
  return (
    db
      .insertInto('job')
      .values({ id, kind, key, created_at: createdAt, ...row })
      // Without a key it is one of its own, and waits for nobody.
      .$if(key !== null, (q) =>
        q.onConflict((c) => c.columns(['kind', 'key']).where('key', 'is not', null).doUpdateSet(row)),
      )
      .execute()
  )
}

interface NewRow {
  id: string
  kind: string
  key: string | null
  createdAt: number
  runAt: number
}

/** Stores a job unless one of the same kind and key waits. */
export const insertOnce = (db: Db, { id, kind, key, createdAt, runAt }: NewRow) =>
  db
    .insertInto('job')
    .values({
      id,
      kind,
      key,
      payload: 'null',
      run_at: runAt,
      attempts: 0,
      last_error: null,
      ...NOT_LEASED,
      created_at: createdAt,
    })
    .onConflict((c) => c.columns(['kind', 'key']).where('key', 'is not', null).doNothing())
    .execute()

const due = (db: Db, kinds: string[], now: number, limit: number) =>
  db
    .selectFrom('job')
    .select('id')
    .where('run_at', '<=', now)
    .where('kind', 'in', kinds)
    .where(isFree(now))
    .orderBy('run_at')
    .limit(limit)

export const countDue = async (db: Db, kinds: string[], now: number): Promise<number> =>
  (await due(db, kinds, now, COUNTED).execute()).length

const leases = leasesOf('job', 'id')
export const { renew, giveBack } = leases

export const claim = (db: Db, engine: Engine, kinds: string[], claim: LeaseClaim): Promise<LeasedJob[]> =>
  leases.claim(db, engine, due(db, kinds, claim.now, claim.limit), claim)

/** When the next job can be leased. */
export const nextDue = async (db: Db, kinds: string[]): Promise<number | undefined> => {
  const row = await db
    .selectFrom('job')
    .select(firstFree('run_at').as('at'))
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}

export const remove = (db: Db, owner: string, id: string) =>
  db.deleteFrom('job').where('id', '=', id).where('lease_owner', '=', owner).execute()

/** Holds jobs that are still the owner's, in the order of their ids. */
export const holdOwn = (db: Db, owner: string, ids: readonly string[]) =>
  db
    .selectFrom('job')
    .select('id')
    .where('id', 'in', [...ids])
    .where('lease_owner', '=', owner)
    .orderBy('id')
    .$call(holding(engineOf(db)))
    .execute()

/** Done: they come again at that time. */
export const comeAgain = (db: Db, owner: string, ids: string[], runAt: number) =>
  db
    .updateTable('job')
    .set({ run_at: runAt, attempts: 0, last_error: null, ...NOT_LEASED })
    .where('id', 'in', ids)
    .where('lease_owner', '=', owner)
    .execute()

/** Failed: it is tried again at that time. */
export const retry = (db: Db, owner: string, id: string, error: string, runAt: number) =>
  db
    .updateTable('job')
    .set({
      attempts: sql<number>`attempts + 1`,
      last_error: error,
      run_at: runAt,
      ...NOT_LEASED,
    })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
