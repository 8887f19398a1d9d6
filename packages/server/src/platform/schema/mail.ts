/** The table of outgoing mail. */
export interface MailTables {
  mail: MailTable
}

/**
 * `waiting`: to be sent, or sent again. `sent`: a server took it. `bounced`: a server refused it for good. `failed`: no
 * server took it in time. `kept`: no server is configured; the operator reads it here.
 */
export type MailState = 'waiting' | 'sent' | 'bounced' | 'failed' | 'kept'

export interface MailTable {
  id: string
  /** On whose behalf it was written. */
  account_id: number
  recipient: string
  template: string
  language: string
  /** JSON of what the template needs, encrypted: some mails carry codes. Null once it is of no use any more. */
  values_sealed: string | null
  state: MailState
  attempts: number
  /** What the server said last. */
  error: string | null
  /** When to try (again); null when there is nothing left to do. */
  next_at: number | null
  /** One process at a time sends it. */
  leased_until: number | null
  lease_owner: string | null
  /** Carries a code that is worth nothing after this. */
  expires_at: number | null
  created_at: number
  updated_at: number
}
