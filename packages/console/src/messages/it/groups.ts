import type { groups as en } from '../en/groups.ts'

export const groups: typeof en = {
  change: 'Membri',
  choose: { people: 'Persone', doors: 'Porte' },
  chooseHelp: {
    people: 'Chi fa parte di questo gruppo.',
    doors: 'Quali porte fanno parte di questo gruppo.',
  },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'gruppo' : 'gruppi'}` : `${shown} di ${all} gruppi`,
  create: { people: 'Nuovo gruppo di persone', doors: 'Nuovo gruppo di porte' },
  empty: 'Ancora nessun gruppo',
  emptyDetail: {
    people: 'Riunisci le persone che ricevono le stesse cose: pulizie, inquilini, personale.',
    doors: 'Riunisci le porte che si danno insieme: un’ala, un piano, tutti i garage.',
  },
  lead: 'Persone e porte che vanno insieme.',
  members: {
    people: (count) => `${count} ${count === 1 ? 'persona' : 'persone'}`,
    doors: (count) => `${count} ${count === 1 ? 'porta' : 'porte'}`,
  },
  name: 'Nome',
  nameHelp: { people: 'Per esempio: Pulizie.', doors: 'Per esempio: Ala ovest.' },
  nothingFits: 'Nessun gruppo corrisponde',
  nothingFitsDetail: 'Cambia la ricerca per vedere altri gruppi.',
  remove: 'Elimina',
  removeDetail: (name) => `Il gruppo «${name}» scompare; i suoi membri restano.`,
  removed: 'Il gruppo è stato eliminato.',
  removeTitle: 'Elimina questo gruppo',
  rename: 'Rinomina il gruppo',
  saved: 'I membri sono stati salvati.',
  search: 'Cerca per nome',
  showAll: 'Mostra tutti i gruppi',
  tabs: { people: 'Gruppi di persone', doors: 'Gruppi di porte' },
  title: 'Gruppi',
}
