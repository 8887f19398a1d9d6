import type { Generated } from 'kysely'

/** People who log in, and how. */
export interface AccountsTables {
  account: AccountTable
  account_otp: AccountOtpTable
  session: SessionTable
}

export interface AccountTable {
  account_id: Generated<number>
  /** Set on sub-accounts. */
  master_account_id: number | null
  type: number
  email: string
  /** Lower case; unique. */
  email_key: string
  password_hash: string
  name: string
  rights: number
  /** JSON: what a sub-account may do, and where (D209). Without roles its rights are for the whole account. */
  roles: string | null
  language: string | null
  email_verified: Generated<number>
  /** JSON, encrypted: PINs that the owner set for voice assistants. */
  config_sealed: string | null
  /** JSON object. */
  profile: string | null
  /** Since when its sessions are the operator's; null for everybody else, and always on sub-accounts. */
  operator_since: number | null
  created_at: number
  updated_at: number
}

export interface AccountOtpTable {
  account_id: number
  secret_sealed: string
  requested_at: number
  /** Null: requested and not confirmed yet. */
  enabled_at: number | null
  /** The newest time step that was accepted; none is accepted twice. */
  last_step: number
  failures: number
  locked_until: number | null
}

/** A console session (D33). */
export interface SessionTable {
  id: string
  account_id: number
  token_hash: string
  /** What the caller of the login said it is; cut. */
  user_agent: string | null
  /** An IPv4 address or an IPv6 /64. */
  network: string | null
  /** 1: whoever opened it showed more than a password, or has done so since. */
  second_factor: Generated<number>
  last_used_at: number | null
  created_at: number
  /** When the person behind it last proved who they are (D109). */
  verified_at: Generated<number>
  /** When its token ends. */
  expires_at: number
  /** Hash of what the browser of a remembered device keeps (D185). */
  device_hash: string | null
  /** Until when it gets a new token for it; null: never. */
  remembered_until: number | null
  /** How many tokens it had; each is made of the device's secret and this number. */
  renewals: Generated<number>
}
