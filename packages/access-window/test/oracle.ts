import type { AccessWindow } from '../src/access-window.ts'

/**
 * The rules D15 and D53 told a second time and differently: every minute is looked up by the weekday and the time that
 * `Intl` puts on the wall. It is slow and has nothing in common with what it judges.
 */

const MINUTE_MS = 60_000
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** What the wall shows at each minute from one instant to another: `Mon 09:30`. */
export function wallMinutes(zone: string, from: number, until: number): string[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const shown: string[] = []
  for (let instant = from; instant < until; instant += MINUTE_MS) shown.push(format.format(instant))
  return shown
}

/** Every text the wall can show in a week, by weekday and minute. */
const WALL_TEXTS = WEEK.map((day) =>
  Array.from({ length: 1440 }, (_, minute) => {
    const hour = String(Math.floor(minute / 60)).padStart(2, '0')
    return `${day} ${hour}:${String(minute % 60).padStart(2, '0')}`
  }),
)

/** Every text the wall can show while the window is open: the minutes counted one by one from the start of each day. */
function openTexts({ weekDays = 0, fromTime = 0, untilTime = 0 }: AccessWindow): Set<string> {
  const open = new Set<string>()
  for (let weekday = 0; weekday < 7; weekday++) {
    const bit = 2 ** (6 - weekday)
    if (weekDays !== 0 && Math.floor(weekDays / bit) % 2 === 0) continue
    let [day, minute] = [weekday, fromTime]
    do {
      open.add(WALL_TEXTS[day]?.[minute] as string)
      minute += 1
      if (minute === 1440) [day, minute] = [(day + 1) % 7, 0]
    } while (minute !== untilTime)
  }
  return open
}

/** For each of the wall's minutes, the first of which starts at `from`: is the window open? */
export function openMinutes(window: AccessWindow, wall: readonly string[], from: number): boolean[] {
  const texts = openTexts(window)
  return wall.map((text, index) => {
    const instant = from + index * MINUTE_MS
    if (window.fromDate !== undefined && instant < window.fromDate) return false
    if (window.untilDate !== undefined && instant >= window.untilDate) return false
    return texts.has(text)
  })
}

/** The stretches without interruption in a row of minutes. */
export function stretches(open: readonly boolean[], from: number): { from: number; until: number }[] {
  const found: { from: number; until: number }[] = []
  open.forEach((isOpen, index) => {
    const start = from + index * MINUTE_MS
    if (!isOpen) return
    const last = found.at(-1)
    if (last?.until === start) last.until += MINUTE_MS
    else found.push({ from: start, until: start + MINUTE_MS })
  })
  return found
}
