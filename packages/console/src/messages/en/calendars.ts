import type { OperationStatus, SyncProblem } from '@latchwork/contract'

const problems: Record<SyncProblem, string> = {
  not_a_calendar: 'What the address of the calendar leads to is not a calendar.',
  quota_reached: 'The address has as many stays as it can hold; some bookings were left out.',
  refused: 'The platform refused to give the calendar. Its address may no longer be valid.',
  switched_off: 'The operator of this service has switched this platform off.',
  too_complex:
    'The calendar asks for more than a calendar may: too many events, or repetitions that never end.',
  too_many_lost:
    'So many bookings to come were missing at once that nothing was changed and fetching was paused. Look at the calendar; if it is right, “Sync now” takes it over as it is.',
  unreachable: 'The calendar could not be fetched.',
  unreadable: 'The calendar has mistakes in it and cannot be read.',
}

/** What becomes of a sync that somebody asked for. */
const syncs: Record<OperationStatus, string> = {
  cancelled: 'A later sync took its place',
  confirmed: 'Fetched',
  expired: 'Not fetched in time',
  failed: 'Could not be taken over',
  queued: 'Being fetched',
  sent: 'Being fetched',
  unknown: 'Nobody knows whether it was fetched',
}

/** Calendars of booking platforms that are linked to addresses. */
export const calendars = {
  bookings: 'Stays from it',
  changed: (moment: string, counts: string) => `${moment}: ${counts}`,
  check: 'Check the calendar',
  checkBad: 'This calendar cannot be read now',
  checkFirst: (moment: string) => `The first arrival is on ${moment}.`,
  checkGood: (bookings: number) =>
    bookings === 0
      ? 'The calendar works. It has no bookings to come.'
      : `The calendar works. It has ${bookings} ${bookings === 1 ? 'booking' : 'bookings'} to come.`,
  codes: 'Give every guest a code by itself',
  codesHelp: 'Each booking gets a code of its own, which works from check-in to check-out.',
  codesHours: 'Hours before check-in',
  conditions: {
    failing: 'Last fetch failed',
    good: 'Up to date',
    off: 'Switched off by the operator',
    paused: 'Paused',
    waiting: 'Being fetched',
  },
  counts: {
    added: (n: number) => `${n} new`,
    canceled: (n: number) => `${n} canceled`,
    changed: (n: number) => `${n} changed`,
  },
  empty: 'No calendar linked',
  emptyDetail:
    'Link the calendar of a booking platform: its bookings become stays at this address, and guests get their codes without any work.',
  lastChange: 'Last change',
  lastSync: 'Last fetched',
  link: 'Link a calendar',
  linkAnyway: 'Link it all the same',
  linked: 'The calendar is linked and is being fetched.',
  never: 'not yet',
  nextSync: 'Next fetch',
  nextSyncNone: 'none: it is paused until somebody syncs it',
  nextSyncNow: 'now',
  none: 'none linked',
  nowhere: 'The operator of this service has switched all platforms off.',
  pausedDetail: 'It is paused: it is not fetched by itself any more until a sync has been good.',
  problems,
  replaces: 'A calendar of this platform is linked there already. The new one takes its place.',
  service: 'Platform',
  serviceHelp: 'Where the calendar comes from decides how its bookings are understood.',
  services: { airbnb: 'Airbnb', booking: 'Booking.com', ical: 'iCalendar', vrbo: 'Vrbo' },
  sync: 'Sync now',
  syncOf: (name: string) => `Sync now: ${name}`,
  syncs,
  technical: (error: string) => `The message was: ${error}`,
  unit: 'Calendar of',
  unlink: 'Unlink',
  unlinkDetail: (reservations: number) =>
    `It is not fetched any more. Of the stays that came from it (${reservations}), those without a code go at once; those with a code are kept until their end.`,
  unlinked: 'The calendar was unlinked',
  unlinkOf: (name: string) => `Unlink: ${name}`,
  unlinkTitle: 'Unlink this calendar',
  url: 'Address of the calendar',
  urlHelp:
    'The export or “subscribe” address that the platform shows, with https or webcal. It is kept encrypted and not shown again.',
  urlWrong: 'This is not the address of a calendar: it begins with https:// or webcal://.',
  whole: 'the whole address',
}
