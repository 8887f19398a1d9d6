import type { Generated } from 'kysely'

/** What people allowed to clients. */
export interface OauthTables {
  oauth_grant: OauthGrantTable
  oauth_token: OauthTokenTable
  oauth_code: OauthCodeTable
  oauth_ticket: OauthTicketTable
}

/** What a person allowed a client: made when the client redeems its code. */
export interface OauthGrantTable {
  id: string
  account_id: number
  api_key_id: number
  /** JSON array. */
  scopes: string
  created_at: number
  /** Day precision. */
  last_used_at: number | null
  /** Null unless the person allowed the app for one hour only. */
  ends_at: number | null
}

export interface OauthTokenTable {
  token_hash: string
  grant_id: string
  kind: 'access' | 'refresh'
  /** JSON array; at most those of the grant. */
  scopes: string
  expires_at: number
  /** A refresh token that was exchanged for a new one: whoever shows it again has stolen it. */
  replaced_at: number | null
}

export interface OauthCodeTable {
  code_hash: string
  account_id: number
  api_key_id: number
  redirect_uri: string
  /** JSON array. */
  scopes: string
  code_challenge: string | null
  expires_at: number
  used_at: number | null
  /** 1 when the person allowed the app for one hour only. */
  is_for_one_hour: Generated<number>
  /** What came of it: ends when the code is shown a second time. */
  grant_id: string | null
}

/** Somebody who has logged in at the authorize page and has not answered yet. */
export interface OauthTicketTable {
  ticket_hash: string
  account_id: number
  /** JSON: the checked request of the client. */
  request: string
  expires_at: number
}
