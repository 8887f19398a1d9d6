import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { CalendarTask } from '../../src/features/places/calendars/ics/entries.ts'
import { createCalendarReader } from '../../src/features/places/calendars/ics/service.ts'
import { createTurns } from '../../src/platform/work/turns.ts'
import { calendarOf, startCalendarServer } from '../calendar-server.ts'
import { booking, linkOf, newAddress, withFeeds } from '../linked-calendars.ts'
import { apiTest } from '../world.ts'
import type { Harm } from './calendar-child.ts'
import { HOSTILE } from './hostile-calendars.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const task = (text: string): CalendarTask => ({
  text,
  serviceId: 'ical',
  times: { timeZone: 'Europe/Berlin', checkInTime: 900, checkOutTime: 660 },
  options: { from: now, until: now + 400 * 86_400_000, maxEvents: 10_000 },
})

const good = calendarOf([{ uid: 'a', start: '20260710', end: '20260712' }])
const series = HOSTILE['every hour with a long description'] as string

/** The machine may be busy with something else; the fault that is looked for took ten seconds and four gigabytes. */
const MOST = { blockedMs: 1000, grownMb: 100, outcomes: /^\d+ bookings$|^too_complex$|^unreadable$/ }

test('no calendar of a stranger takes 100 MB or holds up the main thread, whatever is in it', async () => {
  const child = join(import.meta.dirname, 'calendar-child.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [child])
  const harms = JSON.parse(stdout) as Harm[]
  assert.equal(harms.length, Object.keys(HOSTILE).length + 1)
  for (const { name, outcome, blockedMs, grownMb } of harms) {
    assert.match(outcome, MOST.outcomes, name)
    assert.ok(grownMb < MOST.grownMb, `${name} took ${grownMb} MB`)
    assert.ok(blockedMs < MOST.blockedMs, `${name} held up everything for ${blockedMs} ms`)
  }
  assert.ok(harms.reduce((sum, { grownMb }) => sum + grownMb, 0) < 200, 'nor do all of them together')
  assert.equal(harms.at(-1)?.outcome, '1 bookings')
})

test('a series every hour with two megabytes to say brings bookings, cut to what is kept of them', async (t) => {
  const reader = createCalendarReader()
  t.after(() => reader.stop())
  const { entries } = await reader.read(1, task(series))
  assert.equal(entries.length, 2000)
  assert.ok(JSON.stringify(entries).length < 500_000)
})

test('a calendar that takes too long is given up alone, and the next one finds a new thread', async (t) => {
  const reader = createCalendarReader({ limitMs: 1, threads: 1 })
  t.after(() => reader.stop())
  await assert.rejects(reader.read(1, task(series)), { code: 'too_complex', message: 'it takes too long' })
  const patient = createCalendarReader({ threads: 1 })
  t.after(() => patient.stop())
  await assert.rejects(patient.read(1, task('nothing')), { code: 'unreadable' })
  assert.equal((await patient.read(1, task(good))).entries.length, 1)
})

test('a thread that needs too much memory ends alone, and the next calendar finds a new one', async (t) => {
  const memory = { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 2, stackSizeMb: 2 }
  const reader = createCalendarReader({ memory, threads: 1 })
  t.after(() => reader.stop())
  const large = HOSTILE['ten thousand events that say all they can'] as string
  await assert.rejects(reader.read(1, task(large)), {
    code: 'too_complex',
    message: 'it needs too much memory',
  })
  assert.equal((await reader.read(1, task(good))).entries.length, 1)
})

test('an account that brings a hundred calendars waits for its own: everybody else comes after one of them', async () => {
  const turns = createTurns(2)
  const order: string[] = []
  const brings = (accountId: number, name: string) =>
    turns.take(accountId, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      order.push(name)
    })
  const all = Array.from({ length: 100 }, (_, i) => brings(1, `greedy ${i}`))
  all.push(...Array.from({ length: 100 }, (_, i) => brings(2, `greedy too ${i}`)))
  all.push(brings(3, 'a neighbour'), brings(4, 'another'))
  await Promise.all(all)
  assert.ok(order.indexOf('a neighbour') <= 3, order.slice(0, 8).join())
  assert.ok(order.indexOf('another') <= 4, order.slice(0, 8).join())
})

test('of one account never two calendars are read at the same time', async () => {
  const turns = createTurns(3)
  let underWay = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay--
  }
  await Promise.all(Array.from({ length: 20 }, () => turns.take(1, work)))
  assert.equal(most, 1)
})

apiTest(
  'calendars that hang hold up their own account only: another one is fetched meanwhile',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const neighbour = await w.account()
    const { data: theirs } = await neighbour.api.addresses.create({
      body: { name: 'Next door', smartlockIds: [] },
    })
    server.calendars.set('/good.ics', calendarOf([booking(w, 'a', 5)]))
    const hanging: string[] = []
    server.misbehave = (request, response) => {
      if (request.url?.startsWith('/hang')) hanging.push(request.url)
      else response.end(server.calendars.get(request.url ?? ''))
    }
    const params = { serviceId: 'ical' } as const
    for (let i = 0; i < 12; i++) {
      const addressId = await newAddress(w)
      await w.api.services.link({ params, body: { url: server.url(`/hang${i}`), addressId } })
    }
    await w.until('the first of them hangs', async () => hanging.length > 0)
    const link = { url: server.url('/good.ics'), addressId: theirs.addressId }
    await neighbour.api.services.link({ params, body: link })
    await w.until('the neighbour has the booking', async () => {
      const { data } = await neighbour.api.services.get({ params })
      return data.context.links[0]?.lastSyncDate
    })
    assert.equal(hanging.length, 1, 'while the first of the others was still waited for')
  },
  { ...withFeeds, config: { outbound: { ...withFeeds.config.outbound, timeoutSeconds: 10 } } },
)

apiTest(
  'a hostile calendar that is linked or checked fails with a code of its own, and a third check at a time is refused',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await newAddress(w)
    const params = { serviceId: 'ical' } as const
    server.calendars.set('/calendar.ics', HOSTILE['many times 30 February'] as string)
    const check = (path?: string) =>
      w.api.services.check({ params, body: { url: server.url(path), addressId } })
    const { data } = await check()
    assert.deepEqual([data.success, data.errorCode], [false, 'too_complex'])
    await w.api.services.link({ params, body: { url: server.url(), addressId } })
    await w.until('the fetch failed', async () => (await linkOf(w))?.lastErrorCode === 'too_complex')
    const answers: (() => void)[] = []
    server.misbehave = (_, response) => void answers.push(() => response.end(good))
    const slow = [check('/1'), check('/2')]
    await w.until('both are under way', async () => answers.length === 2)
    await w.refuses(check('/3'), 'rate_limited')
    for (const answer of answers) answer()
    for (const { data } of await Promise.all(slow)) assert.equal(data.success, true)
  },
  withFeeds,
)

apiTest(
  'a calendar that is packed, too long or sent drop by drop is not unpacked, read to its end or waited for',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await newAddress(w)
    const params = { serviceId: 'ical' } as const
    const check = async () =>
      (await w.api.services.check({ params, body: { url: server.url(), addressId } })).data
    server.misbehave = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)))
    assert.equal((await check()).errorCode, 'not_a_calendar')
    let sent = 0
    server.misbehave = (_, response) => {
      response.writeHead(200)
      const more = () => {
        sent += 65_536
        if (!response.destroyed && sent < 1e9 && response.write(Buffer.alloc(65_536, 'x'))) setImmediate(more)
      }
      response.on('drain', more)
      more()
    }
    assert.match((await check()).error ?? '', /larger than 2097152 bytes/)
    assert.ok(sent < 100_000_000)
    let redirects = 0
    server.misbehave = (_, response) => {
      redirects++
      setTimeout(() => response.writeHead(302, { location: `/next${redirects}` }).end(), 800)
    }
    assert.equal((await check()).error, 'No answer in time.')
  },
  { ...withFeeds, config: { outbound: { ...withFeeds.config.outbound, timeoutSeconds: 2 } } },
)
