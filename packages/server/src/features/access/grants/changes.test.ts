import assert from 'node:assert/strict'
import type { SmartlockAuth } from '@latchwork/contract'
import { type AccessDevice, connectAccess, keypadLock, playedKeypad } from '../../../../test/access-device.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const WINDOW = {
  allowedFromDate: '2027-01-01T10:00:00.000Z',
  allowedUntilDate: '2027-02-01T10:00:00.000Z',
  allowedWeekDays: 124,
  allowedFromTime: 480,
  allowedUntilTime: 1080,
} as const
const CODE = { name: 'Cleaner', type: 13, remoteAllowed: false, code: 384_365 } as const

/** A code on a lock that has confirmed it. */
async function confirmed(w: World, lock: AccessDevice, body: object = {}): Promise<SmartlockAuth> {
  const params = { smartlockId: lock.smartlockId }
  const { operationId } = await w.api.authorizations.createOn({ params, body: { ...CODE, ...body } })
  await w.untilOperation(operationId, 'confirmed')
  const { data } = await w.api.authorizations.listOf({ params })
  return data.at(-1) as SmartlockAuth
}

const shown = async (w: World, { smartlockId, id }: SmartlockAuth) =>
  (await w.api.authorizations.get({ params: { smartlockId, id } })).data

const update = (w: World, { smartlockId, id }: SmartlockAuth, body: object) =>
  w.api.authorizations.update({ params: { smartlockId, id }, body })

for (const [what, body] of [
  ['a new name', { name: 'Cleaning' }],
  ['switching it off', { enabled: false }],
  ['one other limit', { allowedUntilTime: 1200 }],
] as const)
  bothTest(`${what} leaves the rest of the window alone, on the lock too (D11)`, async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const before = await confirmed(w, lock, WINDOW)
    const { operationId } = await update(w, before, body)
    await w.untilOperation(operationId, 'confirmed')
    const after = await shown(w, before)
    const { updateDate: _a, ...unchanged } = { ...before, ...body }
    assert.partialDeepStrictEqual(after, unchanged)
    assert.partialDeepStrictEqual(lock.held.get(before.id)?.entry, {
      code: CODE.code,
      fromDate: Date.parse(WINDOW.allowedFromDate),
      untilDate: Date.parse(WINDOW.allowedUntilDate),
      weekDays: 124,
      fromTime: 480,
      untilTime: 'allowedUntilTime' in body ? 1200 : 1080,
    })
  })

apiTest('null clears a limit, also in a call about several (D12)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const [one, two] = [
    await confirmed(w, lock, WINDOW),
    await confirmed(w, lock, { ...WINDOW, code: 555_555 }),
  ]
  const first = await update(w, one, { allowedUntilDate: null, allowedWeekDays: null })
  const second = await w.api.authorizations.updateMany({ body: [{ id: two.id, allowedFromDate: null }] })
  await w.untilOperation(first.operationId, 'confirmed')
  await w.untilOperation(second.operationId, 'confirmed')
  const cleared = await shown(w, one)
  assert.deepEqual([cleared.allowedUntilDate, cleared.allowedWeekDays], [undefined, undefined])
  assert.equal(cleared.allowedFromDate, WINDOW.allowedFromDate)
  assert.equal((await shown(w, two)).allowedFromDate, undefined)
  assert.equal(lock.held.get(one.id)?.entry.untilDate, undefined)
})

apiTest('sending back what was read changes nothing and needs no operation (D9, D10)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const auth = await confirmed(w, lock, WINDOW)
  await w.emitted()
  assert.equal((await update(w, auth, auth)).operationId, undefined)
  assert.equal((await update(w, auth, {})).operationId, undefined)
  assert.equal((await w.api.authorizations.updateMany({ body: [] })).operationId, undefined)
  assert.deepEqual(await shown(w, auth), auth)
  assert.deepEqual(await w.emitted(), [])
  assert.equal(lock.patches.length, 1)
})

apiTest(
  'a second change while a lock that is online works on the first is 423, of another not (D24)',
  async (w) => {
    const lock = await playedKeypad(w)
    const params = { smartlockId: lock.smartlockId }
    const pause = lock.obeyAll()
    const [one, two] = [await confirmed(w, lock), await confirmed(w, lock, { code: 555_555 })]
    pause()
    const { operationId } = await update(w, one, { name: 'First' })
    const refusal = await w.refuses(update(w, one, { name: 'Second' }), 'resource_locked')
    assert.equal(refusal.headers.get('operation-id'), operationId)
    await w.refuses(w.api.authorizations.remove({ params: { ...params, id: one.id } }), 'resource_locked')
    await w.refuses(
      w.api.authorizations.updateMany({
        body: [
          { id: two.id, name: 'x' },
          { id: one.id, name: 'y' },
        ],
      }),
      'resource_locked',
    )
    assert.equal((await shown(w, two)).name, CODE.name, 'nothing of the refused call was stored (D27)')
    await update(w, two, { name: 'Other' })
  },
)

apiTest(
  'changes for a lock that is offline become one, and the last value is on the device (D24)',
  async (w) => {
    const lock = await keypadLock(w)
    const params = { smartlockId: lock.smartlockId }
    const { operationId } = await w.api.authorizations.createOn({ params, body: CODE })
    const [auth] = (await w.api.authorizations.listOf({ params })).data as [SmartlockAuth]
    for (let i = 1; i <= 5; i++)
      assert.equal((await update(w, auth, { name: `Name ${i}` })).operationId, operationId)
    const device = await connectAccess(w, lock)
    device.obeyAll()
    await w.untilOperation(operationId, 'confirmed')
    assert.equal(device.held.get(auth.id)?.entry.name, 'Name 5')
    assert.equal(device.patches.length, 1)
  },
)

apiTest('an answer to what was sent before a change does not confirm the change', async (w) => {
  const lock = await keypadLock(w)
  const first = await connectAccess(w, lock)
  const params = { smartlockId: lock.smartlockId }
  const { operationId } = await w.api.authorizations.createOn({ params, body: CODE })
  const sent = await first.patch(0)
  await first.device.drop()
  await w.until('the service noticed', async () => {
    const { data } = await w.api.smartlocks.get({ params })
    return data.serverState === 4
  })
  const [auth] = (await w.api.authorizations.listOf({ params })).data as [SmartlockAuth]
  await update(w, auth, { name: 'Later' })
  const second = await connectAccess(w, lock)
  const newer = await second.patch(0)
  await second.device.publish('reported', {
    sess: second.device.session,
    section: 'auths',
    rev: sent.rev,
    errors: [],
    values: { [auth.id]: { n: 7 } },
  })
  await w.service.settle()
  assert.equal((await shown(w, auth)).syncState, 'pending')
  await second.obey(newer)
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(second.held.get(auth.id)?.entry.name, 'Later')
})

apiTest('a call about several is taken whole or not at all (D27, D60)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const [one, two] = [await confirmed(w, lock), await confirmed(w, lock, { code: 555_555, name: 'Two' })]
  const many = (...body: { id: string; [field: string]: unknown }[]) =>
    w.api.authorizations.updateMany({ body: body as { id: string }[] })
  await w.refuses(many({ id: one.id, name: 'x' }, { id: 'f'.repeat(24), name: 'y' }), 'not_found')
  await w.refuses(many({ id: one.id, name: 'x' }, { id: two.id, code: 384_365 }), 'code_conflict')
  await w.refuses(many({ id: one.id, name: 'x' }, { id: two.id, code: 111 }), 'code_invalid')
  await w.refuses(many({ id: one.id, name: 'x' }, { id: one.id, name: 'y' }), 'invalid_parameter')
  const unnamed = await w.request('POST', '/smartlock/auth', { body: [{ name: 'x' }] })
  assert.equal(unnamed.json().errors[0].path, '[0].id')
  assert.deepEqual([(await shown(w, one)).name, (await shown(w, two)).name], ['Cleaner', 'Two'])
  const { operationId } = await many({ id: one.id, name: 'A' }, { id: two.id, name: 'B' })
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual([(await shown(w, one)).name, (await shown(w, two)).name], ['A', 'B'])
})

apiTest('an update is checked as merged: windows, names and codes (D31, D52, D53)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const auth = await confirmed(w, lock, WINDOW)
  const app = await w.api.authorizations.createOn({
    params: { smartlockId: lock.smartlockId },
    body: { name: 'App', remoteAllowed: true },
  })
  await w.untilOperation(app.operationId, 'confirmed')
  const { data } = await w.api.authorizations.listOf({ params: { smartlockId: lock.smartlockId } })
  await w.refuses(update(w, auth, { allowedUntilDate: '2026-12-31T00:00Z' }), 'window_invalid')
  await w.refuses(update(w, auth, { allowedFromTime: 1080 }), 'window_invalid')
  await w.refuses(update(w, auth, { name: 'n'.repeat(256) }), 'invalid_parameter')
  await w.refuses(update(w, data[1] as SmartlockAuth, { code: 555_555 }), 'code_not_allowed')
  await confirmed(w, lock, { name: 'Next', allowedFromDate: WINDOW.allowedUntilDate })
  const refusal = await w.refuses(update(w, auth, { allowedUntilDate: null }), 'code_conflict')
  assert.match(refusal.message, /"Next"/)
})

apiTest('an end of validity that moves into the dates of the same code is refused (D52)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const auth = await confirmed(w, lock, WINDOW)
  await confirmed(w, lock, { name: 'Next', allowedFromDate: '2027-03-01T00:00Z' })
  await w.refuses(update(w, auth, { allowedUntilDate: '2027-03-01T00:00:00.001Z' }), 'code_conflict')
  assert.equal((await shown(w, auth)).allowedUntilDate, WINDOW.allowedUntilDate)
  const { operationId } = await update(w, auth, { allowedUntilDate: '2027-03-01T00:00Z' })
  await w.untilOperation(operationId, 'confirmed')
})

apiTest(
  'changes of one call are judged by how they leave the lock, in whatever order (D27, D52)',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const [one, two] = [await confirmed(w, lock), await confirmed(w, lock, { code: 555_555, name: 'Two' })]
    const many = (...body: { id: string; [field: string]: unknown }[]) =>
      w.api.authorizations.updateMany({ body: body as { id: string }[] })
    const codes = async () => [(await shown(w, one)).code, (await shown(w, two)).code]
    await w.refuses(many({ id: one.id, code: 666_666 }, { id: two.id, code: 666_666 }), 'code_conflict')
    assert.deepEqual(await codes(), [384_365, 555_555], 'two that collide with each other are both refused')
    const swap = await many({ id: one.id, code: 555_555 }, { id: two.id, code: 384_365 })
    await w.untilOperation(swap.operationId, 'confirmed')
    assert.deepEqual(await codes(), [555_555, 384_365])
    const [march, april] = ['2027-03-01T00:00Z', '2027-04-01T00:00Z']
    const shared = await many(
      { id: one.id, code: 666_666, allowedUntilDate: march },
      { id: two.id, code: 666_666, allowedFromDate: march },
    )
    await w.untilOperation(shared.operationId, 'confirmed')
    const moved = await many({ id: one.id, allowedUntilDate: april }, { id: two.id, allowedFromDate: april })
    await w.untilOperation(moved.operationId, 'confirmed')
    assert.equal(lock.held.get(two.id)?.entry.fromDate, Date.parse(april))
  },
)

apiTest('a refused change keeps what is wanted and says so; the next change tries again (8.3)', async (w) => {
  const lock = await playedKeypad(w)
  let isRefusing = true
  lock.obeyAll(() => (isRefusing ? 0x2a : undefined))
  const params = { smartlockId: lock.smartlockId }
  const { operationId } = await w.api.authorizations.createOn({ params, body: CODE })
  await w.untilOperation(operationId, 'failed')
  const [failed] = (await w.api.authorizations.listOf({ params })).data as [SmartlockAuth]
  assert.partialDeepStrictEqual(failed, { syncState: 'failed', code: CODE.code })
  assert.match(failed.error ?? '', /\(2a\)/)
  assert.equal(failed.operationId, undefined)
  isRefusing = false
  const again = await update(w, failed, { code: 555_555 })
  await w.untilOperation(again.operationId, 'confirmed')
  const synced = await shown(w, failed)
  assert.deepEqual([synced.syncState, synced.error], ['synced', undefined])
})

apiTest('a person is linked without asking the lock, and found by the link (D50, D60)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const auth = await confirmed(w, lock)
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'A' } })
  const { accountUserId } = user
  const patches = lock.patches.length
  await w.emitted()
  const { operationId } = await update(w, auth, { accountUserId })
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual(await w.emitted(), ['DEVICE_AUTHS'])
  assert.equal(lock.patches.length, patches)
  const ofUser = await w.api.authorizations.list({ query: { accountUserId } })
  assert.deepEqual(
    ofUser.data.map(({ id }) => id),
    [auth.id],
  )
  const params = { smartlockId: lock.smartlockId }
  const [withEmail] = (await w.api.authorizations.listOf({ params, query: { includeEmail: true } })).data
  assert.equal(withEmail?.email, 'a@example.com')
  await update(w, auth, { accountUserId: null })
  const paged = await w.api.authorizations.paged({ query: { accountUserId } })
  assert.equal(paged.data.pagination.totalItems, 0)
  await w.refuses(update(w, auth, { accountUserId: 1_000_000 }), 'not_found')
})
