import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'
import type { AuthRow } from '../store.ts'

export interface Page {
  /** Numbers from here on. */
  fromSeq: number
  skip: number
  size: number
}

/** A part of the account's list, by number. */
export const list = (db: Db, accountId: number, { fromSeq, skip, size }: Page): Promise<AuthRow[]> =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '>=', fromSeq)
    .orderBy('seq')
    .limit(size)
    .offset(skip)
    .execute()

/** The same of some kinds. Each kind is read by its index up to where the page can end, then they are put together. */
export const listOfKinds = (
  db: Db,
  accountId: number,
  kinds: readonly number[],
  { fromSeq, skip, size }: Page,
): Promise<AuthRow[]> => {
  const [first, ...others] = kinds.map((kind) =>
    db
      .selectFrom((e) =>
        e
          .selectFrom('smartlock_auth')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('kind', '=', kind)
          .where('seq', '>=', fromSeq)
          .orderBy('seq')
          .limit(skip + size)
          .as('of_kind'),
      )
      .selectAll(),
  )
  if (!first) return Promise.resolve([])
  return others
    .reduce((all, next) => all.unionAll(next), first)
    .orderBy('seq')
    .limit(size)
    .offset(skip)
    .execute()
}

/** The same of one person. */
export const listOfUser = (
  db: Db,
  accountId: number,
  { accountUserId, kinds }: { accountUserId: number; kinds: readonly number[] | undefined },
  { fromSeq, skip, size }: Page,
): Promise<AuthRow[]> =>
  db
    .selectFrom('smartlock_auth')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', [...(kinds ?? [])]))
    .where('seq', '>=', fromSeq)
    .orderBy('seq')
    .limit(size)
    .offset(skip)
    .execute()

export const countOfUser = async (
  db: Db,
  accountId: number,
  accountUserId: number,
  kinds: readonly number[] | undefined,
): Promise<number> => {
  const { n } = await db
    .selectFrom('smartlock_auth')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', [...(kinds ?? [])]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** What a token that is limited to some locks sees of the list. */
interface OfLocks {
  smartlockIds: ReadonlySet<number>
  /** 0 or less for everybody's. */
  accountUserId: number
  kinds: readonly number[] | undefined
}

const ofLocks = (db: Db, accountId: number, { smartlockIds, accountUserId, kinds }: OfLocks) =>
  db
    .selectFrom('smartlock_auth')
    .where('account_id', '=', accountId)
    .where((e) => isOneOf(db, e.ref('smartlock_id'), smartlockIds))
    .$if(accountUserId > 0, (q) => q.where('account_user_id', '=', accountUserId))
    .$if(kinds !== undefined, (q) => q.where('kind', 'in', [...(kinds ?? [])]))

export const listOfLocks = (
  db: Db,
  accountId: number,
  filter: OfLocks,
  { fromSeq, skip, size }: Page,
): Promise<AuthRow[]> =>
  ofLocks(db, accountId, filter)
    .selectAll()
    .where('seq', '>=', fromSeq)
    .orderBy('seq')
    .limit(size)
    .offset(skip)
    .execute()

export const countOfLocks = async (db: Db, accountId: number, filter: OfLocks): Promise<number> => {
  const { n } = await ofLocks(db, accountId, filter)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}
