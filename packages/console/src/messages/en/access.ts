import type { AuthType, CodeProof, HeldPlace, SyncState } from '@latchwork/contract'

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

/** Where a right is whose times somebody keeps for the lock, if not on the lock as it should be. */
const places: Record<Exclude<HeldPlace, 'lock'>, { label: string; detail: string }> = {
  kept: { label: 'Waits for its time', detail: 'It is put on the lock when its time comes.' },
  stuck: {
    label: 'Still on the lock',
    detail: 'Its time is over, but the lock cannot be reached. Until it is, this still opens.',
  },
}

/** How it is known to be on the lock. */
const proofs: Record<CodeProof, string> = {
  value: 'The lock holds this very one.',
  occupied: 'The lock holds a code there, and does not tell which.',
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
  masked: 'masked',
  places,
  proofs,
  since: (span: string) => `for ${span}`,
  syncStates,
  types,
  until: (moment: string) => `until ${moment}`,
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
}
