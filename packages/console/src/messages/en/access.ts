import type { AuthType, SyncState } from '@latchwork/contract'

const types: Record<AuthType, string> = {
  0: 'App',
  1: 'Bridge',
  2: 'Fob',
  3: 'Keypad',
  13: 'Keypad code',
  14: 'Z-key',
  15: 'Virtual',
}

const syncStates: Record<SyncState, string> = {
  pending: 'Waiting for the lock',
  synced: 'On the lock',
  failed: 'Refused by the lock',
  deleting: 'Waiting to be removed',
}

/** Words for access rights, wherever they are shown. */
export const access = {
  always: 'always',
  columns: { name: 'Name', state: 'On the lock?', type: 'Kind', when: 'When' },
  disabled: 'switched off',
  empty: 'Nobody has access yet',
  emptyDetail:
    'Access rights that are given for this lock appear here, with whether the lock has taken them over.',
  from: (moment: string) => `from ${moment}`,
  since: (span: string) => `for ${span}`,
  syncStates,
  types,
  until: (moment: string) => `until ${moment}`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
}
