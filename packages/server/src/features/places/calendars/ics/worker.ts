import { parentPort } from 'node:worker_threads'
import { type CalendarReading, type CalendarTask, readBookings } from './entries.ts'
import { TooComplex } from './steps.ts'

/** The thread in which calendars are read; see calendar-reader.ts. */
export type CalendarAnswer = CalendarReading | { error: string; isTooComplex: boolean }

parentPort?.on('message', (task: CalendarTask) => {
  parentPort?.postMessage(answer(task))
})

function answer(task: CalendarTask): CalendarAnswer {
  try {
    return readBookings(task)
  } catch (error) {
    return { error: (error as Error).message.slice(0, 200), isTooComplex: error instanceof TooComplex }
  }
}
