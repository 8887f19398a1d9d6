import type { arrivals as en } from '../en/arrivals.ts'

export const arrivals: typeof en = {
  and: 'y',
  collisions: (count) =>
    count === 1
      ? 'Dos huéspedes tienen el mismo lugar a la vez'
      : `${count} lugares están reservados dos veces`,
  days: { today: 'Hoy', tomorrow: 'Mañana', week: 'Esta semana' },
  empty: 'Esta semana no llega nadie',
  emptyDetail:
    'Los huéspedes de las estancias y de los calendarios vinculados aparecen aquí una semana antes de llegar.',
  issueOf: (guest) => `Emitir el código ahora: ${guest}`,
  lead: 'Quién llega próximamente y si su código está en todas las puertas que necesita.',
  nobody: 'No llega nadie.',
  notReady: 'No está listo',
  partly: (percent) => `Solo el ${percent} de las puertas tiene el código; faltan las demás.`,
  ready: 'Listo',
  reasons: {
    failed: 'El código no se ha podido emitir automáticamente.',
    noDoor: 'La dirección o la unidad no tiene ninguna puerta, así que nadie puede entrar.',
    noKeypad: 'Ninguna de las puertas tiene teclado, así que no puede haber código.',
    none: 'No hay código, y para esta estancia no se crea ninguno automáticamente.',
    off: 'No hay código: esta dirección no crea códigos automáticamente.',
  },
  title: 'Llegadas',
}
