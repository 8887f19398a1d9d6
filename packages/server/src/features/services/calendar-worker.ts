import { parentPort } from 'node:worker_threads'
import { type CalendarEvent, type ReadOptions, readCalendar } from './calendar.ts'

/** The thread in which calendars are read; see calendar-reader.ts. */
export interface CalendarTask {
  text: string
  options: ReadOptions
}

export type CalendarAnswer = { events: CalendarEvent[] } | { error: string }

parentPort?.on('message', ({ text, options }: CalendarTask) => {
  parentPort?.postMessage(answer(text, options))
})

function answer(text: string, options: ReadOptions): CalendarAnswer {
  try {
    return { events: readCalendar(text, options) }
  } catch (error) {
    return { error: (error as Error).message }
  }
}
