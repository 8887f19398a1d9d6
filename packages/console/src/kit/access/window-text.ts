import type { SmartlockAuth } from '@latchwork/contract'
import { clockText } from '../language/clock-text.ts'
import type { DoorClock } from '../language/door-clock.ts'
import type { Messages } from '../language/languages.ts'

export type Limits = Pick<
  SmartlockAuth,
  'allowedFromDate' | 'allowedUntilDate' | 'allowedWeekDays' | 'allowedFromTime' | 'allowedUntilTime'
>

/** Bits of the weekday mask, Monday first (6.16). */
export const WEEKDAY_BITS = [64, 32, 16, 8, 4, 2, 1] as const
const EVERY_DAY = 127

function weekdaysText(mask: number | undefined, text: Messages): string | undefined {
  if (mask === undefined || mask === 0 || mask === EVERY_DAY) return undefined
  return WEEKDAY_BITS.flatMap((bit, index) => (mask & bit ? [text.access.weekdays[index]] : [])).join(', ')
}

function timesText({ allowedFromTime: from, allowedUntilTime: until }: Limits): string | undefined {
  return from === undefined && until === undefined
    ? undefined
    : `${clockText(from ?? 0)}–${clockText(until ?? 0)}`
}

/** When an access right holds, in one line, by the clock of its door (D53). */
export function windowText(limits: Limits, text: Messages, clock: DoorClock): string {
  const { allowedFromDate, allowedUntilDate, allowedWeekDays } = limits
  const parts = [
    allowedFromDate && text.access.from(clock.moment(allowedFromDate)),
    allowedUntilDate && text.access.until(clock.moment(allowedUntilDate)),
    weekdaysText(allowedWeekDays, text),
    timesText(limits),
  ]
  const words = parts.filter(Boolean).join(', ')
  return words === '' ? text.access.always : clock.named(words)
}
