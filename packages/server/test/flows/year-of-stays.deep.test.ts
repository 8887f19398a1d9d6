import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type LockSpec, SANDBOX_BUILDING, type SimulatedLock } from '@latchwork/simulator'
import { MovableClock } from '../../src/platform/movable-clock.ts'
import { type CalendarServer, calendarOf, startCalendarServer } from '../calendar-server.ts'
import { moveAtLeastTo } from '../stays.ts'
import { TO_RECEIVERS } from '../webhook-receiver.ts'
import { createWorld, type World } from '../world.ts'

const FLATS = 20
const ZONE = 'Europe/Berlin'
const MINUTE_MS = 60_000

/** A booking as the platform knows it today. */
interface Booking {
  guest: string
  uid: string
  from: Temporal.PlainDate
  until: Temporal.PlainDate
  sequence: number
  /** Canceled by a mark in the calendar, or simply no longer in it. */
  gone?: 'marked' | 'dropped'
}

interface Flat {
  name: string
  lock: SimulatedLock
  bookings: Booking[]
}

const moments = new Map<string, number>()

/** Asked for every booking at every moment of the year: worked out once. */
function at(date: Temporal.PlainDate, hour: number): number {
  const key = `${date} ${hour}`
  const moment =
    moments.get(key) ?? date.toZonedDateTime({ timeZone: ZONE, plainTime: { hour } }).epochMilliseconds
  moments.set(key, moment)
  return moment
}

const compact = (date: Temporal.PlainDate) => date.toString().replaceAll('-', '')

/** A year of stays of two to five nights, some of which begin on the day the one before ends. */
function bookingsOf(flat: number, today: Temporal.PlainDate): Booking[] {
  const bookings: Booking[] = []
  for (let day = 12 + (flat % 7), n = 0; day < 355; n++) {
    const nights = 2 + ((flat + n) % 4)
    const from = today.add({ days: day })
    bookings.push({
      guest: `Guest ${flat}-${n}`,
      uid: `${flat}-${n}@stays.example`,
      from,
      until: from.add({ days: nights }),
      sequence: 0,
    })
    day += nights + ([0, 7, 21, 28][(flat + 3 * n) % 4] ?? 0)
  }
  return bookings
}

/** What the platform exports: nothing that is over, and nothing further ahead than 200 days. */
function exported(flat: Flat, today: Temporal.PlainDate): string {
  const listed = flat.bookings.filter(
    ({ from, until, gone }) =>
      gone !== 'dropped' &&
      Temporal.PlainDate.compare(until, today) >= 0 &&
      Temporal.PlainDate.compare(from, today.add({ days: 200 })) < 0,
  )
  return calendarOf([
    // The host blocked a week for repairs: nobody gets a code for that.
    {
      uid: `block-${flat.name}`,
      start: compact(today.add({ days: 300 })),
      end: compact(today.add({ days: 307 })),
      summary: 'Blocked',
    },
    ...listed.map(({ uid, from, until, guest, sequence, gone }) => ({
      uid,
      start: compact(from),
      end: compact(until),
      summary: guest,
      lines: [`SEQUENCE:${sequence}`, ...(gone === 'marked' ? ['STATUS:CANCELLED'] : [])],
    })),
  ])
}

/** Guests change their plans, at least six weeks ahead: one comes a day later, one cancels, one disappears from the list. */
function changePlans(flat: Flat, today: Temporal.PlainDate): void {
  const ahead = flat.bookings.filter(
    ({ from, gone }) => !gone && Temporal.PlainDate.compare(from, today.add({ days: 45 })) > 0,
  )
  const [later, marked, dropped] = ahead
  if (later && Temporal.PlainDate.compare(later.from.add({ days: 1 }), later.until) < 0) {
    later.from = later.from.add({ days: 1 })
    later.sequence += 1
  }
  if (marked) Object.assign(marked, { gone: 'marked', sequence: marked.sequence + 1 })
  if (dropped) dropped.gone = 'dropped'
}

/** A building of simulated locks with keypads: one front door, one door per flat. */
async function build(w: World): Promise<{ front: SimulatedLock; flats: Flat[] }> {
  const spec = SANDBOX_BUILDING[1] as LockSpec
  const lockNamed = (name: string, number: number) =>
    w.simulated({ spec: { ...spec, name, deviceId: (0x4000_0000 + number).toString(16).toUpperCase() } })
  const { simulator: front, smartlockId: frontId } = await lockNamed('Front door', 0)
  const numbers = Array.from({ length: FLATS }, (_, i) => i + 1)
  const locks = await Promise.all(numbers.map((number) => lockNamed(`Flat ${number}`, number)))
  const flats: Flat[] = []
  for (const { simulator, smartlockId } of locks) {
    const { data } = await w.api.addresses.create({
      body: { name: simulator.name, smartlockIds: [frontId, smartlockId], timeZone: ZONE },
    })
    const params = { addressId: data.addressId }
    await w.api.addresses.update({ params, body: { settings: { autoIssueHours: 24 } } })
    flats.push({ name: String(data.addressId), lock: simulator, bookings: [] })
  }
  return { front, flats }
}

/** Time stands still until everything that follows from a moment has happened, at the locks too. */
function standStill(w: World, clock: MovableClock, locks: readonly SimulatedLock[]): void {
  const activity = () => locks.reduce((sum, lock) => sum + lock.activity, 0)
  const onTheWay = () =>
    locks.reduce((sum, lock) => sum + lock.unconfirmed, 0) + (w.service.bus.unconfirmed?.() ?? 0)
  clock.settleWith(async () => {
    for (let seen = -1; seen !== activity() || onTheWay() > 0; ) {
      seen = activity()
      while (onTheWay() > 0) await turnOfTheLoop()
      await w.service.quiet()
    }
  })
}

const codesAllowedOn = (lock: SimulatedLock) =>
  new Map(lock.access().flatMap(({ name, code, allowed }) => (allowed && code ? [[name, code]] : [])))

/** Who may open which door now, by name: at every door exactly those who stay there. */
function assertDoors(flats: readonly Flat[], front: SimulatedLock, now: number): void {
  const staying = flats.map(({ bookings }) =>
    bookings
      .filter(({ from, until, gone }) => !gone && at(from, 15) <= now && now < at(until, 11))
      .map(({ guest }) => guest),
  )
  const moment = new Date(now).toISOString()
  for (const [i, { lock }] of flats.entries())
    assert.deepEqual([...codesAllowedOn(lock).keys()].sort(), staying[i]?.sort(), `${lock.name} at ${moment}`)
  assert.deepEqual([...codesAllowedOn(front).keys()].sort(), staying.flat().sort(), `front door at ${moment}`)
}

/** The guest types the code at both doors; it is the same code, and both open. */
async function comeIn(
  w: World,
  clock: MovableClock,
  doors: readonly SimulatedLock[],
  guest: string,
): Promise<void> {
  const codes = new Set(doors.map((door) => codesAllowedOn(door).get(guest)))
  assert.equal(codes.size, 1, `${guest} has one code for all doors`)
  for (const door of doors) {
    door.turnByHand('lock')
    await clock.advance(10_000)
    const before = door.snapshot().motorStarts
    door.typeCode([...codes][0] as string)
    await clock.advance(10_000)
    assert.equal(door.snapshot().motorStarts, before + 1, `${door.name} opens for ${guest}`)
  }
  await w.service.quiet()
}

function publish(server: CalendarServer, flats: readonly Flat[], today: Temporal.PlainDate): void {
  for (const flat of flats) server.calendars.set(`/${flat.name}.ics`, exported(flat, today))
}

interface Story {
  w: World
  clock: MovableClock
  front: SimulatedLock
  flats: Flat[]
  arrivals: number
}

const isTurn = (field: 'from' | 'until', date: Temporal.PlainDate) => (booking: Booking) =>
  booking[field].equals(date) && !booking.gone

/** A day: who may open which door is looked at a minute before and after every check-out and check-in. */
async function live(story: Story, date: Temporal.PlainDate): Promise<void> {
  const { w, clock, front, flats } = story
  const arriving = flats.flatMap((flat) =>
    flat.bookings.filter(isTurn('from', date)).map(({ guest }) => ({ guest, doors: [front, flat.lock] })),
  )
  const isLeaving = flats.some(({ bookings }) => bookings.some(isTurn('until', date)))
  const turns = [...(isLeaving ? [at(date, 11)] : []), ...(arriving.length > 0 ? [at(date, 15)] : [])]
  for (const moment of turns.flatMap((turn) => [turn - MINUTE_MS, turn + MINUTE_MS])) {
    await moveAtLeastTo(clock, moment)
    assertDoors(flats, front, clock.now())
  }
  // Every tenth guest is watched on the way in; that all of them can open was seen above.
  for (const { guest, doors } of arriving)
    if (story.arrivals++ % 10 === 0) await comeIn(w, clock, doors, guest)
}

/** Upkeep by the hour is another story, and would make this one long. */
const withoutUpkeep = (w: World, until: number) =>
  w.db.updateTable('job').set({ run_at: until }).where('key', '=', 'recurring').execute()

const DAYS_OF_CHANGES = [60, 150, 240]
const DAY_MS = 86_400_000

const settings = {
  outbound: TO_RECEIVERS,
  service: { intervalMinutes: 7 * 24 * 60 },
}

// Some seven thousand moments of a year, one after the other.
const patiently = { timeout: 1_200_000 }

test(
  'a year of bookings for 20 flats: at every check-in the right code opens the right doors, after check-out none does',
  patiently,
  async (t) => {
    const clock = new MovableClock()
    const w = await createWorld(t, 'sqlite', { config: settings, clock: () => clock })
    const server = await startCalendarServer(t)
    const story: Story = { w, clock, arrivals: 0, ...(await build(w)) }
    const { flats, front } = story
    const doors = [front, ...flats.map(({ lock }) => lock)]
    standStill(w, clock, doors)
    await withoutUpkeep(w, clock.now() + 500 * DAY_MS)
    const firstDay = Temporal.Instant.fromEpochMilliseconds(clock.now())
      .toZonedDateTimeISO(ZONE)
      .toPlainDate()
    for (const [i, flat] of flats.entries()) flat.bookings = bookingsOf(i, firstDay)
    publish(server, flats, firstDay)
    for (const { name } of flats) {
      const body = { url: server.url(`/${name}.ics`), addressId: Number(name) }
      await w.api.services.link({ params: { serviceId: 'vrbo' }, body })
    }

    for (let day = 0; day < 365; day++) {
      const date = firstDay.add({ days: day })
      if (DAYS_OF_CHANGES.includes(day)) for (const flat of flats) changePlans(flat, date)
      if (day % 7 === 0) publish(server, flats, date)
      await live(story, date)
    }
    await clock.advance(10 * DAY_MS)
    for (const door of doors) assert.deepEqual([...codesAllowedOn(door)], [], `${door.name} in the end`)
    assert.ok(story.arrivals > 250, `${story.arrivals} guests came`)
    const { data } = await w.api.services.get({ params: { serviceId: 'vrbo' } })
    assert.ok(data.context.links.every(({ status }) => status === 'active'))
  },
)
