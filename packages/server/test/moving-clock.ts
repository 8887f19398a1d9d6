import { ManualClock } from '../src/platform/clock.ts'

/** A clock that starts at the same moment in every world and that the test moves. */
export function movingClock(start = Date.UTC(2026, 0, 5, 12)) {
  const clocks: ManualClock[] = []
  const options = {
    clock: () => {
      clocks.push(new ManualClock(start))
      return clocks.at(-1) as ManualClock
    },
  }
  return { options, advance: (ms: number) => clocks.at(-1)?.advance(ms) }
}
