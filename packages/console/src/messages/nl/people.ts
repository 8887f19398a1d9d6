import type { people as en } from '../en/people.ts'

export const people: typeof en = {
  access: (count) => (count === 1 ? '1 toegangsrecht' : `${count} toegangsrechten`),
  columns: { access: 'Toegang', email: 'E-mailadres', language: 'Taal', name: 'Naam', work: 'Wijzigen' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'persoon' : 'personen'}` : `${shown} van ${all} personen`,
  create: 'Persoon toevoegen',
  edit: 'Bewerken',
  editOf: (name) => `Bewerken: ${name}`,
  email: 'E-mailadres',
  emailHelp: 'Alleen als je e-mails wilt sturen.',
  empty: 'Nog niemand hier',
  emptyDetail: 'Mensen die je toegang geeft: huurders, schoonmakers, gasten. Voeg de eerste toe.',
  give: 'Toegang geven',
  giveTo: (name) => `Toegang geven: ${name}`,
  kind: 'Soort',
  kinds: { 0: 'Persoon', 1: 'Bedrijf' },
  language: 'Taal van e-mails',
  languageAny: 'Zoals het account',
  lead: 'Wie toegang heeft tot je deuren, en waar e-mails daarover heen gaan.',
  name: 'Naam',
  noAccess: 'geen toegang',
  nothingFits: 'Niemand gevonden',
  nothingFitsDetail: 'Pas de zoekopdracht aan om meer personen te zien.',
  remove: 'Verwijderen',
  removeDetail: (name) =>
    `Alle toegang van ${name} wordt van de sloten gehaald. De persoon is weg zodra elk slot dat heeft bevestigd; op een slot dat offline is, wordt gewacht.`,
  removeTitle: 'Deze persoon verwijderen',
  removing: 'Wordt verwijderd',
  search: 'Zoeken op naam of e-mailadres',
  showAll: 'Alle personen tonen',
  title: 'Personen',
}
