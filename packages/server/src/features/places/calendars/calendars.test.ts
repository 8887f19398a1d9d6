import assert from 'node:assert/strict'
import { calendarOf, startCalendarServer } from '../../../../test/calendar-server.ts'
import { counted } from '../../../../test/counted.ts'
import {
  booking,
  DAY_MS,
  link,
  linkOf,
  newAddress,
  nextFetch,
  states,
  stays,
  sync,
  withFeeds,
} from '../../../../test/linked-calendars.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { fail } from '../../../platform/app-error.ts'
import type { MovableClock } from '../../../platform/movable-clock.ts'
import * as services from './service.ts'

/** What the owner was told about calendars that are paused, newest first. */
const toldOwner = async (w: World) =>
  (await mailsTo(w, w.credentials.email))
    .filter(({ template }) => template === 'calendarPaused')
    .map(({ text }) => text)

apiTest(
  'a service that was never linked, one that is, and one that was show their flags (8.7)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const flags = async () => {
      const { data } = await w.api.services.get({ params: { serviceId: 'ical' } })
      return [data.enabled, data.started, data.stopped]
    }
    assert.deepEqual(await flags(), [true, false, false])
    const addressId = await link(w, server, [booking(w, 'a', 5)])
    assert.deepEqual(await flags(), [true, true, false])
    assert.equal((await w.api.addresses.list()).data[0]?.serviceId, 'ical')
    await w.api.services.unlink({ params: { serviceId: 'ical' }, body: { addressId } })
    assert.deepEqual(await flags(), [true, false, true])
    assert.deepEqual(await stays(w, addressId), [], 'what has no code goes with its link (D70)')
    assert.ok(!('serviceId' in ((await w.api.addresses.list()).data[0] ?? {})))
    await w.api.services.unlink({ params: { serviceId: 'ical' } })
    const { data } = await w.api.services.list({ query: { serviceIds: ['vrbo', 'ical', 'nothing'] } })
    assert.deepEqual(
      data.map(({ serviceId }) => serviceId),
      ['ical', 'vrbo'],
    )
  },
  withFeeds,
)

apiTest('a link without a body tells what to send and changes nothing (D67)', async (w) => {
  const told = await w.request('POST', '/service/airbnb/link')
  assert.match(told.headers['content-type'] as string, /application\/json/)
  assert.match(told.json(), /url .* addressId/)
  assert.equal((await w.request('POST', '/service/nothing/link')).statusCode, 404)
  const half = await w.request('POST', '/service/airbnb/link', { body: { url: 'https://x.example/' } })
  assert.equal(half.json().errors[0].path, 'addressId')
  await w.refuses(w.api.services.sync({ params: { serviceId: 'airbnb' } }), 'service_not_linked')
  const addressId = await newAddress(w)
  for (const url of [
    'http://calendars.example/1.ics',
    'https://127.0.0.1/1.ics',
    'webcal://x.example/1.ics',
  ]) {
    const refused = w.api.services.link({ params: { serviceId: 'ical' }, body: { url, addressId } })
    await w.refuses(refused, 'url_not_allowed')
  }
})

apiTest(
  'a service that the operator switched off is shown as such and takes no link',
  async (w) => {
    assert.equal((await w.api.services.get({ params: { serviceId: 'vrbo' } })).data.enabled, false)
    const addressId = await newAddress(w)
    const body = { url: 'https://x.example/1.ics', addressId }
    await w.refuses(w.api.services.link({ params: { serviceId: 'vrbo' }, body }), 'service_disabled')
    await w.refuses(w.api.services.sync({ params: { serviceId: 'vrbo' } }), 'service_disabled')
  },
  { config: { service: { enabled: ['ical'] } } },
)

apiTest(
  'a calendar becomes reservations at the times of the address, and its URL stays a secret (D69)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await link(w, server, [booking(w, 'a', 5)])
    const [made] = await stays(w, addressId)
    const local = (text: string | undefined) =>
      Temporal.Instant.from(text ?? '')
        .toZonedDateTimeISO('Europe/Berlin')
        .toPlainDateTime()
        .toString()
    const date = (n: number) =>
      new Date(w.service.platform.clock.now() + n * DAY_MS).toISOString().slice(0, 10)
    assert.deepEqual(
      [local(made?.startDate), local(made?.endDate)],
      [`${date(5)}T15:00:00`, `${date(7)}T11:00:00`],
    )
    assert.partialDeepStrictEqual(made, {
      name: 'Guest a',
      email: '',
      guests: 1,
      serviceId: 'ical',
      addressId,
    })
    const shown = await linkOf(w)
    assert.match(shown?.url ?? '', /^https:\/\/localhost:\d+\/…$/)
    assert.equal(shown?.reservations, 1)
    const stored = JSON.stringify(await w.db.selectFrom('service_link').selectAll().execute())
    assert.ok(!stored.includes('calendar.ics'), 'sealed at rest')
  },
  withFeeds,
)

apiTest(
  'blocked dates of a platform are no reservations',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await newAddress(w)
    const details =
      'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/details/HMXYZ12345'
    server.calendars.set(
      '/calendar.ics',
      calendarOf([
        booking(w, 'a', 5, { summary: 'Reserved', lines: [details] }),
        booking(w, 'b', 9, { summary: 'Airbnb (Not available)' }),
      ]),
    )
    await w.api.services.link({ params: { serviceId: 'airbnb' }, body: { url: server.url(), addressId } })
    await w.until('it was fetched', async () => (await linkOf(w, 'airbnb'))?.lastSyncDate)
    const found = await stays(w, addressId)
    assert.deepEqual(
      found.map(({ name, reference, serviceId }) => [name, reference, serviceId]),
      [['Airbnb HMXYZ12345', 'HMXYZ12345', 'airbnb']],
    )
  },
  withFeeds,
)

apiTest(
  'a calendar that has not changed is not sent again, one that changed is taken over',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await link(w, server, [booking(w, 'a', 5), booking(w, 'b', 9)])
    await nextFetch(w, server)
    assert.deepEqual(
      server.answers.map(({ status }) => status),
      [200, 304],
    )
    const [first] = await stays(w, addressId)
    const params = { addressId, id: first?.id as string }
    await w.api.reservations.update({ params, body: { name: 'Ada', startDate: '2020-01-01T00:00Z' } })
    server.calendars.set(
      '/calendar.ics',
      calendarOf([
        booking(w, 'a', 6, { lines: ['SEQUENCE:1'] }),
        booking(w, 'b', 9, { lines: ['STATUS:CANCELLED'] }),
      ]),
    )
    await nextFetch(w, server)
    const [moved, canceled] = await stays(w, addressId)
    assert.equal(moved?.id, first?.id, 'the same stay')
    assert.equal(Date.parse(moved?.startDate ?? ''), Date.parse(first?.startDate ?? '') + DAY_MS)
    assert.equal(moved?.name, 'Ada', 'what somebody corrected stays corrected')
    assert.equal(canceled?.state, 'canceled')
  },
  withFeeds,
)

apiTest(
  'a calendar of a server without ETag is asked for with the date it had, and not sent again',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const changed = 'Sun, 01 Feb 2026 10:00:00 GMT'
    const text = calendarOf([booking(w, 'a', 25)])
    server.misbehave = (request, response) => {
      const isKnown = request.headers['if-modified-since'] === changed
      response.writeHead(isKnown ? 304 : 200, { 'last-modified': changed }).end(isKnown ? undefined : text)
    }
    const addressId = await link(w, server, [])
    await nextFetch(w, server)
    await nextFetch(w, server)
    assert.deepEqual(
      server.answers.map(({ status }) => status),
      [200, 304, 304],
    )
    assert.deepEqual(await states(w, addressId), { 'Guest a': 'accepted' })
    assert.ok(!('lastError' in ((await linkOf(w)) ?? {})))
  },
  withFeeds,
)

apiTest(
  'a unit that is deleted takes its calendar and what has no code along; other calendars stay (D70, D79)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await newAddress(w)
    const params = { addressId }
    const { data: unit } = await w.api.addressUnits.create({ params, body: { name: 'Flat 3' } })
    for (const [name, unitId] of [
      ['whole', undefined],
      ['flat', unit.id],
    ] as const) {
      server.calendars.set(`/${name}.ics`, calendarOf([booking(w, name, 25)]))
      const body = { url: server.url(`/${name}.ics`), addressId, ...(unitId && { unitId }) }
      await w.api.services.link({ params: { serviceId: 'ical' }, body })
    }
    await w.until('both are read', async () => (await stays(w, addressId)).length === 2)
    const { operationId } = await w.api.addressUnits.remove({ params: { addressId, id: unit.id } })
    await w.untilOperation(operationId, 'confirmed')
    assert.deepEqual(Object.keys(await states(w, addressId)), ['Guest whole'])
    const { data } = await w.api.services.get({ params: { serviceId: 'ical' } })
    assert.deepEqual(
      data.context.links.map(({ unitId }) => unitId),
      [undefined],
    )
    assert.equal((await w.api.addresses.list()).data[0]?.serviceId, 'ical', 'one is still linked')
  },
  withFeeds,
)

apiTest(
  'a booking that is missing is canceled by three good fetches, not by failures and empty answers (D69)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await link(w, server, [booking(w, 'a', 25), booking(w, 'b', 29)])
    server.calendars.set('/calendar.ics', calendarOf([]))
    for (let i = 0; i < 4; i++) await nextFetch(w, server)
    server.calendars.set('/calendar.ics', calendarOf([booking(w, 'b', 29)]))
    await nextFetch(w, server)
    server.misbehave = (_request, response) => response.writeHead(500).end()
    for (let i = 0; i < 3; i++) await nextFetch(w, server)
    assert.equal((await linkOf(w))?.lastError, 'The server answered 500.')
    server.misbehave = undefined
    await nextFetch(w, server)
    assert.deepEqual(await states(w, addressId), { 'Guest a': 'accepted', 'Guest b': 'accepted' })
    await nextFetch(w, server)
    assert.deepEqual(await states(w, addressId), { 'Guest a': 'canceled', 'Guest b': 'accepted' })
    assert.equal(server.answers.at(-1)?.status, 304, 'an unchanged calendar is a good fetch as well')
    assert.ok(!('lastError' in ((await linkOf(w)) ?? {})))
  },
  withFeeds,
)

apiTest(
  'a calendar that loses too much at once changes nothing, is paused, and goes on when somebody says so',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const events = Array.from({ length: 10 }, (_, i) => booking(w, `${i}`, 20 + 3 * i))
    const addressId = await link(w, server, events)
    server.calendars.set('/calendar.ics', calendarOf([...events.slice(4), booking(w, 'new', 80)]))
    await nextFetch(w, server)
    const paused = await linkOf(w)
    assert.equal(paused?.status, 'paused')
    assert.match(paused?.lastError ?? '', /4 of 10 reservations/)
    const [told, ...more] = await toldOwner(w)
    assert.match(told ?? '', /for Mill Street 1 is paused[\s\S]*vanished at once/)
    assert.deepEqual(more, [], 'once')
    assert.equal((await stays(w, addressId)).length, 10, 'nothing was taken over')
    const fetched = server.answers.length
    await (w.service.platform.clock as MovableClock).advance(DAY_MS)
    assert.equal(server.answers.length, fetched, 'it is not fetched any more')
    await sync(w)
    assert.equal((await linkOf(w))?.status, 'active')
    await nextFetch(w, server)
    await nextFetch(w, server)
    const gone = (await stays(w, addressId)).filter(({ state }) => state === 'canceled')
    assert.equal(gone.length, 4)
  },
  withFeeds,
)

apiTest(
  'a calendar that fails ten times in a row is paused, and a good sync brings it back (D68)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const bad = [
      (response: import('node:http').ServerResponse) => response.writeHead(503).end(),
      (response: import('node:http').ServerResponse) => response.end('<html>Please log in</html>'),
      (response: import('node:http').ServerResponse) => response.end('x'.repeat(2 * 1024 * 1024 + 1)),
      (response: import('node:http').ServerResponse) => response.destroy(),
    ]
    await link(w, server, [booking(w, 'a', 25)])
    let turn = 0
    server.misbehave = (_request, response) => bad[turn++ % bad.length]?.(response)
    for (let i = 0; i < 10; i++) {
      assert.equal((await linkOf(w))?.status, 'active')
      await (w.service.platform.clock as MovableClock).advance(16 * 60_000)
      await w.until('it failed', async () => turn > i)
      await w.service.quiet()
    }
    assert.equal((await linkOf(w))?.status, 'paused')
    await sync(w, 'failed')
    assert.equal((await linkOf(w))?.status, 'paused')
    const [told, ...more] = await toldOwner(w)
    assert.match(told ?? '', /for Mill Street 1 is paused[\s\S]*ten times in a row/)
    assert.deepEqual(more, [], 'a failure while it is paused is no news')
    server.misbehave = undefined
    await sync(w)
    assert.equal((await linkOf(w))?.status, 'active')
    const metrics = await w.request('GET', '/metrics', { token: null })
    assert.match(metrics.payload, /latchwork_service_links_paused_total\{service="ical"\} 1/)
  },
  withFeeds,
)

apiTest(
  'a calendar that redirects is followed to allowed places only',
  async (w, t) => {
    const server = await startCalendarServer(t)
    await link(w, server, [booking(w, 'a', 25)])
    const to = (location: string) => {
      server.misbehave = (request, response) => {
        if (request.url === '/calendar.ics') response.writeHead(302, { location }).end()
        else response.end(calendarOf([booking(w, 'b', 40)]))
      }
    }
    to('/moved.ics')
    await sync(w)
    to('http://localhost/moved.ics')
    await sync(w, 'failed')
    assert.match((await linkOf(w))?.lastError ?? '', /https/)
    to('/calendar.ics')
    await sync(w, 'failed')
    assert.match((await linkOf(w))?.lastError ?? '', /redirects/)
  },
  withFeeds,
)

bothTest(
  'a calendar with oddities, such as an endless UID and a NUL, is brought in all the same',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const odd = booking(w, 'x'.repeat(5000), 25, { summary: 'Ada\0 Lovelace' })
    const addressId = await link(w, server, [odd, booking(w, 'plain', 29)])
    assert.deepEqual(Object.keys(await states(w, addressId)).sort(), ['Ada Lovelace', 'Guest plain'])
    await nextFetch(w, server)
    assert.equal((await stays(w, addressId)).length, 2, 'and known again')
  },
  withFeeds,
)

bothTest(
  'a sync of many calendars costs as many statements as one of two',
  async (w, t) => {
    const server = await startCalendarServer(t)
    server.calendars.set('/calendar.ics', calendarOf([booking(w, 'a', 5)]))
    const costOf = async (serviceId: 'ical' | 'airbnb', count: number) => {
      for (let i = 0; i < count; i++) {
        const body = { url: server.url(), addressId: await newAddress(w) }
        await w.api.services.link({ params: { serviceId }, body })
      }
      const { db, statements } = counted(w.db)
      const ctx = { ...w.service.contextFor(w.owner.accountId), db, fail }
      await services.sync(ctx as never, serviceId, [serviceId], {})
      return statements()
    }
    assert.equal(await costOf('airbnb', 12), await costOf('ical', 2))
  },
  withFeeds,
)
