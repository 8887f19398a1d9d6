import type { SealedColumn, SealedRow } from '../platform/security/sealed-column.ts'

const byId = (prefix: string) => (row: SealedRow) => `${prefix}${row.id}`
const byAccount = (prefix: string) => (row: SealedRow) => `${prefix}${row.account_id}`
const byApiKey = (prefix: string) => (row: SealedRow) => `${prefix}${row.api_key_id}`

/** The keyed fingerprint by which the same code is found; see features/access/codes.ts. */
const codeHash: SealedColumn['alsoSet'] = (sealer, plain, row) => ({
  code_hash: sealer.mac(plain, `smartlock_auth.code ${row.account_id}`),
})

/** Every one of them; a test looks through all tables of a store in use for sealed values that are not listed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...{ table: 'smartlock_auth', column: 'code_sealed', key: ['id'], reads: ['account_id'] },
    context: byId('smartlock_auth.code '),
    alsoSet: codeHash,
  },
  {
    ...{ table: 'smartlock_auth', column: 'invite_sealed', key: ['id'] },
    context: byId('smartlock_auth.invite '),
  },
  { table: 'reservation', column: 'code_sealed', key: ['id'], context: byId('reservation.code:') },
  {
    ...{ table: 'service_link', column: 'url_sealed', key: ['link_id'], reads: ['account_id'] },
    context: byAccount('service-link:'),
  },
  {
    ...{ table: 'device_credential', column: 'secret_sealed', key: ['username'] },
    context: (row) => `device_credential.secret ${row.username}`,
  },
  {
    ...{ table: 'smartlock', column: 'admin_pin_sealed', key: ['smartlock_id'] },
    context: (row) => `smartlock.admin_pin ${row.smartlock_id}`,
  },
  { table: 'mail', column: 'values_sealed', key: ['id'], context: byId('mail.values_sealed:') },
  { table: 'account', column: 'config_sealed', key: ['account_id'], context: byAccount('account.config:') },
  {
    ...{ table: 'account_otp', column: 'secret_sealed', key: ['account_id'] },
    context: byAccount('account_otp.secret:'),
  },
  {
    ...{ table: 'bridge', column: 'token_sealed', key: ['account_id'] },
    context: byAccount('bridge.token_sealed:'),
  },
  {
    ...{ table: 'sheet_part', column: 'cells_sealed', key: ['run_id', 'number'] },
    context: (row) => `sheet_part.cells ${row.run_id} ${row.number}`,
  },
  { table: 'import_run', column: 'token_sealed', key: ['id'], context: byId('import_run.token_sealed:') },
  {
    ...{ table: 'notification', column: 'secret_sealed', key: ['id'] },
    context: byId('notification.secret_sealed:'),
  },
  {
    ...{ table: 'advanced_api_key', column: 'secret_sealed', key: ['api_key_id'] },
    context: byApiKey('advanced_api_key.secret:'),
  },
  {
    ...{ table: 'webhook_endpoint', column: 'secret_sealed', key: ['endpoint_id'], reads: ['api_key_id'] },
    context: byApiKey('webhook_endpoint.secret_sealed:'),
  },
  {
    ...{ table: 'advanced_api_key', column: 'old_secret_sealed', key: ['api_key_id'] },
    context: byApiKey('advanced_api_key.old_secret:'),
  },
  {
    ...{
      table: 'webhook_endpoint',
      column: 'old_secret_sealed',
      key: ['endpoint_id'],
      reads: ['api_key_id'],
    },
    context: byApiKey('webhook_endpoint.old_secret_sealed:'),
  },
  { table: 'webhook_log', column: 'answer_sealed', key: ['id'], context: byId('webhook_log.answer:') },
  {
    ...{ table: 'operation', column: 'request_sealed', key: ['id'], reads: ['request_id'] },
    context: (row) => `operation.request_sealed:${row.request_id}`,
  },
  {
    ...{ table: 'address_unit', column: 'invite_keys_sealed', key: ['id'] },
    context: byId('unit-invites:'),
  },
  {
    ...{ table: 'address_unit', column: 'token_sealed', key: ['id'] },
    context: byId('address_unit.token_sealed:'),
    mayBeClear: true,
  },
  {
    ...{ table: 'house_info', column: 'wifi_sealed', key: ['address_id'] },
    context: (row) => `house_info.wifi:${row.address_id}`,
  },
  {
    ...{ table: 'message_setting', column: 'gateway_sealed', key: ['address_id'] },
    context: (row) => `message_setting.gateway:${row.address_id}`,
  },
  { table: 'guest_message', column: 'told_sealed', key: ['id'], context: byId('guest_message.told:') },
  {
    ...{ table: 'idempotency', column: 'answer_sealed', key: ['token_id', 'key'] },
    context: (row) => `idempotency.answer_sealed:${row.token_id} ${row.key}`,
  },
  {
    ...{ table: 'job', column: 'payload', key: ['id'] },
    ...{ only: { column: 'kind', value: 'mailPasswordReset' }, isJson: true },
    context: () => 'job.mailPasswordReset',
  },
  {
    ...{
      table: 'service_mark',
      column: 'value',
      key: ['name'],
      only: { column: 'name', value: 'audit_key' },
    },
    context: () => 'service_mark.audit_key',
  },
  {
    ...{
      table: 'service_mark',
      column: 'value',
      key: ['name'],
      only: { column: 'name', value: 'vapid_keys' },
    },
    context: () => 'service_mark.vapid_keys',
  },
]
