import type { MailState } from '@latchwork/contract'

/** The table of outgoing mail. */
export interface MailTables {
  mail: MailTable
}

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
