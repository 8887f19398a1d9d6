import { Worker } from 'node:worker_threads'
import type { CalendarTask } from './entries.ts'
import type { CalendarAnswer } from './worker.ts'

/** Why a calendar could not be read: it is wrong, or it asks for too much. */
export class CalendarProblem extends Error {
  readonly code: 'unreadable' | 'too_complex'

  constructor(code: 'unreadable' | 'too_complex', message: string) {
    super(message)
    this.code = code
  }
}

export interface ThreadMemory {
  maxOldGenerationSizeMb: number
  maxYoungGenerationSizeMb: number
  stackSizeMb: number
}

interface ThreadOptions {
  /** Real time for one answer. */
  limitMs: number
  /** A thread that was not needed for so long is ended. */
  idleMs: number
  memory: ThreadMemory
}

export interface Threads {
  /** Asks a thread that has nothing to do, or a new one. */
  ask(task: CalendarTask): Promise<CalendarAnswer>
  stop(): Promise<void>
}

/** Threads that read calendars. One that does not answer is ended. */
export function createThreads({ limitMs, idleMs, memory }: ThreadOptions): Threads {
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

  return {
    async ask(task) {
      const worker = takeWorker()
      const answer = await askWorker(worker, task, limitMs).catch(async (error: unknown) => {
        await endWorker(worker)
        throw error
      })
      putBack(worker)
      return answer
    },
    async stop() {
      await Promise.all([...all].map(endWorker))
    },
  }
}

const describe = (error: NodeJS.ErrnoException): CalendarProblem =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new CalendarProblem('too_complex', 'it needs too much memory')
    : new CalendarProblem('unreadable', error.message.slice(0, 200))

/** While nothing is asked the thread does not keep the process alive. */
function askWorker(worker: Worker, task: CalendarTask, limitMs: number): Promise<CalendarAnswer> {
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
