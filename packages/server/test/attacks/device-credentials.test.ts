import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from '../../src/features/locks/credentials/service.ts'
import type { SmartlockRow } from '../../src/features/locks/service.ts'
import { playedKeypad } from '../access-device.ts'
import { apiTest, type Caller, type RegisteredLock, type World } from '../world.ts'

const PASSWORD = 'correct horse'
const CODE = { name: 'Ida', type: 13, remoteAllowed: false, code: 482913 } as const

const replaced = async (w: World, { smartlockId }: RegisteredLock) => {
  const rows = await w.db
    .selectFrom('device_credential')
    .select('username')
    .where('smartlock_id', '=', smartlockId)
    .execute()
  return rows.length > 1
}

const replacement = (caller: Caller, { smartlockId }: RegisteredLock, body = {}) =>
  caller.api.smartlocks.rotateCredentials({ params: { smartlockId }, body })

const entries = async (w: World) =>
  (await w.api.audit.list({ query: { limit: 50 } })).data.filter(
    ({ action }) => action === 'smartlock.credentialsReplaced',
  )

apiTest('whoever may only register locks cannot replace the credentials of one', async (w) => {
  const { device, ...lock } = await w.played()
  const proof = { currentPassword: PASSWORD }
  const creator = await w.caller({ of: w.owner, scopes: ['smartlock.create'] })
  await w.refuses(replacement(creator, lock, proof), 'scope_missing')
  const registrar = await w.caller({ rights: 1 })
  await w.refuses(replacement(registrar, lock), 'right_missing')
  await w.refuses(replacement(await w.session(registrar), lock), 'right_missing')
  await w.refuses(
    creator.api.smartlocks.register({ body: { type: 4, name: 'Mine', deviceId: lock.deviceId } }),
    'smartlock_exists',
  )
  const stranger = await w.account()
  await w.refuses(replacement(await w.session(stranger), lock), 'not_found')
  assert.equal(await replaced(w, lock), false)
  assert.equal(device.isConnected, true)
  assert.deepEqual(await entries(w), [])
})

apiTest(
  'a token alone does not replace credentials, whatever it holds: a person has to be there',
  async (w) => {
    const { device, ...lock } = await w.played()
    await w.refuses(replacement(w.owner, lock), 'step_up_required')
    await w.refuses(replacement(w.owner, lock, { currentPassword: 'wrong horse' }), 'invalid_credentials')
    assert.equal(await replaced(w, lock), false)
    const { data } = await replacement(w.owner, lock, { currentPassword: PASSWORD })
    assert.notEqual(data.username, lock.username)
    await device.closed
    const [entry] = await entries(w)
    assert.partialDeepStrictEqual(entry, {
      subject: String(lock.smartlockId),
      accountId: w.owner.accountId,
      detail: { username: data.username, graceMinutes: '0' },
    })
    assert.ok(!JSON.stringify(entry).includes(data.secret))
  },
)

apiTest('who may change the lock and has just signed in replaces its credentials', async (w) => {
  const lock = await w.lock()
  const keeper = await w.session(await w.caller({ rights: 4 }))
  await replacement(keeper, lock)
  const [entry] = await entries(w)
  assert.equal(entry?.accountId, keeper.accountId)
})

apiTest('codes made after credentials were replaced go to the new device only', async (w) => {
  const lock = await playedKeypad(w)
  const session = await w.session()
  const { data } = await replacement(session, lock)
  const params = { smartlockId: lock.smartlockId }
  const { data: shown } = await w.api.smartlocks.get({ params })
  assert.equal(shown.serverState, 4, 'in the same commit the old connection counts as ended')
  await w.api.authorizations.createOn({ params, body: CODE })
  await w.service.settle()
  await lock.device.closed
  assert.deepEqual(lock.patches, [])
  const device = await w.connect({ ...lock, ...data })
  const patch = await device.desired(0)
  assert.match(JSON.stringify(patch.set), /482913/)
  assert.deepEqual(lock.patches, [])
})

apiTest('a lock that is deleted and registered again has none of its codes', async (w) => {
  const lock = await playedKeypad(w)
  const params = { smartlockId: lock.smartlockId }
  await w.api.authorizations.createOn({ params, body: CODE })
  await lock.obey(await lock.patch(0))
  await w.api.smartlocks.remove({ params })
  const creator = await w.caller({ of: w.owner, scopes: ['smartlock.create'] })
  const again = await w.lock({ deviceId: lock.deviceId, by: creator })
  const device = await w.connect(again)
  await device.publish('auths', { sess: device.session, entries: {} })
  await w.service.settle()
  const heard = device.received.map(({ payload }) => payload).join()
  assert.ok(!heard.includes('482913'), 'nothing of before')
  assert.deepEqual((await w.api.authorizations.listOf({ params })).data, [])
})

test('a lock whose connection used credentials that were revoked has no address', async () => {
  const key = Buffer.alloc(32)
  const access = { keysWithin: async () => [{ username: 'new', key, isLegacy: false }] }
  const lock = (session_username: string) => ({ device_id: 'A', session_username }) as SmartlockRow
  const address = (username: string) => addressOf({} as never, access as never, lock(username))
  assert.equal(await address('old'), undefined)
  assert.equal((await address('new'))?.key, key)
})
