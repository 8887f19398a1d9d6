import type { pairings as en } from '../en/pairings.ts'

export const pairings: typeof en = {
  asked: 'Het slot is erom gevraagd.',
  kind: 'Soort',
  kinds: {
    app: 'App',
    bridge: 'Bridge',
    fob: 'Fob',
    keypad: 'Keypad',
    other: 'Iets anders',
  },
  lead: 'Ze zijn gekoppeld met de app van de fabrikant. Nieuwe maakt u daar ook; hier kunnen ze worden uitgezet en verwijderd.',
  limited: 'op tijden die het slot kent',
  name: 'Naam',
  off: 'uitgezet',
  on: 'mag openen',
  own: 'de weg waarlangs Latchwork het slot bereikt',
  remove: 'Verwijderen',
  removeDetail: (name: string) =>
    `${name} opent deze deur dan niet meer. Opnieuw koppelen kan alleen bij het slot.`,
  removeTitle: 'Van het slot verwijderen',
  state: 'Toestand',
  switchOff: 'Uitzetten',
  switchOn: 'Aanzetten',
  title: 'Apps en fobs van het slot',
  waiting: 'wacht op het slot …',
}
