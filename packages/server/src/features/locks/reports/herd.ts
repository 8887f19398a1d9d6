import type { DeviceReport } from '../../../devices/driver.ts'
import { commandOf } from './batch.ts'

/** So many locks that announce themselves within two windows are a herd: after an outage, or a restart of ours. */
const HERD = 50
const WINDOW_MS = 250
/** For so long a batch of a herd waits for more of it. */
const GATHER_MS = 5

/**
 * Locks that come back all at once. Each has a few words to say, and a transaction for those of each lock would be as many
 * commits: while a herd is coming, its words are gathered for a moment. What somebody waits for, and whatever comes while
 * there is no herd, waits for nothing.
 */
export interface Herd {
  /** Something came in. */
  note(report: DeviceReport): void
  /** Resolves when there is reason to wait no longer; undefined when there is none to wait at all. */
  gathering(): Promise<void> | undefined
  /** Everything that came in is being applied. */
  allTaken(): void
}

export function createHerd(now: () => number = () => performance.now()): Herd {
  const announced = countLately(now)
  let isAwaited = false
  let waitNoLonger: (() => void) | undefined
  return {
    note(report) {
      if (report.kind === 'online') announced.add()
      if (!answersSomebody(report)) return
      isAwaited = true
      waitNoLonger?.()
    },
    gathering() {
      if (isAwaited || announced.count() < HERD) return undefined
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, GATHER_MS)
        waitNoLonger = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
    allTaken() {
      isAwaited = false
    },
  }
}

/** It may be what ends an operation, and whoever asked for that waits for it. */
const answersSomebody = (report: DeviceReport): boolean =>
  report.kind === 'settings' || commandOf(report).length > 0

/** How often something happened in this window of time and in the one before it. */
function countLately(now: () => number) {
  let start = Number.NEGATIVE_INFINITY
  let [before, current] = [0, 0]
  function moveOn(): void {
    const time = now()
    if (time < start + WINDOW_MS) return
    before = time < start + 2 * WINDOW_MS ? current : 0
    current = 0
    start = time
  }
  return {
    add(): void {
      moveOn()
      current += 1
    },
    count(): number {
      moveOn()
      return before + current
    },
  }
}
