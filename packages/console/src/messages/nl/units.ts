import type { units as en } from '../en/units.ts'

export const units: typeof en = {
  columns: { doors: 'Eigen deuren', name: 'Naam', token: 'Token', work: 'Wijzigen' },
  create: 'Nieuwe eenheid',
  created: (moment) => `aangemaakt ${moment}`,
  doorHidden: 'een deur die je niet mag zien',
  doors: 'Eigen deuren',
  doorsHelp: 'Een verblijf in deze eenheid opent deze deuren en die van het adres, die alle eenheden delen.',
  doorsNone: 'geen: die van het adres',
  edit: 'Bewerken',
  editOf: (name) => `Bewerken: ${name}`,
  empty: 'Nog geen eenheid',
  emptyDetail:
    'Een eenheid is een deel van een adres: een appartement, een kamer. Er hoort een token bij; wie dat inwisselt, krijgt toegang tot de deuren van de eenheid en van het adres. Dat kan één keer.',
  inviteKeys: 'Uitnodigingscodes, één per deur',
  keepToken: 'Token behouden',
  lead: 'De deuren van het adres zijn van alle eenheden samen; wat maar één eenheid opent, is haar eigen deur.',
  name: 'Naam',
  open: 'nog niet ingewisseld',
  redeemed: (moment) => `ingewisseld ${moment}`,
  redeemedBy: 'Ingewisseld door account',
  redeemedFailed: 'een deur heeft de toegang geweigerd',
  redeemedOk: 'elke deur heeft de toegang bevestigd',
  redeemedWaiting: 'nog niet alle deuren hebben geantwoord',
  redemption: 'Inwisseling',
  remove: 'Verwijderen',
  removeDetail: (name) =>
    `Het token van ${name} werkt meteen niet meer, en de agenda wordt ontkoppeld. De eenheid is weg als elk slot heeft bevestigd dat de toegang via het token is weggehaald; op een slot dat offline is, wordt gewacht.`,
  removeTitle: 'Deze eenheid verwijderen',
  showToken: 'Token tonen',
  showTokenOf: (name) => `Token tonen: ${name}`,
  token: 'Token',
  tokenBorrowed:
    'Dit token, en wat het gaf, geldt zolang het programma of de persoon die het maakte hetzelfde mag geven.',
  tokenDetail:
    'Wie dit token heeft, kan het inwisselen. Geef het alleen aan de persoon die toegang moet krijgen tot de deuren van dit adres en van de eenheid.',
  tokenEnded: 'Dit token geeft niets meer: de maker bestaat niet meer of mist de rechten.',
  tokenHidden: 'Alleen wie toegang tot deze deuren mag geven, ziet het token.',
}
