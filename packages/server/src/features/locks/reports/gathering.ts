import type { DeviceReport } from '../../../devices/driver.ts'
import type { Clock } from '../../../platform/clock.ts'
import { timeOfId } from '../../../platform/ids.ts'
import { commandOf } from './batch.ts'

/** So many locks that announce themselves within two windows are a herd: after an outage, or a restart of ours. */
const HERD = 50
const WINDOW_MS = 250
/** For so long a batch of a herd waits for more of it. */
const HERD_GATHER_MS = 5
/** So far apart are the beginnings of batches while calls press on (ADR 88). */
const APART_MS = 20
/** So many reports are worth a batch: a dozen answers of locks that say all at once. */
const WORTH_A_BATCH = 40
/** For so long after a call of an account that did not wait for the one before, more of them are expected. */
const PRESSING_MS = 100
/** So many commands without an answer are known; the oldest are forgotten first. */
const MAX_ASKED = 10_000

/**
 * A batch of reports costs nearly the same whatever is in it. While many are about to come, the next one waits a moment
 * for them: locks that come back all at once, which have a few words each to say, and the answers to calls of an account
 * that come without waiting for each other's end. Any other answer waits for nothing, and whatever waits goes with it.
 */
export interface Gathering {
  /** A command left that this process was asked for. */
  asked(commandId: string, accountId: number): void
  /** Something came in; so many wait now. */
  note(report: DeviceReport, accountId: number, count: number): void
  /** Resolves when there is reason to wait no longer; undefined when there is none to wait at all. */
  more(count: number): Promise<void> | undefined
  /** Everything that came in was taken, or a part of it. */
  taken(isAll: boolean): void
  /** These reports are being stored. Returns what to call when they are, because callers can know it then. */
  storing(reports: readonly DeviceReport[]): () => void
}

export function createGathering(
  clock: Pick<Clock, 'now'>,
  now: () => number = () => performance.now(),
): Gathering {
  const announced = countLately(now)
  const callers = createCallers(clock, now)
  let isAwaited = false
  let isUrgent = false
  let takenAt = Number.NEGATIVE_INFINITY
  let wait: { readonly isForHerd: boolean; end(): void } | undefined

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
    asked: callers.asked,
    note(report, accountId, count) {
      if (report.kind === 'online') announced.add()
      const isAnswer = answersSomebody(report)
      isAwaited ||= isAnswer
      callers.note(report, accountId)
      isUrgent ||= isAnswer && !callers.arePressing(accountId)
      if (isUrgent || (wait?.isForHerd ? isAwaited : count >= WORTH_A_BATCH)) wait?.end()
    },
    more(count) {
      if (isUrgent) return undefined
      if (!isAwaited) return announced.count() >= HERD ? waitFor(HERD_GATHER_MS, true) : undefined
      const ms = takenAt + APART_MS - now()
      return ms > 0 && count < WORTH_A_BATCH ? waitFor(ms, false) : undefined
    },
    taken(isAll) {
      wait = undefined
      // What is left of a batch has waited already.
      takenAt = isAll ? now() : Number.NEGATIVE_INFINITY
      if (isAll) isAwaited = isUrgent = false
    },
    storing: callers.storing,
  }
}

interface Caller {
  /** When the last answers that this account had asked for were stored, by the clock that is in ids. */
  storedAt: number
  /** The same by the one that nobody moves. */
  at: number
  pressingUntil: number
}

/**
 * Which accounts do not wait to hear how their calls end. Only commands that this process was asked for say anything about
 * that: their ids have the time of the call, by its own clock, and nobody else can have made them up.
 */
function createCallers(clock: Pick<Clock, 'now'>, now: () => number) {
  const asked = new Map<string, number>()
  const callers = new Map<number, Caller>()

  function forgetOld(before: number): void {
    for (const [accountId, { at, pressingUntil }] of callers)
      if (Math.max(at, pressingUntil) < before) callers.delete(accountId)
  }

  function stored(answered: ReadonlySet<number>): void {
    const [storedAt, at] = [clock.now(), now()]
    forgetOld(at - PRESSING_MS)
    for (const accountId of answered)
      callers.set(accountId, {
        pressingUntil: Number.NEGATIVE_INFINITY,
        ...callers.get(accountId),
        storedAt,
        at,
      })
  }

  return {
    asked(commandId: string, accountId: number): void {
      asked.set(commandId, accountId)
      const [oldest] = asked.size > MAX_ASKED ? asked.keys() : []
      if (oldest !== undefined) asked.delete(oldest)
    },
    note(report: DeviceReport, accountId: number): void {
      const caller = callers.get(accountId)
      const isKnown = report.kind === 'commandResult' && asked.get(report.commandId) === accountId
      if (caller && isKnown && timeOfId(report.commandId) < caller.storedAt)
        caller.pressingUntil = now() + PRESSING_MS
    },
    arePressing: (accountId: number): boolean => now() < (callers.get(accountId)?.pressingUntil ?? 0),
    storing(batch: readonly DeviceReport[]): () => void {
      const answered = new Set<number>()
      for (const report of batch) {
        if (report.kind !== 'commandResult') continue
        const accountId = asked.get(report.commandId)
        if (accountId !== undefined) answered.add(accountId)
        asked.delete(report.commandId)
      }
      return () => stored(answered)
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
