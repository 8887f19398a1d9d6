import { Worker } from 'node:worker_threads'
import type { CalendarReading, CalendarTask } from './entries.ts'
import { createTurns } from './turns.ts'
import type { CalendarAnswer } from './worker.ts'

/** Real time. The largest calendar takes a fraction of it. */
const READ_MS = 5000
/** Calendars read at the same time. */
const THREADS = 2
/** A thread that was not needed for so long is ended. */
const IDLE_MS = 30_000
/** More than the largest calendar needs; a thread that needs more is ended, and nothing else is. */
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 2 }

/** Why a calendar could not be read: it is wrong, or it asks for too much. */
export class CalendarProblem extends Error {
  readonly code: 'unreadable' | 'too_complex'

  constructor(code: 'unreadable' | 'too_complex', message: string) {
    super(message)
    this.code = code
  }
}

export interface CalendarReader {
  /** Rejects with a CalendarProblem when the text is no calendar or takes too much. */
  read(accountId: number, task: CalendarTask): Promise<CalendarReading>
  stop(): Promise<void>
}

interface ReaderOptions {
  limitMs?: number
  threads?: number
  idleMs?: number
  memory?: typeof MEMORY
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
  const idle = new Map<Worker, NodeJS.Timeout>()
  const all = new Set<Worker>()

  function takeWorker(): Worker {
    const [known] = idle.keys()
    if (!known) return newWorker()
    clearTimeout(idle.get(known))
    idle.delete(known)
    return known
  }

  function newWorker(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: memory })
    all.add(worker)
    // Whoever asked is told; an error after the answer, as when it is ended, has nobody left to tell.
    worker.on('error', () => {})
    worker.on('exit', () => forget(worker))
    return worker
  }

  function forget(worker: Worker): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    all.delete(worker)
  }

  async function endWorker(worker: Worker): Promise<void> {
    forget(worker)
    await worker.terminate()
  }

  function putBack(worker: Worker): void {
    if (!all.has(worker)) return
    const timer = setTimeout(() => void endWorker(worker), idleMs)
    timer.unref()
    idle.set(worker, timer)
  }

  async function run(task: CalendarTask): Promise<CalendarReading> {
    const worker = takeWorker()
    const answer = await ask(worker, task, limitMs).catch(async (error: unknown) => {
      await endWorker(worker)
      throw error
    })
    putBack(worker)
    if ('error' in answer)
      throw new CalendarProblem(answer.isTooComplex ? 'too_complex' : 'unreadable', answer.error)
    return answer
  }

  return {
    read: (accountId, task) => turns.take(accountId, () => run(task)),
    async stop() {
      await turns.stop()
      await Promise.all([...all].map(endWorker))
    },
  }
}

const describe = (error: NodeJS.ErrnoException): CalendarProblem =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new CalendarProblem('too_complex', 'it needs too much memory')
    : new CalendarProblem('unreadable', error.message.slice(0, 200))

/** While nothing is asked the thread does not keep the process alive. */
function ask(worker: Worker, task: CalendarTask, limitMs: number): Promise<CalendarAnswer> {
  return new Promise((resolve, reject) => {
    const tooLong = () => new CalendarProblem('too_complex', 'it takes too long')
    const limit = setTimeout(() => done(() => reject(tooLong())), limitMs)
    const answered = (answer: CalendarAnswer) => done(() => resolve(answer))
    const failed = (error: Error) => done(() => reject(describe(error)))
    const exited = () => done(() => reject(tooLong()))
    function done(settle: () => void): void {
      clearTimeout(limit)
      worker.off('message', answered).off('error', failed).off('exit', exited)
      worker.unref()
      settle()
    }
    worker.on('message', answered).on('error', failed).on('exit', exited)
    worker.ref()
    worker.postMessage(task)
  })
}
