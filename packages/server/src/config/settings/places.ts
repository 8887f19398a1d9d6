import { SERVICE_IDS } from '@latchwork/contract'
import Type from 'typebox'
import { count, text } from './kinds.ts'

/** Addresses, stays and calendars. */

const MINUTES_OF_DAY = { minimum: 0, maximum: 1439 }

const isServiceId = (value: string): boolean => SERVICE_IDS.some((id) => id === value)

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

export const stay = Type.Object({
  checkInTime: count(900, 'Check-in at addresses that name none, in minutes from midnight', MINUTES_OF_DAY),
  checkOutTime: count(660, 'Check-out at addresses that name none, in minutes from midnight', MINUTES_OF_DAY),
  readinessHours: count(
    24,
    'Codes of guests who arrive within so many hours count for the readiness metric',
    {
      maximum: 720,
    },
  ),
})

export const service = Type.Object({
  enabled: Type.Array(Type.Refine(Type.String(), isServiceId), {
    default: [...SERVICE_IDS],
    'x-rule': `a comma list of ${SERVICE_IDS.join(', ')}`,
    description: 'Services whose calendars can be linked',
  }),
  intervalMinutes: count(15, 'Minutes between two fetches of a linked calendar', { maximum: 10_080 }),
  changeBudgetPercent: count(
    30,
    'Percent of the reservations to come that may vanish from a calendar in one fetch; more pauses the link',
    { maximum: 100 },
  ),
})

export const defaultTimeZone = text('an IANA time zone such as Europe/Berlin', isTimeZone, {
  default: 'UTC',
  description:
    'Zone of times of day and weekdays where an address names none; a lock without one is set to it where locks know it, and goes by UTC otherwise',
})
