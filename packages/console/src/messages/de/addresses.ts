import type { addresses as en } from '../en/addresses.ts'

export const addresses: typeof en = {
  autoIssue: 'Codes entstehen von selbst',
  autoIssueHelp:
    'Wie viele Stunden vor dem Check-in jeder Gast einen Code für die Keypads dieser Adresse bekommt. Leer: nur wenn es jemand verlangt.',
  autoIssueLabel: 'Codes von selbst anlegen (Stunden vor dem Check-in)',
  autoIssueNever: 'nein, nur wenn es jemand verlangt',
  autoIssueOf: (hours) => `${hours} ${hours === 1 ? 'Stunde' : 'Stunden'} vor dem Check-in`,
  back: 'Alle Adressen',
  byDefault: 'wie der Dienst eingestellt ist',
  fromService: (value) => `${value} (wie der Dienst eingestellt ist)`,
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  columns: { calendars: 'Kalender', name: 'Name', times: 'Check-in / Check-out' },
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'Adresse' : 'Adressen'}` : `${shown} von ${all} Adressen`,
  create: 'Neue Adresse',
  created: 'Angelegt',
  doors: 'Türen',
  doorsChange: 'Türen wählen',
  doorsChangeHelp:
    'Eine Tür, die dazukommt, erhält binnen einer Minute die Codes der Gäste, eine weggenommene verliert sie. Zugang durch Token von Einheiten bleibt.',
  doorsChoose: 'Türen dieser Adresse',
  doorsHelp: 'Gäste dieser Adresse bekommen ihren Code auf die Keypads dieser Türen.',
  doorsNone: 'Zu dieser Adresse gehört noch keine Tür; niemand kann eingelassen werden.',
  doorsSaved: 'Die Türen wurden geändert. Ausgestellte Codes folgen binnen einer Minute.',
  empty: 'Noch keine Adresse',
  emptyDetail:
    'Eine Adresse ist ein Ort mit Türen: ein Haus, eine Ferienwohnung. Wer dort übernachtet, bekommt Codes für die Türen, und Kalender von Buchungsplattformen lassen sich verknüpfen.',
  lead: 'Orte mit Türen: Wer dort übernachtet, bekommt Codes dafür.',
  name: 'Name',
  nothingFits: 'Keine Adresse passt',
  nothingFitsDetail: 'Ändern Sie die Suche, um mehr zu sehen.',
  number: 'Nummer',
  one: 'Adresse',
  otherSettings: 'Weitere Einstellungen',
  otherSettingsLabel: 'Einstellungen als JSON',
  otherSettingsLead:
    'Was Software, die mit dieser Adresse arbeitet, hier ablegen will. Der Dienst selbst nutzt es nicht.',
  otherSettingsWrong: 'Das ist kein JSON-Objekt.',
  remove: 'Diese Adresse löschen',
  removeConfirm: (name) => `Tippen Sie zur Bestätigung ${name} ein`,
  removeDetail:
    'Ihre Einheiten, Aufenthalte und Kalenderverknüpfungen sind sofort weg. Dann werden die Schlösser angewiesen, alle Codes ihrer Gäste und allen Zugang durch Token ihrer Einheiten zu vergessen; ein Schloss, das nicht erreichbar ist, erfährt es bei seiner Rückkehr. Die Türen selbst bleiben.',
  removed: (name) => `${name} wurde gelöscht. Die Codes werden von den Schlössern entfernt.`,
  saved: 'Gespeichert. Ausgestellte Codes folgen binnen einer Minute.',
  search: 'Nach Namen suchen',
  showAll: 'Alle Adressen zeigen',
  size: (doors, units) =>
    `${doors} ${doors === 1 ? 'Tür' : 'Türen'}, ${units} ${units === 1 ? 'Einheit' : 'Einheiten'}`,
  tabs: {
    calendars: 'Kalender',
    guests: 'Für Gäste',
    overview: 'Überblick',
    settings: 'Einstellungen',
    units: 'Einheiten',
  },
  timeHelp: 'Leer: wie der Dienst eingestellt ist.',
  title: 'Adressen',
  zone: 'Zeitzone',
  zoneHelp: 'Check-in und Check-out sind Zeiten dieser Zone.',
}
