import type { access as en } from '../en/access.ts'

export const access: typeof en = {
  always: 'altijd',
  columns: { name: 'Naam', state: 'Op het slot?', type: 'Soort', when: 'Wanneer' },
  disabled: 'uitgeschakeld',
  empty: 'Nog niemand heeft toegang',
  emptyDetail:
    'Toegangsrechten voor dit slot verschijnen hier. Je ziet er ook of het slot ze heeft overgenomen.',
  from: (moment) => `vanaf ${moment}`,
  masked: 'verborgen',
  places: {
    kept: { label: 'Wacht op begintijd', detail: 'Dit komt op het slot zodra de tijd ingaat.' },
    stuck: {
      label: 'Nog op het slot',
      detail:
        'De tijd is voorbij, maar het slot is niet bereikbaar. Zolang dat zo is, gaat de deur hier nog mee open.',
    },
  },
  proofs: {
    value: 'Het slot heeft precies deze code.',
    occupied: 'Het slot heeft daar een code, maar meldt niet welke.',
  },
  since: (span) => `al ${span}`,
  syncStates: {
    pending: 'Wacht op het slot',
    synced: 'Op het slot',
    failed: 'Geweigerd door het slot',
    deleting: 'Wacht op verwijdering',
  },
  types: {
    0: 'App',
    1: 'Bridge',
    2: 'Fob',
    3: 'Toetsenpaneel',
    13: 'Code',
    14: 'Z-key',
    15: 'Virtueel',
  },
  until: (moment) => `tot ${moment}`,
  weekdays: ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'],
}
