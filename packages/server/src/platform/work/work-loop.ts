import type { NextDue } from '../clock.ts'
import type { Platform } from '../context.ts'
import { together, type WakeChannel, type Woken } from './wake.ts'

/** The safety net when a wake-up was lost. */
const POLL_MS = 1000

export interface WorkLoop {
  start(): void
  stop(): Promise<void>
  /** Does what is to be done now about these, or about everything. */
  run(about?: Woken): Promise<void>
  /** Resolves when nothing is being done. */
  idle(): Promise<void>
}

/**
 * Calls `pass` when woken up, with what that was about, and by the clock, for everything; `nextDue` says when the clock will
 * have something for it, and `settled` resolves when what a pass began has ended. One pass at a time; wake-ups during a
 * pass make one more follow.
 */
export function createWorkLoop(
  platform: Platform,
  channel: WakeChannel,
  what: string,
  pass: (about: Woken) => Promise<void>,
  nextDue?: NextDue,
  settled?: () => Promise<void>,
): WorkLoop {
  let started = false
  let working: Promise<void> | undefined
  let waiting: Woken | undefined
  let stopped = false
  // Time that is moved waits for what it set off.
  const timer = pollTimer(platform, () => wakeUp('all').then(settled), nextDue)
  let unlisten = () => {}

  async function work(): Promise<void> {
    try {
      while (waiting !== undefined && !stopped) {
        const about = waiting
        waiting = undefined
        // Looks at some things, however many, do not put off the look at everything.
        if (about === 'all') timer.disarm()
        await pass(about)
      }
    } catch (error) {
      platform.log.error({ err: error }, `${what} failed`)
    } finally {
      working = undefined
      if (started && !stopped) timer.arm()
    }
  }

  async function wakeUp(about: Woken): Promise<void> {
    waiting = together(waiting, about)
    if (!stopped) working ??= work()
    await working
  }

  async function idle(): Promise<void> {
    while (working !== undefined) await working
  }

  return {
    start() {
      started = true
      unlisten = platform.wake.listen(channel, (about) => void wakeUp(about))
      void wakeUp('all')
    },
    async stop() {
      stopped = true
      unlisten()
      timer.disarm()
      await working
    },
    run: (about = 'all') => wakeUp(about).then(idle),
    idle,
  }
}

/** The next look by the clock: one at most is planned, and it stays as it is until it is over. */
function pollTimer({ clock }: Platform, look: () => Promise<void>, nextDue: NextDue | undefined) {
  let cancel: (() => void) | undefined
  return {
    arm(): void {
      cancel ??= clock.after(POLL_MS, look, nextDue)
    },
    disarm(): void {
      cancel?.()
      cancel = undefined
    },
  }
}
