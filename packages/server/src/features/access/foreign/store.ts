import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { ForeignCodeTable } from '../../../schema/access.ts'

interface Span {
  after?: number
  upTo?: number
}

/** Those of one lock in these places: after `after` up to and with `upTo`. */
export const list = (db: Db, accountId: number, smartlockId: number, { after, upTo }: Span = {}) =>
  db
    .selectFrom('foreign_code')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .$if(after !== undefined, (q) => q.where('slot', '>', after as number))
    .$if(upTo !== undefined, (q) => q.where('slot', '<=', upTo as number))
    .orderBy('slot')
    .execute()

export const countByLock = async (db: Db, accountId: number, smartlockIds: readonly number[]) => {
  const rows = await db
    .selectFrom('foreign_code')
    .select(['smartlock_id', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .groupBy('smartlock_id')
    .execute()
  return new Map(rows.map((row) => [row.smartlock_id, Number(row.n)]))
}

export const put = (db: Db, rows: readonly Insertable<ForeignCodeTable>[]) =>
  db
    .insertInto('foreign_code')
    .values([...rows])
    .onConflict((c) =>
      c
        .columns(['account_id', 'smartlock_id', 'slot'])
        .doUpdateSet((e) => ({ name: e.ref('excluded.name') })),
    )
    .execute()

export const remove = (db: Db, accountId: number, smartlockId: number, slots: readonly number[]) =>
  db
    .deleteFrom('foreign_code')
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('slot', 'in', [...slots])
    .execute()
