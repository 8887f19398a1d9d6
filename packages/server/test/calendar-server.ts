import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { testCertificate } from './certificates.ts'

export interface CalendarServer {
  /** The address of a calendar; `path` tells calendars apart. */
  url(path?: string): string
  /** What each path serves; set it to change the calendar. */
  readonly calendars: Map<string, string>
  /** Answers by the server, newest last. */
  readonly answers: { path: string; status: number; headers: IncomingMessage['headers'] }[]
  /** Takes the place of the usual behaviour while it is set. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  close(): Promise<void>
}

/** A real HTTPS server that serves calendars with ETag and Last-Modified, and answers 304 to who has them already. */
export async function startCalendarServer(t: {
  after(cleanUp: () => unknown): void
}): Promise<CalendarServer> {
  const answers: CalendarServer['answers'] = []
  const calendars = new Map<string, string>()
  const server = createServer(testCertificate(), (request, response) => {
    const path = request.url ?? '/'
    response.on('finish', () => answers.push({ path, status: response.statusCode, headers: request.headers }))
    if (served.misbehave) served.misbehave(request, response)
    else serve(calendars.get(path), request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const served: CalendarServer = {
    url: (path = '/calendar.ics') => `https://localhost:${(server.address() as AddressInfo).port}${path}`,
    calendars,
    answers,
    misbehave: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  t.after(() => served.close())
  return served
}

function serve(text: string | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (text === undefined) {
    response.writeHead(404).end()
    return
  }
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8', etag }).end(text)
}

export interface SampleEvent {
  uid?: string
  start: string
  end?: string
  summary?: string
  /** Further lines as they stand in the file. */
  lines?: readonly string[]
}

const property = (name: string, value: string) =>
  /^\d{8}$/.test(value)
    ? `${name};VALUE=DATE:${value}`
    : value.includes(':')
      ? `${name};${value}`
      : `${name}:${value}`

/** A calendar as an exporter would write it; a date of eight digits is an all-day event. */
export const calendarOf = (events: readonly SampleEvent[], head: readonly string[] = []): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Latchwork tests//EN',
    ...head,
    ...events.flatMap(({ uid, start, end, summary, lines = [] }) => [
      'BEGIN:VEVENT',
      ...(uid === undefined ? [] : [`UID:${uid}`]),
      'DTSTAMP:20260101T000000Z',
      property('DTSTART', start),
      ...(end === undefined ? [] : [property('DTEND', end)]),
      ...(summary === undefined ? [] : [`SUMMARY:${summary}`]),
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
