import assert from 'node:assert/strict'
import { connectAccess, keypadLock, playedKeypad } from '../../../../../test/access-device.ts'
import {
  clockOf,
  codesOn,
  HOUR_MS,
  moveAtLeastTo,
  onMovableClock,
  stay,
  stayAt,
  until,
  untilIssued,
  windowOf,
} from '../../../../../test/stays.ts'
import { apiTest } from '../../../../../test/world.ts'

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
  'a code that waits for a lock that is offline does not hold up the others (8.8)',
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
    await moveAtLeastTo(clockOf(w), (windowOf(issued)[0] ?? 0) + HOUR_MS)
    simulator.typeCode('000000')
    simulator.typeCode(simulator.access()[0]?.code ?? '')
    await until(w, place, 'the guest is in', (seen) => seen.checkedIn === true)
  },
  onMovableClock,
)
