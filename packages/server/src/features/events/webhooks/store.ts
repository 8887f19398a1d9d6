import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Engine } from '../../../platform/store/database.ts'
import { prepared, preparedFor } from '../../../platform/store/prepared.ts'
import type { WebhookDeliveryTable, WebhookEndpointTable } from '../../../schema/webhooks.ts'

export type EndpointRow = Selectable<WebhookEndpointTable>
export type DeliveryRow = Selectable<WebhookDeliveryTable>

/** The decentral webhooks of an account, or only those of one of its keys. */
export const list = (db: Db, accountId: number, apiKeyId: number | null) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('central_key_id', 'is', null)
    .$if(apiKeyId !== null, (q) => q.where('api_key_id', '=', apiKeyId as number))
    .orderBy('endpoint_id')
    .execute()

export const find = (db: Db, accountId: number, apiKeyId: number | null, endpointId: number) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('central_key_id', 'is', null)
    .$if(apiKeyId !== null, (q) => q.where('api_key_id', '=', apiKeyId as number))
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()

/** Of either kind, whosever events it gets: the key's log has them all. */
export const findOfKey = (db: Db, apiKeyId: number, endpointId: number) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('api_key_id', '=', apiKeyId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()

export const findByUrl = (db: Db, accountId: number, apiKeyId: number, url: string) =>
  db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('url', '=', url)
    .executeTakeFirst()

export const count = async (db: Db, accountId: number, apiKeyId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('webhook_endpoint')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('central_key_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insert = (db: Db, row: Insertable<WebhookEndpointTable>) =>
  db.insertInto('webhook_endpoint').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (
  db: Db,
  accountId: number,
  endpointId: number,
  changes: Updateable<WebhookEndpointTable>,
) =>
  db
    .updateTable('webhook_endpoint')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', endpointId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const remove = async (
  db: Db,
  accountId: number,
  apiKeyId: number | null,
  endpointId: number,
): Promise<boolean> => {
  const result = await db
    .deleteFrom('webhook_endpoint')
    .where('account_id', '=', accountId)
    .where('central_key_id', 'is', null)
    .$if(apiKeyId !== null, (q) => q.where('api_key_id', '=', apiKeyId as number))
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** What an endpoint of that id still waits for from before the limit is given up; the rest is due now (D90). */
export const dropDeliveriesBefore = (db: Db, endpointId: number, eventId: string) =>
  db
    .deleteFrom('webhook_delivery')
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '<', eventId)
    .execute()

export const restartDeliveries = (db: Db, endpointId: number, now: number) =>
  db
    .updateTable('webhook_delivery')
    .set({ attempts: 0, next_at: now })
    .where('endpoint_id', '=', endpointId)
    .execute()

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
  db
    .selectFrom('webhook_endpoint as w')
    .select('w.endpoint_id')
    .where('w.status', '=', 'ACTIVE')
    .where('w.failing_since', isFailing ? 'is not' : 'is', null)
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
    .$if(except.length > 0, (q) => q.where('w.endpoint_id', 'not in', [...except]))
    .$if(exceptKeys.length > 0, (q) =>
      q.where((e) =>
        e.or([e('w.central_key_id', 'is', null), e('w.central_key_id', 'not in', [...exceptKeys])]),
      ),
    )
    .limit(limit)

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
export const renewLeases = (db: Db, owner: string, endpointIds: readonly number[], leasedUntil: number) =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: leasedUntil })
    .where('lease_owner', '=', owner)
    .where('endpoint_id', 'in', [...endpointIds])
    .returning('endpoint_id')
    .execute()

const endLease = prepared<{ owner: string; endpointId: number }, never>((db, slot) =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: null, lease_owner: null })
    .where('endpoint_id', '=', slot('endpointId'))
    .where('lease_owner', '=', slot('owner'))
    .$castTo<never>(),
)

export const release = (db: Db, owner: string, endpointId: number) => endLease(db, { owner, endpointId })

/** Nobody serves this endpoint before then, in whatever process. */
export const rest = (db: Db, owner: string, endpointId: number, until: number) =>
  db
    .updateTable('webhook_endpoint')
    .set({ leased_until: until })
    .where('endpoint_id', '=', endpointId)
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

const moveOn = preparedFor<Updateable<WebhookEndpointTable> & { owner: string; id: number }, EndpointRow>(
  (db, columns, slot) =>
    db
      .updateTable('webhook_endpoint')
      .set(Object.fromEntries(columns.map((column) => [column, slot(column as keyof WebhookEndpointTable)])))
      .where('endpoint_id', '=', slot('id'))
      .where('lease_owner', '=', slot('owner'))
      .returningAll(),
)

/** Moves an endpoint on if we still hold it; undefined when we do not. */
export const progress = async (
  db: Db,
  owner: string,
  endpointId: number,
  changes: Updateable<WebhookEndpointTable>,
): Promise<EndpointRow | undefined> =>
  (await moveOn(db, Object.keys(changes), { ...changes, owner, id: endpointId }))[0]

const selectDue = prepared<{ endpointId: number; now: number; limit: number }, DeliveryRow>((db, slot) =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('endpoint_id', '=', slot('endpointId'))
    .where('next_at', '<=', slot('now'))
    .orderBy('event_id')
    .limit(slot('limit') as never),
)

export const listDue = (db: Db, endpointId: number, now: number, limit: number): Promise<DeliveryRow[]> =>
  selectDue(db, { endpointId, now, limit })

/** What was tried waits no longer. One that is not as it was read has been asked for once more since, and stays. */
export const endDeliveries = (db: Db, endpointId: number, read: readonly DeliveryRow[]) =>
  db
    .deleteFrom('webhook_delivery')
    .where('endpoint_id', '=', endpointId)
    .where((e) =>
      e.or(
        read.map(({ event_id, attempts, next_at }) =>
          e.and([e('event_id', '=', event_id), e('attempts', '=', attempts), e('next_at', '=', next_at)]),
        ),
      ),
    )
    .execute()

/** What is to be tried again; who asked for it meanwhile wants it sooner. */
export const insertDeliveries = (db: Db, rows: readonly DeliveryRow[]) =>
  db
    .insertInto('webhook_delivery')
    .values([...rows])
    .onConflict((c) => c.columns(['endpoint_id', 'event_id']).doNothing())
    .execute()

/** What is asked for, whatever waits already. */
export const upsertDeliveries = (db: Db, rows: readonly DeliveryRow[]) =>
  db
    .insertInto('webhook_delivery')
    .values([...rows])
    .onConflict((c) =>
      c.columns(['endpoint_id', 'event_id']).doUpdateSet((e) => ({
        attempts: e.ref('excluded.attempts'),
        next_at: e.ref('excluded.next_at'),
      })),
    )
    .execute()

/** When the next attempt that waits is due. */
export const nextRetry = async (db: Db): Promise<number | undefined> => {
  const row = await db
    .selectFrom('webhook_delivery')
    .select((e) => e.fn.min('next_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}
