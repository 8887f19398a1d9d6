import { MovableClock } from '../src/platform/movable-clock.ts'
import { type CalendarServer, calendarOf, type SampleEvent } from './calendar-server.ts'
import { TO_RECEIVERS } from './webhook-receiver.ts'
import type { World } from './world.ts'

export const withFeeds = {
  config: { outbound: TO_RECEIVERS },
  clock: () => new MovableClock(),
}

export const DAY_MS = 86_400_000

/** When each test began: its clock is moved, and may pass midnight. */
const beginnings = new WeakMap<World, number>()

/** The nth day from the beginning of the test, as calendars write it. */
function day(w: World, n: number): string {
  const began = beginnings.get(w) ?? w.service.platform.clock.now()
  beginnings.set(w, began)
  return new Date(began + n * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
}

export const booking = (
  w: World,
  uid: string,
  from: number,
  more: Partial<SampleEvent> = {},
): SampleEvent => ({
  uid,
  start: day(w, from),
  end: day(w, from + 2),
  summary: `Guest ${uid}`,
  ...more,
})

export const newAddress = async (w: World) => {
  const { data } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [], timeZone: 'Europe/Berlin' },
  })
  return data.addressId
}

export const linkOf = async (w: World, serviceId: 'ical' | 'airbnb' = 'ical') =>
  (await w.api.services.get({ params: { serviceId } })).data.context.links[0]

export const stays = async (w: World, addressId: number) =>
  (await w.api.reservations.list({ params: { addressId } })).data

export const states = async (w: World, addressId: number) =>
  Object.fromEntries((await stays(w, addressId)).map(({ name, state }) => [name, state]))

/** Links a calendar and waits for the first fetch. */
export async function link(
  w: World,
  server: CalendarServer,
  events: readonly SampleEvent[],
): Promise<number> {
  const addressId = await newAddress(w)
  server.calendars.set('/calendar.ics', calendarOf(events))
  await w.api.services.link({ params: { serviceId: 'ical' }, body: { url: server.url(), addressId } })
  await w.until('the first fetch is done', async () => {
    const { lastSyncDate, lastError } = (await linkOf(w)) ?? {}
    return lastSyncDate ?? lastError
  })
  return addressId
}

/** Asks for a fetch and waits until it ended as expected. */
export async function sync(w: World, status: 'confirmed' | 'failed' = 'confirmed'): Promise<void> {
  const { operationId } = await w.api.services.sync({ params: { serviceId: 'ical' } })
  await w.untilOperation(operationId, status)
}

/** The next fetch by the clock. */
export async function nextFetch(w: World, server: CalendarServer): Promise<void> {
  const before = server.answers.length
  await (w.service.platform.clock as MovableClock).advance(16 * 60_000)
  await w.until('the calendar was fetched', async () => server.answers.length > before)
  await w.service.quiet()
}
