/** What people prove themselves with beside a password, and what they were warned of. */
export interface SecondFactorTables {
  account_network: AccountNetworkTable
  security_notice: SecurityNoticeTable
  passkey_user: PasskeyUserTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  recovery_code: RecoveryCodeTable
}

/** Where an account was signed in to from, as the sessions show it. */
export interface AccountNetworkTable {
  account_id: number
  network: string
  seen_at: number
}

/** How many mails of a kind an account got in the present hour, and what is held back for the mail at its end. */
export interface SecurityNoticeTable {
  account_id: number
  notice: string
  started_at: number
  sent: number
  held: number
  /** Where the account's mail went when the first one was held. */
  recipient: string | null
  /** JSON; the first ones that are held. */
  lines: string | null
}

/** What authenticators know an account by: random, so that it tells nothing to who finds the authenticator. */
export interface PasskeyUserTable {
  account_id: number
  /** Base64url. */
  user_handle: string
}

export interface PasskeyTable {
  id: string
  account_id: number
  /** Base64url, chosen by the authenticator. */
  credential_id: string
  /** The host it was made for; browsers offer it nowhere else. */
  rp_id: string
  /** COSE, base64url. */
  public_key: string
  /** How often it signed, as it says; a copy falls behind. */
  counter: number
  /** JSON list. */
  transports: string | null
  /** It is kept by a password manager that copies it to other devices. */
  backed_up: number
  name: string
  created_at: number
  last_used_at: number | null
}

export interface PasskeyChallengeTable {
  challenge_hash: string
  purpose: 'registration' | 'step-up' | 'sign-in'
  account_id: number | null
  token_id: string | null
  expires_at: number
}

export interface RecoveryCodeTable {
  account_id: number
  code_hash: string
  created_at: number
}
