import assert from 'node:assert/strict'
import { createClient } from '@latchwork/sdk'
import { playedKeypad } from '../../../../test/access-device.ts'
import { checkedFetch } from '../../../../test/checked-fetch.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const DAY = 86_400_000
const NOTHING = { count: 0, doors: [] }

/** A lock that has reported a state like this. */
async function reporting(w: World, name: string, state: object) {
  const { smartlockId } = await w.lock({ name })
  await w.db
    .updateTable('smartlock')
    .set({
      state: JSON.stringify({ mode: 2, state: 1, batteryCritical: false, doorState: 2, ...state }),
      server_state: 0,
    })
    .where('smartlock_id', '=', smartlockId)
    .execute()
  return { smartlockId, name }
}

apiTest('the overview, where all is well, has nothing to show', async (w) => {
  await reporting(w, 'Front', {})
  const { data } = await w.api.overview.get()
  assert.partialDeepStrictEqual(data, {
    total: 1,
    unlocked: NOTHING,
    open: NOTHING,
    jammed: NOTHING,
    offline: NOTHING,
    batteries: NOTHING,
    codes: { waiting: 0, failed: 0 },
    arrivals: { notReady: 0 },
    webhooks: { failing: 0 },
    calendars: { failing: 0 },
  })
})

/** One of everything that needs somebody. */
async function troubled(w: World) {
  const unlocked = await reporting(w, 'Unlocked', { state: 3 })
  const open = await reporting(w, 'Open', { doorState: 3 })
  const jammed = await reporting(w, 'Jammed', { state: 254 })
  const low = await reporting(w, 'Low', { batteryCharge: 12 })
  const critical = await reporting(w, 'Critical', { batteryCritical: true })
  const { smartlockId } = await playedKeypad(w, 'Waiting')
  const { data: address } = await w.api.addresses.create({
    body: { name: 'House', smartlockIds: [smartlockId] },
  })
  const code = { type: 13, remoteAllowed: false } as const
  for (const name of ['Anna', 'Ben'])
    await w.api.authorizations.createOn({ params: { smartlockId }, body: { ...code, name } })
  await w.db.updateTable('smartlock_auth').set({ sync_state: 'failed' }).where('name', '=', 'Ben').execute()
  const now = Date.now()
  const stay = (name: string, from: number) => ({
    ...{ name, email: '', guests: 1 },
    startDate: new Date(from).toISOString(),
    endDate: new Date(from + 3 * DAY).toISOString(),
  })
  const params = { addressId: address.addressId }
  await w.api.reservations.create({ params, body: stay('Tomorrow', now + DAY) })
  await w.api.reservations.create({ params, body: stay('Next week', now + 7 * DAY) })
  return { unlocked, open, jammed, low, critical, smartlockId, ...params }
}

apiTest(
  'the overview names the doors that need somebody and counts what waits, failed or is not ready',
  async (w) => {
    const { unlocked, open, jammed, low, critical } = await troubled(w)
    const { data } = await w.api.overview.get()
    assert.deepEqual(data.unlocked, { count: 1, doors: [unlocked] })
    assert.deepEqual(data.open, { count: 1, doors: [open] })
    assert.deepEqual(data.jammed, { count: 1, doors: [jammed] })
    assert.equal(data.offline.count, 0)
    assert.deepEqual(data.batteries, {
      count: 2,
      doors: [
        { ...critical, critical: true },
        { ...low, critical: false, charge: 12 },
      ],
    })
    assert.deepEqual(data.codes, { waiting: 1, failed: 1 })
    assert.deepEqual(data.arrivals, { notReady: 1 })
    await w.lock({ name: 'Never heard of' })
    assert.equal((await w.api.overview.get()).data.offline.count, 1)
  },
)

apiTest(
  'the overview shows a token for some doors those alone, and leaves out what the caller may not see',
  async (w) => {
    const { unlocked, smartlockId } = await troubled(w)
    const { data: key } = await w.api.apiKeys.create()
    const { data: token } = await w.api.apiKeys.createToken({
      params: { apiKeyId: key.apiKeyId },
      body: { smartlockIds: [unlocked.smartlockId] },
    })
    const narrow = createClient({
      baseUrl: 'http://test',
      token: token.accessToken as string,
      fetch: checkedFetch(w.service.app),
    })
    const { data } = await narrow.overview.get()
    assert.deepEqual([data.total, data.unlocked.count, data.jammed.count, data.batteries.count], [1, 1, 0, 0])
    assert.deepEqual(
      [data.codes, data.arrivals, data.calendars],
      [{ waiting: 0, failed: 0 }, { notReady: 0 }, { failing: 0 }],
    )
    const reader = await w.caller({ scopes: ['smartlock.readOnly'], of: w.owner })
    const read = (await reader.api.overview.get()).data
    assert.deepEqual(
      [read.codes, read.arrivals, read.webhooks, read.calendars],
      [undefined, undefined, undefined, undefined],
    )
    const sub = await w.caller({ rights: 0 })
    const { codes, arrivals } = (await sub.api.overview.get()).data
    assert.deepEqual([codes, arrivals], [undefined, undefined])
    const stranger = await w.account()
    assert.equal((await stranger.api.overview.get()).data.total, 0)
    assert.ok(smartlockId)
  },
)

apiTest(
  'what a battery has left is kept by day as the lock reports it, and tells when it runs out',
  async (w) => {
    const { device, smartlockId } = await w.played()
    let seq = 100
    const report = async (charge: number) => {
      seq += 1
      const battery = { pct: charge, critical: false, charging: false }
      const state = { mode: 2, lock: 1, trigger: 0, lastAction: 0, door: 2, nightMode: false, battery }
      await device.publish('state', { seq, at: clockOf(w).now(), ...state })
      const isStored = async () =>
        (await w.api.smartlocks.get({ params: { smartlockId } })).data.state.batteryCharge === charge
      await w.until('the state is stored', isStored)
    }
    for (let charge = 40; charge >= 19; charge--) {
      await report(charge)
      clockOf(w).advance(2 * DAY)
    }
    const { data } = await w.api.overview.get()
    const [low] = data.batteries.doors
    assert.equal(low?.charge, 19)
    const days = (date: string | undefined) => (Date.parse(date ?? '') - clockOf(w).now()) / DAY
    // Half a percent a day; the last report is two days old.
    assert.ok(Math.abs(days(low?.emptyDate) - 36) <= 3, `${low?.emptyDate}`)
    assert.ok(
      days(low?.earliestDate) <= days(low?.emptyDate) && days(low?.emptyDate) <= days(low?.latestDate),
    )
    const kept = await w.db.selectFrom('battery_reading').selectAll().execute()
    assert.equal(kept.length, 22)
  },
  standingStill(),
)
