import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/store/database.ts'
import type {
  OauthCodeTable,
  OauthGrantTable,
  OauthTicketTable,
  OauthTokenTable,
} from '../../../schema/oauth.ts'

/** A client names itself by an id that is unique over all accounts. */
export const findClient = (db: Db, clientId: string) =>
  db.selectFrom('api_key').selectAll().where('client_id', '=', clientId).executeTakeFirst()

/** Has an account allowed the client that neither owns it nor belongs to its owner? */
export const isAllowedByOthers = async (db: Db, apiKeyId: number): Promise<boolean> => {
  const grant = await db
    .selectFrom('oauth_grant')
    .innerJoin('api_key', 'api_key.api_key_id', 'oauth_grant.api_key_id')
    .innerJoin('account as person', 'person.account_id', 'oauth_grant.account_id')
    .innerJoin('account as maker', 'maker.account_id', 'api_key.account_id')
    .select('oauth_grant.id')
    .where('oauth_grant.api_key_id', '=', apiKeyId)
    .where(
      (e) => e.fn.coalesce('person.master_account_id', 'person.account_id'),
      '!=',
      (e) => e.fn.coalesce('maker.master_account_id', 'maker.account_id'),
    )
    .limit(1)
    .executeTakeFirst()
  return grant !== undefined
}

export const insertTicket = (db: Db, row: Insertable<OauthTicketTable>) =>
  db.insertInto('oauth_ticket').values(row).execute()

export const findTicket = (db: Db, accountId: number, ticketHash: string, now: number) =>
  db
    .selectFrom('oauth_ticket')
    .select('request')
    .where('ticket_hash', '=', ticketHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** All of an account but its newest ones. */
export const removeTicketsBut = (db: Db, accountId: number, kept: number) =>
  db
    .deleteFrom('oauth_ticket')
    .where('account_id', '=', accountId)
    .where('ticket_hash', 'not in', (e) =>
      e
        .selectFrom('oauth_ticket')
        .select('ticket_hash')
        .where('account_id', '=', accountId)
        .orderBy('expires_at', 'desc')
        .limit(kept),
    )
    .execute()

/** False for whoever comes second. */
export const takeTicket = async (db: Db, ticketHash: string): Promise<boolean> => {
  const result = await db.deleteFrom('oauth_ticket').where('ticket_hash', '=', ticketHash).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const insertCode = (db: Db, row: Insertable<OauthCodeTable>) =>
  db.insertInto('oauth_code').values(row).execute()

export const findCode = (db: Db, codeHash: string) =>
  db
    .selectFrom('oauth_code')
    .innerJoin('api_key', 'api_key.api_key_id', 'oauth_code.api_key_id')
    .selectAll('oauth_code')
    .select('api_key.client_id')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()

/** False for whoever comes second. */
export const useCode = async (db: Db, codeHash: string, now: number): Promise<boolean> => {
  const result = await db
    .updateTable('oauth_code')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** For how long the person allowed the app; undefined when the code was removed meanwhile. */
export const findChoice = (db: Db, codeHash: string) =>
  db.selectFrom('oauth_code').select('is_for_one_hour').where('code_hash', '=', codeHash).executeTakeFirst()

export const linkCode = (db: Db, codeHash: string, grantId: string) =>
  db.updateTable('oauth_code').set({ grant_id: grantId }).where('code_hash', '=', codeHash).execute()

export const insertGrant = (db: Db, row: Insertable<OauthGrantTable>) =>
  db.insertInto('oauth_grant').values(row).execute()

/** The newest grants of this account for this key stay; older ones make room. Whether there were any. */
export const removeOldestGrants = async (
  db: Db,
  accountId: number,
  apiKeyId: number,
  keep: number,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('oauth_grant')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .where('id', 'not in', (e) =>
      e
        .selectFrom('oauth_grant')
        .select('id')
        .where('account_id', '=', accountId)
        .where('api_key_id', '=', apiKeyId)
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const findGrant = (db: Db, accountId: number, id: string) =>
  db
    .selectFrom('oauth_grant')
    .select(['id', 'api_key_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()

/** False when it had ended before. */
export const removeGrant = async (db: Db, accountId: number, id: string): Promise<boolean> => {
  const result = await db
    .deleteFrom('oauth_grant')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export const insertTokens = (db: Db, rows: Insertable<OauthTokenTable>[]) =>
  db.insertInto('oauth_token').values(rows).execute()

/** The token itself says whose it is. */
export const findToken = (db: Db, tokenHash: string) =>
  db
    .selectFrom('oauth_token')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_token.grant_id')
    .innerJoin('api_key', 'api_key.api_key_id', 'oauth_grant.api_key_id')
    .selectAll('oauth_token')
    .select(['oauth_grant.account_id', 'oauth_grant.api_key_id', 'api_key.client_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** False for whoever comes second. */
export const replaceToken = async (db: Db, tokenHash: string, now: number): Promise<boolean> => {
  const result = await db
    .updateTable('oauth_token')
    .set({ replaced_at: now })
    .where('token_hash', '=', tokenHash)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const prolongToken = async (db: Db, tokenHash: string, expiresAt: number): Promise<boolean> => {
  const result = await db
    .updateTable('oauth_token')
    .set({ expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const removeToken = (db: Db, tokenHash: string) =>
  db.deleteFrom('oauth_token').where('token_hash', '=', tokenHash).execute()

export const removeExpired = async (db: Db, now: number): Promise<void> => {
  await db.deleteFrom('oauth_ticket').where('expires_at', '<=', now).execute()
  await db.deleteFrom('oauth_token').where('expires_at', '<=', now).execute()
}

/** Grants past their end, and grants without a token unless they are the consent for a central webhook. */
export const listEndedGrants = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('oauth_grant')
    .select(['id', 'account_id'])
    .where((e) =>
      e.or([
        e('ends_at', '<=', now),
        e.and([
          e('scopes', 'not like', '%"webhook.central"%'),
          e.not(
            e.exists(
              e
                .selectFrom('oauth_token')
                .select('grant_id')
                .whereRef('oauth_token.grant_id', '=', 'oauth_grant.id'),
            ),
          ),
        ]),
      ]),
    )
    .limit(limit)
    .execute()

/** Used codes are kept a while, to notice when one is shown again. */
export const removeOldCodes = (db: Db, before: number) =>
  db.deleteFrom('oauth_code').where('expires_at', '<', before).execute()

export const removeGrantsOf = (db: Db, accountId: number) =>
  db.deleteFrom('oauth_grant').where('account_id', '=', accountId).execute()

export const removeCodesOf = (db: Db, accountId: number) =>
  db.deleteFrom('oauth_code').where('account_id', '=', accountId).execute()

export const removeTicketsOf = (db: Db, accountId: number) =>
  db.deleteFrom('oauth_ticket').where('account_id', '=', accountId).execute()

/** Ids of the grants that were removed. */
export const removeGrantsOfKey = async (db: Db, accountId: number, apiKeyId: number): Promise<string[]> => {
  const rows = await db
    .deleteFrom('oauth_grant')
    .where('account_id', '=', accountId)
    .where('api_key_id', '=', apiKeyId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Remembers when a grant was used; a later time is never overwritten by an earlier one. */
export const touchGrant = (db: Db, id: string, at: number) =>
  db
    .updateTable('oauth_grant')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<', at)]))
    .execute()
