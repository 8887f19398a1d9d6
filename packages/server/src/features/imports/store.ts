import type { Insertable, Selectable, Updateable } from 'kysely'
import { holding } from '../../platform/store/asking.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { dueWorkOf } from '../../platform/work/due-work-store.ts'
import { isFree, NOT_LEASED } from '../../platform/work/lease-store.ts'
import type { ImportRunTable } from '../../schema/imports.ts'

export type RunRow = Selectable<ImportRunTable>

/** The last ones are enough to look at. */
const LISTED = 20

const OPEN = ['planning', 'planned', 'running'] as const

export const insert = (db: Db, row: Insertable<ImportRunTable>) =>
  db.insertInto('import_run').values(row).execute()

export const list = (db: Db, accountId: number) =>
  db
    .selectFrom('import_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()

export const find = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('import_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** No other process takes the lease of this run before the transaction ends. */
export const findForUpdate = (db: Db, engine: Engine, accountId: number, id: string) =>
  db
    .selectFrom('import_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$call(holding(engine))
    .executeTakeFirst()

/** The one that has not ended, if any. */
export const findOpen = (db: Db, accountId: number) =>
  db
    .selectFrom('import_run')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', 'in', [...OPEN])
    .executeTakeFirst()

/** Those like this whose maker has said nothing for longer than they may. */
export const endAbandoned = (db: Db, accountId: number, pattern: string, now: number) =>
  db
    .updateTable('import_run')
    .set({ state: 'canceled', token_sealed: null, next_at: null, ended_at: now, ...NOT_LEASED })
    .where('account_id', '=', accountId)
    .where('state', 'in', [...OPEN])
    .where('url', 'like', pattern)
    .where(isFree(now))
    .execute()

export const update = (db: Db, accountId: number, id: string, changes: Updateable<ImportRunTable>) =>
  db.updateTable('import_run').set(changes).where('account_id', '=', accountId).where('id', '=', id).execute()

/** Whether it is still this process's to go on with; if so it is held until the transaction ends. */
export const updateLeased = async (
  db: Db,
  { account_id, id }: Pick<RunRow, 'account_id' | 'id'>,
  owner: string,
  changes: Updateable<ImportRunTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('import_run')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('import_run').where('account_id', '=', accountId).where('id', '=', id).execute()

/** All but the newest ones that have ended. */
export const removeOld = (db: Db, accountId: number) =>
  db
    .deleteFrom('import_run')
    .where('account_id', '=', accountId)
    .where('state', 'not in', [...OPEN])
    .where(
      'id',
      'not in',
      db
        .selectFrom('import_run')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(LISTED - 1),
    )
    .execute()

export const NOBODYS = NOT_LEASED

export const { renew, giveBack, clear, claim, countDue, nextDue } = dueWorkOf('import_run')
