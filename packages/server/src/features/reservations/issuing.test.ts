import assert from 'node:assert/strict'
import { type AccessDevice, connectAccess, keypadLock, playedKeypad } from '../../../test/access-device.ts'
import { apiTest, type World } from '../../../test/world.ts'
import { MovableClock } from '../../platform/movable-clock.ts'

const onMovableClock = { clock: () => new MovableClock() }

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const clockOf = (w: World) => w.service.platform.clock as MovableClock

const iso = (ms: number) => new Date(ms).toISOString()

interface Place {
  addressId: number
  id: string
}

/** An address in Berlin with these locks, and a stay there that begins in `inDays` days. */
async function stayAt(
  w: World,
  smartlockIds: number[],
  { inDays = 10, settings }: { inDays?: number; settings?: Record<string, unknown> } = {},
): Promise<Place> {
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds, timeZone: 'Europe/Berlin' },
  })
  const { addressId } = address
  if (settings) await w.api.addresses.update({ params: { addressId }, body: { settings } })
  const start = clockOf(w).now() + inDays * DAY_MS
  const { data } = await w.api.reservations.create({
    params: { addressId },
    body: {
      name: 'Ada Lovelace of London',
      email: '',
      guests: 2,
      startDate: iso(start),
      endDate: iso(start + 3 * DAY_MS),
    },
  })
  return { addressId, id: data.id }
}

const stay = async (w: World, { addressId, id }: Place) => {
  const { data } = await w.api.reservations.list({ params: { addressId } })
  return data.find((one) => one.id === id) ?? assert.fail('the stay is gone')
}

const until = (
  w: World,
  place: Place,
  what: string,
  holds: (seen: Awaited<ReturnType<typeof stay>>) => boolean,
) =>
  w.until(what, async () => {
    const seen = await stay(w, place)
    return holds(seen) && seen
  })

const untilIssued = (w: World, place: Place) =>
  until(w, place, 'the codes are confirmed', (seen) => seen.readiness === 1 && !seen.isCurrentlyIssuingAuth)

const untilGone = (w: World, place: Place) =>
  until(w, place, 'the codes are gone', (seen) => !('authIds' in seen) && !seen.isCurrentlyRevokingAuth)

const codesOn = (device: AccessDevice) => [...device.held.values()].map(({ entry }) => entry)

/** Check-in and check-out of a stay by the clock of Berlin. */
const windowOf = (seen: { startDate: string; endDate: string }) => {
  const at = (text: string, hour: number) =>
    Temporal.Instant.from(text).toZonedDateTimeISO('Europe/Berlin').withPlainTime({ hour }).epochMilliseconds
  return [at(seen.startDate, 15), at(seen.endDate, 11)]
}

apiTest(
  'codes that are issued are the same on every keypad lock, for the time of the stay (D82)',
  async (w) => {
    const [one, two] = [await playedKeypad(w, 'One'), await playedKeypad(w, 'Two')]
    const plain = await w.lock({ name: 'No keypad' })
    const place = await stayAt(w, [one.smartlockId, plain.smartlockId, two.smartlockId])
    const { operationId } = await w.api.reservations.issue({ params: place })
    const issuing = await stay(w, place)
    assert.partialDeepStrictEqual(issuing, {
      isCurrentlyIssuingAuth: true,
      currentlyIssuingAuth: true,
      keypadIssued: false,
      guestsIssued: 0,
      readiness: 0,
      operationId,
    })
    await w.refuses(w.api.reservations.issue({ params: place }), 'resource_locked')
    await w.refuses(w.api.reservations.revoke({ params: place }), 'resource_locked')
    one.obeyAll()
    two.obeyAll()
    const issued = await untilIssued(w, place)
    await w.untilOperation(operationId, 'confirmed')
    assert.partialDeepStrictEqual(issued, {
      keypadIssued: true,
      guestsIssued: 2,
      automation: 0,
      checkedIn: false,
      currentlyIssuingAuth: false,
    })
    assert.equal(issued.authIds?.length, 2)
    const [first] = codesOn(one)
    assert.deepEqual([first], codesOn(two))
    assert.equal(first?.name, 'Ada Lovelace of Lond')
    assert.deepEqual([first?.fromDate, first?.untilDate], windowOf(issued))
    const again = await w.api.reservations.issue({ params: place })
    assert.equal(again.operationId, undefined, 'nothing was missing')
  },
  onMovableClock,
)

apiTest(
  'codes cannot be issued without a keypad, nor for a stay that is over',
  async (w) => {
    const plain = await w.lock()
    const place = await stayAt(w, [plain.smartlockId])
    await w.refuses(w.api.reservations.issue({ params: place }), 'no_keypad_lock')
    const lock = await keypadLock(w)
    const over = await stayAt(w, [lock.smartlockId], { inDays: -10 })
    await w.refuses(w.api.reservations.issue({ params: over }), 'reservation_not_active')
    const nothing = await w.api.reservations.revoke({ params: place })
    assert.equal(nothing.operationId, undefined)
  },
  onMovableClock,
)

apiTest(
  'codes that are revoked by hand leave the locks and do not come back by themselves (D83)',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId], { inDays: 1, settings: { autoIssueHours: 720 } })
    const issued = await untilIssued(w, place)
    assert.equal(issued.automation, 2, 'issued by itself')
    const { operationId } = await w.api.reservations.revoke({ params: place })
    await w.untilOperation(operationId, 'confirmed')
    const gone = await untilGone(w, place)
    assert.partialDeepStrictEqual(gone, {
      keypadIssued: false,
      guestsIssued: 0,
      automation: 0,
      state: 'accepted',
    })
    assert.equal(lock.held.size, 0)
    await clockOf(w).advance(2 * HOUR_MS)
    await w.service.quiet()
    assert.equal(lock.held.size, 0)
  },
  onMovableClock,
)

apiTest(
  'own access times of a stay move its code on the lock (D83)',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId])
    const bad = await w.request(
      'POST',
      `/address/${place.addressId}/reservation/${place.id}/update/accesstimes`,
      {
        body: { checkInTime: 720 },
      },
    )
    assert.equal(bad.json().errors[0].path, 'checkOutTime')
    await w.api.reservations.issue({ params: place })
    const issued = await untilIssued(w, place)
    const [from = 0, end = 0] = windowOf(issued)
    const times = { checkInTime: 720, checkOutTime: 840 }
    const { operationId } = await w.api.reservations.updateAccessTimes({ params: place, body: times })
    await w.untilOperation(operationId, 'confirmed')
    const [code] = codesOn(lock)
    assert.deepEqual([code?.fromDate, code?.untilDate], [from - 3 * HOUR_MS, end + 3 * HOUR_MS])
    assert.partialDeepStrictEqual(await untilIssued(w, place), { ...times, hasCustomAccessTimes: true })
  },
  onMovableClock,
)

apiTest(
  'a stay that is changed by hand takes its code along',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId])
    await w.api.reservations.issue({ params: place })
    const issued = await untilIssued(w, place)
    const later = iso(Date.parse(issued.endDate) + 5 * DAY_MS)
    const { data } = await w.api.reservations.update({
      params: place,
      body: { endDate: later, name: 'Grace' },
    })
    const moved = await untilIssued(w, place)
    assert.equal(moved.authIds?.[0], issued.authIds?.[0], 'the same code')
    const [code] = codesOn(lock)
    assert.deepEqual([code?.name, code?.fromDate, code?.untilDate], ['Grace', ...windowOf(data)])
  },
  onMovableClock,
)

apiTest(
  'codes are issued by the clock before check-in, and revoked after check-out (D83)',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId], { inDays: 10, settings: { autoIssueHours: 24 } })
    const planned = await until(w, place, 'it is planned', (seen) => seen.automation === 1)
    const [from = 0, end = 0] = windowOf(planned)
    await clockOf(w).moveTo(from - 24 * HOUR_MS - 60_000)
    await w.service.quiet()
    assert.equal(lock.held.size, 0, 'not before its time')
    await clockOf(w).moveTo(from - 24 * HOUR_MS + 60_000)
    assert.equal((await untilIssued(w, place)).automation, 2)
    await clockOf(w).moveTo(end - 60_000)
    await w.service.quiet()
    assert.equal(lock.held.size, 1, 'until the last minute')
    await clockOf(w).moveTo(end + 60_000)
    assert.equal((await untilGone(w, place)).automation, 3)
    assert.equal(lock.held.size, 0)
  },
  onMovableClock,
)

apiTest(
  'a code that a lock refuses is replaced once by a fresh one',
  async (w) => {
    const [picky, easy] = [await playedKeypad(w, 'Picky'), await playedKeypad(w, 'Easy')]
    const refused: unknown[] = []
    picky.obeyAll((_id, entry) => {
      if (entry === null || refused.length > 0) return undefined
      refused.push(entry.code)
      return 0x2a
    })
    easy.obeyAll()
    const place = await stayAt(w, [picky.smartlockId, easy.smartlockId])
    await w.api.reservations.issue({ params: place })
    await w.until('both have the fresh code', async () => {
      const [one, two] = [codesOn(picky)[0]?.code, codesOn(easy)[0]?.code]
      return one !== undefined && one === two && one !== refused[0] && easy.held.size === 1
    })
    assert.equal((await untilIssued(w, place)).authIds?.length, 2)
  },
  onMovableClock,
)

apiTest(
  'codes that every lock refuses twice are given up, and the stay says so (8.8)',
  async (w) => {
    const lock = await playedKeypad(w)
    let refusals = 0
    lock.obeyAll((_id, entry) => {
      if (entry === null) return undefined
      refusals += 1
      return 0x13
    })
    const place = await stayAt(w, [lock.smartlockId], { inDays: 1, settings: { autoIssueHours: 720 } })
    const failed = await until(
      w,
      place,
      'it is given up',
      (seen) => seen.automation === 4 && !('authIds' in seen),
    )
    assert.partialDeepStrictEqual(failed, { keypadIssued: false, isCurrentlyIssuingAuth: false })
    assert.equal(refusals, 2)
    await clockOf(w).advance(HOUR_MS)
    assert.equal(refusals, 2, 'and not tried again')
    assert.match(
      (await w.request('GET', '/metrics', { token: null })).payload,
      /latchwork_arrival_warnings_total [1-9]/,
    )
  },
  onMovableClock,
)

apiTest(
  'locks that come to an address and go from it take the codes along (D83)',
  async (w) => {
    const [one, two] = [await playedKeypad(w, 'One'), await playedKeypad(w, 'Two')]
    one.obeyAll()
    two.obeyAll()
    const place = await stayAt(w, [one.smartlockId])
    await w.api.reservations.issue({ params: place })
    await untilIssued(w, place)
    const [before] = codesOn(one)
    const params = { addressId: place.addressId }
    await w.api.addresses.update({ params, body: { smartlockIds: [one.smartlockId, two.smartlockId] } })
    await w.until('the new lock has the code', async () => two.held.size === 1)
    assert.equal(codesOn(two)[0]?.code, before?.code, 'the same code')
    await untilIssued(w, place)
    await w.api.addresses.update({ params, body: { smartlockIds: [two.smartlockId] } })
    await w.until('the old lock has it no more', async () => one.held.size === 0)
    await until(w, place, 'one code is left', (seen) => seen.authIds?.length === 1)
    await w.api.addresses.update({ params, body: { checkInTime: 600 } })
    await w.until(
      'the code opens earlier',
      async () => codesOn(two)[0]?.fromDate === (before?.fromDate ?? 0) - 5 * HOUR_MS,
    )
  },
  onMovableClock,
)

apiTest(
  'an address that is deleted is gone at once, and its codes leave the locks (D84)',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId])
    await w.api.reservations.issue({ params: place })
    await untilIssued(w, place)
    const { data, operationId } = await w.api.addresses.remove({ params: { addressId: place.addressId } })
    assert.equal(data.success, true)
    assert.deepEqual((await w.api.addresses.list()).data, [])
    await w.untilOperation(operationId, 'confirmed')
    assert.equal(lock.held.size, 0)
    assert.deepEqual(await w.db.selectFrom('reservation').selectAll().execute(), [])
  },
  onMovableClock,
)

apiTest(
  'a stay that is deleted is gone at once, and its code leaves the lock',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId])
    await w.api.reservations.issue({ params: place })
    await untilIssued(w, place)
    const { operationId } = await w.api.reservations.remove({ params: place })
    await w.untilOperation(operationId, 'confirmed')
    assert.deepEqual((await w.api.reservations.list({ params: { addressId: place.addressId } })).data, [])
    assert.equal(lock.held.size, 0)
  },
  onMovableClock,
)

apiTest(
  'a code that waits for a lock that is away does not hold up the others (8.8)',
  async (w) => {
    const here = await playedKeypad(w, 'Here')
    const away = await keypadLock(w, 'Away')
    here.obeyAll()
    const place = await stayAt(w, [here.smartlockId, away.smartlockId])
    await w.api.reservations.issue({ params: place })
    const issued = await until(w, place, 'it is issued', (seen) => !seen.isCurrentlyIssuingAuth)
    assert.partialDeepStrictEqual(issued, { keypadIssued: true, readiness: 0.5 })
    const metrics = async () => (await w.request('GET', '/metrics', { token: null })).payload
    await clockOf(w).moveTo((windowOf(issued)[0] ?? 0) - 2 * HOUR_MS)
    assert.match(await metrics(), /latchwork_arrival_readiness_ratio 0\.5/)
    const back = await connectAccess(w, away)
    back.obeyAll()
    await untilIssued(w, place)
    assert.match(await metrics(), /latchwork_arrival_readiness_ratio 1/)
    assert.match(await metrics(), /latchwork_arrival_codes\{state="confirmed"\} 2/)
  },
  onMovableClock,
)

apiTest(
  'a code that is not on its lock an hour before arrival is warned of, once',
  async (w) => {
    const away = await keypadLock(w, 'Away')
    const place = await stayAt(w, [away.smartlockId], { inDays: 5, settings: { autoIssueHours: 48 } })
    const [from = 0] = windowOf(await stay(w, place))
    await clockOf(w).moveTo(from - HOUR_MS - 60_000)
    await w.service.quiet()
    const warnings = async () => {
      const { data } = await w.api.events.list({ query: { limit: 1000 } })
      return data.events.filter(({ feature }) => feature === 'DEVICE_AUTHS').map(({ payload }) => payload)
    }
    assert.deepEqual(await warnings(), [])
    await clockOf(w).moveTo(from - HOUR_MS + 60_000)
    await w.until('the warning is there', async () => (await warnings()).length > 0)
    assert.partialDeepStrictEqual(await warnings(), [
      { deleted: false, smartlockAuth: { smartlockId: away.smartlockId, syncState: 'pending' } },
    ])
    assert.match(JSON.stringify(await warnings()), /"error":"The code is not on the lock yet/)
    await clockOf(w).moveTo(from)
    await w.service.quiet()
    assert.equal((await warnings()).length, 1)
    assert.match(
      (await w.request('GET', '/metrics', { token: null })).payload,
      /latchwork_arrival_warnings_total 1/,
    )
  },
  onMovableClock,
)

apiTest(
  'a guest who opens with the code for the first time has checked in',
  async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    const place = await stayAt(w, [smartlockId], { inDays: 0, settings: { autoIssueHours: 720 } })
    const issued = await untilIssued(w, place)
    assert.equal(issued.checkedIn, false)
    await clockOf(w).moveTo(Math.max((windowOf(issued)[0] ?? 0) + HOUR_MS, clockOf(w).now()))
    simulator.typeCode('000000')
    simulator.typeCode(simulator.access()[0]?.code ?? '')
    await until(w, place, 'the guest is in', (seen) => seen.checkedIn === true)
  },
  onMovableClock,
)
