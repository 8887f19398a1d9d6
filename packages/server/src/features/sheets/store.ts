import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
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

/** No other process takes the lease of this run before the transaction ends. */
export const findForUpdate = (db: Db, engine: Engine, owner: Owner, id: string) =>
  ofOwner(db, owner).selectAll().where('id', '=', id).$call(holding(engine)).executeTakeFirst()

/** Open files of others who share the doors. Each of them has few, and an account has a limited number of sub-accounts. */
export const listOpenOfOthers = (db: Db, { accountId, actorAccountId }: Owner) =>
  db
    .selectFrom('sheet_run')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('actor_account_id', '!=', actorAccountId)
    .where('next_at', 'is not', null)
    .orderBy('id', 'desc')
    .execute()

const ofAccount = (db: Db, accountId: number, id: string) =>
  db.selectFrom('sheet_run').selectAll().where('account_id', '=', accountId).where('id', '=', id)

/** A file of anybody who shares the doors. */
export const findInAccount = (db: Db, accountId: number, id: string) =>
  ofAccount(db, accountId, id).executeTakeFirst()

export const countOpen = async (db: Db, owner: Owner): Promise<number> => {
  const { n } = await ofOwner(db, owner)
    .select((e) => e.fn.countAll<number>().as('n'))
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

/** Which open files end: all of these accounts, those of some sessions, or those whose token or grant is gone. */
export type OpenOf =
  | { readonly accountIds: readonly number[] }
  | { readonly accountId: number; readonly sessionIds: readonly string[] }
  | { readonly accountId: number; readonly without: 'access' }

/** Ends open files and removes what is in them. */
export async function cancelOpen(db: Db, of: OpenOf, now: number): Promise<void> {
  const ended = await db
    .updateTable('sheet_run')
    .set({ state: 'canceled', next_at: null, ended_at: now, ...NOBODYS })
    .where('next_at', 'is not', null)
    .where('actor_account_id', 'in', 'accountIds' in of ? [...of.accountIds] : [of.accountId])
    .$if('sessionIds' in of, (q) => q.where('session_id', 'in', 'sessionIds' in of ? [...of.sessionIds] : []))
    .$if('without' in of, (q) =>
      q.where((e) =>
        e.or([
          e.and([
            e('token_id', 'is not', null),
            e.not(
              e.exists(
                e.selectFrom('api_token').select('id').whereRef('api_token.id', '=', 'sheet_run.token_id'),
              ),
            ),
          ]),
          e.and([
            e('grant_id', 'is not', null),
            e.not(
              e.exists(
                e
                  .selectFrom('oauth_grant')
                  .select('id')
                  .whereRef('oauth_grant.id', '=', 'sheet_run.grant_id'),
              ),
            ),
          ]),
        ]),
      ),
    )
    .returning('id')
    .execute()
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await db.deleteFrom('sheet_part').where('run_id', 'in', ids).execute()
}

/** The oldest file that somebody has started. Their other files wait for it, so whoever starts five has one turn. */
const isFirstOfCreator = sql<SqlBool>`(sheet_run.state <> 'running' or not exists (
  select 1 from sheet_run as older
  where older.account_id = sheet_run.account_id and older.actor_account_id = sheet_run.actor_account_id
    and older.state = 'running' and older.id < sheet_run.id
))`

export const { renew, giveBack, clear, claim, countDue, nextDue } = dueWorkOf('sheet_run', isFirstOfCreator)
