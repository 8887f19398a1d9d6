import type { calendars as en } from '../en/calendars.ts'

export const calendars: typeof en = {
  bookings: 'Verblijven hieruit',
  changed: (moment, counts) => `${moment}: ${counts}`,
  check: 'Agenda controleren',
  checkBad: 'Deze agenda is nu niet te lezen',
  checkFirst: (moment) => `De eerste aankomst is op ${moment}.`,
  checkGood: (bookings) =>
    bookings === 0
      ? 'De agenda werkt. Er staan geen komende boekingen in.'
      : `De agenda werkt. Er ${bookings === 1 ? 'staat 1 komende boeking' : `staan ${bookings} komende boekingen`} in.`,
  codes: 'Elke gast automatisch een code geven',
  codesHelp: 'Elke boeking krijgt een eigen code, die werkt van check-in tot check-out.',
  codesHours: 'Uren voor de check-in',
  conditions: {
    failing: 'Laatste keer ophalen mislukt',
    good: 'Actueel',
    off: 'Uitgeschakeld door de beheerder',
    paused: 'Gepauzeerd',
    waiting: 'Wordt opgehaald',
  },
  counts: {
    added: (n) => `${n} nieuw`,
    canceled: (n) => `${n} geannuleerd`,
    changed: (n) => `${n} gewijzigd`,
  },
  empty: 'Geen agenda gekoppeld',
  emptyDetail:
    'Koppel de agenda van een boekingsplatform: de boekingen worden verblijven op dit adres, en gasten krijgen hun code zonder dat jij iets hoeft te doen.',
  lastChange: 'Laatste wijziging',
  lastSync: 'Laatst opgehaald',
  link: 'Agenda koppelen',
  linkAnyway: 'Toch koppelen',
  linked: 'De agenda is gekoppeld en wordt opgehaald.',
  never: 'nog niet',
  nextSync: 'Volgende keer ophalen',
  nextSyncNone: 'geen: gepauzeerd tot iemand synchroniseert',
  nextSyncNow: 'nu',
  none: 'geen gekoppeld',
  nowhere: 'De beheerder van deze dienst heeft alle platforms uitgeschakeld.',
  pausedDetail:
    'Deze agenda is gepauzeerd: hij wordt niet meer automatisch opgehaald tot een synchronisatie is gelukt.',
  problems: {
    not_a_calendar: 'Op het adres van de agenda staat geen agenda.',
    quota_reached: 'Het adres heeft zoveel verblijven als het aankan; sommige boekingen zijn overgeslagen.',
    refused: 'Het platform weigerde de agenda te geven. Misschien is het adres niet meer geldig.',
    switched_off: 'De beheerder van deze dienst heeft dit platform uitgeschakeld.',
    too_complex:
      'De agenda vraagt meer dan is toegestaan: te veel afspraken, of herhalingen die nooit ophouden.',
    too_many_lost:
      'Er ontbraken ineens zoveel komende boekingen dat er niets is gewijzigd en het ophalen is gepauzeerd. Bekijk de agenda; klopt die, dan neemt ‘Nu synchroniseren’ hem over zoals hij is.',
    unreachable: 'De agenda kon niet worden opgehaald.',
    unreadable: 'Er zitten fouten in de agenda; hij is niet te lezen.',
  },
  replaces: 'Daar is al een agenda van dit platform gekoppeld. De nieuwe komt ervoor in de plaats.',
  service: 'Platform',
  serviceHelp: 'Waar de agenda vandaan komt, bepaalt hoe de boekingen worden gelezen.',
  services: { airbnb: 'Airbnb', booking: 'Booking.com', ical: 'iCalendar', vrbo: 'Vrbo' },
  sync: 'Nu synchroniseren',
  syncOf: (name) => `Nu synchroniseren: ${name}`,
  syncs: {
    cancelled: 'Vervangen door een latere synchronisatie',
    confirmed: 'Opgehaald',
    expired: 'Niet op tijd opgehaald',
    failed: 'Kon niet worden overgenomen',
    queued: 'Wordt opgehaald',
    sent: 'Wordt opgehaald',
    unknown: 'Niemand weet of het is opgehaald',
  },
  technical: (error) => `De foutmelding was: ${error}`,
  unit: 'Agenda van',
  unlink: 'Ontkoppelen',
  unlinkDetail: (reservations) =>
    `De agenda wordt niet meer opgehaald. Van de verblijven die eruit kwamen (${reservations}), verdwijnen die zonder code meteen; die met een code blijven tot ze voorbij zijn.`,
  unlinked: 'De agenda is ontkoppeld',
  unlinkOf: (name) => `Ontkoppelen: ${name}`,
  unlinkTitle: 'Deze agenda ontkoppelen',
  url: 'Adres van de agenda',
  urlHelp:
    'Het export- of abonneeradres dat het platform toont, met https of webcal. Het wordt versleuteld bewaard en niet meer getoond.',
  urlWrong: 'Dit is geen agenda-adres: dat begint met https:// of webcal://.',
  whole: 'het hele adres',
}
