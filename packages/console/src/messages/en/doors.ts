export const doors = {
  cards: 'Cards',
  count: (shown: number, all: number) =>
    shown === all ? `${all} ${all === 1 ? 'door' : 'doors'}` : `${shown} of ${all} doors`,
  columns: {
    action: 'Action',
    battery: 'Battery',
    door: 'Door',
    name: 'Name',
    online: 'Connection',
    state: 'State',
  },
  empty: 'No locks yet',
  emptyDetail:
    'A lock appears here as soon as it is registered through the API with the credentials it logs in with.',
  favorite: 'Favourite',
  filter: 'Show',
  filters: {
    all: 'All',
    attention: 'Needs attention',
    battery: 'Battery low',
    offline: 'Offline',
    open: 'Not locked',
    pending: 'Changes pending',
  },
  moreActions: (name: string) => `More actions: ${name}`,
  nothingFits: 'No door fits',
  nothingFitsDetail: 'Change the search or the filter to see more.',
  offlineNoMove: 'The lock is offline. Movements are never kept for later, so nothing can be sent now.',
  pending: (count: number, age: string) =>
    `${count} ${count === 1 ? 'change' : 'changes'} pending, oldest for ${age}`,
  search: 'Search by name',
  showAll: 'Show all doors',
  sort: 'Order',
  sorts: {
    FAVOURITES_FIRST: 'Favourites first',
    NAME_ASC: 'Name, A to Z',
    NAME_DESC: 'Name, Z to A',
    LAST_ADDED_DESC: 'Newest first',
  },
  table: 'Table',
  title: 'Doors',
  view: 'View',
}
