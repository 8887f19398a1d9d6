import { sql } from 'kysely'
import type { Db, Engine } from '../../../../platform/store/database.ts'
import { prepared } from '../../../../platform/store/prepared.ts'
import { COUNTED } from '../../../../platform/work/queue.ts'
import type { EndpointRow } from '../store.ts'

export interface Claim {
  owner: string
  now: number
  leasedUntil: number
  isFailing: boolean
  limit: number
  /** Endpoints that are left alone. */
  except: readonly number[]
  /** Advanced keys whose central webhook has enough work. */
  exceptKeys: readonly number[]
}

/** Endpoints that have something to be posted and that nobody is posting to, of all accounts. */
const due = (db: Db, { now, isFailing, limit, except, exceptKeys }: Claim) =>
  allDue(db, now)
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
    .where((e) => e.or([e('w.leased_until', 'is', null), e('w.leased_until', '<', now)]))
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

/** Takes endpoints for a while: until the lease ends nobody else posts to them. */
export const claim = (db: Db, engine: Engine, claim: Claim): Promise<EndpointRow[]> =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: claim.leasedUntil, lease_owner: claim.owner })
    .where(
      'endpoint_id',
      'in',
      due(db, claim)
        // Who waits longest is next: many accounts may share the places of one central webhook.
        .orderBy('w.last_event_id')
        .$if(engine === 'postgres', (q) => q.forUpdate().skipLocked()),
    )
    .returningAll()
    .execute()

/** The lease goes on; a lease that another process took over is left alone. */
export const renewLeases = async (
  db: Db,
  owner: string,
  endpointIds: number[],
  leasedUntil: number,
): Promise<number[]> => {
  const rows = await db
    .updateTable('webhook_endpoint')
    .set({ leased_until: leasedUntil })
    .where('lease_owner', '=', owner)
    .where('endpoint_id', 'in', endpointIds)
    .returning('endpoint_id')
    .execute()
  return rows.map((row) => row.endpoint_id)
}

const endLease = prepared<{ owner: string; endpointId: number }, never>((db, slot) =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: null, lease_owner: null })
    .where('endpoint_id', '=', slot('endpointId'))
    .where('lease_owner', '=', slot('owner'))
    .$castTo<never>(),
)

export const release = (db: Db, owner: string, endpointId: number) => endLease(db, { owner, endpointId })

/** Nobody serves these endpoints before then, in whatever process. */
export const rest = (db: Db, owner: string, endpointIds: number[], until: number) =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: until })
    .where('endpoint_id', 'in', endpointIds)
    .where('lease_owner', '=', owner)
    .execute()

/** Gives back what was claimed beyond what can be served now. */
export const releaseAll = (db: Db, owner: string, endpointIds: readonly number[]) =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: null, lease_owner: null })
    .where('endpoint_id', 'in', [...endpointIds])
    .where('lease_owner', '=', owner)
    .execute()

/** With SQLite there is one process, and whoever held a lease before it is gone. */
export const clearLeases = (db: Db) =>
  db.updateTable('webhook_endpoint').set({ leased_until: null, lease_owner: null }).execute()

/** When the next attempt that waits is due. */
export const nextRetry = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('webhook_delivery')
    .select((e) => e.fn.min('next_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
