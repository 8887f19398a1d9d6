import type { SmartlockAuth } from '@latchwork/contract'
import { clockText } from '../language/clock-text.ts'
import type { Format } from '../language/format.ts'
import type { Messages } from '../language/languages.ts'

type Limits = Pick<
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

/** When an access right holds, in one line. Times of day are those of the lock's own zone (D53). */
export function windowText(limits: Limits, text: Messages, format: Format): string {
  const { allowedFromDate, allowedUntilDate, allowedWeekDays } = limits
  const parts = [
    allowedFromDate && text.access.from(format.moment(allowedFromDate)),
    allowedUntilDate && text.access.until(format.moment(allowedUntilDate)),
    weekdaysText(allowedWeekDays, text),
    timesText(limits),
  ]
  return parts.filter(Boolean).join(', ') || text.access.always
}
