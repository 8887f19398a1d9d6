import type { access as en } from '../en/access.ts'

export const access: typeof en = {
  always: 'immer',
  columns: { name: 'Name', state: 'Auf dem Schloss?', type: 'Art', when: 'Wann' },
  disabled: 'abgeschaltet',
  empty: 'Noch hat niemand Zugang',
  emptyDetail:
    'Berechtigungen für dieses Schloss erscheinen hier, zusammen damit, ob das Schloss sie übernommen hat.',
  from: (moment) => `ab ${moment}`,
  masked: 'verdeckt',
  places: {
    kept: {
      label: 'Wartet auf seine Zeit',
      detail: 'Es kommt auf das Schloss, wenn seine Zeit beginnt.',
    },
    stuck: {
      label: 'Noch auf dem Schloss',
      detail: 'Seine Zeit ist vorbei, aber das Schloss ist nicht erreichbar. Bis dahin öffnet es weiter.',
    },
  },
  proofs: {
    value: 'Das Schloss hat genau diesen.',
    occupied: 'Das Schloss hat dort einen Code und sagt nicht, welchen.',
  },
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
