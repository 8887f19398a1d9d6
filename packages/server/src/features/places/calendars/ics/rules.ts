import type { ServiceId } from '@latchwork/contract'
import { SERVICE_NAMES } from '../rules.ts'
import type { CalendarEvent, CalendarTime } from './calendar.ts'

/** How platforms mark dates that the host blocked; everything else in their calendars is a booking. */
const BLOCKED: Record<ServiceId, RegExp> = {
  airbnb: /^airbnb \(not available\)$|^not available$/i,
  booking: /^closed - not available$|^not available$/i,
  vrbo: /^blocked\b|^not available$/i,
  ical: /^(airbnb \(not available\)|closed - not available|not available|blocked|unavailable)$/i,
}

/** What platforms write before the guest's name. */
const PREFIX: Record<ServiceId, RegExp> = {
  airbnb: /^reserved( - |$)/i,
  booking: /^closed( - |$)/i,
  vrbo: /^reserved( - |$)/i,
  ical: /^(reserved|booked|closed)( - |$)/i,
}

export const isBlocked = (serviceId: ServiceId, { summary }: CalendarEvent): boolean =>
  BLOCKED[serviceId].test(summary)

/** The booking code, where the description links to the booking (Airbnb) or names it. */
export function referenceOf({ description }: CalendarEvent): string | undefined {
  const linked = /\/reservations\/details\/([A-Za-z0-9]{4,40})/.exec(description)
  const named =
    /(?:reservation|booking|confirmation)(?: id| code| number)?:\s*([A-Za-z0-9-]{4,40})\s*$/im.exec(
      description,
    )
  return linked?.[1] ?? named?.[1]
}

/** A name for the guest; platforms that keep it to themselves give at least the booking code. */
export function guestNameOf(serviceId: ServiceId, event: CalendarEvent): string {
  const name = event.summary.replace(PREFIX[serviceId], '').trim()
  const reference = referenceOf(event)
  const substitute = [SERVICE_NAMES[serviceId], reference].filter(Boolean).join(' ')
  return (name || substitute).slice(0, 255)
}

export function guestsOf({ description }: CalendarEvent): number {
  const [, text] = /(?:guests?|persons?)\s*:\s*(\d{1,3})\b/i.exec(description) ?? []
  return Math.max(Number(text ?? 1), 1)
}

/** The local date and time of a stay's boundary as an instant; dates take the given minute of the day (D69). */
export function instantOf(time: CalendarTime, minuteOfDay: number, timeZone: string): number {
  if ('at' in time) return time.at
  const clock = Temporal.PlainTime.from({ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 })
  return Temporal.PlainDate.from(time.date).toZonedDateTime({ timeZone, plainTime: clock }).epochMilliseconds
}
