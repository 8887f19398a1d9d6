import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type { PairingTable } from '../../../schema/access.ts'

export type PairingRow = Selectable<PairingTable>

interface Span {
  after?: number
  upTo?: number
}

/** Those of one lock after `after` up to and with `upTo`. */
export const list = (db: Db, accountId: number, smartlockId: number, { after, upTo }: Span = {}) =>
  db
    .selectFrom('pairing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .$if(after !== undefined, (q) => q.where('pairing_id', '>', after as number))
    .$if(upTo !== undefined, (q) => q.where('pairing_id', '<=', upTo as number))
    .orderBy('pairing_id')
    .execute()

export const count = async (db: Db, accountId: number, smartlockId: number): Promise<number> => {
  const row = await db
    .selectFrom('pairing')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export const find = (db: Db, accountId: number, smartlockId: number, pairingId: number) =>
  db
    .selectFrom('pairing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('pairing_id', '=', pairingId)
    .executeTakeFirst()

export const put = (db: Db, rows: readonly Insertable<PairingTable>[]) =>
  db
    .insertInto('pairing')
    .values([...rows])
    .onConflict((c) =>
      c.columns(['account_id', 'smartlock_id', 'pairing_id']).doUpdateSet((e) => ({
        kind: e.ref('excluded.kind'),
        name: e.ref('excluded.name'),
        enabled: e.ref('excluded.enabled'),
        remote_allowed: e.ref('excluded.remote_allowed'),
        is_own: e.ref('excluded.is_own'),
        time_limited: e.ref('excluded.time_limited'),
        times: e.ref('excluded.times'),
      })),
    )
    .execute()

export const remove = (db: Db, accountId: number, smartlockId: number, pairingIds: readonly number[]) =>
  db
    .deleteFrom('pairing')
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .where('pairing_id', 'in', [...pairingIds])
    .execute()
