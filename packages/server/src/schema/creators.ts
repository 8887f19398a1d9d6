/** Who made a row, where the row has no more power than that. All null: it belongs to the account itself. */
export interface CreatorColumns {
  creator_account_id: number | null
  /** API token. It stays here when the token is deleted, so that the row is known to have lost its creator. */
  token_id: string | null
  /** OAuth grant, kept in the same way. */
  grant_id: string | null
}
