import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AUTH_TYPE, EXPLANATION_RULES, type GuestPage } from '@latchwork/contract'
import { playedKeypad } from '../../../../test/access-device.ts'
import {
  clockOf,
  codesOn,
  moveAtLeastTo,
  onMovableClock,
  stayAt,
  untilIssued,
  windowOf,
} from '../../../../test/stays.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { isKeptOut } from './rules.ts'

/** Whom a host keeps out in other ways than by ending the stay or the link. */

const page = async (w: World, token: string): Promise<GuestPage> =>
  (await w.request('GET', '/guest', { token })).json()

const open = async (w: World, token: string, smartlockId: number) =>
  (await w.request('POST', `/guest/door/${smartlockId}/open`, { token })).json().code

/** Moves the clock to check-in, unless that was today already. */
async function untilBegun(w: World, issued: Parameters<typeof windowOf>[0]): Promise<void> {
  const [from = 0] = windowOf(issued)
  await moveAtLeastTo(clockOf(w), from + 1)
}

test('only a right that holds opens from afar, whether or not its lock knows that', () => {
  const letsIn = EXPLANATION_RULES.filter(
    (rule) => !isKeptOut({ rule, allowed: true, reason: '', nextWindows: [] }),
  )
  assert.deepEqual(letsIn.toSorted(), ['allowed', 'not_delivered'])
})

apiTest(
  'a code of a stay that is changed or switched off among the rights of its lock is neither shown nor opens',
  async (w) => {
    const lock = await playedKeypad(w, 'Front door')
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId], { inDays: 0 })
    const { data: link } = await w.api.guestLinks.createForStay({ params: place, body: {} })
    const token = link.path.slice('/g/'.length)
    await w.api.reservations.issue({ params: place })
    const issued = await untilIssued(w, place)
    await untilBegun(w, issued)
    const shown = await page(w, token)
    assert.deepEqual([shown.code, shown.doors[0]?.canOpen], [String(codesOn(lock)[0]?.code), true])
    const params = { smartlockId: lock.smartlockId, id: issued.authIds?.[0] as string }
    const change = async (body: { code?: number; enabled?: boolean }) => {
      const { operationId } = await w.api.authorizations.update({ params, body })
      await w.untilOperation(operationId, 'confirmed')
      return page(w, token)
    }
    const another = await change({ code: shown.code === '348729' ? 348_792 : 348_729 })
    assert.deepEqual([another.code, another.doors[0]?.code], [undefined, 'waiting'], 'not the old one')
    const off = await change({ code: Number(shown.code), enabled: false })
    assert.deepEqual([off.code, off.doors[0]?.canOpen], [undefined, false])
    assert.equal(await open(w, token, lock.smartlockId), 'reservation_not_active')
    const on = await change({ enabled: true })
    assert.deepEqual([on.code, on.doors[0]?.canOpen], [shown.code, true])
  },
  onMovableClock,
)

apiTest(
  'a code of a stay that is deleted by hand closes its door to the page, and comes back only when it is issued again',
  async (w) => {
    const [front, flat] = [await playedKeypad(w, 'Front door'), await playedKeypad(w, 'Flat')]
    for (const device of [front, flat]) device.obeyAll()
    const doors = [front.smartlockId, flat.smartlockId]
    const place = await stayAt(w, doors, { inDays: 0, settings: { autoIssueHours: 720 } })
    const { data: link } = await w.api.guestLinks.createForStay({ params: place, body: {} })
    const token = link.path.slice('/g/'.length)
    await untilBegun(w, await untilIssued(w, place))
    const opens = async () =>
      (await page(w, token)).doors.filter((one) => one.canOpen).map(({ name }) => name)
    const deleteOn = async (smartlockId: number) => {
      const { data: auths } = await w.api.authorizations.listOf({ params: { smartlockId } })
      const params = { smartlockId, id: auths[0]?.id as string }
      const { operationId } = await w.api.authorizations.remove({ params })
      await w.untilOperation(operationId, 'confirmed')
    }
    assert.deepEqual((await opens()).toSorted(), ['Flat', 'Front door'])
    await deleteOn(flat.smartlockId)
    assert.deepEqual(await opens(), ['Front door'])
    assert.equal(await open(w, token, flat.smartlockId), 'reservation_not_active')
    const times = { checkInTime: 0, checkOutTime: 1439 }
    const { operationId } = await w.api.reservations.updateAccessTimes({ params: place, body: times })
    await w.untilOperation(operationId, 'confirmed')
    await clockOf(w).advance(3_600_000)
    await w.service.quiet()
    assert.deepEqual(
      [codesOn(front).length, codesOn(flat).length],
      [1, 0],
      'not by a change, nor by the clock',
    )
    await deleteOn(front.smartlockId)
    assert.deepEqual(await opens(), [])
    await clockOf(w).advance(3_600_000)
    await w.service.quiet()
    assert.deepEqual([codesOn(front).length, codesOn(flat).length], [0, 0], 'the last one was all of them')
    const issued = await w.api.reservations.issue({ params: place })
    await w.untilOperation(issued.operationId, 'confirmed')
    assert.deepEqual((await opens()).toSorted(), ['Flat', 'Front door'])
  },
  onMovableClock,
)

apiTest(
  'a code of a stay whose deletion waits for its lock keeps the page out already',
  async (w) => {
    const lock = await playedKeypad(w, 'Front door')
    const stopObeying = lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId], { inDays: 0 })
    const { data: link } = await w.api.guestLinks.createForStay({ params: place, body: {} })
    const token = link.path.slice('/g/'.length)
    await w.api.reservations.issue({ params: place })
    const issued = await untilIssued(w, place)
    await untilBegun(w, issued)
    assert.equal((await page(w, token)).doors[0]?.canOpen, true)
    stopObeying()
    const params = { smartlockId: lock.smartlockId, id: issued.authIds?.[0] as string }
    await w.api.authorizations.remove({ params })
    assert.equal((await page(w, token)).doors[0]?.canOpen, false)
    assert.equal(await open(w, token, lock.smartlockId), 'reservation_not_active')
  },
  onMovableClock,
)

apiTest('a page for a code opens no door of another house that keeps its doors shut to pages', async (w) => {
  const [here, there] = [await playedKeypad(w, 'Here'), await playedKeypad(w, 'There')]
  for (const device of [here, there]) device.obeyAll()
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'c@example.com', name: 'Cleo' } })
  const smartlockIds = [here.smartlockId, there.smartlockId]
  const { operationId } = await w.api.authorizations.create({
    body: {
      ...{ type: AUTH_TYPE.keypadCode, code: 348_729, remoteAllowed: false },
      ...{ name: 'Cleo', smartlockIds, accountUserId: user.accountUserId },
    },
  })
  await w.untilOperation(operationId, 'confirmed')
  const { data: auths } = await w.api.authorizations.listOf({ params: { smartlockId: here.smartlockId } })
  const params = { smartlockId: here.smartlockId, id: auths[0]?.id as string }
  const { data: link } = await w.api.guestLinks.createForAuth({ params, body: {} })
  const token = link.path.slice('/g/'.length)
  const opens = async () => (await page(w, token)).doors.filter((one) => one.canOpen).map(({ name }) => name)
  assert.deepEqual((await opens()).toSorted(), ['Here', 'There'])
  for (const [name, ids] of [
    ['Flat', [there.smartlockId]],
    ['House', smartlockIds],
  ] as const) {
    const { data } = await w.api.addresses.create({ body: { name, smartlockIds: [...ids] } })
    const house = { addressId: data.addressId }
    await w.api.house.update({ params: house, body: { opening: false } })
    assert.deepEqual(await opens(), name === 'Flat' ? ['Here'] : [])
  }
  assert.equal(await open(w, token, there.smartlockId), 'remote_unlock_off')
})
