import assert from 'node:assert/strict'
import { doorOf, now, pass, passUntil } from '../../../test/sandbox-door.ts'
import { apiTest, bothTest } from '../../../test/world.ts'

/** What people run this for, told through the sandbox: real locks, their own clocks, and time that passes. */

const withSandbox = { sandbox: true } as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const iso = (instant: number) => new Date(instant).toISOString()
const CODE = { type: 13, remoteAllowed: false } as const
/** Where the building stands. */
const ZONE = 'Europe/Berlin'

const inBerlin = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(ZONE)

/** A night on which the clocks in Berlin are changed, more than a week ahead, and local times of the days around it. */
function nextClockChange() {
  const jump =
    inBerlin(Date.now() + 8 * DAY_MS).getTimeZoneTransition('next') ??
    assert.fail('no DST in Berlin any more')
  const day = jump.toPlainDate()
  return {
    jump: jump.epochMilliseconds,
    /** The bit of its weekday in a mask (6.16). */
    weekDay: 64 >> (jump.dayOfWeek - 1),
    on: (weeks: number, time: string) =>
      day.add({ weeks }).toZonedDateTime({ timeZone: ZONE, plainTime: time }).epochMilliseconds,
  }
}

apiTest(
  "a cleaner's weekly code follows the clock on the wall over a DST night, at the door and in explain (D15, D53)",
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    const { jump, weekDay, on } = nextClockChange()
    const { params } = door
    const morning = { allowedWeekDays: weekDay, allowedFromTime: 540, allowedUntilTime: 660 }
    const night = { allowedWeekDays: weekDay, allowedFromTime: 60, allowedUntilTime: 240 }
    await w.api.authorizations.createOn({ params, body: { ...CODE, ...morning, name: 'Day', code: 384_365 } })
    const { operationId } = await w.api.authorizations.createOn({
      params,
      body: { ...CODE, ...night, name: 'Night', code: 465_738 },
    })
    await pass(w, 'PT5S')
    await w.untilOperation(operationId, 'confirmed')
    const steps: [at: number, code: number, opens: boolean][] = [
      [on(-1, '08:59:55'), 384_365, false],
      [on(-1, '09:00'), 384_365, true],
      [on(-1, '10:59'), 384_365, true],
      [on(-1, '11:00'), 384_365, false],
      [on(0, '00:59'), 465_738, false],
      [jump - 10_000, 465_738, true],
      [jump + 10_000, 465_738, true],
      [on(0, '04:00'), 465_738, false],
      [on(0, '09:00'), 384_365, true],
      [on(0, '10:59'), 384_365, true],
      [on(0, '11:00'), 384_365, false],
    ]
    for (const [at, code, opens] of steps.toSorted(([a], [b]) => a - b)) {
      await passUntil(w, at)
      const query = { code: String(code) }
      const { data } = await w.api.authorizations.explain({ params, query })
      assert.equal(data.allowed, opens, `explain at ${iso(at)}`)
      assert.equal(await door.types(code), opens, `the door at ${iso(at)}`)
    }
    assert.notEqual(on(0, '09:00') - on(-1, '09:00'), 7 * DAY_MS, 'the week of the DST night is not as long')
    assert.equal((await door.auth('Day')).lockCount, 4)
    assert.equal((await door.auth('Night')).lockCount, 2)
  },
  { ...withSandbox, sandboxFrom: () => nextClockChange().on(-1, '08:59') },
)

apiTest(
  'a guest code on a lock that is offline until an hour before arrival is there when the guest is',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    const { params } = door
    await door.switchTo({ connection: 'offline' })
    const arrival = (await now(w)) + 2 * DAY_MS
    const stay = { allowedFromDate: iso(arrival), allowedUntilDate: iso(arrival + 3 * DAY_MS) }
    await w.api.authorizations.createOn({ params, body: { ...CODE, ...stay, name: 'Guest', code: 384_365 } })
    const ask = async (at: number) =>
      (await w.api.authorizations.explain({ params, query: { code: '384365', at: iso(at) } })).data.rule
    assert.equal((await door.auth('Guest')).syncState, 'pending')
    assert.equal(await ask(await now(w)), 'not_yet_valid')
    assert.equal(await ask(arrival), 'not_delivered')
    await passUntil(w, arrival - HOUR_MS)
    assert.equal((await door.auth('Guest')).syncState, 'pending')
    await door.switchTo({ connection: 'online' })
    await pass(w, 'PT5S')
    assert.partialDeepStrictEqual(await door.auth('Guest'), { syncState: 'synced', lockCount: 0 })
    assert.equal(await ask(arrival), 'allowed')
    assert.equal(await door.types(384_365), false, 'an hour too early')
    await passUntil(w, arrival)
    assert.equal(await door.types(384_365), true)
    const { id, lockCount, lastActiveDate } = await door.auth('Guest')
    assert.equal(lockCount, 1)
    assert.ok(Date.parse(lastActiveDate ?? '') >= arrival)
    const entries = (await door.log()).filter(({ trigger }) => trigger === 255)
    assert.deepEqual(
      entries.map(({ state, authId, name, source }) => [state, authId, name, source]),
      [
        [0, id, 'Guest', 1],
        [224, id, 'Guest', 1],
      ],
    )
  },
  withSandbox,
)

apiTest(
  'a code revoked while the lock was offline does not open beyond its window, and is gone when the lock is back',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    const { params } = door
    const end = (await now(w)) + DAY_MS
    const body = { ...CODE, name: 'Guest', code: 384_365, allowedUntilDate: iso(end) }
    await w.api.authorizations.createOn({ params, body })
    await pass(w, 'PT5S')
    assert.equal(await door.types(384_365), true)
    await door.switchTo({ connection: 'offline' })
    const { id } = await door.auth('Guest')
    const { operationId } = await w.api.authorizations.remove({ params: { ...params, id } })
    assert.equal((await door.auth('Guest')).syncState, 'deleting')
    const explained = (await w.api.authorizations.explain({ params, query: { code: '384365' } })).data
    assert.equal(explained.allowed, true, 'nobody can reach the lock, and explain does not hide it')
    assert.match(explained.reason, /being deleted/)
    await passUntil(w, end)
    assert.equal((await door.real()).connected, false)
    assert.equal(await door.types(384_365), false, 'the window on the device ends it')
    await door.switchTo({ connection: 'online' })
    await pass(w, 'PT5S')
    await w.untilOperation(operationId, 'confirmed')
    assert.deepEqual([await door.auths(), (await door.real()).access], [[], []])
    assert.equal(await door.types(384_365), false)
  },
  withSandbox,
)

bothTest(
  'two integrations that write the same lock both get what they asked for, or are told why not',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    const { params } = door
    const other = await w.caller({ of: w.owner })
    const create = (api: typeof w.api, name: string, code: number) =>
      api.authorizations.createOn({ params, body: { ...CODE, name, code } })
    await Promise.all([create(w.api, 'Ours', 384_365), create(other.api, 'Theirs', 465_738)])
    await pass(w, 'PT5S')
    assert.deepEqual([await door.types(384_365), await door.types(465_738)], [true, true])
    const same = await Promise.allSettled([
      create(w.api, 'Ours too', 777_777),
      create(other.api, 'Theirs too', 777_777),
    ])
    assert.deepEqual(same.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const refused = same.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    assert.match(refused.reason.message, /exists already: .*"(Ours|Theirs) too" uses the same code/)
    await pass(w, 'PT5S')
    const { id } = await door.auth('Ours')
    const rename = (api: typeof w.api, name: string) =>
      api.authorizations.update({ params: { ...params, id }, body: { name } })
    const renamed = await Promise.allSettled([rename(w.api, 'First'), rename(other.api, 'Second')])
    assert.ok(renamed.some(({ status }) => status === 'fulfilled'))
    for (const outcome of renamed)
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'resource_locked')
    await pass(w, 'PT35S')
    const auths = await door.auths()
    const onTheLock = (await door.real()).access
    assert.ok(auths.every(({ syncState }) => syncState === 'synced'))
    assert.deepEqual(
      onTheLock.map(({ authId, name, code }) => [authId, name, code]).toSorted(),
      auths.map(({ authId, name, code }) => [authId, name, String(code)]).toSorted(),
    )
  },
  withSandbox,
)

apiTest(
  'a full keypad refuses a new code aloud, the code opens nothing, and once there is room it is there (D54)',
  async (w) => {
    const door = await doorOf(w, 'Apartment 1')
    const { params } = door
    await door.switchTo({ profile: 'full keypad' })
    await w.emitted()
    const body = { ...CODE, name: 'Guest', code: 384_365 }
    const { operationId } = await w.api.authorizations.createOn({ params, body })
    await pass(w, 'PT5S')
    await w.untilOperation(operationId, 'failed')
    const { data: operation } = await w.api.operations.get({ params: { operationId: operationId as string } })
    assert.equal(operation.errorCode, '13')
    const failed = await door.auth('Guest')
    assert.equal(failed.syncState, 'failed')
    assert.match(failed.error ?? '', /13/)
    assert.ok((await w.emitted()).includes('DEVICE_AUTHS'))
    const { data } = await w.api.authorizations.explain({ params, query: { code: '384365' } })
    assert.equal(data.rule, 'not_delivered')
    assert.match(data.reason, /too many users/)
    assert.equal(await door.types(384_365), false)
    await door.switchTo({ profile: 'none' })
    const { id } = failed
    await w.api.authorizations.update({ params: { ...params, id }, body: { name: 'Guest again' } })
    await pass(w, 'PT5S')
    assert.equal((await door.auth('Guest again')).syncState, 'synced')
    assert.equal(await door.types(384_365), true)
  },
  withSandbox,
)
