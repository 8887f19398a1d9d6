import type { groups as en } from '../en/groups.ts'

export const groups: typeof en = {
  change: 'Mitglieder',
  choose: { people: 'Personen', doors: 'Türen' },
  chooseHelp: { people: 'Wer zu dieser Gruppe gehört.', doors: 'Welche Türen zu dieser Gruppe gehören.' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'Gruppe' : 'Gruppen'}` : `${shown} von ${all} Gruppen`,
  create: { people: 'Neue Personengruppe', doors: 'Neue Türgruppe' },
  empty: 'Noch keine Gruppen',
  emptyDetail: {
    people: 'Personen zusammenfassen, die das Gleiche bekommen: Reinigung, Mieter, Personal.',
    doors: 'Türen zusammenfassen, die gemeinsam vergeben werden: ein Flügel, ein Stockwerk, alle Garagen.',
  },
  lead: 'Personen und Türen, von denen gemeinsam die Rede ist.',
  members: {
    people: (count) => `${count} ${count === 1 ? 'Person' : 'Personen'}`,
    doors: (count) => `${count} ${count === 1 ? 'Tür' : 'Türen'}`,
  },
  name: 'Name',
  nameHelp: { people: 'Zum Beispiel: Reinigung.', doors: 'Zum Beispiel: Westflügel.' },
  nothingFits: 'Keine Gruppe passt',
  nothingFitsDetail: 'Mit einer anderen Suche sind mehr Gruppen zu sehen.',
  remove: 'Löschen',
  removeDetail: (name) => `Die Gruppe „${name}“ verschwindet; ihre Mitglieder bleiben.`,
  removed: 'Die Gruppe ist gelöscht.',
  removeTitle: 'Diese Gruppe löschen',
  rename: 'Gruppe umbenennen',
  saved: 'Die Mitglieder sind gespeichert.',
  search: 'Nach Namen suchen',
  showAll: 'Alle Gruppen zeigen',
  tabs: { people: 'Personengruppen', doors: 'Türgruppen' },
  title: 'Gruppen',
}
