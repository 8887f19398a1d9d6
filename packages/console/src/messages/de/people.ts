import type { people as en } from '../en/people.ts'

export const people: typeof en = {
  access: (count) => (count === 1 ? '1 Berechtigung' : `${count} Berechtigungen`),
  columns: { access: 'Zugang', email: 'E-Mail-Adresse', language: 'Sprache', name: 'Name', work: 'Ändern' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'Person' : 'Personen'}` : `${shown} von ${all} Personen`,
  create: 'Person hinzufügen',
  data: {
    confirm: (name) => `Geben Sie zur Bestätigung ${name} ein`,
    erase: 'Person endgültig entfernen',
    eraseDetail:
      'Rechte und Codes werden von den Schlössern genommen. Name und Adresse werden sofort gelöscht, und im Protokoll der Türen wird die Person zu niemandem. Ein Nachweis, was gelöscht wurde und was bleiben muss, wird heruntergeladen. Das lässt sich nicht rückgängig machen.',
    erased: 'Die Person wurde entfernt. Der Nachweis wurde heruntergeladen.',
    export: 'Gespeicherte Daten herunterladen',
    exportDetail: 'Alles, was über diese Person gespeichert ist, ohne Codes, als Datei für sie.',
    label: 'Daten',
    of: (name) => `Daten: ${name}`,
  },
  edit: 'Bearbeiten',
  editOf: (name) => `Bearbeiten: ${name}`,
  email: 'E-Mail-Adresse',
  emailHelp: 'Nur wenn Sie der Person schreiben wollen.',
  empty: 'Noch niemand da',
  emptyDetail:
    'Menschen, denen Sie Zugang geben: Mieter, Reinigung, Gäste. Fügen Sie die erste Person hinzu.',
  give: 'Zugang geben',
  giveTo: (name) => `Zugang geben: ${name}`,
  kind: 'Art',
  kinds: { 0: 'Person', 1: 'Firma' },
  language: 'Sprache der E-Mails',
  languageAny: 'Wie das Konto',
  lead: 'Wer Zugang zu Ihren Türen hat und wohin E-Mails darüber gehen.',
  name: 'Name',
  noAccess: 'kein Zugang',
  nothingFits: 'Niemand passt',
  nothingFitsDetail: 'Ändern Sie die Suche, um mehr Personen zu sehen.',
  remove: 'Löschen',
  removeDetail: (name) =>
    `Alles, was ${name} gegeben wurde, wird von den Schlössern genommen. Die Person ist gelöscht, sobald jedes Schloss es bestätigt hat; auf ein Schloss, das nicht da ist, wird gewartet.`,
  removeTitle: 'Diese Person löschen',
  removing: 'Wird gelöscht',
  search: 'Nach Name oder E-Mail-Adresse suchen',
  showAll: 'Alle Personen zeigen',
  title: 'Personen',
}
