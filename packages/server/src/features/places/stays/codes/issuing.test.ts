import assert from 'node:assert/strict'
import { keypadLock, playedKeypad } from '../../../../../test/access-device.ts'
import {
  clockOf,
  codesOn,
  DAY_MS,
  HOUR_MS,
  iso,
  onMovableClock,
  stay,
  stayAt,
  until,
  untilGone,
  untilIssued,
  windowOf,
} from '../../../../../test/stays.ts'
import { apiTest } from '../../../../../test/world.ts'

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
        body: { checkInTime: 1440 },
      },
    )
    assert.equal(bad.json().errors[0].path, 'checkInTime')
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
  'access times that are left out stay as they are (D248)',
  async (w) => {
    const lock = await playedKeypad(w)
    const place = await stayAt(w, [lock.smartlockId])
    const change = (body: object) => w.api.reservations.updateAccessTimes({ params: place, body })
    const timesNow = async () => {
      const { checkInTime, checkOutTime, hasCustomAccessTimes } = (
        await w.api.reservations.get({ params: place })
      ).data
      return [checkInTime, checkOutTime, hasCustomAccessTimes]
    }
    assert.equal((await change({})).operationId, undefined)
    assert.deepEqual(await timesNow(), [undefined, undefined, false])
    await change({ checkOutTime: 840 })
    assert.deepEqual(await timesNow(), [undefined, 840, true], 'check-in stays that of the address')
    await change({ checkInTime: 720 })
    assert.deepEqual(await timesNow(), [720, 840, true])
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
