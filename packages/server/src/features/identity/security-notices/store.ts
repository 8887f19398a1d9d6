import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { SecurityNoticeTable } from '../../../schema/second-factors.ts'

type NoticeRow = Selectable<SecurityNoticeTable>

export const find = (db: Db, accountId: number, notice: string) =>
  db
    .selectFrom('security_notice')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('notice', '=', notice)
    .executeTakeFirst()

/** There is a row to lock, whoever comes first. */
export const ensure = (db: Db, accountId: number, notice: string, now: number) =>
  db
    .insertInto('security_notice')
    .values({
      account_id: accountId,
      notice,
      started_at: now,
      sent: 0,
      held: 0,
      recipient: null,
      lines: null,
    })
    .onConflict((c) => c.doNothing())
    .execute()

export const update = (
  db: Db,
  accountId: number,
  notice: string,
  changes: Partial<Omit<NoticeRow, 'account_id' | 'notice'>>,
) =>
  db
    .updateTable('security_notice')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('notice', '=', notice)
    .execute()

/** Newest first; never more than a few. */
export const listNetworks = (db: Db, accountId: number) =>
  db
    .selectFrom('account_network')
    .select(['network', 'seen_at'])
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .execute()

export const rememberNetwork = (db: Db, accountId: number, network: string, now: number) =>
  db
    .insertInto('account_network')
    .values({ account_id: accountId, network, seen_at: now })
    .onConflict((c) => c.columns(['account_id', 'network']).doUpdateSet({ seen_at: now }))
    .execute()

export const forgetNetworks = (db: Db, accountId: number, networks: readonly string[]) =>
  db
    .deleteFrom('account_network')
    .where('account_id', '=', accountId)
    .where('network', 'in', networks)
    .execute()
