import type { Tables } from '../platform/store/database.ts'

type Table = keyof Tables & string

/** One step of the order in which transactions come to hold rows. */
export interface RowStep {
  readonly rows: string
  readonly tables: readonly Table[]
  readonly by: string
  /**
   * They belong to a row of this table, and are held by nobody but who holds that one: so in any order. All others are
   * held in the order of the tables, and then of their keys.
   */
  readonly of?: keyof typeof OWNERS
  /** They have no order among them. */
  readonly isLoose?: true
  /** They are not watched: `by` says why. */
  readonly isUnwatched?: true
}

/** How a row names the one that it belongs to. */
export const OWNERS = { address: 'address_id', smartlock: 'smartlock_id' } as const satisfies {
  readonly [table in Table]?: string
}

/**
 * On PostgreSQL transactions run side by side, and two that want the same rows in different order wait for each other
 * until one is undone. So whoever waits for a row holds none that comes after it here. Every test on PostgreSQL is watched
 * for that (`test/row-locks`), and docs/architecture.md prints it.
 */
export const ROW_ORDER: readonly RowStep[] = [
  {
    rows: 'the account, with what people and programs come in, and who gets its events',
    tables: [
      'access_group',
      'access_plan',
      'account',
      'account_network',
      'account_otp',
      'account_retention',
      'account_setting',
      'advanced_api_key',
      'alert_choice',
      'alert_mark',
      'api_key',
      'api_token',
      'attempt',
      'bridge',
      'bridge_callback',
      'bridge_proof',
      'bulk_run',
      'email_code',
      'gateway',
      'gateway_lock',
      'import_run',
      'notification',
      'notification_delivery',
      'notification_feed',
      'oauth_code',
      'oauth_grant',
      'oauth_ticket',
      'oauth_token',
      'passkey',
      'passkey_challenge',
      'passkey_user',
      'password_reset',
      'recovery_code',
      'security_notice',
      'session',
      'sheet_run',
      'webhook_delivery',
      'webhook_endpoint',
    ],
    by: 'whoever changes them, or counts against a limit of the account',
    isLoose: true,
  },
  {
    rows: 'addresses',
    tables: ['address'],
    by: 'whoever changes them or what belongs to them',
  },
  {
    rows: 'the locks of an address, and what its guests are told',
    tables: ['address_lock', 'house_info', 'house_picture', 'message_setting', 'message_template'],
    by: 'whoever has the address; who deletes a lock has all its addresses',
    of: 'address',
  },
  {
    rows: 'what is at an address, and people',
    tables: ['service_use', 'address_unit', 'service_link', 'reservation', 'account_user'],
    by: 'whoever changes them, or gives rights because of them',
  },
  {
    rows: 'the lock',
    tables: ['smartlock'],
    by: 'reports, actions, grants, settings: first of all that belongs to a lock',
  },
  {
    rows: 'what belongs to a lock',
    tables: [
      'smartlock_auth',
      'smartlock_auth_version',
      'smartlock_zone_version',
      'lock_access',
      'lock_desired',
      'stray_access',
      'battery_reading',
      'device_credential',
      'device_session',
      'reservation_code',
      'foreign_code',
      'pairing',
      'operation',
    ],
    by: 'whoever has the lock',
    of: 'smartlock',
  },
  {
    rows: 'numbers of rights',
    tables: ['smartlock_auth_head'],
    by: 'grants',
  },
  {
    rows: 'operations of several locks, or of none',
    tables: ['operation'],
    by: 'whoever ends the last of their parts',
  },
  {
    rows: 'who and what is in groups, and what plans do not give again',
    tables: ['access_group_person', 'access_group_door', 'withheld_right'],
    by: 'whoever has the group, or the plan; who deletes a person or a lock takes it out of all groups, and who takes a right away by hand has its lock',
    isLoose: true,
  },
  {
    rows: 'links to pages of guests, and what was opened through them',
    tables: ['guest_link', 'guest_opening'],
    by: 'whoever ends what a link is for, and holds that; guests change their own, with nothing of it in hand',
    isUnwatched: true,
  },
  {
    rows: 'counts of rights',
    tables: ['smartlock_auth_count'],
    by: 'written late',
  },
  {
    rows: 'what became of each of many things',
    tables: ['bulk_item'],
    by: 'whoever has the run that they are of; nobody else waits for them',
    isUnwatched: true,
  },
  {
    rows: 'CSV files, and what became of each of their rows',
    tables: ['sheet_part', 'sheet_row'],
    by: 'whoever has the run that they are of; nobody else waits for them',
    isUnwatched: true,
  },
  {
    rows: 'what was brought over from elsewhere, and what it is here',
    tables: ['import_item'],
    by: 'the one import of an account that runs; written late',
    isLoose: true,
  },
  {
    rows: 'work for later',
    tables: ['revoked_login', 'guest_message', 'mail', 'job'],
    by: 'whoever stores it, and whoever does it',
  },
  {
    rows: 'answers to calls that may be repeated',
    tables: ['idempotency'],
    by: 'the one call that has the key, by a lock of its own',
    isUnwatched: true,
  },
  {
    rows: 'the catalogue of intercoms',
    tables: ['intercom_brand', 'intercom'],
    by: 'one import at a time: it holds its mark first',
    isUnwatched: true,
  },
  {
    rows: 'the service itself',
    tables: ['sealing_key', 'key_holder', 'service_mark', 'serving_process', 'lock_share'],
    by: 'the service, for itself',
  },
  {
    rows: 'records, which are only added and, when old, removed',
    tables: ['audit', 'event', 'raised_alert', 'smartlock_log', 'webhook_log'],
    by: 'everybody; nobody waits for them',
    isLoose: true,
  },
  {
    rows: 'the heads of the two chains of an account',
    tables: ['audit_seal', 'audit_anchor', 'audit_head', 'event_head'],
    by: 'written late, accounts in their order',
  },
]
