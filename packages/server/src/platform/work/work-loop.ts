import type { NextDue } from '../clock.ts'
import type { Platform } from '../context.ts'
import type { WakeChannel } from './wake.ts'

/** The safety net when a wake-up was lost. */
const POLL_MS = 1000

export interface WorkLoop {
  start(): void
  stop(): Promise<void>
  /** Does what is to be done now; for tests and for a clock that was moved. */
  run(): Promise<void>
  /** Resolves when nothing is being done. */
  idle(): Promise<void>
}

/**
 * Calls `pass` when woken up and by the clock; `nextDue` says when the clock will have something for it, and `settled`
 * resolves when what a pass began has ended. One pass at a time; a wake-up during a pass makes another one follow.
 */
export function createWorkLoop(
  platform: Platform,
  channel: WakeChannel,
  what: string,
  pass: () => Promise<void>,
  nextDue?: NextDue,
  settled?: () => Promise<void>,
): WorkLoop {
  let started = false
  let working: Promise<void> | undefined
  let again = false
  let stopped = false
  let cancelTimer = () => {}
  let unlisten = () => {}

  async function work(): Promise<void> {
    cancelTimer()
    try {
      do {
        again = false
        await pass()
      } while (again && !stopped)
    } catch (error) {
      platform.log.error({ err: error }, `${what} failed`)
    } finally {
      working = undefined
      if (started && !stopped) cancelTimer = platform.clock.after(POLL_MS, turn, nextDue)
    }
  }

  async function wakeUp(): Promise<void> {
    again = true
    if (!stopped) working ??= work()
    await working
  }

  /** Time that is moved waits for what it set off. */
  const turn = () => wakeUp().then(settled)

  async function idle(): Promise<void> {
    while (working !== undefined) await working
  }

  return {
    start() {
      started = true
      unlisten = platform.wake.listen(channel, () => void wakeUp())
      void wakeUp()
    },
    async stop() {
      stopped = true
      unlisten()
      cancelTimer()
      await working
    },
    run: () => wakeUp().then(idle),
    idle,
  }
}
