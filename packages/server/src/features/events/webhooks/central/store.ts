import { sql } from 'kysely'
import type { Db } from '../../../../platform/store/database.ts'

/**
 * The endpoints that the central webhook of a key lacks (D85): one for its own account while it is in use, and once it
 * is ACTIVE one for each account that granted it something. They begin where the log of the account ends now. One that
 * exists goes on and hangs on the newest grant. Their URL is empty, so that there is one per key and account.
 */
export const open = (db: Db, apiKeyId: number, now: number, onlyAccountId?: number) =>
  sql`
    insert into webhook_endpoint (
      account_id, event_account_id, api_key_id, central_key_id, grant_id, url, features, secret_sealed, status,
      last_event_id, created_at, updated_at
    )
    select a.account_id, coalesce(a.master_account_id, a.account_id), k.api_key_id, k.api_key_id, party.grant_id,
      '', '[]', '', k.webhook_status,
      coalesce((select max(id) from event where account_id = coalesce(a.master_account_id, a.account_id)), ''),
      cast(${now} as bigint), cast(${now} as bigint)
    from advanced_api_key k
    join (
      select account_id, null as grant_id, 'TESTING' as from_status
      from advanced_api_key where api_key_id = ${apiKeyId}
      union all
      select g.account_id, max(g.id), 'ACTIVE'
      from oauth_grant g join advanced_api_key own on own.api_key_id = g.api_key_id
      where g.api_key_id = ${apiKeyId} and g.account_id <> own.account_id
      group by g.account_id
    ) party on k.status = 'ACTIVE' or k.status = party.from_status
    join account a on a.account_id = party.account_id
    where k.api_key_id = ${apiKeyId} and k.webhook_url is not null and k.webhook_status is not null
      ${onlyAccountId === undefined ? sql`` : sql`and a.account_id = ${onlyAccountId}`}
    on conflict (api_key_id, account_id, url) do update set grant_id = excluded.grant_id
  `.execute(db)

export const closeAll = (db: Db, apiKeyId: number) =>
  db.deleteFrom('webhook_endpoint').where('central_key_id', '=', apiKeyId).execute()

/** An endpoint whose grant is about to end hangs on another one of the account, if there is one. */
export const leaveGrant = (db: Db, apiKeyId: number, accountId: number, grantId: string) =>
  db
    .updateTable('webhook_endpoint')
    .from('oauth_grant as other')
    .set((e) => ({ grant_id: e.ref('other.id') }))
    .where('webhook_endpoint.central_key_id', '=', apiKeyId)
    .where('webhook_endpoint.account_id', '=', accountId)
    .where('webhook_endpoint.grant_id', '=', grantId)
    .where('other.api_key_id', '=', apiKeyId)
    .where('other.account_id', '=', accountId)
    .where('other.id', '!=', grantId)
    .execute()

/** The advanced key behind an endpoint, and the account whose events it gets. */
export const findKey = (db: Db, apiKeyId: number, accountId: number) =>
  db
    .selectFrom('advanced_api_key as k')
    .innerJoin('account as a', (join) => join.on('a.account_id', '=', accountId))
    .select([
      'k.webhook_url',
      'k.webhook_features',
      'k.secret_sealed',
      'k.old_secret_sealed',
      'k.old_secret_until',
      'k.account_id as owner_account_id',
      'a.master_account_id',
      'a.rights',
      'a.roles',
    ])
    .where('k.api_key_id', '=', apiKeyId)
    .executeTakeFirst()

/** The scopes of everything an account granted to a key that has not ended. */
export const listGrantedScopes = (db: Db, apiKeyId: number, accountId: number, now: number) =>
  db
    .selectFrom('oauth_grant')
    .select('scopes')
    .where('api_key_id', '=', apiKeyId)
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('ends_at', 'is', null), e('ends_at', '>', now)]))
    .execute()

/** Has any account's endpoint of the key taken something since then? */
export const hasSucceededSince = async (db: Db, apiKeyId: number, since: number): Promise<boolean> => {
  const row = await db
    .selectFrom('webhook_endpoint')
    .select('endpoint_id')
    .where('central_key_id', '=', apiKeyId)
    .where('succeeded_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What the owner of the key sees. */
export const deactivateAll = (db: Db, apiKeyId: number, now: number) =>
  db
    .updateTable('webhook_endpoint')
    .set({ status: 'DEACTIVATED', updated_at: now })
    .where('central_key_id', '=', apiKeyId)
    .execute()

/** None of them goes on from before the given event (D90). */
export const reactivateAll = (db: Db, apiKeyId: number, oldestEventId: string, now: number) =>
  db
    .updateTable('webhook_endpoint')
    .set((e) => ({
      status: 'ACTIVE',
      failing_since: null,
      last_event_id: e
        .case()
        .when('last_event_id', '<', oldestEventId)
        .then(oldestEventId)
        .else(e.ref('last_event_id'))
        .end(),
      updated_at: now,
    }))
    .where('central_key_id', '=', apiKeyId)
    .execute()

const endpointsOf = (db: Db, apiKeyId: number) =>
  db.selectFrom('webhook_endpoint').select('endpoint_id').where('central_key_id', '=', apiKeyId)

export const dropDeliveriesBefore = (db: Db, apiKeyId: number, eventId: string) =>
  db
    .deleteFrom('webhook_delivery')
    .where('endpoint_id', 'in', endpointsOf(db, apiKeyId))
    .where('event_id', '<', eventId)
    .execute()

export const restartDeliveries = (db: Db, apiKeyId: number, now: number) =>
  db
    .updateTable('webhook_delivery')
    .set({ attempts: 0, next_at: now })
    .where('endpoint_id', 'in', endpointsOf(db, apiKeyId))
    .execute()
