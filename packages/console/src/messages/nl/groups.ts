import type { groups as en } from '../en/groups.ts'

export const groups: typeof en = {
  change: 'Leden',
  choose: { people: 'Personen', doors: 'Deuren' },
  chooseHelp: { people: 'Wie in deze groep zit.', doors: 'Welke deuren in deze groep zitten.' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'groep' : 'groepen'}` : `${shown} van ${all} groepen`,
  create: { people: 'Nieuwe groep personen', doors: 'Nieuwe groep deuren' },
  empty: 'Nog geen groepen',
  emptyDetail: {
    people: 'Voeg personen samen die hetzelfde krijgen: schoonmaak, huurders, personeel.',
    doors: 'Voeg deuren samen die samen worden gegeven: een vleugel, een verdieping, alle garages.',
  },
  lead: 'Personen en deuren die bij elkaar horen.',
  members: {
    people: (count) => `${count} ${count === 1 ? 'persoon' : 'personen'}`,
    doors: (count) => `${count} ${count === 1 ? 'deur' : 'deuren'}`,
  },
  name: 'Naam',
  nameHelp: { people: 'Bijvoorbeeld: Schoonmaak.', doors: 'Bijvoorbeeld: Westvleugel.' },
  nothingFits: 'Geen groep past',
  nothingFitsDetail: 'Wijzig de zoekopdracht om meer groepen te zien.',
  remove: 'Verwijderen',
  removeDetail: (name) => `De groep ‘${name}’ verdwijnt; de leden blijven.`,
  removed: 'De groep is verwijderd.',
  removeTitle: 'Deze groep verwijderen',
  rename: 'Groep hernoemen',
  saved: 'De leden zijn opgeslagen.',
  search: 'Zoeken op naam',
  showAll: 'Alle groepen tonen',
  tabs: { people: 'Groepen personen', doors: 'Groepen deuren' },
  title: 'Groepen',
}
