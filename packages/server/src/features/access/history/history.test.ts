import assert from 'node:assert/strict'
import { TIME_ZONES } from '@latchwork/contract'
import type { AccessEntry } from '@latchwork/contract/device'
import { type AccessDevice, playedKeypad } from '../../../../test/access-device.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { removeOver, verifyHistory } from '../service.ts'
import { decidingOf } from './rules.ts'
import * as store from './store.ts'

/** A Monday, noon. */
const NOON = Date.UTC(2026, 0, 5, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TUESDAY = 32
const CODE = { name: 'Anna', type: 13, remoteAllowed: false } as const

async function pass(w: World, ms: number): Promise<void> {
  clockOf(w).advance(ms)
  await w.service.settle()
}

/** What was said of Anna at a moment: the rule, with a mark where she could come in. */
async function asked(w: World, lock: AccessDevice, at: number): Promise<string | undefined> {
  const { data } = await w.api.authorizations.accessAt({
    params: { smartlockId: lock.smartlockId },
    query: { at: new Date(at).toISOString() },
  })
  const [anna] = data.rights
  return anna && `${anna.rule}${anna.allowed ? ' +' : ''}`
}

/** What is written down of every right is how it stands, and of those that are gone nothing is open. */
async function assertWrittenDown(w: World): Promise<void> {
  const rows = await w.db.selectFrom('smartlock_auth').selectAll().orderBy('id').execute()
  const open = await w.db
    .selectFrom('smartlock_auth_version')
    .selectAll()
    .where('until_at', '=', store.OPEN)
    .orderBy('auth_id')
    .execute()
  assert.deepEqual(
    open.map((version) => [version.auth_id, decidingOf(version)]),
    rows.map((row) => [row.id, decidingOf(row)]),
  )
  assert.deepEqual((await verifyHistory(w.service.contextFor(0))).problems, [])
}

/** A code that comes, is confirmed a minute later, changed, disabled and deleted, each confirmed later. */
async function lifeOfACode(w: World) {
  const lock = await playedKeypad(w)
  const params = { smartlockId: lock.smartlockId }
  // What was not answered is sent again as time passes; the newest is what counts.
  const confirm = (operationId: string | undefined) =>
    w.until('it is confirmed', async () => {
      const newest = lock.patches.at(-1)
      if (newest) await lock.obey(newest)
      const { data } = await w.api.operations.get({ params: { operationId: operationId as string } })
      return data.status === 'confirmed'
    })
  const made = await w.api.authorizations.createOn({ params, body: { ...CODE, code: 384_365 } })
  await pass(w, MINUTE)
  await confirm(made.operationId)
  const { data } = await w.api.authorizations.listOf({ params })
  const one = { ...params, id: data[0]?.id as string }
  await pass(w, HOUR)
  const change = (body: object) => w.api.authorizations.update({ params: one, body })
  const tuesday = await change({ allowedWeekDays: TUESDAY })
  await pass(w, 10 * MINUTE)
  await confirm(tuesday.operationId)
  await pass(w, HOUR)
  const disabled = await change({ enabled: false })
  await confirm(disabled.operationId)
  await pass(w, HOUR)
  const deleted = await w.api.authorizations.remove({ params: one })
  await pass(w, 10 * MINUTE)
  await confirm(deleted.operationId)
  await pass(w, HOUR)
  return { lock, authId: one.id }
}

bothTest(
  'who could open a door is known to the second for every moment, by what the lock had then',
  async (w) => {
    const began = clockOf(w).now()
    const { lock, authId } = await lifeOfACode(w)
    const at = (ms: number) => asked(w, lock, began + ms)
    assert.equal(await at(0), 'not_delivered')
    assert.equal(await at(MINUTE - 1), 'not_delivered')
    assert.equal(await at(MINUTE), 'allowed +')
    const changed = MINUTE + HOUR
    assert.equal(await at(changed - 1), 'allowed +')
    assert.equal(await at(changed), 'earlier_terms +', 'the lock had not heard of the change')
    assert.equal(await at(changed + 10 * MINUTE), 'weekday')
    const disabled = changed + 10 * MINUTE + HOUR
    assert.equal(await at(disabled - 1), 'weekday')
    assert.equal(await at(disabled), 'disabled')
    const deleted = disabled + HOUR
    assert.equal(await at(deleted + 10 * MINUTE - 1), 'disabled')
    assert.equal(await at(deleted + 10 * MINUTE), undefined)
    const { data: audit } = await w.api.audit.list()
    const hashes = audit.filter(({ subject }) => subject === authId).map(({ detail }) => detail?.version)
    const kept = await w.db.selectFrom('smartlock_auth_version').select('hash').execute()
    assert.equal(hashes.length, 4)
    for (const hash of hashes)
      assert.ok(
        kept.some((version) => version.hash === hash),
        'the chain names it',
      )
    await assertWrittenDown(w)
  },
  standingStill(NOON),
)

apiTest(
  'a moment before the lock was there is told as unknown, one to come is refused, and a door of others is none',
  async (w) => {
    const lock = await playedKeypad(w)
    const params = { smartlockId: lock.smartlockId }
    const ask = (at: number) =>
      w.api.authorizations.accessAt({ params, query: { at: new Date(at).toISOString() } })
    const { data } = await ask(NOON - HOUR)
    assert.deepEqual([data.isKnown, data.rights], [false, []])
    assert.equal((await ask(clockOf(w).now())).data.isKnown, true)
    await w.refuses(ask(clockOf(w).now() + 1000), 'invalid_parameter')
    const missing = await w.request('GET', `/smartlock/${lock.smartlockId}/access-at`)
    assert.deepEqual([missing.statusCode, missing.json().code], [400, 'invalid_parameter'])
    const other = await w.account()
    const query = { at: new Date(NOON).toISOString() }
    await w.refuses(other.api.authorizations.accessAt({ params, query }), 'not_found')
  },
  standingStill(NOON),
)

apiTest(
  'weekdays of a past moment are read by the clock that the lock went by then',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const params = { smartlockId: lock.smartlockId }
    const body = { ...CODE, allowedWeekDays: 64, allowedFromTime: 0, allowedUntilTime: 14 * 60 }
    const { operationId } = await w.api.authorizations.createOn({ params, body })
    await w.untilOperation(operationId, 'confirmed')
    const zoneOf = async () => (await w.api.smartlocks.capability({ params })).data.timeZone
    const was = await zoneOf()
    const then = clockOf(w).now()
    const before = await asked(w, lock, then)
    await pass(w, HOUR)
    const { data } = await w.api.smartlocks.get({ params })
    // Auckland: a Monday noon in UTC is Tuesday there.
    const config = { ...data.config, timezoneId: TIME_ZONES.indexOf('Pacific/Auckland') }
    await lock.device.publish('info', { at: 0, type: data.type, firmware: 1, hardware: 1, config })
    await w.until('the zone is another', async () => (await zoneOf()) !== was)
    await pass(w, MINUTE)
    assert.equal(await asked(w, lock, then), before)
    const { data: past } = await w.api.authorizations.accessAt({
      params,
      query: { at: new Date(then).toISOString() },
    })
    assert.equal(past.timeZone, was)
  },
  standingStill(NOON),
)

/** A device that cannot keep dates. */
const withoutDates = (_id: string, entry: AccessEntry | null) =>
  entry?.fromDate === undefined && entry?.untilDate === undefined ? undefined : 0xf4

apiTest(
  'whatever becomes of a right on its lock is written down: kept, refused, lost and repaired, gone with the lock',
  async (w) => {
    const lock = await playedKeypad(w)
    let refuse: Parameters<AccessDevice['obeyAll']>[0] = withoutDates
    lock.obeyAll((id, entry) => refuse?.(id, entry))
    const params = { smartlockId: lock.smartlockId }
    const day = (n: number) => new Date(NOON + n * 24 * HOUR).toISOString()
    await w.api.authorizations.createOn({
      params,
      body: { ...CODE, allowedFromDate: day(1), allowedUntilDate: day(2) },
    })
    const first = async () => (await w.api.authorizations.listOf({ params })).data[0]
    await w.until('it waits for its date', async () => (await first())?.place === 'kept')
    await assertWrittenDown(w)
    await pass(w, 24 * HOUR)
    await w.until('it is there', async () => (await first())?.syncState === 'synced' && lock.held.size === 1)
    await assertWrittenDown(w)
    lock.held.clear()
    await lock.tellList()
    await w.until(
      'it is repaired',
      async () => lock.held.size === 1 && (await first())?.syncState === 'synced',
    )
    await assertWrittenDown(w)
    refuse = () => 0x13
    await w.api.authorizations.createOn({ params, body: { ...CODE, name: 'Ben' } })
    const isRefused = async () =>
      (await w.api.authorizations.listOf({ params })).data.some(({ syncState }) => syncState === 'failed')
    await w.until('it is refused', isRefused)
    await assertWrittenDown(w)
    await w.api.smartlocks.remove({ params })
    await assertWrittenDown(w)
    const left = await w.db.selectFrom('smartlock_auth_version').select('number').execute()
    assert.ok(left.length > 4, 'what was outlives the lock')
  },
  standingStill(NOON),
)

apiTest(
  'a history that somebody altered is noticed, and what was over for long enough is removed',
  async (w) => {
    const { authId } = await lifeOfACode(w)
    const ctx = w.service.contextFor(0)
    const alter = (number: number, set: object) =>
      w.db
        .updateTable('smartlock_auth_version')
        .set(set as never)
        .where('auth_id', '=', authId)
        .where('number', '=', number)
        .execute()
    const problems = async () => (await verifyHistory(ctx)).problems.join(' ')
    assert.equal(await problems(), '')
    await alter(2, { name: 'Eve' })
    assert.match(await problems(), /version 2 was altered/)
    await alter(2, { name: 'Anna', until_at: NOON + 5 })
    assert.match(await problems(), /the end of version 2 was altered/)
    await w.db.deleteFrom('smartlock_auth_version').where('number', '=', 2).execute()
    assert.match(await problems(), /version 2 is missing/)
    const { smartlockId } = await playedKeypad(w, 'Other')
    await w.api.authorizations.createOn({ params: { smartlockId }, body: CODE })
    await w.db.deleteFrom('smartlock_auth_version').where('smartlock_id', '=', smartlockId).execute()
    assert.match(await problems(), /how it stands is not written down/)
    await removeOver(ctx, clockOf(w).now())
    assert.deepEqual(await w.db.selectFrom('smartlock_auth_version').select('number').execute(), [])
  },
  standingStill(NOON),
)
