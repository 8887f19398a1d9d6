import type { Log } from '../platform/observe/log.ts'
import type { Db } from '../platform/store/database.ts'
import { findMark, RESTORED } from '../platform/store/marks.ts'
import type { WorkLoop } from '../platform/work/work-loop.ts'

const LOOK_EVERY_MS = 2000

/** Those that bring settings and codes onto locks, as far as they may. */
export interface Repairers {
  /** All of them, or none while what was restored waits for somebody to look at it. */
  active(): readonly WorkLoop[]
  start(isHeld: boolean): void
  stop(): Promise<void>
}

/**
 * After a restore locks may hold what the backup does not know, and lack what it does. They report it, it is compared
 * and kept; but nothing is sent to them until an operator has seen the list: "latchwork restore confirm" (ADR 0057).
 */
export function holdRepairs(loops: readonly WorkLoop[], db: Db, log: Log): Repairers {
  let isHeld = true
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    if (isStopped) return
    isHeld = false
    for (const loop of loops) loop.start()
  }
  const look = async () => {
    timer = undefined
    // A database that cannot be reached says nothing; it is asked again.
    const mark = await findMark(db, RESTORED).catch(() => 'unknown')
    if (mark !== undefined) return wait()
    log.info('what was restored has been confirmed: locks are brought up to date')
    begin()
  }
  const wait = () => {
    if (isStopped) return
    timer = setTimeout(() => void look(), LOOK_EVERY_MS).unref()
  }
  return {
    active: () => (isHeld ? [] : loops),
    start(isRestored) {
      if (!isRestored) return begin()
      log.warn('restored from a backup: nothing is sent to locks before "latchwork restore confirm"')
      wait()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      for (const loop of loops) await loop.stop()
    },
  }
}
