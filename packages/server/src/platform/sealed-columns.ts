import type { Schema } from './schema.ts'
import type { Sealer } from './sealer.ts'

type Row = Readonly<Record<string, string | number | null>>

/** Where sealed values are, and what opens them: the job that gives them another key goes by this list (ADR 0031). */
export interface SealedColumn {
  readonly table: keyof Schema
  readonly column: string
  /** The columns that name a row. */
  readonly key: readonly string[]
  /** What else `context` and `alsoSet` need of the row. */
  readonly reads?: readonly string[]
  readonly context: (row: Row) => string
  /** Fingerprints of the same value, which change with the key. */
  readonly alsoSet?: (sealer: Sealer, plain: string, row: Row) => Record<string, string>
  /** Only rows with this value in a column have something sealed. */
  readonly only?: { readonly column: string; readonly value: string }
  /** The sealed text stands in quotes, as JSON. */
  readonly isJson?: true
  /** Was stored in clear by earlier versions. */
  readonly mayBeClear?: true
}

const byId = (prefix: string) => (row: Row) => `${prefix}${row.id}`
const byAccount = (prefix: string) => (row: Row) => `${prefix}${row.account_id}`
const byApiKey = (prefix: string) => (row: Row) => `${prefix}${row.api_key_id}`

/** The keyed fingerprint by which the same code is found; see features/authorizations/codes.ts. */
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
]
