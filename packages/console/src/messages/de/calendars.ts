import type { calendars as en } from '../en/calendars.ts'

const problems: (typeof en)['problems'] = {
  not_a_calendar: 'Wohin die Kalenderadresse führt, ist kein Kalender.',
  quota_reached: 'Die Adresse hat so viele Aufenthalte, wie sie fasst; einige Buchungen blieben außen vor.',
  refused: 'Die Plattform hat den Kalender nicht herausgegeben. Seine Adresse gilt vielleicht nicht mehr.',
  switched_off: 'Der Betreiber dieses Dienstes hat diese Plattform abgeschaltet.',
  too_complex:
    'Der Kalender verlangt mehr, als ein Kalender verlangen darf: zu viele Termine, oder Wiederholungen, die nie enden.',
  too_many_lost:
    'Es fehlten auf einmal so viele künftige Buchungen, dass nichts geändert und der Abruf angehalten wurde. Sehen Sie sich den Kalender an; stimmt er, übernimmt ihn „Jetzt abgleichen“, wie er ist.',
  unreachable: 'Der Kalender konnte nicht abgerufen werden.',
  unreadable: 'Der Kalender ist fehlerhaft und kann nicht gelesen werden.',
}

const syncs: (typeof en)['syncs'] = {
  cancelled: 'Ein späterer Abgleich trat an seine Stelle',
  confirmed: 'Abgerufen',
  expired: 'Nicht rechtzeitig abgerufen',
  failed: 'Konnte nicht übernommen werden',
  queued: 'Wird abgerufen',
  sent: 'Wird abgerufen',
  unknown: 'Niemand weiß, ob abgerufen wurde',
}

export const calendars: typeof en = {
  bookings: 'Aufenthalte daraus',
  changed: (moment, counts) => `${moment}: ${counts}`,
  check: 'Kalender prüfen',
  checkBad: 'Dieser Kalender kann gerade nicht gelesen werden',
  checkFirst: (moment) => `Die erste Ankunft ist am ${moment}.`,
  checkGood: (bookings) =>
    bookings === 0
      ? 'Der Kalender funktioniert. Er hat keine künftigen Buchungen.'
      : `Der Kalender funktioniert. Er hat ${bookings} künftige ${bookings === 1 ? 'Buchung' : 'Buchungen'}.`,
  codes: 'Jedem Gast von selbst einen Code geben',
  codesHelp: 'Jede Buchung bekommt einen eigenen Code, der vom Einchecken bis zum Auschecken gilt.',
  codesHours: 'Stunden vor dem Einchecken',
  conditions: {
    failing: 'Letzter Abruf misslungen',
    good: 'Aktuell',
    off: 'Vom Betreiber abgeschaltet',
    paused: 'Angehalten',
    waiting: 'Wird abgerufen',
  },
  counts: { added: (n) => `${n} neu`, canceled: (n) => `${n} storniert`, changed: (n) => `${n} geändert` },
  empty: 'Kein Kalender verknüpft',
  emptyDetail:
    'Verknüpfen Sie den Kalender einer Buchungsplattform: Seine Buchungen werden Aufenthalte an dieser Adresse, und Gäste bekommen ihre Codes ganz ohne Arbeit.',
  lastChange: 'Letzte Änderung',
  lastSync: 'Zuletzt abgerufen',
  link: 'Kalender verknüpfen',
  linkAnyway: 'Trotzdem verknüpfen',
  linked: 'Der Kalender ist verknüpft und wird abgerufen.',
  never: 'noch nicht',
  nextSync: 'Nächster Abruf',
  nextSyncNone: 'keiner: angehalten, bis jemand abgleicht',
  nextSyncNow: 'jetzt',
  none: 'keiner verknüpft',
  nowhere: 'Der Betreiber dieses Dienstes hat alle Plattformen abgeschaltet.',
  pausedDetail: 'Er ist angehalten: Er wird nicht mehr von selbst abgerufen, bis ein Abgleich gelungen ist.',
  problems,
  replaces: 'Dort ist schon ein Kalender dieser Plattform verknüpft. Der neue tritt an seine Stelle.',
  service: 'Plattform',
  serviceHelp: 'Woher der Kalender kommt, entscheidet, wie seine Buchungen verstanden werden.',
  services: { airbnb: 'Airbnb', booking: 'Booking.com', ical: 'iCalendar', vrbo: 'Vrbo' },
  sync: 'Jetzt abgleichen',
  syncOf: (name) => `Jetzt abgleichen: ${name}`,
  syncs,
  technical: (error) => `Die Meldung war: ${error}`,
  unit: 'Kalender für',
  unlink: 'Lösen',
  unlinkDetail: (reservations) =>
    `Er wird nicht mehr abgerufen. Von den Aufenthalten daraus (${reservations}) gehen die ohne Code sofort; die mit Code bleiben bis zu ihrem Ende.`,
  unlinked: 'Die Verknüpfung wurde gelöst',
  unlinkOf: (name) => `Lösen: ${name}`,
  unlinkTitle: 'Verknüpfung lösen',
  url: 'Adresse des Kalenders',
  urlHelp:
    'Die Export- oder Abo-Adresse, die die Plattform anzeigt, mit https oder webcal. Sie wird verschlüsselt aufbewahrt und nicht wieder gezeigt.',
  urlWrong: 'Das ist keine Kalenderadresse: Sie beginnt mit https:// oder webcal://.',
  whole: 'die ganze Adresse',
}
