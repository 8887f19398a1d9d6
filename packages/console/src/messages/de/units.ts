import type { units as en } from '../en/units.ts'

export const units: typeof en = {
  columns: { name: 'Name', token: 'Token', work: 'Ändern' },
  create: 'Neue Einheit',
  created: (moment) => `angelegt ${moment}`,
  empty: 'Noch keine Einheit',
  emptyDetail:
    'Eine Einheit ist ein Teil einer Adresse: eine Wohnung, ein Zimmer. Sie hat ein Token; wer es einlöst, bekommt einmalig Zugang zu den Türen der Adresse.',
  inviteKeys: 'Einladungsschlüssel, je Tür einer',
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
  rename: 'Umbenennen',
  renameOf: (name) => `Umbenennen: ${name}`,
  showToken: 'Token zeigen',
  showTokenOf: (name) => `Token zeigen: ${name}`,
  token: 'Token',
  tokenDetail:
    'Wer dieses Token hat, kann es einlösen. Geben Sie es nur der Person, die Zugang zu allen Türen dieser Adresse haben soll.',
}
