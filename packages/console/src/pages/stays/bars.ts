import type { Reservation } from '@latchwork/contract'
import { wallMinutes, wallMinutesOf } from '../../kit/language/wall-clock.ts'

const DAY_MINUTES = 1440

/** Where a stay is drawn: shares of the window's width, and which line it is on. */
export interface Bar {
  stay: Reservation
  from: number
  until: number
  lane: number
  /** It goes on beyond the edge. */
  isCutBefore: boolean
  isCutAfter: boolean
}

/** The place of a moment on the timeline, by the clocks of a zone. */
export const placeOf = (instant: number, zone: string, days: readonly string[]): number =>
  (wallMinutes(instant, zone) - wallMinutesOf(days[0] ?? '')) / (days.length * DAY_MINUTES)

/** Is any of it within the window? */
export const isInWindow = (stay: Reservation, zone: string, days: readonly string[]): boolean =>
  placeOf(Date.parse(stay.allowedUntilDate), zone, days) > 0 &&
  placeOf(Date.parse(stay.allowedFromDate), zone, days) < 1

/** The stays of one row by their beginning; those at the same time are drawn one under the other. */
export function barsOf(stays: readonly Reservation[], zone: string, days: readonly string[]): Bar[] {
  const ends: number[] = []
  return stays
    .map((stay) => ({
      stay,
      from: placeOf(Date.parse(stay.allowedFromDate), zone, days),
      until: placeOf(Date.parse(stay.allowedUntilDate), zone, days),
    }))
    .sort((a, b) => a.from - b.from)
    .map(({ stay, from, until }) => {
      const lane = freeLane(ends, from)
      ends[lane] = until
      return {
        stay,
        from: Math.max(0, from),
        until: Math.min(1, until),
        lane,
        isCutBefore: from < 0,
        isCutAfter: until > 1,
      }
    })
}

/** The first line whose last stay has ended. */
function freeLane(ends: readonly number[], from: number): number {
  const free = ends.findIndex((end) => end <= from)
  return free === -1 ? ends.length : free
}
