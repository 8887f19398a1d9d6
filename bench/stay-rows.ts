import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPlatform } from '../packages/server/src/compose/open-platform.ts'
import { loadConfig } from '../packages/server/src/config.ts'
import { readCalendar } from '../packages/server/src/features/places/calendars/ics/calendar.ts'
import { createStayKeeper } from '../packages/server/src/features/places/stays/codes/keeper.ts'
import { newRow } from '../packages/server/src/features/places/stays/new-row.ts'
import { systemClock } from '../packages/server/src/platform/clock.ts'
import { type Ctx, systemContext } from '../packages/server/src/platform/context.ts'
import { type LatchworkProcess, type Storage, startLatchwork } from './latchwork-process.ts'
import { median } from './load.ts'
import type { Pace } from './options.ts'
import type { Progress } from './progress.ts'
import { limitRow, type Row } from './row.ts'
import type { Store } from './stores.ts'

const DAY_MS = 86_400_000
const EVENTS = 5000
const AIM_IMPORT_MS = 5000
const MANY = 100_000
const DUE = 10
const AIM_LOOK_MS = 100
const UNTIMED_LOOKS = 5

/** A large calendar brought in, and what the clock has to do with many reservations of which few are due. */
export async function stayRows(store: Store, pace: Pace, progress: Progress): Promise<Row[]> {
  progress(`${store.engine}: import of ${EVENTS} events`)
  const imported = await importRow(store, pace)
  progress(`${store.engine}: a look at ${MANY} reservations`)
  return [imported, await lookRow(store, pace)]
}

const dateOf = (day: number): string =>
  new Date(Date.now() + day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')

/** Bookings one after the other, as long as a platform's export. */
const calendarOf = (events: number): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Latchwork benchmark//EN',
    ...Array.from({ length: events }, (_, i) => [
      'BEGIN:VEVENT',
      `UID:${i}@benchmark.example`,
      'DTSTAMP:20260101T000000Z',
      `DTSTART;VALUE=DATE:${dateOf(1 + 2 * i)}`,
      `DTEND;VALUE=DATE:${dateOf(2 + 2 * i)}`,
      `SUMMARY:Guest ${i}`,
      `DESCRIPTION:Reservation: BENCH${i}`,
      'END:VEVENT',
    ]).flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

async function importRow(store: Store, pace: Pace): Promise<Row> {
  const text = calendarOf(EVENTS)
  const server = createServer((_request, response) => response.end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`
  const env = { LATCHWORK_OUTBOUND_ALLOW_LOOPBACK: 'on' }
  const service = await startLatchwork(await store.newStorage(), { env })
  const ours: number[] = []
  for (let i = 0; i < pace.rounds; i++) ours.push(await timeImport(service, url))
  await service.stop()
  server.close()
  const options = { timeZone: 'UTC', from: 0, until: Number.MAX_SAFE_INTEGER, maxEvents: EVENTS }
  const alone = ours.map(() => timed(() => readCalendar(text, options)))
  const row = { part: 'stays', row: `import of a calendar with ${EVENTS} bookings`, unit: 'ms' } as const
  const note = 'from the call to the reservations in the store'
  const sides = { ours: median(ours), against: 'reading it alone', baseline: median(alone) }
  return limitRow({ ...row, engine: store.engine, ...sides, note }, AIM_IMPORT_MS)
}

function timed(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

async function timeImport({ api }: LatchworkProcess, url: string): Promise<number> {
  const { data } = await api.addresses.create({ body: { name: 'Address', smartlockIds: [] } })
  const { addressId } = data
  const startedAt = performance.now()
  await api.services.link({ params: { serviceId: 'ical' }, body: { url, addressId } })
  for (;;) {
    const { data: service } = await api.services.get({ params: { serviceId: 'ical' } })
    const link = service.context.links.find((one) => one.addressId === addressId)
    if (link?.lastError !== undefined) throw new Error(link.lastError)
    if (link?.reservations === EVENTS) return performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function lookRow(store: Store, pace: Pace): Promise<Row> {
  const many = await prepareLooks(await store.newStorage(), MANY)
  const few = await prepareLooks(await store.newStorage(), DUE)
  const times = { many: [] as number[], few: [] as number[] }
  // The first looks find nothing in memory yet, and the store is still putting away what it was filled with.
  for (let i = -UNTIMED_LOOKS; i < pace.rounds; i++) {
    const [ofMany, ofFew] = [await many.look(), await few.look()]
    if (i < 0) continue
    times.many.push(ofMany)
    times.few.push(ofFew)
  }
  const touched = await many.touched()
  await many.close()
  await few.close()
  return limitRow(
    {
      part: 'stays',
      row: `look at ${MANY} reservations, ${DUE} of them due`,
      engine: store.engine,
      unit: 'ms',
      ours: median(times.many),
      against: `the same with ${DUE}`,
      baseline: median(times.few),
      detail: { touched },
    },
    AIM_LOOK_MS,
  )
}

interface Looks {
  /** How long the clock's look takes. */
  look(): Promise<number>
  /** How many rows the last look touched. */
  touched(): Promise<number>
  close(): Promise<void>
}

async function prepareLooks(storage: Storage, count: number): Promise<Looks> {
  const { dataDir, databaseUrl } = storage
  const config = loadConfig(
    {},
    {
      dataDir,
      log: { level: 'silent' },
      ...(databaseUrl !== undefined && { database: { url: databaseUrl } }),
    },
  )
  const { platform, database } = await openPlatform({ config, clock: systemClock })
  const ctx = systemContext(platform, database.db, 0)
  await fill(ctx, count)
  const keeper = createStayKeeper(platform, database.db)
  let lastAt = 0
  return {
    async look() {
      await makeDue(ctx)
      lastAt = ctx.clock.now()
      const before = performance.now()
      await keeper.run()
      return performance.now() - before
    },
    touched: () => touchedSince(ctx, lastAt),
    async close() {
      await keeper.stop()
      await platform.wake.stop()
      await database.close()
    },
  }
}

async function fill(ctx: Ctx<never>, count: number): Promise<void> {
  const now = ctx.clock.now()
  const names = { email: 'bench@example.com', email_key: 'bench@example.com', name: 'Bench' }
  const { account_id } = await ctx.db
    .insertInto('account')
    .values({
      master_account_id: null,
      type: 0,
      ...names,
      password_hash: '',
      rights: 31,
      language: null,
      created_at: now,
      updated_at: now,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  const address = {
    account_id,
    name: 'Address',
    settings: null,
    time_zone: null,
    check_in_time: null,
    check_out_time: null,
  }
  const { address_id } = await ctx.db
    .insertInto('address')
    .values({ ...address, service_id: null, created_at: now, updated_at: now })
    .returning('address_id')
    .executeTakeFirstOrThrow()
  const times = {
    timeZone: 'UTC',
    checkInTime: 900,
    checkOutTime: 660,
    autoIssueHours: 24,
    messageHours: undefined,
  }
  for (let i = 0; i < count; i += 500) {
    const rows = Array.from({ length: Math.min(500, count - i) }, (_, n) => {
      const startsAt = now + (30 + ((i + n) % 700)) * DAY_MS
      const guest = { name: 'Guest', email: '', guests: 1, reference: null }
      return newRow({ ...ctx, accountId: account_id }, times, {
        addressId: address_id,
        unitId: null,
        ...guest,
        startsAt,
        endsAt: startsAt + 2 * DAY_MS,
      })
    })
    await ctx.db.insertInto('reservation').values(rows).execute()
  }
}

const makeDue = (ctx: Ctx<never>) =>
  ctx.db
    .updateTable('reservation')
    .set({ due_at: ctx.clock.now() })
    .where('id', 'in', (e) => e.selectFrom('reservation').select('id').orderBy('id').limit(DUE))
    .execute()

async function touchedSince(ctx: Ctx<never>, at: number): Promise<number> {
  const { n } = await ctx.db
    .selectFrom('reservation')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('updated_at', '>=', at)
    .executeTakeFirstOrThrow()
  return Number(n)
}
