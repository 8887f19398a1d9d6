import type { access as en } from '../en/access.ts'

export const access: typeof en = {
  always: 'siempre',
  columns: { name: 'Nombre', state: '¿En la cerradura?', type: 'Tipo', when: 'Cuándo' },
  disabled: 'desactivado',
  empty: 'Todavía nadie tiene acceso',
  emptyDetail:
    'Aquí aparecen los permisos de acceso de esta cerradura, y si la cerradura ya los ha recibido.',
  from: (moment) => `desde el ${moment}`,
  masked: 'oculto',
  places: {
    kept: {
      label: 'Espera su momento',
      detail: 'Se pondrá en la cerradura cuando llegue su hora.',
    },
    stuck: {
      label: 'Sigue en la cerradura',
      detail:
        'Su plazo ha terminado, pero no se puede contactar con la cerradura. Hasta entonces sigue abriendo.',
    },
  },
  proofs: {
    value: 'La cerradura tiene exactamente este.',
    occupied: 'La cerradura tiene ahí un código, pero no dice cuál.',
  },
  since: (span) => `desde hace ${span}`,
  syncStates: {
    pending: 'Esperando a la cerradura',
    synced: 'En la cerradura',
    failed: 'Rechazado por la cerradura',
    deleting: 'Pendiente de quitar',
  },
  types: {
    0: 'Aplicación',
    1: 'Bridge',
    2: 'Mando',
    3: 'Teclado',
    13: 'Código de teclado',
    14: 'Z-key',
    15: 'Virtual',
  },
  until: (moment) => `hasta el ${moment}`,
  weekdays: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
}
