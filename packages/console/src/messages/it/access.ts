import type { access as en } from '../en/access.ts'
import { from, until } from './moments.ts'

export const access: typeof en = {
  always: 'sempre',
  columns: { name: 'Nome', state: 'Nella serratura?', type: 'Tipo', when: 'Quando' },
  disabled: 'disattivata',
  empty: 'Nessuno ha ancora accesso',
  emptyDetail: 'Qui compaiono le autorizzazioni per questa serratura e se la serratura le ha già ricevute.',
  from,
  masked: 'nascosto',
  places: {
    kept: {
      label: 'Attende il suo periodo',
      detail: 'Arriva nella serratura quando inizia il suo periodo.',
    },
    stuck: {
      label: 'Ancora nella serratura',
      detail: 'Il suo periodo è finito, ma la serratura non è raggiungibile. Finché non lo è, apre ancora.',
    },
  },
  proofs: {
    value: 'La serratura ha proprio questo.',
    occupied: 'La serratura ha un codice in quel posto, ma non dice quale.',
  },
  since: (span) => `da ${span}`,
  syncStates: {
    pending: 'In attesa della serratura',
    synced: 'Nella serratura',
    failed: 'Rifiutata dalla serratura',
    deleting: 'In attesa di rimozione',
  },
  types: {
    0: 'App',
    1: 'Bridge',
    2: 'Telecomando',
    3: 'Tastierino',
    13: 'Codice del tastierino',
    14: 'Z-Key',
    15: 'Virtuale',
  },
  until: (moment) => `fino ${until(moment)}`,
  weekdays: ['lun', 'mar', 'mer', 'gio', 'ven', 'sab', 'dom'],
}
