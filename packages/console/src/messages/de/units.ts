import type { units as en } from '../en/units.ts'

export const units: typeof en = {
  columns: { doors: 'Eigene Türen', name: 'Name', token: 'Token', work: 'Ändern' },
  create: 'Neue Einheit',
  created: (moment) => `angelegt ${moment}`,
  doorHidden: 'eine Tür, die Sie nicht sehen dürfen',
  doors: 'Eigene Türen',
  doorsHelp:
    'Ein Aufenthalt in dieser Einheit öffnet diese und die Türen der Adresse, die alle Einheiten teilen.',
  doorsNone: 'keine: die der Adresse',
  edit: 'Bearbeiten',
  editOf: (name) => `Bearbeiten: ${name}`,
  empty: 'Noch keine Einheit',
  emptyDetail:
    'Eine Einheit ist ein Teil einer Adresse: eine Wohnung, ein Zimmer. Sie hat ein Token; wer es einlöst, bekommt einmalig Zugang zu ihren Türen und denen der Adresse.',
  inviteKeys: 'Einladungsschlüssel, je Tür einer',
  keepToken: 'Token behalten',
  lead: 'Die Türen der Adresse teilen sich alle Einheiten; was nur eine Einheit öffnet, ist ihre eigene Tür.',
  name: 'Name',
  open: 'noch nicht eingelöst',
  redeemed: (moment) => `eingelöst ${moment}`,
  redeemedBy: 'Eingelöst von Konto',
  redeemedFailed: 'eine Tür hat den Zugang abgelehnt',
  redeemedOk: 'alle Türen haben den Zugang bestätigt',
  redeemedWaiting: 'noch haben nicht alle Türen geantwortet',
  redemption: 'Einlösung',
  remove: 'Löschen',
  removeDetail: (name) =>
    `Das Token von ${name} ist sofort tot, und der Kalender wird gelöst. Die Einheit ist weg, sobald jedes Schloss bestätigt hat, dass der damit gegebene Zugang entfernt ist; auf ein Schloss, das nicht erreichbar ist, wird gewartet.`,
  removeTitle: 'Diese Einheit löschen',
  showToken: 'Token zeigen',
  showTokenOf: (name) => `Token zeigen: ${name}`,
  token: 'Token',
  tokenBorrowed:
    'Dieses Token und was es gegeben hat gelten, solange das Programm oder die Person, die es erstellt hat, dasselbe geben darf.',
  tokenDetail:
    'Wer dieses Token hat, kann es einlösen. Geben Sie es nur der Person, die Zugang zu den Türen dieser Adresse und der Einheit haben soll.',
  tokenEnded: 'Dieses Token gibt nichts mehr: Wer es erstellt hat, ist weg oder darf es nicht mehr.',
  tokenHidden: 'Das Token sieht nur, wer Zugang zu diesen Türen geben darf.',
}
