import type { Tables } from '../platform/store/database.ts'

type Exported = { readonly [table in keyof Tables]?: readonly (keyof Tables[table] & string)[] }

/**
 * What of an account is handed out, table by table: what it entered, what happened, and who did it. Secrets and what stands
 * for them (codes, tokens, keys, hashes of any of these) are in no list; neither is what only serves the service's work.
 */
export const EXPORTED_COLUMNS = {
  account: [
    ...(['account_id', 'master_account_id', 'type', 'email', 'name', 'rights', 'language', 'roles'] as const),
    ...(['email_verified', 'profile', 'created_at', 'updated_at'] as const),
  ],
  account_setting: ['account_id', 'web'],
  account_retention: ['account_id', 'log_days', 'reservation_days', 'mail_days'],
  account_user: [
    ...(['account_user_id', 'account_id', 'email', 'name', 'type', 'language', 'created_at'] as const),
    'updated_at',
  ],
  smartlock: [
    ...(['smartlock_id', 'account_id', 'device_id', 'type', 'name', 'favorite', 'driver', 'vendor'] as const),
    ...(['model', 'state', 'config', 'advanced_config', 'web_config', 'firmware_version'] as const),
    ...(['hardware_version', 'last_seen_at', 'created_at', 'connected_at', 'updated_at'] as const),
  ],
  smartlock_auth: [
    ...(['id', 'account_id', 'smartlock_id', 'type', 'name', 'remote_allowed', 'enabled'] as const),
    ...(['from_date', 'until_date', 'week_days', 'from_time', 'until_time', 'account_user_id'] as const),
    ...(['lock_count', 'last_active_at', 'sync_state', 'plan_id', 'created_at', 'updated_at'] as const),
  ],
  smartlock_log: [
    ...(['id', 'account_id', 'smartlock_id', 'device_type', 'account_user_id', 'auth_id', 'name'] as const),
    ...(['action', 'trigger', 'state', 'auto_unlock', 'source', 'opener_log', 'error', 'date'] as const),
  ],
  smartlock_auth_version: [
    ...(['auth_id', 'number', 'account_id', 'smartlock_id', 'type', 'name', 'enabled', 'from_at'] as const),
    ...(['from_date', 'until_date', 'week_days', 'from_time', 'until_time', 'account_user_id'] as const),
  ],
  access_group: ['id', 'account_id', 'kind', 'name', 'made_by_account_id', 'created_at', 'updated_at'],
  access_group_person: ['account_id', 'group_id', 'account_user_id'],
  access_group_door: ['account_id', 'group_id', 'smartlock_id'],
  battery_reading: ['account_id', 'smartlock_id', 'day', 'charge'],
  access_plan: [
    ...(['id', 'account_id', 'name', 'people_group_id', 'door_group_id', 'type', 'remote_allowed'] as const),
    ...(['from_date', 'until_date', 'week_days', 'from_time', 'until_time', 'state'] as const),
    ...(['created_at', 'updated_at'] as const),
  ],
  withheld_right: ['account_id', 'plan_id', 'account_user_id', 'smartlock_id'],
  smartlock_zone_version: ['account_id', 'smartlock_id', 'until_at', 'zone'],
  import_run: ['id', 'account_id', 'state', 'log_days', 'counts', 'actor_name', 'created_at', 'ended_at'],
  bulk_run: [
    ...(['id', 'account_id', 'action', 'state', 'total', 'done', 'same', 'failed', 'actor_name'] as const),
    ...(['created_at', 'ended_at'] as const),
  ],
  sheet_run: [
    ...(['id', 'account_id', 'kind', 'state', 'total', 'position', 'made', 'changed', 'same'] as const),
    ...(['failed', 'actor_name', 'created_at', 'ended_at'] as const),
  ],
  address: [
    ...(['address_id', 'account_id', 'name', 'settings', 'time_zone', 'check_in_time'] as const),
    ...(['check_out_time', 'service_id', 'created_at', 'updated_at'] as const),
  ],
  address_lock: ['account_id', 'address_id', 'smartlock_id', 'position'],
  address_unit: ['id', 'account_id', 'address_id', 'name', 'smartlock_ids', 'redeemed_at', 'created_at'],
  service_link: [
    ...(['link_id', 'account_id', 'service_id', 'address_id', 'unit_id', 'url_masked', 'status'] as const),
    ...(['last_sync_at', 'created_at', 'updated_at'] as const),
  ],
  reservation: [
    ...(['id', 'account_id', 'address_id', 'unit_id', 'name', 'email', 'guests', 'reference'] as const),
    ...(['service_id', 'state', 'automation', 'starts_at', 'ends_at', 'check_in_time'] as const),
    ...(['check_out_time', 'valid_from', 'valid_until', 'issue_state', 'checked_in', 'created_at'] as const),
    'updated_at',
  ],
  reservation_code: ['account_id', 'auth_id', 'reservation_id', 'smartlock_id', 'state', 'error'],
  guest_link: ['id', 'account_id', 'reservation_id', 'auth_id', 'language', 'seen_at', 'created_at'],
  guest_message: [
    ...(['id', 'account_id', 'reservation_id', 'channel', 'kind', 'recipient', 'language', 'state'] as const),
    ...(['reason', 'error', 'created_at', 'updated_at'] as const),
  ],
  message_setting: ['address_id', 'account_id', 'is_on', 'hours_before', 'language'],
  message_template: ['address_id', 'account_id', 'channel', 'kind', 'language', 'subject', 'words'],
  guest_opening: ['operation_id', 'account_id', 'link_id', 'opened_at'],
  house_info: ['address_id', 'account_id', 'note', 'rules', 'opening'],
  house_picture: ['id', 'account_id', 'address_id', 'type', 'width', 'height', 'data', 'created_at'],
  operation: [
    ...(['id', 'account_id', 'actor_account_id', 'actor_name', 'smartlock_id', 'type', 'status'] as const),
    ...(['error_code', 'error', 'created_at', 'updated_at'] as const),
  ],
  audit: [
    ...(['account_id', 'seq', 'at', 'actor_account_id', 'actor_name', 'action', 'subject'] as const),
    ...(['detail', 'request_id', 'hash'] as const),
  ],
  mail: ['id', 'account_id', 'recipient', 'template', 'language', 'state', 'error', 'created_at'],
  api_key: ['api_key_id', 'account_id', 'description', 'created_at'],
  api_token: ['id', 'account_id', 'api_key_id', 'description', 'scopes', 'created_at', 'last_used_at'],
  session: ['id', 'account_id', 'user_agent', 'network', 'last_used_at', 'created_at'],
  account_network: ['account_id', 'network', 'seen_at'],
  passkey: ['id', 'account_id', 'name', 'created_at', 'last_used_at'],
  gateway: ['id', 'account_id', 'name', 'version', 'last_report_at', 'created_at'],
  notification: ['id', 'account_id', 'os', 'channel', 'label', 'language', 'settings', 'created_at'],
  alert_choice: ['account_id', 'choices'],
  raised_alert: ['id', 'account_id', 'alert', 'created_at'],
} as const satisfies Exported
