import type { Db } from '../../../platform/store/database.ts'
import { isOneOf } from '../../../platform/store/id-list.ts'

/** Rights of plans, read by their own index. */

const PAGE = 5000

const COLUMNS = [
  ...(['id', 'seq', 'account_user_id', 'smartlock_id', 'sync_state', 'plan_terms'] as const),
  ...(['from_date', 'until_date', 'week_days', 'from_time', 'until_time'] as const),
  ...(['remote_allowed', 'enabled'] as const),
] as const

const pageOfPlan = (db: Db, accountId: number, planId: string, after: number) =>
  db
    .selectFrom('smartlock_auth')
    .select([...COLUMNS])
    .where('account_id', '=', accountId)
    .where('plan_id', '=', planId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PAGE)
    .execute()

export type PlanRightRow = Awaited<ReturnType<typeof pageOfPlan>>[number]

/** All that a plan gave; read page by page, so that the store has room for others in between. */
export async function listOfPlan(db: Db, accountId: number, planId: string): Promise<PlanRightRow[]> {
  const rows: PlanRightRow[] = []
  for (;;) {
    const page = await pageOfPlan(db, accountId, planId, rows.at(-1)?.seq ?? 0)
    rows.push(...page)
    if (page.length < PAGE) return rows
  }
}

/** How many rights of a kind these people have on these doors that are not of this plan. */
export async function countElsewhere(
  db: Db,
  accountId: number,
  planId: string,
  wanted: { type: number; accountUserIds: readonly number[]; smartlockIds: readonly number[] },
): Promise<number> {
  const { n } = await db
    .selectFrom('smartlock_auth')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('type', '=', wanted.type)
    .where((e) => isOneOf(db, e.ref('account_user_id'), wanted.accountUserIds))
    .where((e) => isOneOf(db, e.ref('smartlock_id'), wanted.smartlockIds))
    .where((e) => e.or([e('plan_id', 'is', null), e('plan_id', '!=', planId)]))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** One that a plan gave a person, and that is to stay. */
export const findOfPerson = (db: Db, accountId: number, planId: string, accountUserId: number) =>
  db
    .selectFrom('smartlock_auth')
    .select(['id', 'code_sealed'])
    .where('account_id', '=', accountId)
    .where('account_user_id', '=', accountUserId)
    .where('plan_id', '=', planId)
    .where('sync_state', '!=', 'deleting')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()

export const listWithheld = (db: Db, accountId: number, planId: string) =>
  db
    .selectFrom('withheld_right')
    .select(['account_user_id', 'smartlock_id'])
    .where('account_id', '=', accountId)
    .where('plan_id', '=', planId)
    .execute()

export interface Withheld {
  plan_id: string
  account_user_id: number
  smartlock_id: number
}

export const insertWithheld = (db: Db, accountId: number, rows: readonly Withheld[]) =>
  db
    .insertInto('withheld_right')
    .values(rows.map((row) => ({ account_id: accountId, ...row })))
    .onConflict((c) => c.doNothing())
    .execute()

/** Of a plan: all, or those of people who are not in this list any more, or of doors that are not. */
export const removeWithheld = (
  db: Db,
  accountId: number,
  planId: string,
  unless?: { accountUserIds: readonly number[]; smartlockIds: readonly number[] },
) =>
  db
    .deleteFrom('withheld_right')
    .where('account_id', '=', accountId)
    .where('plan_id', '=', planId)
    .$if(unless !== undefined, (q) =>
      q.where((e) =>
        e.not(
          e.and([
            isOneOf(db, e.ref('account_user_id'), unless?.accountUserIds ?? []),
            isOneOf(db, e.ref('smartlock_id'), unless?.smartlockIds ?? []),
          ]),
        ),
      ),
    )
    .execute()
