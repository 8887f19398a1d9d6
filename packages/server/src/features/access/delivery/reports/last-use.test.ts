import assert from 'node:assert/strict'
import type { SmartlockAuth } from '@latchwork/contract'
import { connectAccess, keypadLock, playedKeypad } from '../../../../../test/access-device.ts'
import { apiTest } from '../../../../../test/world.ts'

const CODE = { name: 'Guest', type: 13, remoteAllowed: false } as const
const BY_CODE = { kind: 'action', action: 1, trigger: 255, result: 0, source: 1 }

apiTest('who used a code is in the log, and the code counts its uses (4.14, 4.16)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const params = { smartlockId: lock.smartlockId }
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'A' } })
  const { accountUserId } = user
  const body = { ...CODE, accountUserId }
  const { operationId } = await w.api.authorizations.createOn({ params, body })
  await w.untilOperation(operationId, 'confirmed')
  const [auth] = (await w.api.authorizations.listOf({ params })).data as [SmartlockAuth]
  const at = Date.parse('2026-06-15T12:00:00Z')
  await lock.device.publish('event', { seq: 1, at, ...BY_CODE, authId: auth.authId })
  await lock.device.publish('event', {
    seq: 2,
    at: at + 1,
    ...BY_CODE,
    kind: 'denied',
    result: 225,
    authId: auth.authId,
  })
  await lock.device.publish('event', { seq: 3, at: at + 2, ...BY_CODE, authId: 4000, name: 'Somebody' })
  const log = await w.until('all are logged', async () => {
    const { data } = await w.api.smartlocks.logOf({ params })
    return data.length === 3 && data
  })
  assert.partialDeepStrictEqual(log[2], { name: 'Guest', authId: auth.id, accountUserId, trigger: 255 })
  assert.partialDeepStrictEqual(log[1], { name: 'Guest', authId: auth.id, state: 225 })
  assert.equal(log[0]?.name, 'Somebody')
  assert.equal(log[0]?.authId, undefined)
  const { data: used } = await w.api.authorizations.get({ params: { ...params, id: auth.id } })
  assert.deepEqual([used.lockCount, used.lastActiveDate], [1, '2026-06-15T12:00:00.000Z'])
  const ofAuth = await w.api.smartlocks.logOf({ params, query: { authId: auth.id } })
  assert.equal(ofAuth.data.length, 2)
  const found = await w.api.smartlocks.list({ query: { authId: auth.authId as number } })
  assert.deepEqual(
    found.data.map(({ smartlockId }) => smartlockId),
    [lock.smartlockId],
    'D62',
  )
  const none = await w.api.smartlocks.list({ query: { authId: 4000 } })
  assert.deepEqual(none.data, [])
})

apiTest(
  'an advanced creation is answered once every lock has answered, also one that was away (D94)',
  async (w) => {
    const here = await playedKeypad(w, 'Here')
    here.obeyAll()
    const away = await keypadLock(w, 'Away')
    const smartlockIds = [here.smartlockId, away.smartlockId]
    const { data, operationId } = await w.api.authorizations.createAdvanced({
      body: { ...CODE, code: 384_365, smartlockIds },
    })
    await w.until('the one that is online has it', async () => here.held.size === 1)
    await w.service.settle()
    const callbacks = async () =>
      (await w.db.selectFrom('event').select('payload').where('feature', '=', 'CALLBACK').execute()).map(
        ({ payload }) => JSON.parse(payload),
      )
    assert.deepEqual(await callbacks(), [])
    const device = await connectAccess(w, away)
    device.obeyAll(() => 0x13)
    await w.untilOperation(operationId, 'failed')
    const [callback, ...others] = await callbacks()
    assert.deepEqual(others, [])
    const { data: auths } = await w.api.authorizations.list()
    const idOf = (smartlockId: number) => auths.find((auth) => auth.smartlockId === smartlockId)?.id
    assert.partialDeepStrictEqual(callback, {
      type: 'AuthCreation',
      requestId: data.requestId,
      success: false,
    })
    assert.deepEqual(
      new Map(callback.detail.map((part: { smartlockId: number }) => [part.smartlockId, part])),
      new Map<number, object>([
        [here.smartlockId, { smartlockId: here.smartlockId, success: true, id: idOf(here.smartlockId) }],
        [
          away.smartlockId,
          { smartlockId: away.smartlockId, success: false, errorCode: '13', id: idOf(away.smartlockId) },
        ],
      ]),
    )
    const byRequest = await w.api.operations.list({ query: { requestId: data.requestId } })
    assert.equal(byRequest.data[0]?.operationId, operationId)
  },
)

apiTest('an advanced creation on one lock has one detail', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const body = { ...CODE, smartlockIds: [lock.smartlockId] }
  const { data, operationId } = await w.api.authorizations.createAdvanced({ body })
  await w.untilOperation(operationId, 'confirmed')
  const event = await w.db
    .selectFrom('event')
    .select('payload')
    .where('feature', '=', 'CALLBACK')
    .executeTakeFirstOrThrow()
  const [auth] = (await w.api.authorizations.list()).data
  assert.deepEqual(JSON.parse(event.payload), {
    type: 'AuthCreation',
    requestId: data.requestId,
    success: true,
    detail: [{ smartlockId: lock.smartlockId, success: true, id: auth?.id }],
  })
})
