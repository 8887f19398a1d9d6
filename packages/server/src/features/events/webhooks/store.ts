import type { Insertable, Selectable, Updateable } from 'kysely'
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

const selectKey = prepared<{ apiKeyId: number }, { api_key_id: number }>((db, slot) =>
  db.selectFrom('api_key').select('api_key_id').where('api_key_id', '=', slot('apiKeyId')).forKeyShare(),
)

/** Keeps a key from being removed until the transaction ends. SQLite has one writer. */
export const holdKey = async (db: Db, engine: Engine, apiKeyId: number): Promise<void> => {
  if (engine === 'postgres') await selectKey(db, { apiKeyId })
}

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
