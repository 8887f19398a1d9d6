import {
  type AccessWindow,
  DAY_MS,
  hasDay,
  isEveryMinute,
  limitsOf,
  MINUTE_MS,
  type WindowLimits,
} from './access-window.ts'
import { nextJump, offsetMs } from './zone.ts'

/** A stretch of time in which a window holds, without interruption; without `until` it never ends. */
export interface OpenSpan {
  readonly from: number
  readonly until?: number
}

/** The next stretches from an instant on, at most `limit`; the first starts with the instant if the window holds then. */
export function nextWindows(window: AccessWindow, zone: string, from: number, limit: number): OpenSpan[] {
  const limits = limitsOf(window)
  const start = Math.max(from, limits.fromDate)
  if (start >= limits.untilDate || limit < 1) return []
  if (isEveryMinute(limits)) return [open(start, limits.untilDate)]
  const found: OpenSpan[] = []
  let current: [from: number, until: number] | undefined
  for (const next of pieces(limits, zone, start)) {
    if (current && next[0] <= current[1]) {
      current[1] = next[1]
      continue
    }
    if (current && found.push(open(...current)) === limit) return found
    current = next
  }
  return current ? [...found, open(...current)] : found
}

const open = (from: number, until: number): OpenSpan => (Number.isFinite(until) ? { from, until } : { from })

/** In ascending order; pieces that touch are not joined yet. */
function* pieces(limits: WindowLimits, zone: string, start: number): Generator<[number, number]> {
  for (let from = start; from < limits.untilDate; ) {
    const until = Math.min(nextJump(zone, from), limits.untilDate)
    yield* evenPieces(limits, offsetMs(zone, from), from, until)
    from = until
  }
}

/** Between two jumps of local time, where one day is as long as the other. */
function* evenPieces(
  { weekDays, fromMinute, untilMinute }: WindowLimits,
  offset: number,
  from: number,
  until: number,
): Generator<[number, number]> {
  // The day before may reach past midnight.
  for (let day = Math.floor((from + offset) / DAY_MS) - 1; ; day++) {
    const midnight = day * DAY_MS - offset
    const pieceFrom = Math.max(midnight + fromMinute * MINUTE_MS, from)
    const pieceUntil = Math.min(midnight + untilMinute * MINUTE_MS, until)
    if (pieceFrom >= until) return
    if (pieceFrom < pieceUntil && hasDay(weekDays, day)) yield [pieceFrom, pieceUntil]
  }
}
