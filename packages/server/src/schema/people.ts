import type { Generated } from 'kysely'

/** Tables of the people around an account, and of what proves who they are. */
export interface PeopleTables {
  account_user: AccountUserTable
  account_setting: AccountSettingTable
  account_retention: AccountRetentionTable
  email_code: EmailCodeTable
  password_reset: PasswordResetTable
  attempt: AttemptTable
}

/** A person attached to an account (4.17). */
export interface AccountUserTable {
  account_user_id: Generated<number>
  account_id: number
  email: string
  /** Lower case; unique in the account. */
  email_key: string
  name: string
  type: number
  language: string | null
  /** The sub-account that added them; nobody knows of those from before. */
  made_by_account_id: number | null
  /** The deletion under way. */
  operation_id: string | null
  created_at: number
  updated_at: number
}

/** What an account's own screens remember (4.20). */
export interface AccountSettingTable {
  account_id: number
  /** JSON object. */
  web: string
}

/** How long an account wants its records kept; null takes what the service keeps. */
export interface AccountRetentionTable {
  account_id: number
  log_days: number | null
  reservation_days: number | null
  mail_days: number | null
}

/** The code that was mailed to the address an account has or wants to have; one at a time (D72). */
export interface EmailCodeTable {
  account_id: number
  /** The address the code was sent to. */
  email: string
  /** Keyed hash: eight digits alone could be found by trying them all. */
  code_hash: string
  /** Wrong ones so far. */
  tries: number
  expires_at: number
}

/** A password reset that was mailed and not used yet (D75). */
export interface PasswordResetTable {
  token_hash: string
  account_id: number
  expires_at: number
}

/** Something that may be done only so often: log-ins that failed (D42), requests that send mail (D75). */
export interface AttemptTable {
  id: string
  /** Kind and hash of what is counted. */
  key: string
  at: number
}
