import type { overview as en } from '../en/overview.ts'

export const overview: typeof en = {
  arrivals: 'Llegadas sin preparar',
  batteries: 'Batería baja',
  between: (from, until) => `entre el ${from} y el ${until}`,
  calendars: 'Calendarios con errores',
  critical: 'avisa de batería baja',
  empty: (day) => `se agota hacia el ${day}`,
  failed: 'Códigos fallidos',
  jammed: 'Bloqueada',
  lead: 'Lo que le necesita ahora. Se actualiza solo.',
  left: (percent) => `queda el ${percent}`,
  more: (count) => `y ${count} más`,
  noForecast: 'se sabe demasiado poco para un pronóstico',
  offline: 'Sin conexión',
  open: 'Puerta abierta',
  show: 'Mostrar',
  some: (count) => `${count} o más`,
  title: 'Resumen',
  unlocked: 'Sin cerrar con llave',
  waiting: 'Códigos a la espera de su cerradura',
  webhooks: 'Webhooks con errores',
  well: 'Todo está en orden',
  wellDetail: (doors) =>
    `Ninguna de las ${doors} puertas está abierta, sin cerrar con llave o sin conexión; cada código está en su cerradura.`,
}
