/** A window as a caller asks for it: a date may be a day, such as `2026-11-19`, instead of a moment. */
type Asked = { fromDate?: number | string | null; untilDate?: number | string | null }

type Dated<W extends Asked> = { [K in keyof W]: K extends keyof Asked ? Exclude<W[K], string> : W[K] }

/** The window with moments for its days: it begins when its first day begins in the zone, and ends when its last day ends. */
export function inZone<W extends Asked>(window: W, timeZone: string): Dated<W> {
  const { fromDate, untilDate } = window
  return {
    ...window,
    ...(typeof fromDate === 'string' && { fromDate: startOf(Temporal.PlainDate.from(fromDate), timeZone) }),
    ...(typeof untilDate === 'string' && {
      untilDate: startOf(Temporal.PlainDate.from(untilDate).add({ days: 1 }), timeZone),
    }),
  } as Dated<W>
}

/** The moments that a date-time can name with a year of four digits. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z')
const LATEST = Date.parse('9999-12-31T23:59:59.999Z')

/** The first moment of a day. Where clocks skip midnight, that is later than 0:00. */
function startOf(day: Temporal.PlainDate, timeZone: string): number {
  const start = day.toZonedDateTime(timeZone).epochMilliseconds
  return Math.min(Math.max(start, EARLIEST), LATEST)
}
