import assert from 'node:assert/strict'
import { calendarOf, startCalendarServer } from '../../../../test/calendar-server.ts'
import { booking, DAY_MS, newAddress, stays, withFeeds } from '../../../../test/linked-calendars.ts'
import { apiTest } from '../../../../test/world.ts'

apiTest(
  'a calendar, checked before it is linked, tells what is in it or why it cannot be read, and stores nothing (D67)',
  async (w, t) => {
    const server = await startCalendarServer(t)
    const events = [booking(w, 'later', 9), booking(w, 'next', 5), booking(w, 'over', -9)]
    const blocked = booking(w, 'x', 20, { summary: 'Not available' })
    const gone = booking(w, 'y', 2, { lines: ['STATUS:CANCELLED'] })
    server.calendars.set('/calendar.ics', calendarOf([...events, blocked, gone]))
    const addressId = await newAddress(w)
    const params = { serviceId: 'ical' } as const
    const check = async (path?: string) =>
      (await w.api.services.check({ params, body: { url: server.url(path), addressId } })).data
    const { firstDate, ...good } = await check()
    assert.deepEqual(good, { success: true, bookings: 2 })
    const first = Temporal.Instant.from(firstDate ?? '').toZonedDateTimeISO('Europe/Berlin')
    assert.equal(first.hour, 15, 'at the check-in time of the address')
    const inFiveDays = new Date(w.service.platform.clock.now() + 5 * DAY_MS).toISOString().slice(0, 10)
    assert.equal(first.toPlainDate().toString(), inFiveDays)
    assert.deepEqual(await check('/missing.ics'), {
      success: false,
      bookings: 0,
      errorCode: 'refused',
      error: 'The server answered 404.',
    })
    server.calendars.set('/empty.ics', calendarOf([]))
    assert.deepEqual(await check('/empty.ics'), { success: true, bookings: 0 })
    assert.deepEqual((await w.api.services.get({ params })).data.context.links, [])
    assert.deepEqual(await stays(w, addressId), [])
  },
  withFeeds,
)

apiTest(
  "a calendar, checked at a URL that is not allowed or for somebody else's address, is not fetched (D38, D92)",
  async (w) => {
    const addressId = await newAddress(w)
    const params = { serviceId: 'ical' } as const
    const refused = (body: { url: string; addressId: number }, by = w.api) =>
      by.services.check({ params, body })
    await w.refuses(refused({ url: 'https://127.0.0.1/1.ics', addressId }), 'url_not_allowed')
    const stranger = await w.account()
    await w.refuses(refused({ url: 'https://x.example/1.ics', addressId }, stranger.api), 'not_found')
  },
)
