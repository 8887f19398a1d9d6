import { TIME_ZONES } from '@latchwork/contract'

const NANOS_PER_MS = 1_000_000

/** The zone a device with this `timezoneId` goes by (6.14): UTC, until the service tells it another one (D15). */
export const zoneOf = (timezoneId: number | undefined): string => TIME_ZONES[timezoneId ?? -1] ?? 'UTC'

const zonedAt = (zone: string, instant: number) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)

/** How far local time is ahead of UTC. */
export const offsetMs = (zone: string, instant: number): number =>
  zonedAt(zone, instant).offsetNanoseconds / NANOS_PER_MS

/** When local time next jumps; infinite where it never does again. */
export const nextJump = (zone: string, instant: number): number =>
  zonedAt(zone, instant).getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY

/** An instant as a clock on that wall would show it, with its offset: 2026-10-25T02:30:00+02:00. */
export const localText = (zone: string, instant: number): string =>
  zonedAt(zone, instant).toString({ timeZoneName: 'never', smallestUnit: 'second' })
