import type { calendars as en } from '../en/calendars.ts'

export const calendars: typeof en = {
  bookings: 'Estancias que aporta',
  changed: (moment, counts) => `${moment}: ${counts}`,
  check: 'Comprobar el calendario',
  checkBad: 'Ahora no se puede leer este calendario',
  checkFirst: (moment) => `La primera llegada es el ${moment}.`,
  checkGood: (bookings) =>
    bookings === 0
      ? 'El calendario funciona. No tiene reservas próximas.'
      : `El calendario funciona. Tiene ${bookings} ${bookings === 1 ? 'reserva próxima' : 'reservas próximas'}.`,
  codes: 'Dar un código a cada huésped automáticamente',
  codesHelp: 'Cada reserva recibe su propio código, que vale desde el check-in hasta el check-out.',
  codesHours: 'Horas antes del check-in',
  conditions: {
    failing: 'La última consulta falló',
    good: 'Al día',
    off: 'Desactivado por el operador',
    paused: 'En pausa',
    waiting: 'Consultando',
  },
  counts: {
    added: (n) => (n === 1 ? '1 nueva' : `${n} nuevas`),
    canceled: (n) => (n === 1 ? '1 cancelada' : `${n} canceladas`),
    changed: (n) => (n === 1 ? '1 modificada' : `${n} modificadas`),
  },
  empty: 'Ningún calendario vinculado',
  emptyDetail:
    'Vincule el calendario de una plataforma de reservas: sus reservas se convierten en estancias de esta dirección y los huéspedes reciben sus códigos sin que usted haga nada.',
  lastChange: 'Último cambio',
  lastSync: 'Última consulta',
  link: 'Vincular un calendario',
  linkAnyway: 'Vincular de todos modos',
  linked: 'El calendario está vinculado y se está consultando.',
  never: 'todavía no',
  nextSync: 'Próxima consulta',
  nextSyncNone: 'ninguna: está en pausa hasta que alguien lo sincronice',
  nextSyncNow: 'ahora',
  none: 'ninguno vinculado',
  nowhere: 'El operador de este servicio ha desactivado todas las plataformas.',
  pausedDetail: 'Está en pausa: no se volverá a consultar solo hasta que una sincronización salga bien.',
  problems: {
    not_a_calendar: 'En la dirección del calendario no hay un calendario.',
    quota_reached: 'La dirección ya tiene todas las estancias posibles; se han omitido algunas reservas.',
    refused: 'La plataforma no ha querido dar el calendario. Puede que su dirección ya no sea válida.',
    switched_off: 'El operador de este servicio ha desactivado esta plataforma.',
    too_complex:
      'El calendario pide más de lo admitido: demasiados eventos o repeticiones que nunca terminan.',
    too_many_lost:
      'Faltaban de golpe tantas reservas próximas que no se ha cambiado nada y se ha puesto en pausa. Revise el calendario; si es correcto, «Sincronizar» lo acepta tal como está.',
    unreachable: 'No se ha podido obtener el calendario.',
    unreadable: 'El calendario contiene errores y no se puede leer.',
  },
  replaces: 'Ya hay vinculado un calendario de esta plataforma. El nuevo lo sustituye.',
  service: 'Plataforma',
  serviceHelp: 'De dónde viene el calendario determina cómo se interpretan sus reservas.',
  services: { airbnb: 'Airbnb', booking: 'Booking.com', ical: 'iCalendar', vrbo: 'Vrbo' },
  sync: 'Sincronizar',
  syncOf: (name) => `Sincronizar: ${name}`,
  syncs: {
    cancelled: 'La sustituyó una sincronización posterior',
    confirmed: 'Consultado',
    expired: 'No se consultó a tiempo',
    failed: 'No se pudo incorporar',
    queued: 'Consultando',
    sent: 'Consultando',
    unknown: 'No se sabe si se consultó',
  },
  technical: (error) => `El mensaje fue: ${error}`,
  unit: 'Calendario de',
  unlink: 'Desvincular',
  unlinkDetail: (reservations) =>
    `Ya no se consultará. De las estancias que vinieron de él (${reservations}), las que no tienen código desaparecen de inmediato; las que lo tienen se mantienen hasta su fin.`,
  unlinked: 'Se ha desvinculado el calendario',
  unlinkOf: (name) => `Desvincular: ${name}`,
  unlinkTitle: 'Desvincular este calendario',
  url: 'Dirección del calendario',
  urlHelp:
    'La dirección de exportación o de suscripción que muestra la plataforma, con https o webcal. Se guarda cifrada y no se vuelve a mostrar.',
  urlWrong: 'Esto no es la dirección de un calendario: empieza por https:// o webcal://.',
  whole: 'toda la dirección',
}
