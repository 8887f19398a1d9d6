import type { activity as en } from '../en/activity.ts'

export const activity: typeof en = {
  anyDoor: 'Todas las puertas',
  anyKind: 'Todo',
  anybody: 'Todas las personas',
  columns: { when: 'Cuándo', door: 'Puerta', what: 'Qué ha ocurrido' },
  denied: 'Solo cuando no se dejó entrar a alguien',
  door: 'Puerta',
  empty: 'Todavía no ha ocurrido nada',
  emptyDetail: 'Lo que comunican las cerraduras aparece aquí en cuanto ocurre.',
  gone: 'Una puerta eliminada',
  kind: 'Qué ha ocurrido',
  kinds: {
    device: 'Dispositivo y modos',
    door: 'Puerta abierta o cerrada',
    doorbell: 'Timbre',
    locking: 'Cierre con llave',
    opening: 'Apertura',
    trouble: 'Problema',
  },
  lead: 'Lo que ha ocurrido en todas las puertas, lo más reciente primero, en cuanto ocurre.',
  person: 'Persona',
  showAll: 'Mostrar todo',
  title: 'Actividad',
}
