import type { doors as en } from '../en/doors.ts'

export const doors: typeof en = {
  cards: 'Karten',
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'Tür' : 'Türen'}` : `${shown} von ${all} Türen`,
  columns: {
    action: 'Aktion',
    battery: 'Batterie',
    door: 'Tür',
    name: 'Name',
    online: 'Verbindung',
    state: 'Zustand',
  },
  empty: 'Noch keine Schlösser',
  emptyDetail:
    'Ein Schloss erscheint hier, sobald es über die API registriert ist und sich mit seinen Zugangsdaten anmeldet.',
  favorite: 'Favorit',
  filter: 'Anzeigen',
  filters: {
    ajar: 'Tür offen',
    all: 'Alle',
    attention: 'Braucht Aufmerksamkeit',
    battery: 'Batterie fast leer',
    jammed: 'Blockiert',
    offline: 'Offline',
    open: 'Nicht zugesperrt',
    pending: 'Änderungen offen',
  },
  moreActions: (name) => `Weitere Aktionen: ${name}`,
  nothingFits: 'Keine Tür passt',
  nothingFitsDetail: 'Ändern Sie Suche oder Filter, um mehr zu sehen.',
  offlineNoMove:
    'Das Schloss ist offline. Bewegungen werden nie aufgehoben, darum kann jetzt nichts gesendet werden.',
  pending: (count, age) =>
    `${count} ${count === 1 ? 'Änderung' : 'Änderungen'} offen, die älteste seit ${age}`,
  search: 'Nach Namen suchen',
  showAll: 'Alle Türen zeigen',
  sort: 'Reihenfolge',
  sorts: {
    FAVOURITES_FIRST: 'Favoriten zuerst',
    NAME_ASC: 'Name, A bis Z',
    NAME_DESC: 'Name, Z bis A',
    LAST_ADDED_DESC: 'Neueste zuerst',
  },
  table: 'Tabelle',
  title: 'Türen',
  view: 'Ansicht',
}
