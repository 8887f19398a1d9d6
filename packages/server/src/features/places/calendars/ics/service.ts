import { createTurns } from '../../../../platform/work/turns.ts'
import type { CalendarReading, CalendarTask } from './entries.ts'
import { CalendarProblem, createThreads, type ThreadMemory } from './threads.ts'

export { CalendarProblem }

/** Real time. The largest calendar takes a fraction of it. */
const READ_MS = 5000
/** Calendars read at the same time. */
const THREADS = 2
/** A thread that was not needed for so long is ended. */
const IDLE_MS = 30_000
/** More than the largest calendar needs; a thread that needs more is ended, and nothing else is. */
const MEMORY: ThreadMemory = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }

export interface CalendarReader {
  /** Rejects with a CalendarProblem when the text is no calendar or takes too much. */
  read(accountId: number, task: CalendarTask): Promise<CalendarReading>
  stop(): Promise<void>
}

interface ReaderOptions {
  limitMs?: number
  threads?: number
  idleMs?: number
  memory?: ThreadMemory
}

/**
 * Reads calendars in threads of their own: strangers write them, and one that takes long must not hold up the service.
 * Accounts take turns, one calendar each. A thread that does not come back is ended and replaced.
 */
export function createCalendarReader({
  limitMs = READ_MS,
  threads = THREADS,
  idleMs = IDLE_MS,
  memory = MEMORY,
}: ReaderOptions = {}): CalendarReader {
  const turns = createTurns(threads)
  const pool = createThreads({ limitMs, idleMs, memory })

  async function run(task: CalendarTask): Promise<CalendarReading> {
    const answer = await pool.ask(task)
    if ('error' in answer)
      throw new CalendarProblem(answer.isTooComplex ? 'too_complex' : 'unreadable', answer.error)
    return answer
  }

  return {
    read: (accountId, task) => turns.take(accountId, () => run(task)),
    async stop() {
      await turns.stop()
      await pool.stop()
    },
  }
}
