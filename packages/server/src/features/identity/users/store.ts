import {
  type ExpressionBuilder,
  expressionBuilder,
  type Insertable,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { Db, Tables } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import type { AccountUserTable } from '../../../schema/people.ts'

export type AccountUserRow = Selectable<AccountUserTable>

/** People whom a caller has to do with that is for some doors: who may open one of them, and whom it added. */
export interface Circle {
  readonly smartlockIds: ReadonlySet<number>
  readonly accountId: number
}

const isInCircle = (
  db: Db,
  e: ExpressionBuilder<Tables, 'account_user'>,
  { smartlockIds, accountId }: Circle,
) =>
  e.or([
    e('account_user.made_by_account_id', '=', accountId),
    e.exists(
      e
        .selectFrom('smartlock_auth as a')
        .select('a.id')
        .whereRef('a.account_id', '=', 'account_user.account_id')
        .whereRef('a.account_user_id', '=', 'account_user.account_user_id')
        .where((of) => isOneOf(db, of.ref('a.smartlock_id'), smartlockIds)),
    ),
  ])

/** The same for a statement about `account_user` that somebody else makes. */
export const inCircle = (db: Db, circle: Circle) =>
  isInCircle(db, expressionBuilder<Tables, 'account_user'>(), circle)

export interface ListFilter {
  circle?: Circle | undefined
  emailKey?: string
  offset?: number
  limit?: number
}

/** In the order they were added. SQLite has no offset without a limit. */
export const list = (db: Db, accountId: number, { circle, emailKey, offset = 0, limit }: ListFilter) =>
  db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(emailKey !== undefined, (q) => q.where('email_key', '=', emailKey as string))
    .$if(circle !== undefined, (q) => q.where((e) => isInCircle(db, e, circle as Circle)))
    .orderBy('account_user_id')
    .limit(limit ?? Number.MAX_SAFE_INTEGER)
    .offset(offset)
    .execute()

export const find = (db: Db, accountId: number, accountUserId: number, circle?: Circle) =>
  db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .$if(circle !== undefined, (q) => q.where((e) => isInCircle(db, e, circle as Circle)))
    .executeTakeFirst()

/** Several of them, in the order of their ids. */
export const listByIds = (
  db: Db,
  accountId: number,
  { ids, circle }: { ids: readonly number[]; circle?: Circle | undefined },
) =>
  db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('account_user_id', 'in', [...ids])
    .$if(circle !== undefined, (q) => q.where((e) => isInCircle(db, e, circle as Circle)))
    .orderBy('account_user_id')
    .execute()

export const findByEmail = (db: Db, accountId: number, emailKey: string) =>
  db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .executeTakeFirst()

export const listEmails = (db: Db, accountId: number, accountUserIds: readonly number[]) =>
  db
    .selectFrom('account_user')
    .select(['account_user_id', 'email'])
    .where('account_id', '=', accountId)
    .where('account_user_id', 'in', [...accountUserIds])
    .execute()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('account_user')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Undefined when the account has a user with this address. */
export const insert = (db: Db, row: Insertable<AccountUserTable>) =>
  db
    .insertInto('account_user')
    .values(row)
    .onConflict((c) => c.columns(['account_id', 'email_key']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Several that the caller knows to be new, holding the account. */
export const insertMany = (db: Db, rows: readonly Insertable<AccountUserTable>[]) =>
  db
    .insertInto('account_user')
    .values([...rows])
    .returningAll()
    .execute()

export const listIdsByEmail = (db: Db, accountId: number, emailKeys: readonly string[]) =>
  db
    .selectFrom('account_user')
    .select(['account_user_id', 'email_key'])
    .where('account_id', '=', accountId)
    .where('email_key', 'in', [...emailKeys])
    .execute()

/** Whoever has one of these addresses; within a circle, or of the whole account. */
export const listByEmail = (db: Db, accountId: number, emailKeys: readonly string[], circle?: Circle) =>
  db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', 'in', [...emailKeys])
    .$if(circle !== undefined, (q) => q.where((e) => isInCircle(db, e, circle as Circle)))
    .execute()

export const update = (
  db: Db,
  accountId: number,
  accountUserId: number,
  changes: Updateable<AccountUserTable>,
) =>
  db
    .updateTable('account_user')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The deletion under way, or none any more. A user that is gone already stays gone. */
export const setOperation = (db: Db, accountId: number, accountUserId: number, operationId: string | null) =>
  db
    .updateTable('account_user')
    .set({ operation_id: operationId })
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .execute()

export const remove = (db: Db, accountId: number, accountUserId: number) =>
  db
    .deleteFrom('account_user')
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .returningAll()
    .executeTakeFirst()
