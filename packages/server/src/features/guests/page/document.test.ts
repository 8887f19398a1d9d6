import assert from 'node:assert/strict'
import type { GuestPage } from '@latchwork/contract'
import { playedKeypad } from '../../../../test/access-device.ts'
import { codesOn, onMovableClock, stayAt, untilIssued } from '../../../../test/stays.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'

/** The document of a page comes with what the API would answer (ADR 0079): by the same rules, and within the same limits. */

const VISIT = { 'sec-fetch-mode': 'navigate' }

async function given(w: World, token: string): Promise<GuestPage | undefined> {
  const { statusCode, body } = await w.request('GET', `/g/${token}`, { token: null, headers: VISIT })
  assert.equal(statusCode, 200)
  const [, json] = /<script type="application\/json" id="given">(.*?)<\/script>/s.exec(body) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}

const asked = async (w: World, token: string) => (await w.request('GET', '/guest', { token })).json()

apiTest(
  'the document says what the API says: no code before a lock has proven it, and nothing after the link was revoked',
  async (w) => {
    const lock = await playedKeypad(w, 'Front door')
    const place = await stayAt(w, [lock.smartlockId], { inDays: 0 })
    const { data: link } = await w.api.guestLinks.createForStay({ params: place, body: {} })
    const token = link.path.slice('/g/'.length)
    assert.equal(await seen(w, place), undefined)
    await w.request('GET', link.path, { token: null })
    assert.equal(await seen(w, place), undefined, 'who only looks at the link has not seen the page')
    await w.api.reservations.issue({ params: place })
    const underway = await given(w, token)
    const { now: _now, ...told } = await asked(w, token)
    assert.deepEqual({ ...underway, now: undefined }, { ...told, now: undefined })
    assert.deepEqual([underway?.codeState, underway?.code], ['underway', undefined])
    assert.notEqual(await seen(w, place), undefined)
    lock.obeyAll()
    await untilIssued(w, place)
    assert.equal((await given(w, token))?.code, String(codesOn(lock)[0]?.code))
    await w.api.guestLinks.revokeOfStay({ params: { ...place, guestLinkId: link.id } })
    assert.equal(await given(w, token), undefined)
    assert.equal((await asked(w, token)).code, 'token_invalid')
  },
  onMovableClock,
)

const seen = async (w: World, params: { addressId: number; id: string }) =>
  (await w.api.guestLinks.listOfStay({ params })).data[0]?.lastSeenDate

apiTest(
  'visits and calls of a link share one limit, and so do all tries from one network',
  async (w) => {
    const { data: address } = await w.api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
    const params = { addressId: address.addressId }
    const dates = { startDate: '2026-03-02T12:00:00Z', endDate: '2026-03-04T12:00:00Z' }
    const { data: stay } = await w.api.reservations.create({
      params,
      body: { name: 'Ada', email: '', guests: 1, ...dates },
    })
    const place = { ...params, id: stay.id }
    const { data: link } = await w.api.guestLinks.createForStay({ params: place, body: {} })
    const token = link.path.slice('/g/'.length)
    let told = 0
    while (told < 100 && (await given(w, token))) told += 1
    assert.equal(told, 40)
    assert.equal((await asked(w, token)).code, 'rate_limited')
    const { data: other } = await w.api.guestLinks.createForStay({ params: place, body: {} })
    assert.ok(
      await given(w, other.path.slice('/g/'.length)),
      'another guest of the house is not kept waiting',
    )
    for (let i = 0; i < 150; i += 1) await given(w, String(i).padStart(43, 'x'))
    assert.equal(await given(w, other.path.slice('/g/'.length)), undefined, 'one network has tried enough')
    assert.equal((await asked(w, other.path.slice('/g/'.length))).code, 'rate_limited')
  },
  { clock: () => new ManualClock(Date.parse('2026-03-01T12:00:00Z')) },
)
