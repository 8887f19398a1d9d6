import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import type { GatewayLockTable, GatewayTable } from '../../schema/gateways.ts'

export type GatewayRow = Selectable<GatewayTable>

export const list = (db: Db, accountId: number) =>
  db.selectFrom('gateway').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('gateway')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const find = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('gateway')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Whose claim code it is, of whatever account: the caller has shown that it was told the code. */
export const findByClaim = (db: Db, claimHash: string) =>
  db.selectFrom('gateway').selectAll().where('claim_hash', '=', claimHash).executeTakeFirst()

/** Whose token it is: gateways make their own, so two could have the same, and then nobody knows which of them calls. */
export const listByToken = (db: Db, tokenHash: string) =>
  db.selectFrom('gateway').select(['id', 'account_id']).where('token_hash', '=', tokenHash).limit(2).execute()

export const insert = (db: Db, row: Insertable<GatewayTable>) =>
  db.insertInto('gateway').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, id: string, changes: Updateable<GatewayTable>) =>
  db.updateTable('gateway').set(changes).where('account_id', '=', accountId).where('id', '=', id).execute()

export const remove = (db: Db, accountId: number, id: string) =>
  db.deleteFrom('gateway').where('account_id', '=', accountId).where('id', '=', id).execute()

export const listLocks = (db: Db, accountId: number, gatewayId: string) =>
  db
    .selectFrom('gateway_lock')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('gateway_id', '=', gatewayId)
    .orderBy('key')
    .execute()

export const findLock = (db: Db, accountId: number, gatewayId: string, key: string) =>
  db
    .selectFrom('gateway_lock')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('gateway_id', '=', gatewayId)
    .where('key', '=', key)
    .executeTakeFirst()

const CHUNK = 200

export const putLocks = async (db: Db, rows: readonly Insertable<GatewayLockTable>[]) => {
  for (let i = 0; i < rows.length; i += CHUNK)
    await db
      .insertInto('gateway_lock')
      .values(rows.slice(i, i + CHUNK))
      .onConflict((c) =>
        c
          .columns(['gateway_id', 'key'])
          .doUpdateSet((e) => ({ found: e.ref('excluded.found'), lost_at: e.ref('excluded.lost_at') })),
      )
      .execute()
}

export const markLost = (
  db: Db,
  accountId: number,
  gatewayId: string,
  keys: readonly string[],
  now: number,
) =>
  db
    .updateTable('gateway_lock')
    .set({ lost_at: now })
    .where('account_id', '=', accountId)
    .where('gateway_id', '=', gatewayId)
    .where('key', 'in', [...keys])
    .execute()

export const removeLocks = (db: Db, accountId: number, gatewayId: string, keys: readonly string[]) =>
  db
    .deleteFrom('gateway_lock')
    .where('account_id', '=', accountId)
    .where('gateway_id', '=', gatewayId)
    .where('key', 'in', [...keys])
    .execute()

/** Of all accounts, those that reported last first: for figures. */
export const listReporting = (db: Db, limit: number) =>
  db
    .selectFrom('gateway')
    .select(['id', 'token_hash', 'last_report_at', 'queue'])
    .where('token_hash', 'is not', null)
    // Engines differ in where those go that have never reported.
    .orderBy('last_report_at', (o) => o.desc().nullsLast())
    .limit(limit)
    .execute()

/** How many locks these gateways found that are still there. */
export const countLocks = async (db: Db, gatewayIds: readonly string[]): Promise<Map<string, number>> => {
  if (gatewayIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('gateway_lock')
    .select(['gateway_id', (e) => e.fn.countAll<number>().as('n')])
    .where('gateway_id', 'in', [...gatewayIds])
    .where('lost_at', 'is', null)
    .groupBy('gateway_id')
    .execute()
  return new Map(rows.map((row) => [row.gateway_id, Number(row.n)]))
}
