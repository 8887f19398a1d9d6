import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { CalendarTask } from '../../src/features/places/calendars/ics/entries.ts'
import {
  type CalendarProblem,
  createCalendarReader,
} from '../../src/features/places/calendars/ics/service.ts'
import { calendarOf } from '../calendar-server.ts'
import { HOSTILE } from './hostile-calendars.ts'

/** Reads every hostile calendar in a process of its own, and tells what each did to it. */
export interface Harm {
  name: string
  outcome: string
  /** The longest time in which the main thread did nothing else. */
  blockedMs: number
  /** By how much the most memory the process ever had grew. */
  grownMb: number
}

const now = Date.parse('2026-06-01T00:00:00Z')
const task = (text: string): CalendarTask => ({
  text,
  serviceId: 'ical',
  times: { timeZone: 'Europe/Berlin', checkInTime: 900, checkOutTime: 660 },
  options: { from: now, until: now + 400 * 86_400_000, maxEvents: 10_000 },
})

const peakMb = () => process.resourceUsage().maxRSS / 1024

const reader = createCalendarReader()
const good = calendarOf([{ uid: 'a', start: '20260710', end: '20260712' }])

async function suffer(name: string, text: string): Promise<Harm> {
  // Each finds a thread of its own: what the one before left behind is not its doing.
  const before = peakMb()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const outcome = await reader.read(1, task(text)).then(
    ({ entries }) => `${entries.length} bookings`,
    (error: CalendarProblem) => error.code,
  )
  await wait(20)
  delay.disable()
  return { name, outcome, blockedMs: delay.max / 1e6, grownMb: peakMb() - before }
}

await reader.read(1, task(good))
const harms: Harm[] = []
for (const [name, text] of Object.entries(HOSTILE)) harms.push(await suffer(name, text))
const after = await suffer('an honest calendar afterwards', good)
await reader.stop()
process.stdout.write(JSON.stringify([...harms, after]))
