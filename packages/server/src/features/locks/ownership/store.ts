import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import { isOfShares } from '../../../schema/lock-shares.ts'
import type { LockShareTable, ServingProcessTable } from '../../../schema/service.ts'

export type ServingProcess = Selectable<ServingProcessTable>
export type ShareRow = Selectable<LockShareTable>

/** PostgreSQL only: elsewhere one process serves everything. */

export const join = (db: Db, processId: string, isLinked: boolean) =>
  db
    .insertInto('serving_process')
    .values({ process_id: processId, beat: 0, is_linked: isLinked ? 1 : 0 })
    .execute()

/** Says that the process is there; false when somebody has removed it. */
export const beat = async (db: Db, processId: string, isLinked: boolean): Promise<boolean> => {
  const row = await db
    .updateTable('serving_process')
    .set((e) => ({ beat: e('beat', '+', 1), is_linked: isLinked ? 1 : 0 }))
    .where('process_id', '=', processId)
    .returning('process_id')
    .executeTakeFirst()
  return row !== undefined
}

export const listProcesses = (db: Db) =>
  db.selectFrom('serving_process').selectAll().orderBy('process_id').execute()

/** Removes a process that has not said anything since; false when it has, or when somebody else was first. */
export const remove = async (db: Db, { process_id, beat: last }: ServingProcess): Promise<boolean> => {
  const row = await db
    .deleteFrom('serving_process')
    .where('process_id', '=', process_id)
    .where('beat', '=', last)
    .returning('process_id')
    .executeTakeFirst()
  return row !== undefined
}

export const leave = (db: Db, processId: string) =>
  db.deleteFrom('serving_process').where('process_id', '=', processId).execute()

export const listShares = (db: Db) => db.selectFrom('lock_share').selectAll().orderBy('share').execute()

/** Takes those that nobody took since they were read. Whoever is about to take one of them too is not waited for. */
export const take = async (
  db: Db,
  processId: string,
  wanted: readonly Pick<ShareRow, 'share' | 'term'>[],
): Promise<number[]> => {
  const shares = wanted.map(({ share }) => share)
  const terms = wanted.map(({ term }) => term)
  const { rows } = await sql<{ share: number }>`
    with free as (
      select lock_share.share from lock_share
      join unnest(${shares}::integer[], ${terms}::bigint[]) as wanted(share, term)
        on wanted.share = lock_share.share and wanted.term = lock_share.term
      order by lock_share.share for update of lock_share skip locked)
    update lock_share set process_id = ${processId}, term = term + 1
    where share in (select share from free) returning share`.execute(db)
  return rows.map(({ share }) => share)
}

export const give = (db: Db, processId: string, shares: readonly number[]) =>
  db
    .updateTable('lock_share')
    .set((e) => ({ process_id: null, term: e('term', '+', 1) }))
    .where('share', 'in', (e) =>
      e
        .selectFrom('lock_share')
        .select('share')
        .where('process_id', '=', processId)
        .where('share', 'in', [...shares])
        .orderBy('share')
        .forUpdate(),
    )
    .execute()

/** The devices of the locks of these shares, of all accounts; of all shares where none are named. */
export const listDevices = async (db: Db, shares: readonly number[] | undefined): Promise<string[]> => {
  const rows = await db
    .selectFrom('smartlock')
    .select('device_id')
    .$if(shares !== undefined, (q) =>
      q.where((e) => isOfShares(e.ref('smartlock_id'), shares as readonly number[])),
    )
    .execute()
  return rows.map((row) => row.device_id)
}
