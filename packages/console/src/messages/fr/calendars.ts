import type { calendars as en } from '../en/calendars.ts'

export const calendars: typeof en = {
  bookings: 'Séjours qui en viennent',
  changed: (moment, counts) => `${moment} : ${counts}`,
  check: 'Vérifier le calendrier',
  checkBad: 'Ce calendrier ne peut pas être lu pour le moment',
  checkFirst: (moment) => `La première arrivée est le ${moment}.`,
  checkGood: (bookings) =>
    bookings === 0
      ? 'Le calendrier fonctionne. Il ne contient aucune réservation à venir.'
      : `Le calendrier fonctionne. Il contient ${bookings} ${bookings > 1 ? 'réservations' : 'réservation'} à venir.`,
  codes: 'Donner automatiquement un code à chaque voyageur',
  codesHelp: 'Chaque réservation reçoit son propre code, valable de l’heure d’arrivée à l’heure de départ.',
  codesHours: 'Heures avant l’arrivée',
  conditions: {
    failing: 'Dernière récupération échouée',
    good: 'À jour',
    off: 'Désactivé par l’exploitant',
    paused: 'En pause',
    waiting: 'Récupération en cours',
  },
  counts: {
    added: (n) => `${n} ${n > 1 ? 'nouvelles' : 'nouvelle'}`,
    canceled: (n) => `${n} ${n > 1 ? 'annulées' : 'annulée'}`,
    changed: (n) => `${n} ${n > 1 ? 'modifiées' : 'modifiée'}`,
  },
  empty: 'Aucun calendrier lié',
  emptyDetail:
    'Liez le calendrier d’une plateforme de réservation : ses réservations deviennent des séjours de cette adresse, et les voyageurs reçoivent leurs codes sans que vous ayez rien à faire.',
  lastChange: 'Dernière modification',
  lastSync: 'Dernière récupération',
  link: 'Lier un calendrier',
  linkAnyway: 'Lier quand même',
  linked: 'Le calendrier est lié, sa récupération est en cours.',
  never: 'pas encore',
  nextSync: 'Prochaine récupération',
  nextSyncNone: 'aucune : en pause jusqu’à la prochaine synchronisation manuelle',
  nextSyncNow: 'maintenant',
  none: 'aucun lié',
  nowhere: 'L’exploitant de ce service a désactivé toutes les plateformes.',
  pausedDetail:
    'Il est en pause : il n’est plus récupéré automatiquement tant qu’une synchronisation n’a pas réussi.',
  problems: {
    not_a_calendar: 'L’adresse indiquée ne mène pas à un calendrier.',
    quota_reached:
      'L’adresse contient déjà autant de séjours que possible ; certaines réservations ont été laissées de côté.',
    refused: 'La plateforme a refusé de donner le calendrier. Son adresse n’est peut-être plus valable.',
    switched_off: 'L’exploitant de ce service a désactivé cette plateforme.',
    too_complex: 'Le calendrier dépasse ce qui est permis : trop d’événements, ou des répétitions sans fin.',
    too_many_lost:
      'Tant de réservations à venir manquaient d’un coup que rien n’a été modifié et que la récupération a été mise en pause. Vérifiez le calendrier ; s’il est juste, « Synchroniser » le reprend tel quel.',
    unreachable: 'Le calendrier n’a pas pu être récupéré.',
    unreadable: 'Le calendrier contient des erreurs et ne peut pas être lu.',
  },
  replaces: 'Un calendrier de cette plateforme y est déjà lié. Le nouveau prend sa place.',
  service: 'Plateforme',
  serviceHelp: 'La provenance du calendrier détermine comment ses réservations sont comprises.',
  services: { airbnb: 'Airbnb', booking: 'Booking.com', ical: 'iCalendar', vrbo: 'Vrbo' },
  sync: 'Synchroniser',
  syncOf: (name) => `Synchroniser : ${name}`,
  syncs: {
    cancelled: 'Remplacée par une synchronisation plus récente',
    confirmed: 'Récupéré',
    expired: 'Pas récupéré à temps',
    failed: 'N’a pas pu être repris',
    queued: 'Récupération en cours',
    sent: 'Récupération en cours',
    unknown: 'On ne sait pas s’il a été récupéré',
  },
  technical: (error) => `Le message était : ${error}`,
  unit: 'Calendrier pour',
  unlink: 'Délier',
  unlinkDetail: (reservations) =>
    `Il n’est plus récupéré. Parmi les séjours qui en viennent (${reservations}), ceux sans code disparaissent immédiatement ; ceux avec un code restent jusqu’à leur fin.`,
  unlinked: 'Le calendrier a été délié',
  unlinkOf: (name) => `Délier : ${name}`,
  unlinkTitle: 'Délier ce calendrier',
  url: 'Adresse du calendrier',
  urlHelp:
    'L’adresse d’exportation ou d’abonnement affichée par la plateforme, en https ou webcal. Elle est conservée chiffrée et n’est plus affichée.',
  urlWrong: 'Ce n’est pas l’adresse d’un calendrier : elle commence par https:// ou webcal://.',
  whole: 'toute l’adresse',
}
