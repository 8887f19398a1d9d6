import { Worker } from 'node:worker_threads'
import type { CalendarEvent, ReadOptions } from './calendar.ts'
import type { CalendarAnswer, CalendarTask } from './calendar-worker.ts'

/** Real time. The largest calendar takes a fraction of it; a rule that never matches would take for ever. */
const READ_MS = 10_000

export interface CalendarReader {
  /** Rejects when the text is no calendar or cannot be read in time. */
  read(text: string, options: ReadOptions): Promise<CalendarEvent[]>
  stop(): Promise<void>
}

/**
 * Reads calendars in a thread of its own, one after the other: strangers write them, and one that takes long must not
 * hold up the service. A thread that does not come back is ended and replaced.
 */
export function createCalendarReader(limitMs = READ_MS): CalendarReader {
  let worker: Worker | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function useWorker(): Worker {
    worker ??= new Worker(new URL('./calendar-worker.ts', import.meta.url))
    return worker
  }

  async function endWorker(): Promise<void> {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  async function run(task: CalendarTask): Promise<CalendarEvent[]> {
    const answer = await ask(useWorker(), task, limitMs).catch(async (error: unknown) => {
      await endWorker()
      throw error
    })
    if ('error' in answer) throw new Error(answer.error)
    return answer.events
  }

  return {
    read(text, options) {
      const result = turn.then(() => run({ text, options }))
      turn = result.catch(() => undefined)
      return result
    },
    async stop() {
      await turn
      await endWorker()
    },
  }
}

/** While nothing is asked the thread does not keep the process alive. */
function ask(worker: Worker, task: CalendarTask, limitMs: number): Promise<CalendarAnswer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => done(() => reject(new Error('the calendar takes too long to read'))),
      limitMs,
    )
    const answered = (answer: CalendarAnswer) => done(() => resolve(answer))
    const failed = (error: Error) => done(() => reject(error))
    function done(settle: () => void): void {
      clearTimeout(limit)
      worker.off('message', answered)
      worker.off('error', failed)
      worker.unref()
      settle()
    }
    worker.on('message', answered)
    worker.on('error', failed)
    worker.ref()
    worker.postMessage(task)
  })
}
