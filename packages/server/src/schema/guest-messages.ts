import type { MessageChannel, MessageKind, MessageReason, MessageState, ToldCode } from '@latchwork/contract'

/** Messages to guests. */
export interface GuestMessagesTables {
  message_setting: MessageSettingTable
  message_template: MessageTemplateTable
  guest_message: GuestMessageTable
}

/** How an address writes to its guests. */
export interface MessageSettingTable {
  address_id: number
  account_id: number
  is_on: number
  /** Kept while it is off. */
  hours_before: number
  language: string
  /** JSON, encrypted: where short messages are posted, and what they are signed with. */
  gateway_sealed: string | null
}

/** Words that somebody wrote for an address, in the place of ours. */
export interface MessageTemplateTable {
  address_id: number
  channel: MessageChannel
  kind: MessageKind
  language: string
  account_id: number
  /** Of mails only. */
  subject: string | null
  words: string
}

/** One message to the guest of a stay. Its words are made when it is sent and kept nowhere. */
export interface GuestMessageTable {
  id: string
  account_id: number
  reservation_id: string
  channel: MessageChannel
  kind: MessageKind
  recipient: string
  language: string
  /** Somebody asked for it: it is sent whatever was sent before. */
  by_hand: number
  state: MessageState
  told_code: ToldCode
  /** JSON, encrypted: the code and the times as they were told, so that it is known when they are others. */
  told_sealed: string | null
  /** To the guest's page: the link that is in it. */
  link_id: string | null
  attempts: number
  reason: MessageReason | null
  error: string | null
  /** When to try (again); null when there is nothing left to do. */
  next_at: number | null
  /** One process at a time sends it. */
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  updated_at: number
}
