import type { past as en } from '../en/past.ts'

export const past: typeof en = {
  askNeeds: 'Elija una puerta y un momento del pasado.',
  at: 'Cuándo',
  could: 'Podía abrir',
  couldNot: 'No podía abrir',
  count: (could, all) => `${could} de ${all} permisos de acceso podían abrir`,
  future: 'Ese momento aún no ha llegado.',
  lead: 'Todos los permisos de acceso de una puerta tal como eran en un momento pasado, al segundo. No incluye llaves de metal, códigos que nadie concedió aquí ni a quienes abren a distancia.',
  link: '¿Quién podía abrir?',
  name: 'Nombre',
  nobody: 'Nadie podía abrir esta puerta entonces',
  nobodyDetail: 'Ningún permiso de acceso estaba en la cerradura, o ninguno era válido.',
  person: 'Persona',
  reason: 'Por qué',
  rules: {
    allowed: 'Abría la puerta.',
    earlier_terms:
      'Se había modificado, pero la cerradura no lo había confirmado: se regía por el horario anterior, que se cumplía.',
    still_on_lock: 'Su plazo había terminado, pero seguía en la cerradura.',
    disabled: 'Estaba desactivado.',
    not_yet_valid: 'Todavía no era válido.',
    expired: 'Ya no era válido.',
    weekday: 'No valía para ese día de la semana.',
    time_of_day: 'No valía a esa hora.',
    not_delivered: 'La cerradura no lo había recibido.',
  },
  title: '¿Quién podía abrir?',
  unknown: (moment) => `No se sabe todo de tan atrás: la respuesta está completa a partir del ${moment}.`,
  verdict: 'En ese momento',
}
