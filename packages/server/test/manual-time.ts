import { ManualClock } from '../src/platform/clock.ts'
import type { World } from './world.ts'

/** Options of a world whose clock starts at this moment and is moved by the test alone. */
export const standingStill = (start = Date.UTC(2026, 0, 5, 12)) => ({ clock: () => new ManualClock(start) })

/** The clock of a world that was made with one that stands still. */
export const clockOf = (w: World) => w.service.platform.clock as ManualClock

/** Waits while time goes on slowly, so that what looks by the clock comes to look. */
export const untilInTime = <T>(
  w: World,
  what: string,
  condition: () => Promise<T | undefined | false>,
): Promise<T> =>
  w.until(what, () => {
    clockOf(w).advance(100)
    return condition()
  })
