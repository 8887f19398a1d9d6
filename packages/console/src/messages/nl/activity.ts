import type { activity as en } from '../en/activity.ts'

export const activity: typeof en = {
  anyDoor: 'Alle deuren',
  anyKind: 'Alles',
  anybody: 'Alle personen',
  columns: { when: 'Wanneer', door: 'Deur', what: 'Wat er gebeurde' },
  denied: 'Alleen als iemand niet werd binnengelaten',
  door: 'Deur',
  empty: 'Er is nog niets gebeurd',
  emptyDetail: 'Wat sloten melden, verschijnt hier zodra het gebeurt.',
  gone: 'Een verwijderde deur',
  kind: 'Wat er gebeurde',
  kinds: {
    device: 'Apparaat en modi',
    door: 'Deur open of dicht',
    doorbell: 'Deurbel',
    locking: 'Op slot doen',
    opening: 'Openen',
    trouble: 'Storing',
  },
  lead: 'Wat er bij alle deuren gebeurde, het nieuwste eerst, zodra het gebeurt.',
  person: 'Persoon',
  showAll: 'Alles tonen',
  title: 'Activiteit',
}
