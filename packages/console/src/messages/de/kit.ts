import type { kit as en } from '../en/kit.ts'

export const kit: typeof en = {
  accountMenu: 'Kontomenü',
  apiReference: 'API-Referenz',
  cancel: 'Abbrechen',
  close: 'Schließen',
  closeMenu: 'Menü schließen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  darkLook: 'Dunkle Ansicht',
  doorTime: {
    here: (moments) => `Nach Ihrer Uhr: ${moments}`,
    nowThere: (hour) => `Dort ist es jetzt ${hour}.`,
    zone: (place) => `Ortszeit ${place}`,
  },
  edit: 'Bearbeiten',
  justNow: 'gerade eben',
  lightLook: 'Helle Ansicht',
  loading: 'Wird geladen',
  loadMore: 'Mehr laden',
  menu: 'Menü',
  missing: (what) => `${what}: nicht vorhanden`,
  missingDetail: 'Der Eintrag wurde gelöscht, oder die Adresse ist vertippt. Hier finden Sie die anderen:',
  notFound: 'Diese Seite gibt es nicht',
  notFoundDetail: 'Die Adresse ist vielleicht vertippt, oder was dort war, gibt es nicht mehr.',
  offlineDetail:
    'Was Sie sehen, ist vielleicht veraltet. Änderungen können erst gesendet werden, wenn die Verbindung wieder da ist; sie wird weiter versucht.',
  offlineTitle: 'Keine Verbindung zum Dienst',
  openMenu: 'Menü öffnen',
  passkeys: {
    openNamed: 'Diese Seite mit ihrem Namen öffnen',
    problems: {
      address:
        'Hier können Passkeys nicht funktionieren: Browser legen sie für Rechnernamen an, und diese Seite wurde mit einer IP-Adresse geöffnet.',
      insecure:
        'Hier können Passkeys nicht funktionieren: Diese Seite wurde ohne HTTPS geöffnet. Fragen Sie den Betreiber dieses Dienstes.',
      unsupported: 'Dieser Browser kennt keine Passkeys.',
    },
  },
  requestId: (id) => `Anfrage ${id}`,
  reset: 'Zurücksetzen',
  rules: {
    length: ({ from, to }) => `${from} bis ${to} Zeichen`,
    range: ({ from, to }) => `Eine Zahl von ${from} bis ${to}`,
    required: () => 'Hier fehlt eine Zahl',
  },
  save: 'Speichern',
  signOut: 'Abmelden',
  skipToContent: 'Zum Inhalt springen',
  somethingWrong: 'Etwas ist schiefgegangen',
  stepUp: {
    lead: 'Was Sie vorhaben, kann Türen öffnen oder Sie aussperren. Bitte bestätigen Sie deshalb, dass Sie es sind. Das gilt dann zehn Minuten.',
    or: 'oder',
    password: 'Ihr Passwort',
    submit: 'Mit dem Passwort weiter',
    title: 'Sind Sie es?',
    withPasskey: 'Mit einem Passkey weiter',
  },
  toStart: 'Zur Startseite',
  tryAgain: 'Erneut versuchen',
  unreachable: 'Der Dienst ist nicht erreichbar',
  unreachableDetail:
    'Prüfen Sie, ob er läuft und ob dieses Gerät verbunden ist, und versuchen Sie es dann erneut.',
}
