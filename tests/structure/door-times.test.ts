import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, read } from './repository-files.ts'

/** Folders of the console whose times are those of doors. */
const OF_DOORS =
  /^packages\/console\/src\/(pages\/(access|addresses|arrivals|doors|stays)|kit\/(access|addresses|devices))\/.*\.tsx?$/

/** The clock of whoever looks, in every form a page might reach for; `format.at(zone)` is the one that is meant. */
const OTHER_CLOCK =
  /\bformat\.(moment|time|day)\b|\btoLocale(Date|Time)?String\b|\bIntl\.DateTimeFormat\(|\.(get|set)(Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(|\bnew Date\((`|at\)|from\)|\w*[fF]ield\))/

/** The browser's own zone is proposed for a new address, and nothing else. */
const PROPOSED = 'packages/console/src/pages/addresses/new-address.tsx'

const breaches = (text: string): string[] => text.split('\n').filter((line) => OTHER_CLOCK.test(line))

test('a page that would write or read a time of a door by another clock is noticed', () => {
  for (const line of [
    'format.moment(auth.allowedFromDate)',
    'const { moment } = format.day',
    'new Date(date).toLocaleString()',
    'new Intl.DateTimeFormat(locale)',
    'new Date(at).toISOString()',
    'new Date(time).setHours(0)',
    `new Date(\`\${day}T00:00\`)`,
  ])
    assert.equal(breaches(line).length, 1, line)
  assert.deepEqual(breaches('format.at(zone).moment(date); new Date(clock.instantOf(at)).toISOString()'), [])
})

test('pages, of doors, addresses, access and stays, write times by the clock of the door alone', () => {
  const ofDoors = files.filter((file) => OF_DOORS.test(file) && file !== PROPOSED)
  assert.ok(ofDoors.length > 80, `${ofDoors.length}`)
  assert.deepEqual(
    ofDoors.flatMap((file) => breaches(read(file)).map((line) => `${file}: ${line.trim()}`)),
    [],
  )
})
