import type { Db } from '../../../platform/store/database.ts'
import { prepared } from '../../../platform/store/prepared.ts'

interface MakerRow {
  master_account_id: number | null
  rights: number
  roles: string | null
  token_scopes: string | null
  token_expires_at: number | null
  token_networks: string | null
  smartlock_ids: string | null
  address_ids: string | null
  door_group_ids: string | null
  grant_scopes: string | null
  /** When the last token of the grant ends; null without one. */
  grant_ends_at: number | null
}

const selectMaker = prepared<{ accountId: number; tokenId: string | null; grantId: string | null }, MakerRow>(
  (db, slot) =>
    db
      .selectFrom('account')
      .leftJoin('api_token', (join) => join.on('api_token.id', '=', slot('tokenId') as never))
      .leftJoin('oauth_grant', (join) => join.on('oauth_grant.id', '=', slot('grantId') as never))
      .select((e) => [
        'account.master_account_id',
        'account.rights',
        'account.roles',
        'api_token.scopes as token_scopes',
        'api_token.expires_at as token_expires_at',
        'api_token.networks as token_networks',
        'api_token.smartlock_ids',
        'api_token.address_ids',
        'api_token.door_group_ids',
        'oauth_grant.scopes as grant_scopes',
        e
          .selectFrom('oauth_token')
          .select((t) => t.fn.max('oauth_token.expires_at').as('ends_at'))
          .whereRef('oauth_token.grant_id', '=', 'oauth_grant.id')
          .where('oauth_token.replaced_at', 'is', null)
          .as('grant_ends_at'),
      ])
      .where('account.account_id', '=', slot('accountId')),
)

/** What the maker of a webhook holds now, and the rights of the account it belongs to. */
export const findMaker = async (
  db: Db,
  accountId: number,
  { tokenId, grantId }: { tokenId: string | null; grantId: string | null },
): Promise<MakerRow | undefined> => (await selectMaker(db, { accountId, tokenId, grantId }))[0]

/** The decentral webhooks of an account whose maker has run out and is still there. */
export const listEnded = (db: Db, accountId: number, now: number) =>
  db
    .selectFrom('webhook_endpoint as w')
    .leftJoin('api_token as t', 't.id', 'w.token_id')
    .select('w.endpoint_id')
    .where('w.account_id', '=', accountId)
    .where('w.central_key_id', 'is', null)
    .where((e) =>
      e.or([
        e('t.expires_at', '<=', now),
        e.and([
          e('w.grant_id', 'is not', null),
          e.not(
            e.exists(
              e
                .selectFrom('oauth_token as o')
                .select('o.grant_id')
                .whereRef('o.grant_id', '=', 'w.grant_id')
                .where('o.replaced_at', 'is', null)
                .where('o.expires_at', '>', now),
            ),
          ),
        ]),
      ]),
    )
    .execute()
