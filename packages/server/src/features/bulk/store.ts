import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { holding } from '../../platform/store/asking.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { dueWorkOf } from '../../platform/work/due-work-store.ts'
import { NOT_LEASED } from '../../platform/work/lease-store.ts'
import type { BulkRunTable } from '../../schema/bulk.ts'

export type RunRow = Selectable<BulkRunTable>

/** The last ones are enough to look at. */
const LISTED = 20

export const NOBODYS = NOT_LEASED

export const insert = (db: Db, row: Insertable<BulkRunTable>) =>
  db.insertInto('bulk_run').values(row).execute()

export const list = (db: Db, accountId: number) =>
  db
    .selectFrom('bulk_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()

export const find = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('bulk_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** No other process takes the lease of this run before the transaction ends. */
export const findForUpdate = (db: Db, engine: Engine, accountId: number, id: string) =>
  db
    .selectFrom('bulk_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$call(holding(engine))
    .executeTakeFirst()

export const countOpen = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('bulk_run')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const update = (db: Db, accountId: number, id: string, changes: Updateable<BulkRunTable>) =>
  db.updateTable('bulk_run').set(changes).where('account_id', '=', accountId).where('id', '=', id).execute()

/** Those that run and that somebody asked for, or that these sessions of theirs did. */
export const updateRunningOf = (
  db: Db,
  actorAccountId: number,
  sessionIds: readonly string[] | undefined,
  changes: Updateable<BulkRunTable>,
) =>
  db
    .updateTable('bulk_run')
    .set(changes)
    .where('next_at', 'is not', null)
    .where('actor_account_id', '=', actorAccountId)
    .$if(sessionIds !== undefined, (q) => q.where('session_id', 'in', [...(sessionIds ?? [])]))
    .execute()

/** One more that ended like this. */
export const count = (db: Db, accountId: number, id: string, outcome: 'done' | 'same' | 'failed') =>
  db
    .updateTable('bulk_run')
    .set({ [outcome]: sql`${sql.ref(outcome)} + 1` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('bulk_run').where('account_id', '=', accountId).where('id', '=', id).execute()

/** All but the newest ones that have ended. */
export const removeOld = (db: Db, accountId: number) =>
  db
    .deleteFrom('bulk_run')
    .where('account_id', '=', accountId)
    .where('state', '<>', 'running')
    .where(
      'id',
      'not in',
      db
        .selectFrom('bulk_run')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(LISTED - 1),
    )
    .execute()

export const { renew, giveBack, clear, claim, countDue, nextDue } = dueWorkOf('bulk_run')
