import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { holding } from '../../platform/store/asking.ts'
import type { Db, Engine } from '../../platform/store/database.ts'
import { dueWorkOf } from '../../platform/work/due-work-store.ts'
import { NOT_LEASED } from '../../platform/work/lease-store.ts'
import type { SheetRunTable } from '../../schema/sheets.ts'

export type RunRow = Selectable<SheetRunTable>

/** The last ones are enough to look at. */
const LISTED = 20

export const NOBODYS = NOT_LEASED

/** A run is of one account among those that share the doors, and of nobody else. */
export interface Owner {
  readonly accountId: number
  readonly actorAccountId: number
}

export const insert = (db: Db, row: Insertable<SheetRunTable>) =>
  db.insertInto('sheet_run').values(row).execute()

const ofOwner = (db: Db, { accountId, actorAccountId }: Owner) =>
  db
    .selectFrom('sheet_run')
    .where('account_id', '=', accountId)
    .where('actor_account_id', '=', actorAccountId)

export const list = (db: Db, owner: Owner) =>
  ofOwner(db, owner).selectAll().orderBy('id', 'desc').limit(LISTED).execute()

export const find = (db: Db, owner: Owner, id: string) =>
  ofOwner(db, owner).selectAll().where('id', '=', id).executeTakeFirst()

/** Held until the transaction ends. */
export const findForUpdate = (db: Db, engine: Engine, owner: Owner, id: string) =>
  ofOwner(db, owner).selectAll().where('id', '=', id).$call(holding(engine)).executeTakeFirst()

/** Of all who share the doors. */
export const countOpen = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('sheet_run')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const update = (db: Db, accountId: number, id: string, changes: Updateable<SheetRunTable>) =>
  db.updateTable('sheet_run').set(changes).where('account_id', '=', accountId).where('id', '=', id).execute()

type Counts = Pick<RunRow, 'made' | 'changed' | 'same' | 'failed'>

/** So many more rows are through. */
export const count = (db: Db, accountId: number, id: string, counts: Counts, position: number) =>
  db
    .updateTable('sheet_run')
    .set({
      position,
      made: sql`made + ${counts.made}`,
      changed: sql`changed + ${counts.changed}`,
      same: sql`same + ${counts.same}`,
      failed: sql`failed + ${counts.failed}`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('sheet_run').where('account_id', '=', accountId).where('id', '=', id).execute()

/** All but the newest ones that have ended. */
export const removeOld = (db: Db, owner: Owner) =>
  db
    .deleteFrom('sheet_run')
    .where('account_id', '=', owner.accountId)
    .where('actor_account_id', '=', owner.actorAccountId)
    .where('next_at', 'is', null)
    .where(
      'id',
      'not in',
      ofOwner(db, owner)
        .select('id')
        .orderBy('id', 'desc')
        .limit(LISTED - 1),
    )
    .execute()

/** Those that are open and that somebody asked for, or that these sessions of theirs did. */
export const listOpenOf = (db: Db, actorAccountId: number, sessionIds: readonly string[] | undefined) =>
  db
    .selectFrom('sheet_run')
    .select(['id', 'account_id'])
    .where('next_at', 'is not', null)
    .where('actor_account_id', '=', actorAccountId)
    .$if(sessionIds !== undefined, (q) => q.where('session_id', 'in', [...(sessionIds ?? [])]))
    .orderBy('id')
    .execute()

export const { renew, giveBack, clear, claim, countDue, nextDue } = dueWorkOf('sheet_run')
