import { calendarOf } from '../calendar-server.ts'

/** As large as a calendar may be (D68). */
const SIZE = 2 * 1024 * 1024

const repeated = (text: string, size = SIZE - 2000) => text.repeat(Math.floor(size / text.length))

const ruled = (rule: string, lines: readonly string[] = []) =>
  calendarOf([{ uid: 'r', start: '20260101T100000Z', lines: ['DURATION:PT1H', `RRULE:${rule}`, ...lines] }])

const wrapped = (body: string) => `BEGIN:VCALENDAR\r\n${body}END:VCALENDAR\r\n`

const event = (lines: string) =>
  `BEGIN:VEVENT\r\nUID:u\r\nDTSTART:20270101T100000Z\r\nDURATION:PT1H\r\n${lines}END:VEVENT\r\n`

const zone = (lines: string) =>
  `BEGIN:VTIMEZONE\r\nTZID:Mine\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n${lines}END:STANDARD\r\nEND:VTIMEZONE\r\n`

const inZone = (year: number) =>
  `BEGIN:VEVENT\r\nUID:z\r\nDTSTART;TZID=Mine:${year}0101T100000\r\nRRULE:FREQ=DAILY;COUNT=9\r\nEND:VEVENT\r\n`

const dates = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(2026, 0, 1) + (count - i) * 3_600_000).toISOString().replace(/[-:]|\.000/g, ''),
  ).join(',')

const manyEvents = (lines: (i: number) => string) => {
  let text = ''
  for (let i = 0; text.length < SIZE - 2000; i++) text += `BEGIN:VEVENT\r\n${lines(i)}END:VEVENT\r\n`
  return wrapped(text)
}

/** Each asks for more memory or time than anybody should give it, in a way of its own. */
export const HOSTILE: Readonly<Record<string, string>> = {
  'every hour with a long description': ruled('FREQ=HOURLY', [`DESCRIPTION:${repeated('x')}`]),
  'every hour with a long description, folded': ruled('FREQ=HOURLY', [
    `DESCRIPTION:${repeated(`${'x'.repeat(70)}\r\n `)}`,
  ]),
  'every hour with a long summary and a long id': calendarOf([
    {
      uid: repeated('u', 900_000),
      start: '20260101T100000Z',
      summary: repeated('s', 900_000),
      lines: ['DURATION:PT1H', 'RRULE:FREQ=HOURLY'],
    },
  ]),
  '30 February': ruled('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'),
  'many times 30 February': manyEvents(
    (i) => `UID:${i}\r\nDTSTART:20260101T100000Z\r\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30\r\n`,
  ),
  '30 February by the year': manyEvents(
    (i) => `UID:${i}\r\nDTSTART;VALUE=DATE:20260101\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n`,
  ),
  'every second': ruled('FREQ=SECONDLY'),
  'every second of a day that never comes': ruled('FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31'),
  'a thousand million times': ruled('FREQ=MINUTELY;COUNT=1000000000'),
  'until the year 9999': ruled('FREQ=MINUTELY;UNTIL=99991231T235959Z'),
  'an interval of a thousand million days': ruled('FREQ=DAILY;INTERVAL=1000000000'),
  'an interval of a thousand million weeks': ruled('FREQ=WEEKLY;INTERVAL=1000000000;BYDAY=MO,TU'),
  'by set position': ruled('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=367,-367,400'),
  'by set position of a year': ruled('FREQ=YEARLY;BYDAY=53MO;BYSETPOS=-366;BYWEEKNO=53;BYMONTH=2'),
  'every rule there is': ruled(
    'FREQ=DAILY',
    Array.from({ length: 30_000 }, () => 'RRULE:FREQ=SECONDLY'),
  ),
  'a long rule': ruled(`FREQ=DAILY;BYMONTHDAY=${repeated('30,')}30;BYMONTH=2`),
  'a list of dates': wrapped(event(`RDATE:${dates(120_000)}\r\n`)),
  'a list of dates, one per line': wrapped(
    event(
      `${dates(100_000)
        .split(',')
        .map((date) => `RDATE:${date}\r\n`)
        .join('')}`,
    ),
  ),
  'a list of exceptions': wrapped(event(`RRULE:FREQ=HOURLY\r\nEXDATE:${dates(120_000)}\r\n`)),
  'a hundred thousand events': wrapped(repeated('BEGIN:VEVENT\r\nEND:VEVENT\r\n')),
  'ten thousand events that say all they can': manyEvents(
    (i) =>
      `UID:${i}\r\nDTSTART;VALUE=DATE:20270101\r\nDTEND;VALUE=DATE:20270103\r\nSUMMARY:${'s'.repeat(150)}\r\n`,
  ),
  'as many events as fit': manyEvents(
    (i) => `UID:${i}\r\nDTSTART;VALUE=DATE:20270101\r\nDTEND;VALUE=DATE:20270103\r\n`,
  ),
  'as many series as fit': manyEvents(
    (i) => `UID:${i}\r\nDTSTART;VALUE=DATE:20260101\r\nDTEND;VALUE=DATE:20260103\r\nRRULE:FREQ=DAILY\r\n`,
  ),
  'as many exceptions as fit': `${calendarOf([{ uid: 'x', start: '20260101T100000Z', lines: ['RRULE:FREQ=HOURLY'] }])}${manyEvents(
    (i) =>
      `UID:x\r\nDTSTART:20260102T1000${String(i % 60).padStart(2, '0')}Z\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260102T10${String(i % 60).padStart(2, '0')}00Z\r\n`,
  )}`,
  'deep nesting': repeated('BEGIN:VCALENDAR\r\n'),
  'deep nesting of events': `BEGIN:VCALENDAR\r\n${repeated('BEGIN:VEVENT\r\n')}`,
  'a time zone that changes every second': wrapped(`${zone('RRULE:FREQ=SECONDLY\r\n')}${inZone(2027)}`),
  'time zones without end': wrapped(`${repeated(zone('RRULE:FREQ=DAILY\r\n'))}${inZone(2027)}`),
  'a time zone that is needed in the year 9999': wrapped(
    `${zone('RRULE:FREQ=MONTHLY\r\n')}${repeated(inZone(9999))}`,
  ),
  'a component that does not end': `BEGIN:VCALENDAR\r\n${repeated('BEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\n')}BEGIN:VEVENT\r\n`,
  'one line of 2 MiB': `BEGIN:VCALENDAR${repeated('x')}`,
  'parameters without end': wrapped(event(`ATTENDEE${repeated(';a=b')}\r\n`)),
  'quotes without end': wrapped(event(`ATTENDEE;CN="${repeated('","')}:x\r\n`)),
  'lines folded into nothing': wrapped(event(`SUMMARY:x\r\n${repeated(' \r\n')}`)),
  'NUL bytes': `BEGIN:VCALENDAR\r\n${repeated('\0')}\r\nEND:VCALENDAR\r\n`,
  'NUL bytes between the letters': wrapped(event(`SUMMARY:${repeated('a\0')}\r\n`)),
  'only white space': `${repeated(' ')}BEGIN:VCALENDAR`,
  'escapes without end': wrapped(event(`DESCRIPTION:${repeated('\\\\')}\r\n`)),
  'a booking code that never ends': manyEvents(
    (i) =>
      `UID:${i}\r\nDTSTART;VALUE=DATE:20270101\r\nDTEND;VALUE=DATE:20270102\r\nDESCRIPTION:${'booking: '.repeat(700)}\r\n`,
  ),
  'years beyond the calendar': manyEvents(
    (i) => `UID:${i}\r\nDTSTART:99991231T235959Z\r\nDURATION:P99999999999D\r\nRRULE:FREQ=YEARLY\r\n`,
  ),
}
