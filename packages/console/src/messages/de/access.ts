import type { access as en } from '../en/access.ts'

export const access: typeof en = {
  always: 'immer',
  columns: { name: 'Name', state: 'Auf dem Schloss?', type: 'Art', when: 'Wann' },
  disabled: 'abgeschaltet',
  empty: 'Noch hat niemand Zugang',
  emptyDetail:
    'Berechtigungen für dieses Schloss erscheinen hier, zusammen damit, ob das Schloss sie übernommen hat.',
  from: (moment) => `ab ${moment}`,
  since: (span) => `seit ${span}`,
  syncStates: {
    pending: 'Wartet auf das Schloss',
    synced: 'Auf dem Schloss',
    failed: 'Vom Schloss abgelehnt',
    deleting: 'Wartet auf Entfernung',
  },
  types: {
    0: 'App',
    1: 'Bridge',
    2: 'Fob',
    3: 'Keypad',
    13: 'Keypad-Code',
    14: 'Z-Key',
    15: 'Virtuell',
  },
  until: (moment) => `bis ${moment}`,
  weekdays: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
}
