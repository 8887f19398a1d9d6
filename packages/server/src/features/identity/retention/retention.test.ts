import assert from 'node:assert/strict'
import { clockOf } from '../../../../test/manual-time.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { retention } from '../../../compose/retention.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { idFloor } from '../../../platform/ids.ts'
import { removeOldMail } from '../../mail/jobs.ts'
import { removeOldReservations } from '../../places/stays/jobs.ts'

const START = Date.UTC(2026, 5, 10, 12)
const DAY_MS = 86_400_000
const proof = { currentPassword: 'correct horse' }
const manual = {
  clock: () => new ManualClock(START),
  config: { retention: { logDays: 100, reservationDays: 200, mailDays: 60, leastDays: 5 } },
}

apiTest(
  'an account chooses how long its records are kept, between what the operator keeps at least and at most (D220)',
  async (w) => {
    const most = { logDays: 100, reservationDays: 200, mailDays: 60 }
    const { data: first } = await w.api.retention.get()
    assert.deepEqual(first, { ...most, leastDays: 5, mostDays: most })
    const { data: chosen } = await w.api.retention.update({
      body: { logDays: 10, mailDays: 5, ...proof },
    })
    assert.deepEqual([chosen.logDays, chosen.reservationDays, chosen.mailDays], [10, 200, 5])
    for (const body of [{ logDays: 4 }, { logDays: 101 }, { mailDays: 61 }, { logDays: 0 }])
      await w.refuses(w.api.retention.update({ body: { ...body, ...proof } }), 'invalid_parameter')
    const { statusCode } = await w.request('POST', '/account/retention', { body: { logDays: null } })
    assert.equal(statusCode, 200)
    assert.deepEqual(
      (await w.api.retention.get()).data,
      { ...chosen, logDays: 100 },
      'null takes the most again',
    )
    const { data: entries } = await w.api.audit.list({ query: {} })
    assert.deepEqual(
      entries.filter(({ action }) => action === 'retention.changed').map(({ detail }) => detail?.logDays),
      ['100', '10'],
    )
    const sub = await w.caller({ rights: 63 })
    await w.refuses(sub.api.retention.get(), 'master_required')
    const other = await w.account()
    assert.equal((await other.api.retention.get()).data.mailDays, 60, "another account's are its own")
  },
  manual,
)

apiTest(
  'keeping records for fewer days needs the person, keeping them longer does not (D158)',
  async (w) => {
    const update = (body: object) => w.request('POST', '/account/retention', { body })
    const days = async () => (await w.api.retention.get()).data.logDays
    await w.refuses(w.api.retention.update({ body: { logDays: 10 } }), 'step_up_required')
    const wrong = { logDays: 10, currentPassword: 'wrong horse' }
    await w.refuses(w.api.retention.update({ body: wrong }), 'invalid_credentials')
    assert.equal(await days(), 100, 'nothing was stored')
    assert.equal((await update({ logDays: 10, ...proof })).statusCode, 200)
    assert.equal((await update({ logDays: 20 })).statusCode, 200, 'longer than before')
    assert.equal((await update({ logDays: 20, mailDays: 60 })).statusCode, 200, 'the same')
    assert.equal((await update({ logDays: null, mailDays: 30 })).statusCode, 403, 'one of them is shorter')
    assert.equal(await days(), 20)
    assert.equal((await update({ logDays: null })).statusCode, 200)
    assert.equal(await days(), 100)
  },
  manual,
)

const DAYS_AGO = [3, 20, 90, 150]

/** An entry of the log, a stay and a mail for each of these days ago. */
async function furnish(w: World, accountId: number): Promise<void> {
  const by = accountId === w.owner.accountId ? w.owner : undefined
  const { smartlockId } = await w.lock({ ...(by && { by }) })
  const tail = accountId.toString(16).padStart(4, '0')
  const idAt = (days: number) => idFloor(START - days * DAY_MS).slice(0, 20) + tail
  await w.db
    .insertInto('smartlock_log')
    .values(
      DAYS_AGO.map((days) => ({
        ...{ id: idAt(days), account_id: accountId, smartlock_id: smartlockId, device_type: 4 },
        ...{ account_user_id: null, auth_id: null, name: `${days}`, action: 1, trigger: 0, state: 0 },
        ...{ auto_unlock: 0, source: null, opener_log: null, error: null, date: START - days * DAY_MS },
      })),
    )
    .execute()
}

const left = async (w: World, accountId: number) =>
  (
    await w.db
      .selectFrom('smartlock_log')
      .select('name')
      .where('account_id', '=', accountId)
      .orderBy('date', 'desc')
      .execute()
  ).map(({ name }) => Number(name))

bothTest(
  'what is older than an account wants goes, what others keep stays, and the operator’s limit holds for all',
  async (w) => {
    const other = await w.account()
    await furnish(w, w.owner.accountId)
    await furnish(w, other.accountId)
    await w.api.retention.update({ body: { logDays: 10, ...proof } })
    const days = { logDays: 100, operationDays: 30, eventDays: 7 }
    await retention(days).run(w.service.contextFor(0), undefined)
    assert.deepEqual(await left(w, w.owner.accountId), [3])
    assert.deepEqual(await left(w, other.accountId), [3, 20, 90])
  },
  manual,
)

bothTest(
  'stays and mails go after the days of their account',
  async (w) => {
    const { data: address } = await w.api.addresses.create({
      body: { name: 'Mill Street', smartlockIds: [] },
    })
    const params = { addressId: address.addressId }
    const body = { name: 'Guest', email: 'guest@example.org', guests: 1 }
    const dates = (day: number) => ({
      startDate: new Date(START - (day + 1) * DAY_MS).toISOString(),
      endDate: new Date(START - day * DAY_MS).toISOString(),
    })
    for (const day of [3, 20]) await w.api.reservations.create({ params, body: { ...body, ...dates(day) } })
    await w.api.emailAddress.change({
      body: { email: 'new@example.com', currentPassword: 'correct horse' },
    })
    const mails = async () => (await w.db.selectFrom('mail').select('id').execute()).length
    assert.ok((await mails()) > 0)
    const clean = async () => {
      const ctx = w.service.contextFor(0)
      await removeOldReservations(200).run(ctx, undefined)
      await removeOldMail(60).run(ctx, undefined)
    }
    clockOf(w).advance(6 * DAY_MS)
    await clean()
    assert.equal((await w.api.reservations.list({ params })).data.length, 2)
    assert.ok((await mails()) > 0)
    await w.api.retention.update({ body: { reservationDays: 10, mailDays: 5, ...proof } })
    await clean()
    assert.equal((await w.api.reservations.list({ params })).data.length, 1)
    assert.equal(await mails(), 0)
  },
  manual,
)
