import type { doors as en } from '../en/doors.ts'

export const doors: typeof en = {
  cards: 'Kaarten',
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'deur' : 'deuren'}` : `${shown} van ${all} deuren`,
  columns: {
    action: 'Actie',
    battery: 'Batterij',
    door: 'Deur',
    name: 'Naam',
    online: 'Verbinding',
    state: 'Toestand',
  },
  empty: 'Nog geen sloten',
  emptyDetail:
    'Een slot verschijnt hier zodra het via de API is geregistreerd met de inloggegevens waarmee het inlogt.',
  favorite: 'Favoriet',
  filter: 'Tonen',
  filters: {
    ajar: 'Deur open',
    all: 'Alle',
    attention: 'Vraagt aandacht',
    battery: 'Batterij bijna leeg',
    jammed: 'Geblokkeerd',
    offline: 'Offline',
    open: 'Niet op slot',
    pending: 'Wijzigingen wachten',
  },
  moreActions: (name) => `Meer acties: ${name}`,
  nothingFits: 'Geen deur gevonden',
  nothingFitsDetail: 'Pas de zoekopdracht of het filter aan om meer te zien.',
  offlineNoMove:
    'Het slot is offline. Bewegingen worden nooit voor later bewaard, dus er kan nu niets worden verstuurd.',
  pending: (count, age) =>
    `${count} ${count === 1 ? 'wijziging wacht' : 'wijzigingen wachten'}, de oudste al ${age}`,
  search: 'Zoeken op naam',
  showAll: 'Alle deuren tonen',
  sort: 'Volgorde',
  sorts: {
    FAVOURITES_FIRST: 'Favorieten eerst',
    NAME_ASC: 'Naam, A tot Z',
    NAME_DESC: 'Naam, Z tot A',
    LAST_ADDED_DESC: 'Nieuwste eerst',
  },
  table: 'Tabel',
  title: 'Deuren',
  view: 'Weergave',
}
