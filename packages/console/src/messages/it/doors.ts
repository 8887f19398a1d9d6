import type { doors as en } from '../en/doors.ts'

export const doors: typeof en = {
  cards: 'Schede',
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'porta' : 'porte'}` : `${shown} di ${all} porte`,
  columns: {
    action: 'Azione',
    battery: 'Batteria',
    door: 'Porta',
    name: 'Nome',
    online: 'Connessione',
    state: 'Stato',
  },
  empty: 'Ancora nessuna serratura',
  emptyDetail:
    'Una serratura compare qui appena viene registrata tramite l’API con le credenziali con cui si collega.',
  favorite: 'Preferita',
  filter: 'Mostra',
  filters: {
    ajar: 'Porta aperta',
    all: 'Tutte',
    attention: 'Da controllare',
    battery: 'Batteria quasi scarica',
    jammed: 'Bloccate',
    offline: 'Non in linea',
    open: 'Non chiuse a chiave',
    pending: 'Modifiche in attesa',
  },
  moreActions: (name) => `Altre azioni: ${name}`,
  nothingFits: 'Nessuna porta trovata',
  nothingFitsDetail: 'Cambia la ricerca o il filtro per vedere di più.',
  offlineNoMove:
    'La serratura non è in linea. I movimenti non vengono mai rimandati, quindi ora non si può inviare nulla.',
  pending: (count, age) =>
    count === 1 ? `1 modifica in attesa da ${age}` : `${count} modifiche in attesa, la più vecchia da ${age}`,
  search: 'Cerca per nome',
  showAll: 'Mostra tutte le porte',
  sort: 'Ordine',
  sorts: {
    FAVOURITES_FIRST: 'Prima le preferite',
    NAME_ASC: 'Nome, A–Z',
    NAME_DESC: 'Nome, Z–A',
    LAST_ADDED_DESC: 'Prima le più recenti',
  },
  table: 'Tabella',
  title: 'Porte',
  view: 'Vista',
}
