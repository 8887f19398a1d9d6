import type { doors as en } from '../en/doors.ts'

export const doors: typeof en = {
  cards: 'Tarjetas',
  count: (shown, all) =>
    shown === all ? `${all} ${all === 1 ? 'puerta' : 'puertas'}` : `${shown} de ${all} puertas`,
  columns: {
    action: 'Acción',
    battery: 'Batería',
    door: 'Puerta',
    name: 'Nombre',
    online: 'Conexión',
    state: 'Estado',
  },
  empty: 'Todavía no hay cerraduras',
  emptyDetail:
    'Una cerradura aparece aquí en cuanto se registra mediante la API con las credenciales con las que se conecta.',
  favorite: 'Favorita',
  filter: 'Mostrar',
  filters: {
    ajar: 'Puerta abierta',
    all: 'Todas',
    attention: 'Requiere atención',
    battery: 'Batería baja',
    jammed: 'Bloqueada',
    offline: 'Sin conexión',
    open: 'Sin cerrar con llave',
    pending: 'Cambios pendientes',
  },
  moreActions: (name) => `Más acciones: ${name}`,
  nothingFits: 'Ninguna puerta coincide',
  nothingFitsDetail: 'Cambie la búsqueda o el filtro para ver más.',
  offlineNoMove:
    'La cerradura está sin conexión. Los movimientos nunca se guardan para después, así que ahora no se puede enviar nada.',
  pending: (count, age) =>
    count === 1
      ? `1 cambio pendiente, desde hace ${age}`
      : `${count} cambios pendientes, el más antiguo desde hace ${age}`,
  search: 'Buscar por nombre',
  showAll: 'Ver todas las puertas',
  sort: 'Orden',
  sorts: {
    FAVOURITES_FIRST: 'Favoritas primero',
    NAME_ASC: 'Nombre, de la A a la Z',
    NAME_DESC: 'Nombre, de la Z a la A',
    LAST_ADDED_DESC: 'Nuevas primero',
  },
  table: 'Tabla',
  title: 'Puertas',
  view: 'Vista',
}
