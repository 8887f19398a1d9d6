import { idAt } from './rows.ts'

/** What a list is asked for, and what may be read to answer it. */
export interface Case {
  query: Record<string, unknown>
  /** The index that SQLite is to enter. PostgreSQL has other names for those of its partitions: there rows are counted. */
  by?: RegExp
  /** No index knows this condition: rows are looked through bit by bit. */
  inSlices?: true
}

/** Of lists whose whole is bounded, or that are no lists: why no plan is looked at. */
type Exempt = string

const LONG_AGO = { fromDate: '2001-01-01T00:00:00Z', toDate: '2001-02-01T00:00:00Z' }
const NOBODY = { accountUserId: 424_242 }
const CURSOR = { id: idAt(Date.parse('2001-01-01'), 1) }
const NOT_THERE = { name: 'Nobody of this name' }

const logCases = (lock: string): Case[] => [
  { query: {}, by: new RegExp(`smartlock_log_${lock || 'account'} `) },
  { query: { ...CURSOR, limit: 50 }, by: new RegExp(`smartlock_log_${lock || 'account'} `) },
  {
    query: { accountUserId: 3, ...CURSOR },
    by: lock ? /smartlock_log_user_smartlock / : /smartlock_log_user /,
  },
  { query: { action: 200 }, by: new RegExp(`smartlock_log_${lock && `${lock}_`}action `) },
  { query: { action: 1, ...LONG_AGO }, by: new RegExp(`smartlock_log_${lock && `${lock}_`}action `) },
  { query: { fromDate: LONG_AGO.fromDate }, by: new RegExp(`smartlock_log_${lock && `${lock}_`}date `) },
  { query: { toDate: LONG_AGO.toDate }, by: new RegExp(`smartlock_log_${lock && `${lock}_`}date `) },
  { query: LONG_AGO, by: new RegExp(`smartlock_log_${lock && `${lock}_`}date `) },
  { query: { kind: 'opening' }, by: new RegExp(`smartlock_log_${lock && `${lock}_`}action `) },
  { query: { denied: true }, by: new RegExp(`smartlock_log_denied${lock && `_${lock}`} `) },
  { query: { denied: true, ...LONG_AGO }, by: new RegExp(`smartlock_log_denied${lock && `_${lock}`} `) },
  ...[{ action: 200 }, { kind: 'opening' }].map((query) => ({
    query: { denied: true, ...query },
    by: lock ? /smartlock_log_denied_smartlock / : /smartlock_log_denied_action /,
    ...(lock && { inSlices: true as const }),
  })),
  {
    query: { ...NOBODY, denied: true },
    by: /smartlock_log_denied_user /,
    ...(lock && { inSlices: true as const }),
  },
  ...[{ action: 1 }, { kind: 'opening' }].map((query) => ({
    query: { ...NOBODY, ...LONG_AGO, ...query },
    by: lock ? /smartlock_log_user_smartlock / : /smartlock_log_user_action /,
    ...(lock && { inSlices: true as const }),
  })),
  ...[NOBODY, { ...NOBODY, ...LONG_AGO }].map((query) => ({
    query,
    by: lock ? /smartlock_log_user_smartlock / : /smartlock_log_user /,
  })),
]

/** A door among those of the account, alone and with everything else that can be asked for. */
const doorCases: Case[] = [
  { query: { smartlockId: 424_242 }, by: /smartlock_log_smartlock / },
  { query: { smartlockId: 424_242, kind: 'door', ...LONG_AGO }, by: /smartlock_log_smartlock_action / },
  { query: { smartlockId: 424_242, accountUserId: 3 }, by: /smartlock_log_user_smartlock / },
  { query: { smartlockId: 424_242, denied: true }, by: /smartlock_log_denied_smartlock / },
  {
    query: { smartlockId: 424_242, accountUserId: 3, denied: true, kind: 'locking' },
    by: /smartlock_log_denied_user /,
    inSlices: true,
  },
]

export const CASES: Record<string, Case[] | Exempt> = {
  'smartlocks.log': [...logCases(''), ...doorCases],
  'smartlocks.logOf': [
    ...logCases('smartlock'),
    { query: { authId: 'f'.repeat(24) }, by: /smartlock_log_auth /, inSlices: true },
  ],
  'operations.list': [
    { query: {}, by: /operation_account / },
    { query: { limit: 1000 }, by: /operation_account / },
    { query: { smartlockId: 4711 }, by: /operation_smartlock / },
    { query: { status: 'failed' }, by: /operation_status / },
    { query: { requestId: 'f'.repeat(24) }, by: /operation_request / },
    { query: { smartlockId: 4711, status: 'failed' }, by: /operation_smartlock /, inSlices: true },
  ],
  'events.list': [
    { query: { limit: 1000 }, by: /event_account /, inSlices: true },
    { query: { after: 'f'.repeat(24) }, by: /event_account / },
    { query: { order: 'newest', limit: 1000 }, by: /event_account /, inSlices: true },
    { query: { order: 'newest', before: 'f'.repeat(24) }, by: /event_account /, inSlices: true },
    { query: { order: 'newest', feature: 'DEVICE_LOGS' }, by: /event_account /, inSlices: true },
  ],
  'addressUnits.listAll':
    'units are bounded by two quotas, and in the order of the index address_unit_account',
  'reservations.search': [
    { query: { limit: 10 }, by: /reservation_account_arrival / },
    { query: { addressIds: [424_242] }, by: /reservation_account_arrival /, inSlices: true },
    { query: { addressId: 424_242 }, by: /reservation_address_arrival / },
    { query: { state: 'canceled' }, by: /reservation_state_arrival /, inSlices: true },
    {
      query: { phases: ['coming'] },
      by: /reservation_account_arrival \(account_id=\? AND valid_from>\?/,
      inSlices: true,
    },
    {
      query: { phases: ['current'] },
      by: /reservation_account_arrival \(account_id=\? AND valid_from>\?/,
      inSlices: true,
    },
    {
      query: { phases: ['over'] },
      by: /reservation_account_arrival \(account_id=\? AND valid_from<\?/,
      inSlices: true,
    },
    {
      query: { ready: true },
      by: /reservation_account_arrival \(account_id=\? AND valid_from>\?/,
      inSlices: true,
    },
    {
      query: { fromDate: '2090-01-01T00:00:00Z' },
      by: /arrival \(account_id=\? AND valid_from>\?/,
      inSlices: true,
    },
    { query: { toDate: LONG_AGO.toDate }, by: /arrival \(account_id=\? AND valid_from<\?/, inSlices: true },
    {
      query: NOT_THERE,
      by: /name_part USING PRIMARY KEY \(account_id=\? AND kind=\? AND part>\? AND part<\?\)/,
    },
    { query: { id: '$stay' }, by: /reservation_account_arrival \(account_id=\? AND \(valid_from,id\)>/ },
  ],
  'accountUsers.list': [
    { query: { email: 'nobody@example.com' }, by: /sqlite_autoindex_account_user_2 / },
    { query: { offset: 10, limit: 10 }, by: /sqlite_autoindex_account_user_1 / },
  ],
  'groups.list': 'a quota bounds the groups of an account, and an index finds those that somebody is in',
  'plans.list': 'a quota bounds the plans of an account',
  'groups.members': 'the members of a group are bounded, and in the order of its key',
  'search.find': [
    { query: { q: 'User 42' }, by: /account_user_name \(account_id=\? AND <expr>>\? AND <expr><\?\)/ },
    { query: { q: 'nobody of this name', limit: 20 }, by: /account_user_name /, inSlices: true },
  ],
  'sheets.rows': 'of one file, bounded by what a file may hold, and in the order of its key',
  'bulk.items': 'of one run, bounded by what one call may name, and in the order of its key',
  'audit.list': [{ query: { id: 1, limit: 10 }, by: /sqlite_autoindex_audit_1 / }],
  'authorizations.list': [
    { query: { accountUserId: 424_242, types: '13' }, by: /smartlock_auth_user / },
    { query: { types: '13' }, by: /smartlock_auth_kind / },
    { query: { ids: 'f'.repeat(24) }, by: /sqlite_autoindex_smartlock_auth_\d / },
  ],
  'authorizations.paged': [
    { query: { page: 0, size: 10 } },
    { query: { page: 0, size: 10, accountUserId: 424_242 }, by: /smartlock_auth_user / },
    { query: { page: 0, size: 10, types: '13' } },
  ],
  'authorizations.listOf': [{ query: { types: '13', includeEmail: true }, by: /smartlock_auth_lock / }],
  'notifications.list': [{ query: { referenceId: 'none' }, by: /notification_account / }],
  'operator.listMail': [
    { query: { limit: 10 }, by: /^SCAN mail USING INDEX sqlite_autoindex_mail_1$/m },
    { query: { state: 'failed' }, by: /mail_state / },
    { query: CURSOR, by: /sqlite_autoindex_mail_1 / },
  ],
  'operator.listApplications': [
    { query: { status: 'APPLIED', id: 5, limit: 10 }, by: /advanced_api_key_status / },
  ],
  'sessions.list': [{ query: { ...CURSOR, limit: 5 }, by: /session_account / }],
  'webhooks.logOf': [{ query: { ...CURSOR, limit: 5 }, by: /webhook_log_/ }],
  'webhooks.logs': [{ query: { ...CURSOR, limit: 5 }, by: /webhook_log_key / }],
  'smartlocks.list': 'the locks of an account are shown as a whole, and a quota bounds them',
  'subAccounts.list': 'the sub-accounts of an account are shown as a whole, and a quota bounds them',
  'openers.intercoms': 'a catalogue that is the same for everybody and does not grow',
  'sandbox.mail': 'the mails of a trial',
  'services.list': 'a list that is part of the program',
  'events.stream': 'reads by the same statement as events.list',
  'audit.export': 'meant to read everything, part by part',
  'authorizations.accessAt': [{ query: { at: '2026-01-05T03:12:00Z' }, by: /smartlock_auth_version_lock / }],
  'authorizations.explain': 'about one lock',
  'smartlocks.capability': 'about one lock',
}
