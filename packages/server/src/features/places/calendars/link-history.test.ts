import assert from 'node:assert/strict'
import { calendarOf, startCalendarServer } from '../../../../test/calendar-server.ts'
import {
  booking,
  link,
  linkOf,
  nextFetch,
  stays,
  sync,
  withFeeds,
} from '../../../../test/linked-calendars.ts'
import { apiTest, type World } from '../../../../test/world.ts'

apiTest(
  'a link, after each fetch, tells when the next is due and what the last change was (D68)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    await link(w, server, [booking(w, 'a', 5), booking(w, 'b', 9)])
    const first = await linkOf(w)
    assert.partialDeepStrictEqual(first?.lastChange, { added: 2, changed: 0, canceled: 0 })
    assert.equal(first?.lastChange?.date, first?.lastSyncDate)
    const minutes = (Date.parse(first?.nextSyncDate ?? '') - Date.parse(first?.lastSyncDate ?? '')) / 60_000
    assert.ok(minutes > 14 && minutes < 16, `${minutes} minutes`)
    await nextFetch(w, server)
    const second = await linkOf(w)
    assert.notEqual(second?.lastSyncDate, first?.lastSyncDate)
    assert.deepEqual(second?.lastChange, first?.lastChange, 'a fetch without changes leaves the last one')
    const events = [booking(w, 'a', 6), booking(w, 'b', 9), booking(w, 'c', 13)]
    server.calendars.set('/calendar.ics', calendarOf(events))
    await sync(w)
    assert.partialDeepStrictEqual((await linkOf(w))?.lastChange, { added: 1, changed: 1, canceled: 0 })
    // Gone from three good fetches in a row, the last of which are answered with 304.
    server.calendars.set('/calendar.ics', calendarOf(events.slice(0, 2)))
    for (let fetches = 0; fetches < 3; fetches++) await nextFetch(w, server)
    assert.partialDeepStrictEqual((await linkOf(w))?.lastChange, { added: 0, changed: 0, canceled: 1 })
  },
  withFeeds,
)

apiTest(
  'a link, when a fetch fails, tells why as a code that stays until a fetch is good (D68)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    await link(
      w,
      server,
      [1, 2, 3, 4].map((n) => booking(w, String(n), n * 5)),
    )
    const fails = async (body: string, status = 200) => {
      server.misbehave = (_request, response) => response.writeHead(status).end(body)
      await sync(w, 'failed')
      return (await linkOf(w))?.lastErrorCode
    }
    assert.equal(await fails('', 503), 'refused')
    assert.equal(await fails('<html>'), 'not_a_calendar')
    assert.equal(await fails('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'), 'unreadable')
    server.misbehave = (request) => request.destroy()
    await sync(w, 'failed')
    assert.equal((await linkOf(w))?.lastErrorCode, 'unreachable')
    server.misbehave = undefined
    server.calendars.set('/calendar.ics', calendarOf([booking(w, '1', 5)]))
    await sync(w, 'failed')
    const paused = await linkOf(w)
    assert.equal(paused?.lastErrorCode, 'too_many_lost')
    assert.ok(!('nextSyncDate' in (paused ?? {})), 'nothing is due while it is paused')
    await sync(w)
    assert.ok(!('lastErrorCode' in ((await linkOf(w)) ?? {})))
  },
  withFeeds,
)

apiTest(
  'one of several calendars of an address is synced and unlinked alone by its number (D68)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const addressId = await link(w, server, [booking(w, 'a', 5)])
    const { data: unit } = await w.api.addressUnits.create({ params: { addressId }, body: { name: 'Attic' } })
    server.calendars.set('/attic.ics', calendarOf([booking(w, 'b', 7)]))
    const params = { serviceId: 'ical' } as const
    const links = async () => (await w.api.services.get({ params })).data.context.links
    await w.api.services.link({ params, body: { url: server.url('/attic.ics'), addressId, unitId: unit.id } })
    await w.until('both are there', async () => (await stays(w, addressId)).length === 2)
    const attic = (await links()).find(({ unitId }) => unitId === unit.id)
    const linkId = attic?.linkId ?? 0
    await w.service.quiet()
    const before = server.answers.length
    const { operationId } = await w.api.services.sync({ params, body: { linkId } })
    await w.untilOperation(operationId, 'confirmed')
    assert.deepEqual(
      server.answers.slice(before).map(({ path }) => path),
      ['/attic.ics'],
    )
    const stranger = await w.account()
    await w.refuses(stranger.api.services.unlink({ params, body: { linkId } }), 'not_found')
    await w.refuses(w.api.services.unlink({ params: { serviceId: 'vrbo' }, body: { linkId } }), 'not_found')
    await w.api.services.unlink({ params, body: { linkId } })
    assert.deepEqual(
      (await links()).map(({ unitId }) => unitId),
      [undefined],
    )
    assert.deepEqual(
      (await stays(w, addressId)).map(({ name }) => name),
      ['Guest a'],
    )
    await w.refuses(w.api.services.sync({ params, body: { linkId } }), 'not_found')
  },
  withFeeds,
)

for (const [what, change] of Object.entries({
  'a sync is asked for': (w: World) => w.api.services.sync({ params: { serviceId: 'ical' } }),
  'the times of its address change': (w: World, addressId: number) =>
    w.api.addresses.update({ params: { addressId }, body: { checkInTime: 600 } }),
})) {
  apiTest(
    `a calendar, when ${what} while it is on its way, is fetched once more before that counts as done`,
    async (w, t) => {
      const server = await startCalendarServer(t)
      const addressId = await link(w, server, [booking(w, 'a', 5)])
      const before = calendarOf([booking(w, 'a', 5)])
      let operationId: string | undefined
      server.misbehave = async (_request, response) => {
        server.misbehave = undefined
        ;({ operationId } = await change(w, addressId))
        server.calendars.set('/calendar.ics', calendarOf([booking(w, 'a', 5), booking(w, 'b', 9)]))
        response.writeHead(200).end(before)
      }
      await w.api.services.sync({ params: { serviceId: 'ical' } })
      await w.until('it was fetched', async () => server.misbehave === undefined)
      await w.until('the new booking', async () => (await stays(w, addressId)).length === 2)
      if (operationId !== undefined) await w.untilOperation(operationId, 'confirmed')
    },
    withFeeds,
  )
}
