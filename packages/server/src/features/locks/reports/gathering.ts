import type { DeviceReport } from '../../../devices/driver.ts'
import type { Clock } from '../../../platform/clock.ts'
import { timeOfId } from '../../../platform/ids.ts'
import { commandOf } from './batch.ts'

/** So many locks that announce themselves within two windows are a herd: after an outage, or a restart of ours. */
const HERD = 50
const WINDOW_MS = 250
/** For so long a batch of a herd waits for more of it. */
const HERD_GATHER_MS = 5
/** So far apart are the beginnings of batches while calls come without a pause (ADR 88). */
const APART_MS = 20
/** So many reports are worth a batch: a dozen answers of locks that say all at once. */
const WORTH_A_BATCH = 40
/** For so long after a call that did not wait for the one before, more of them are expected. */
const PRESSING_MS = 100

/**
 * A batch of reports costs nearly the same whatever is in it. While many are about to come, the next one waits a moment
 * for them: locks that come back all at once, which have a few words each to say, and the answers to calls that come
 * without waiting for each other's end. Whatever comes else waits for nothing.
 */
export interface Gathering {
  /** Something came in; so many wait now. */
  note(report: DeviceReport, count: number): void
  /** Resolves when there is reason to wait no longer; undefined when there is none to wait at all. */
  more(count: number): Promise<void> | undefined
  /** A batch begins, with everything that came in or a part of it. */
  taken(isAll: boolean): void
  /** What was taken is stored, and whoever waits for it knows. */
  stored(): void
}

export function createGathering(
  clock: Pick<Clock, 'now'>,
  now: () => number = () => performance.now(),
): Gathering {
  const announced = countLately(now)
  let isAwaited = false
  let storedAt = Number.NEGATIVE_INFINITY
  let takenAt = Number.NEGATIVE_INFINITY
  let pressingUntil = Number.NEGATIVE_INFINITY
  let wait: { readonly isForHerd: boolean; end(): void } | undefined

  /** Whoever asked for this did not wait to hear how the last ones ended. */
  const isPressing = (report: DeviceReport): boolean =>
    commandOf(report).some((id) => timeOfId(id) < storedAt)

  function waitFor(ms: number, isForHerd: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    wait = { isForHerd, end }
    return promise
  }

  return {
    note(report, count) {
      if (report.kind === 'online') announced.add()
      const isAnswer = answersSomebody(report)
      if (isAnswer) {
        isAwaited = true
        if (isPressing(report)) pressingUntil = now() + PRESSING_MS
      }
      if (wait?.isForHerd ? isAnswer : count >= WORTH_A_BATCH) wait?.end()
    },
    more(count) {
      const time = now()
      if (time < pressingUntil) {
        const ms = takenAt + APART_MS - time
        return ms > 0 && count < WORTH_A_BATCH ? waitFor(ms, false) : undefined
      }
      return !isAwaited && announced.count() >= HERD ? waitFor(HERD_GATHER_MS, true) : undefined
    },
    taken(isAll) {
      wait = undefined
      takenAt = now()
      if (isAll) isAwaited = false
    },
    stored() {
      storedAt = clock.now()
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
