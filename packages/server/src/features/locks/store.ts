import { SERVER_STATE } from '@latchwork/contract'
import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import { assertAccountHeld } from '../../platform/store/account-locks.ts'
import type { Db, Tables } from '../../platform/store/database.ts'
import { isListed, isOneOf } from '../../platform/store/id-list.ts'
import { updateAll } from '../../platform/store/many-rows.ts'
import { prepared, preparedFor } from '../../platform/store/prepared.ts'
import type { LockDesiredTable, SmartlockTable } from '../../schema/smartlocks.ts'

export type SmartlockRow = Selectable<SmartlockTable>
export type DesiredRow = Selectable<LockDesiredTable>

export interface ListFilter {
  authId?: number
  type?: number
  /** Only these. */
  smartlockIds?: ReadonlySet<number>
  offset?: number
  limit?: number
}

/** In the order they came. SQLite has no offset without a limit. */
export const list = (db: Db, accountId: number, filter: ListFilter) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(filter.type !== undefined, (q) => q.where('type', '=', filter.type as number))
    .$if(filter.smartlockIds !== undefined, (q) =>
      q.where((e) => isOneOf(db, e.ref('smartlock_id'), filter.smartlockIds as ReadonlySet<number>)),
    )
    .$if(filter.authId !== undefined, (q) => q.where((e) => hasNumber(e, accountId, filter.authId as number)))
    .orderBy('created_at')
    .orderBy('smartlock_id')
    .limit(filter.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(filter.offset ?? 0)
    .execute()

/** Its own number, or that of one of its authorizations (D62). */
const hasNumber = (e: ExpressionBuilder<Tables, 'smartlock'>, accountId: number, number: number) =>
  e.or([
    e('auth_id', '=', number),
    e(
      'smartlock_id',
      'in',
      e
        .selectFrom('smartlock_auth')
        .select('smartlock_auth.smartlock_id')
        .where('smartlock_auth.account_id', '=', accountId)
        .where('smartlock_auth.device_number', '=', number),
    ),
  ])

interface LockKey {
  accountId: number
  smartlockId: number
}

const selectLock = prepared<LockKey, SmartlockRow>((db, slot) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId')),
)

export const find = async (db: Db, accountId: number, smartlockId: number) =>
  (await selectLock(db, { accountId, smartlockId }))[0]

export const listByIds = (db: Db, accountId: number, smartlockIds: readonly number[]) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('smartlock_id', 'in', [...smartlockIds])
    .orderBy('smartlock_id')
    .execute()

export const count = async (db: Db, accountId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('smartlock')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Undefined when the device id is taken, by whomever (5.11). */
export const insert = (db: Db, row: Insertable<SmartlockTable>) =>
  db
    .insertInto('smartlock')
    .values(row)
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()

const updateLock = preparedFor<LockKey & Updateable<SmartlockTable>, SmartlockRow>((db, columns, slot) =>
  db
    .updateTable('smartlock')
    .set(Object.fromEntries(columns.map((column) => [column, slot(column as keyof SmartlockTable)])))
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId'))
    .returningAll(),
)

/** Its credentials and what waits for it go with it. */
export const remove = (db: Db, accountId: number, smartlockId: number) =>
  db
    .deleteFrom('smartlock')
    .where('account_id', '=', accountId)
    .where('smartlock_id', '=', smartlockId)
    .execute()

export const update = async (
  db: Db,
  accountId: number,
  smartlockId: number,
  changes: Updateable<SmartlockTable>,
): Promise<SmartlockRow> => {
  assertAccountHeld(db, accountId)
  const [row] = await updateLock(db, Object.keys(changes), { ...changes, accountId, smartlockId })
  if (!row) throw new Error(`smartlock ${smartlockId} is gone`)
  return row
}

const setLock = preparedFor<LockKey & Updateable<SmartlockTable>, never>((db, columns, slot) =>
  db
    .updateTable('smartlock')
    .set(Object.fromEntries(columns.map((column) => [column, slot(column as keyof SmartlockTable)])))
    .where('account_id', '=', slot('accountId'))
    .where('smartlock_id', '=', slot('smartlockId'))
    .$castTo<never>(),
)

/** For a row that the caller holds and knows: reading it back would cost more than writing it. */
export const set = (
  db: Db,
  accountId: number,
  smartlockId: number,
  changes: Updateable<SmartlockTable>,
): Promise<unknown> => {
  assertAccountHeld(db, accountId)
  return setLock(db, Object.keys(changes), { ...changes, accountId, smartlockId })
}

/** The same for several rows that the caller holds and knows. */
export const setAll = updateAll<SmartlockRow>('smartlock', ['smartlock_id', 'account_id'], (db) =>
  db.updateTable('smartlock'),
)

/** All locks that count as connected, of all accounts: after a restart of the embedded broker none of them is. */
export const listOnline = (db: Db, limit: number) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where('server_state', '=', SERVER_STATE.ok)
    .orderBy('smartlock_id')
    .limit(limit)
    .execute()

const selectLocksOfDevices = prepared<{ deviceIds: string }, SmartlockRow>((db, slot) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where(isListed(db, 'device_id', 'text', slot('deviceIds')))
    .orderBy('smartlock_id'),
)

/** The locks that devices are, of whatever accounts. */
export const listByDeviceIds = (db: Db, deviceIds: Iterable<string>) =>
  selectLocksOfDevices(db, { deviceIds: JSON.stringify([...deviceIds]) })

/** By their own ids, of whatever accounts: for work that serves everybody. */
export const findAny = (db: Db, smartlockIds: ReadonlySet<number>) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where((e) => isOneOf(db, e.ref('smartlock_id'), smartlockIds))
    .execute()

/** The lock that a gateway calls so. */
export const findServed = (db: Db, accountId: number, gatewayId: string, key: string) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('gateway_id', '=', gatewayId)
    .where('gateway_key', '=', key)
    .executeTakeFirst()

export const listServed = (db: Db, accountId: number, gatewayId: string) =>
  db
    .selectFrom('smartlock')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('gateway_id', '=', gatewayId)
    .orderBy('gateway_key')
    .execute()

/** How many locks each gateway of the account serves. */
export const countServed = async (db: Db, accountId: number): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('smartlock')
    .select(['gateway_id', (e) => e.fn.countAll<number>().as('n')])
    .where('account_id', '=', accountId)
    .where('gateway_id', 'is not', null)
    .groupBy('gateway_id')
    .execute()
  return new Map(rows.map((row) => [row.gateway_id as string, Number(row.n)]))
}
