import { sql } from 'kysely'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { isOneOf } from '../../../../platform/store/id-list.ts'
import { prepared } from '../../../../platform/store/prepared.ts'
import { isFree, leasesOf, NOT_LEASED } from '../../../../platform/work/lease-store.ts'
import { COUNTED } from '../../../../platform/work/queue.ts'
import type { Woken } from '../../../../platform/work/wake.ts'
import type { EndpointRow } from '../store.ts'

export interface Claim {
  owner: string
  now: number
  leasedUntil: number
  isFailing: boolean
  limit: number
  /** The accounts whose events are looked at. */
  about: Woken
  /** Endpoints that are left alone. */
  except: readonly number[]
  /** Advanced keys whose central webhook has enough work. */
  exceptKeys: readonly number[]
}

/** Endpoints that have something to be posted and that nobody is posting to. */
const due = (db: Db, { now, isFailing, limit, about, except, exceptKeys }: Claim) =>
  allDue(db, now)
    .$if(about !== 'all', (q) =>
      q.where((e) => isOneOf(db, e.ref('w.event_account_id'), about as Set<number>)),
    )
    .where('w.failing_since', isFailing ? 'is not' : 'is', null)
    .$if(except.length > 0, (q) => q.where('w.endpoint_id', 'not in', [...except]))
    .$if(exceptKeys.length > 0, (q) =>
      q.where((e) =>
        e.or([e('w.central_key_id', 'is', null), e('w.central_key_id', 'not in', [...exceptKeys])]),
      ),
    )
    .limit(limit)

const allDue = (db: Db, now: number) =>
  db
    .selectFrom('webhook_endpoint as w')
    .select('w.endpoint_id')
    .where('w.status', '=', 'ACTIVE')
    .where(isFree(now))
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom('event')
            .select(sql`1`.as('one'))
            .whereRef('event.account_id', '=', 'w.event_account_id')
            .whereRef('event.id', '>', 'w.last_event_id'),
        ),
        e.exists(
          e
            .selectFrom('webhook_delivery as d')
            .select(sql`1`.as('one'))
            .whereRef('d.endpoint_id', '=', 'w.endpoint_id')
            .where('d.next_at', '<=', now),
        ),
      ]),
    )

export const countDue = async (db: Db, now: number): Promise<number> =>
  (await allDue(db, now).limit(COUNTED).execute()).length

/** Looking costs no writer's turn; most looks find nothing. */
export const hasDue = async (db: Db, claim: Claim): Promise<boolean> =>
  (await due(db, { ...claim, limit: 1 }).execute()).length > 0

/** Those of the accounts whose events an endpoint gets, whatever its state. */
export const listSubscribed = (db: Db, accountIds: readonly number[]) =>
  db
    .selectFrom('webhook_endpoint')
    .select('event_account_id as account_id')
    .distinct()
    .where((e) => isOneOf(db, e.ref('event_account_id'), accountIds))
    .execute()

const leases = leasesOf('webhook_endpoint', 'endpoint_id')
export const { giveBack, clear } = leases
/** Leases go on, or are put off: nobody else serves these endpoints before then. */
export const { renew } = leases

export const claim = (db: Db, engine: Engine, claim: Claim): Promise<EndpointRow[]> =>
  // Who waits longest is next: many accounts may share the places of one central webhook.
  leases.claim(db, engine, due(db, claim).orderBy('w.last_event_id'), claim)

/** Every run ends with it: prepared once. */
const endLease = prepared<{ owner: string; endpointId: number }, never>((db, slot) =>
  db
    .updateTable('webhook_endpoint')
    .set(NOT_LEASED)
    .where('endpoint_id', '=', slot('endpointId'))
    .where('lease_owner', '=', slot('owner'))
    .$castTo<never>(),
)

export const giveBackOne = (db: Db, owner: string, endpointId: number) => endLease(db, { owner, endpointId })

/** When the next attempt that waits is due. */
export const nextRetry = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('webhook_delivery')
    .select((e) => e.fn.min('next_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
