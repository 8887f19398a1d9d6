import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { holding } from '../../../platform/store/asking.ts'
import type { Db, Engine } from '../../../platform/store/database.ts'
import {
  firstFree,
  isFree,
  type LeaseClaim,
  leasesOf,
  NOT_LEASED,
} from '../../../platform/work/lease-store.ts'
import { COUNTED } from '../../../platform/work/queue.ts'
import type { ServiceLinkTable } from '../../../schema/stays.ts'

export type LinkRow = Selectable<ServiceLinkTable>

/** A fetch that is on its way counts no more: it began before what is wanted now. */
export const FETCH_ANEW = NOT_LEASED

export const list = (db: Db, accountId: number, serviceId?: string) =>
  db
    .selectFrom('service_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(serviceId !== undefined, (q) => q.where('service_id', '=', serviceId as string))
    .orderBy('link_id')
    .execute()

export interface LinkPlace {
  serviceId: string
  addressId: number
  unitId: string | null
}

export const findAt = (db: Db, accountId: number, { serviceId, addressId, unitId }: LinkPlace) =>
  db
    .selectFrom('service_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('service_id', '=', serviceId)
    .where('address_id', '=', addressId)
    .where('unit_id', unitId === null ? 'is' : '=', unitId)
    .executeTakeFirst()

export const find = (db: Db, accountId: number, linkId: number) =>
  db
    .selectFrom('service_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('link_id', '=', linkId)
    .executeTakeFirst()

export const listOfAddress = (db: Db, accountId: number, addressId: number) =>
  db
    .selectFrom('service_link')
    .select(['link_id', 'service_id', 'tells_guests'])
    .where('account_id', '=', accountId)
    .where('address_id', '=', addressId)
    .orderBy('updated_at', 'desc')
    .execute()

export const listOfUnits = (db: Db, accountId: number, unitIds: readonly string[]) =>
  db
    .selectFrom('service_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('unit_id', 'in', [...unitIds])
    .orderBy('link_id')
    .execute()

export const insert = (db: Db, row: Insertable<ServiceLinkTable>) =>
  db.insertInto('service_link').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (db: Db, accountId: number, linkId: number, changes: Updateable<ServiceLinkTable>) =>
  updateAll(db, accountId, [linkId], changes)

export const updateAll = (
  db: Db,
  accountId: number,
  linkIds: readonly number[],
  changes: Updateable<ServiceLinkTable>,
) =>
  db
    .updateTable('service_link')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('link_id', 'in', [...linkIds])
    .execute()

export const remove = (db: Db, accountId: number, linkId: number) =>
  db.deleteFrom('service_link').where('account_id', '=', accountId).where('link_id', '=', linkId).execute()

/** What is set at an address decides what its calendars mean: they are read anew. */
export const readAnew = (db: Db, accountId: number, addressId: number, now: number) =>
  db
    .updateTable('service_link')
    .set({ etag: null, last_modified: null, next_at: now, ...FETCH_ANEW })
    .where('link_id', 'in', (e) =>
      e
        .selectFrom('service_link')
        .select('link_id')
        .where('account_id', '=', accountId)
        .where('address_id', '=', addressId)
        .where('status', '=', 'active')
        .orderBy('link_id'),
    )
    .execute()

export const noteUse = (db: Db, accountId: number, serviceId: string, now: number) =>
  db
    .insertInto('service_use')
    .values({ account_id: accountId, service_id: serviceId, linked_at: now })
    .onConflict((c) => c.columns(['account_id', 'service_id']).doNothing())
    .execute()

export const listUsed = (db: Db, accountId: number) =>
  db.selectFrom('service_use').select('service_id').where('account_id', '=', accountId).execute()

export interface Claim extends LeaseClaim {
  /** Accounts that are left alone. */
  exceptKeys: readonly number[]
}

const leases = leasesOf('service_link', 'link_id')
export const { renew, giveBack } = leases

/** Of every account the one that waits longest. */
export const claim = (db: Db, engine: Engine, claim: Claim): Promise<LinkRow[]> =>
  leases.claim(
    db,
    engine,
    db
      .selectFrom('service_link')
      .select('link_id')
      .where('link_id', 'in', firstOfEach(db, claim))
      // Somebody may have taken it between the look and the lock.
      .where(isFree(claim.now))
      .orderBy('next_at')
      .limit(claim.limit),
    claim,
  )

const firstOfEach = (db: Db, { now, limit, exceptKeys }: Claim) =>
  db
    .selectFrom(
      db
        .selectFrom('service_link')
        .select(['link_id', 'next_at'])
        .select(
          sql<number>`row_number() over (partition by account_id order by next_at, link_id)`.as('position'),
        )
        .where('next_at', '<=', now)
        .where(isFree(now))
        .$if(exceptKeys.length > 0, (q) => q.where('account_id', 'not in', [...exceptKeys]))
        .as('due'),
    )
    .select('link_id')
    .where('position', '=', 1)
    .orderBy('next_at')
    .limit(limit)

export const countDue = async (db: Db, now: number): Promise<number> => {
  const rows = await db
    .selectFrom('service_link')
    .select('link_id')
    .where('next_at', '<=', now)
    .where(isFree(now))
    .limit(COUNTED)
    .execute()
  return rows.length
}

/** The link as it is now, if it is still ours to finish. No other process takes its lease before the transaction ends. */
export const findLeased = (db: Db, engine: Engine, accountId: number, linkId: number, owner: string) =>
  db
    .selectFrom('service_link')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('link_id', '=', linkId)
    .where('lease_owner', '=', owner)
    .$call(holding(engine))
    .executeTakeFirst()

export const countWithOperation = async (db: Db, accountId: number, operationId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('service_link')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('operation_id', '=', operationId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const nextDue = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('service_link')
    .select(firstFree('next_at').as('at'))
    .where('next_at', 'is not', null)
    .executeTakeFirst()
  return row?.at == null ? undefined : Number(row.at)
}
