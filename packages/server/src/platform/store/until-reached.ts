import { setTimeout as sleep } from 'node:timers/promises'
import { canWaitForStore } from './store-trouble.ts'

const TRY_AGAIN_MS = 200

/**
 * For work that nobody waits for and that would be lost: done again until the database is back, and has room. What locks report is such
 * work: dropped, each lock would send it again by its own clock, a minute later perhaps, and everything that happened
 * since would stand behind it. Whoever uses it limits how much may wait.
 */
export async function untilReached<T>(work: () => Promise<T>, isGivenUp: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!canWaitForStore(error) || isGivenUp()) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
}
