/** A stay at an address: its own times before the address's. */
export interface StayTimes {
  timeZone: string
  checkInTime: number
  checkOutTime: number
}

export interface Window {
  from: number
  until: number
}

/**
 * When the code of a stay opens: from check-in time on the local date of its start to check-out time on that of its end
 * (D82). Where that leaves nothing, as with a stay that begins and ends on one day, its own instants count.
 */
export function windowOf(startsAt: number, endsAt: number, times: StayTimes): Window {
  const from = boundary(startsAt, times.checkInTime, times.timeZone, 'earlier')
  const until = boundary(endsAt, times.checkOutTime, times.timeZone, 'later')
  return from < until ? { from, until } : { from: startsAt, until: endsAt }
}

/**
 * The minute of the day on the local date of an instant. In the hour that comes twice a window covers both passes: it
 * begins with the earlier and ends with the later. A minute that does not exist is the first one after it (D15).
 */
function boundary(at: number, minuteOfDay: number, timeZone: string, pass: 'earlier' | 'later'): number {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const wanted = date.toPlainDateTime({ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 })
  const before = wanted.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!before.toPlainDateTime().equals(wanted)) {
    const leap = before.getTimeZoneTransition('next')
    if (leap) return leap.epochMilliseconds
  }
  return wanted.toZonedDateTime(timeZone, { disambiguation: pass }).epochMilliseconds
}
