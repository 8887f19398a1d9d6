import type { LinkStatus, SyncProblem } from '@latchwork/contract'
import type { Generated } from 'kysely'
import type { CreatorColumns } from './creators.ts'

/** Addresses, units, linked calendars, and stays with their codes. */
export interface StaysTables {
  address: AddressTable
  address_lock: AddressLockTable
  address_unit: AddressUnitTable
  service_link: ServiceLinkTable
  service_use: ServiceUseTable
  reservation: ReservationTable
  reservation_code: ReservationCodeTable
}

export interface AddressTable {
  address_id: Generated<number>
  account_id: number
  name: string
  /** JSON object. */
  settings: string | null
  time_zone: string | null
  /** Minutes from midnight. */
  check_in_time: number | null
  check_out_time: number | null
  /** So long before check-in guests are written to; null: not at all. `message_setting` has the rest. */
  message_hours: number | null
  /** The service last linked and still linked. */
  service_id: string | null
  created_at: number
  updated_at: number
}

/** Which locks an address has, in the caller's order. */
export interface AddressLockTable {
  account_id: number
  address_id: number
  smartlock_id: number
  position: number
}

/** A unit and its one token. */
export interface AddressUnitTable extends CreatorColumns {
  id: string
  account_id: number
  address_id: number
  name: string
  /** JSON array: its own locks, besides those that the address shares. Some may be gone by now. */
  smartlock_ids: string | null
  /** SHA-256 of the token's id, which is fully random: possession is the right to redeem. */
  token_hash: string
  /** The id itself, encrypted: its owner may read it again. In clear until it was sealed, in rows of earlier versions. */
  token_sealed: string
  /** Redemption or deletion under way. */
  operation_id: string | null
  is_deleting: number
  redeemed_at: number | null
  redeem_account_id: number | null
  redeem_result: 'ok' | 'failed' | null
  /** JSON array: what the redemption granted. */
  auth_ids: string | null
  /** JSON array, encrypted. */
  invite_keys_sealed: string | null
  /** When to check next that the creator may still give what was redeemed; null where there is nothing to check. */
  creator_check_at: number | null
  created_at: number
}

/** A calendar that is fetched. Its URL is a secret: who knows it can read all bookings. */
export interface ServiceLinkTable {
  link_id: Generated<number>
  account_id: number
  service_id: string
  address_id: number
  unit_id: string | null
  url_sealed: string
  url_masked: string
  status: LinkStatus
  etag: string | null
  last_modified: string | null
  /** In a row. */
  failures: number
  /** Somebody vouched for the mail addresses in it: guests get their codes there. Ends with the URL it was said of. */
  tells_guests: Generated<number>
  /** Somebody looked: the next good fetch may take away as much as it likes. */
  trusted: number
  last_sync_at: number | null
  last_error: string | null
  last_error_code: SyncProblem | null
  /** JSON: when a fetch last changed stays, and how many. */
  last_change: string | null
  /** The sync call that waits for the next fetch. */
  operation_id: string | null
  /** When to fetch next; null while it is paused. */
  next_at: number | null
  leased_until: number | null
  lease_owner: string | null
  created_at: number
  updated_at: number
}

/** That an account once linked a service: the flag `stopped` asks for it (8.7). */
export interface ServiceUseTable {
  account_id: number
  service_id: string
  linked_at: number
}

export interface ReservationTable {
  id: string
  account_id: number
  address_id: number
  unit_id: string | null
  name: string
  email: string
  phone: string | null
  /** In which the guest is written to; null takes the address's. */
  language: string | null
  /**
   * What whoever set them may give to a guest (D181): 0 neither code nor page, 1 both, 2 a page that opens doors, too.
   */
  email_reach: number
  phone_reach: number
  guests: number
  reference: string | null
  /** Both as they are looked for: in capitals. */
  name_key: string
  reference_key: string
  service_id: string | null
  link_id: number | null
  /** UID, and the occurrence of a recurring event. */
  feed_key: string | null
  /** JSON: what the feed last said, so that only what the feed changed replaces what people changed. */
  feed_event: string | null
  /** Good fetches in a row without it (D69). */
  missing_fetches: number
  state: 'accepted' | 'canceled'
  automation: number
  starts_at: number
  ends_at: number
  /** Its own times (#91); null takes the address's. */
  check_in_time: number | null
  check_out_time: number | null
  /** When its codes open, computed from all of the above and the address. */
  valid_from: number
  valid_until: number
  /** How far its codes are (8.8). */
  issue_state: 'none' | 'issuing' | 'issued' | 'revoking'
  code_sealed: string | null
  /** Codes tried so far; a refusal gets one fresh code. */
  code_tries: number
  operation_id: string | null
  /** Null: not watched. */
  checked_in: number | null
  /** Somebody revoked its codes by hand: they are not issued again by themselves. */
  auto_off: number
  /** JSON array: locks from which somebody deleted its code by hand. It is not put there again by itself. */
  shut_doors: string | null
  /** A code was missing shortly before arrival, and a warning was given. */
  warned: number
  /** When the clock has something to do with it; null: nothing in sight. */
  due_at: number | null
  created_at: number
  updated_at: number
}

/** A code of a stay on one lock; it is there until the lock confirmed its removal. */
export interface ReservationCodeTable {
  account_id: number
  auth_id: string
  reservation_id: string
  smartlock_id: number
  state: 'pending' | 'confirmed' | 'failed' | 'removing'
  error: string | null
}
