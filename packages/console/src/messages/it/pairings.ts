import type { pairings as en } from '../en/pairings.ts'

export const pairings: typeof en = {
  asked: 'La richiesta è stata fatta alla serratura.',
  kind: 'Tipo',
  kinds: {
    app: 'App',
    bridge: 'Bridge',
    fob: 'Fob',
    keypad: 'Tastierino',
    other: 'Altro',
  },
  lead: 'Sono stati associati con l’app del produttore. Anche i nuovi si creano lì; qui si possono disattivare e rimuovere.',
  limited: 'negli orari che la serratura conosce',
  name: 'Nome',
  off: 'disattivato',
  on: 'può aprire',
  own: 'la via per cui Latchwork raggiunge la serratura',
  remove: 'Rimuovi',
  removeDetail: (name: string) =>
    `${name} non aprirà più questa porta. Si può associare di nuovo solo alla serratura.`,
  removeTitle: 'Rimuovi dalla serratura',
  state: 'Stato',
  switchOff: 'Disattiva',
  switchOn: 'Attiva',
  title: 'App e fob della serratura',
  waiting: 'in attesa della serratura …',
}
