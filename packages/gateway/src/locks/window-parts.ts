import { type AccessWindow, crossesMidnight, limitsOf, offsetMs } from '@latchwork/access-window'
import type { LockCapability } from '@latchwork/contract'
import type { LockTimer } from '../family.ts'

export interface WindowKeeping {
  readonly capability: LockCapability
  /** Where the lock keeps them by a timer that is trusted. */
  readonly timer?: LockTimer | undefined
  readonly zone: string
}

/** So near to a change of the clocks a date is not told a lock: the same local time comes twice, or never. */
const NEAR_JUMP_MS = 3 * 3_600_000

/** The part of a window that the gateway keeps, and the part that the lock keeps itself. */
export function partsOf(window: AccessWindow, { capability: { windows }, timer, zone }: WindowKeeping) {
  const { fromDate, untilDate, weekDays, fromTime, untilTime } = window
  const dates = { ...(fromDate !== undefined && { fromDate }), ...(untilDate !== undefined && { untilDate }) }
  const weekly = {
    ...(weekDays !== undefined && { weekDays }),
    ...(fromTime !== undefined && { fromTime }),
    ...(untilTime !== undefined && { untilTime }),
  }
  const keepsWeekly =
    windows.weekly === 'lock' &&
    Object.keys(weekly).length > 0 &&
    (windows.acrossMidnight || !crossesMidnight(weekly)) &&
    (!timer || isHeldDaily(weekly, timer))
  const keepsDates =
    windows.dates === 'lock' &&
    // Weekly hours rather than dates: those end once, and the gateway needs to be there once.
    (windows.together !== false || !keepsWeekly) &&
    (!timer || [fromDate, untilDate].every((date) => date === undefined || isHeldDate(date, timer, zone)))
  return {
    byLock: { ...(keepsDates && dates), ...(keepsWeekly && weekly) },
    byGateway: { ...(!keepsDates && dates), ...(!keepsWeekly && weekly) },
  }
}

function isHeldDaily(weekly: AccessWindow, { mostMinutes, lastMinute }: LockTimer): boolean {
  const { fromMinute, untilMinute } = limitsOf(weekly)
  return untilMinute - fromMinute <= mostMinutes && untilMinute <= lastMinute
}

function isHeldDate(date: number, { stepMs, firstDate, lastDate }: LockTimer, zone: string): boolean {
  if (date % stepMs !== 0 || date < firstDate || date > lastDate) return false
  return offsetMs(zone, date - NEAR_JUMP_MS) === offsetMs(zone, date + NEAR_JUMP_MS)
}
