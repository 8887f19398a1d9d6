import assert from 'node:assert/strict'
import { connectAccess, keypadLock, playedKeypad } from '../../../../test/access-device.ts'
import { apiTest, type World } from '../../../../test/world.ts'

/** A user with a code on each of these locks. */
async function guestOf(w: World, smartlockIds: number[]): Promise<number> {
  const { data: user } = await w.api.accountUsers.create({
    body: { email: 'guest@example.com', name: 'Guest' },
  })
  const { accountUserId } = user
  if (smartlockIds.length > 0)
    await w.api.authorizations.create({
      body: { name: 'Guest', type: 13, remoteAllowed: false, smartlockIds, accountUserId },
    })
  return accountUserId
}

const remove = (w: World, accountUserId: number) => w.request('DELETE', `/account/user/${accountUserId}`)
const isGone = async (w: World, accountUserId: number) =>
  (await w.request('GET', `/account/user/${accountUserId}`)).statusCode === 404

apiTest('a user who was given nothing is deleted at once, and their operation says so (D66)', async (w) => {
  const accountUserId = await guestOf(w, [])
  await w.emitted()
  const answer = await remove(w, accountUserId)
  assert.deepEqual([answer.statusCode, answer.json().success], [200, true])
  assert.ok(await isGone(w, accountUserId))
  await w.untilOperation(answer.headers['operation-id'] as string, 'confirmed')
  assert.deepEqual(await w.emitted(), ['ACCOUNT_USER'])
  const { events } = (await w.api.events.list({})).data
  const last = events.at(-1)?.payload as { deleted: boolean; accountUser: { accountUserId: number } }
  assert.deepEqual([last.deleted, last.accountUser.accountUserId], [true, accountUserId])
  assert.equal((await remove(w, accountUserId)).statusCode, 404)
  const body = { email: 'guest@example.com', name: 'Guest' }
  const { data: again } = await w.api.accountUsers.create({ body })
  assert.ok(again.accountUserId > accountUserId, 'ids are never reused (D18)')
})

apiTest('codes go from every lock first, and the user with the last of them (D66)', async (w) => {
  const here = await playedKeypad(w, 'Here')
  const away = await keypadLock(w, 'Away')
  here.obeyAll()
  const back = await connectAccess(w, away)
  back.obeyAll()
  const accountUserId = await guestOf(w, [here.smartlockId, away.smartlockId])
  await w.until('both locks hold the code', async () => here.held.size === 1 && back.held.size === 1)
  await w.service.settle()
  await back.device.drop()
  await w.until('the lock is offline', async () => {
    const { data } = await w.api.smartlocks.get({ params: { smartlockId: away.smartlockId } })
    return data.serverState !== 0
  })
  const answer = await remove(w, accountUserId)
  const operationId = answer.headers['operation-id'] as string
  assert.match(operationId, /^[0-9a-f]{24}$/)
  await w.until('the lock that is online dropped it', async () => here.held.size === 0)
  const { data: user } = await w.api.accountUsers.get({ params: { accountUserId } })
  assert.equal(user.operationId, operationId, 'the other lock still has it, so the user is still there')
  const body = { email: 'guest@example.com', name: 'Other', language: 'en' as const }
  const busy = await w.refuses(
    w.api.accountUsers.update({ params: { accountUserId }, body }),
    'resource_locked',
  )
  assert.equal(busy.status, 423)
  assert.equal(
    (await remove(w, accountUserId)).headers['operation-id'],
    operationId,
    '423 names the operation',
  )
  const late = w.api.authorizations.create({
    body: { name: 'Late', type: 13, remoteAllowed: false, smartlockIds: [here.smartlockId], accountUserId },
  })
  await w.refuses(late, 'not_found')
  await w.emitted()
  const returned = await connectAccess(w, away, back.held)
  returned.obeyAll()
  await w.untilOperation(operationId, 'confirmed')
  assert.ok(await isGone(w, accountUserId))
  assert.deepEqual([here.held.size, returned.held.size], [0, 0])
  assert.ok((await w.emitted()).includes('ACCOUNT_USER'))
})

apiTest('a lock that refuses to drop a code keeps the user, who can be deleted again (D66)', async (w) => {
  const lock = await playedKeypad(w)
  let refuses = true
  lock.obeyAll((_id, entry) => (entry === null && refuses ? 0x20 : undefined))
  const accountUserId = await guestOf(w, [lock.smartlockId])
  await w.until('the lock holds the code', async () => lock.held.size === 1)
  await w.service.settle()
  const first = await remove(w, accountUserId)
  await w.untilOperation(first.headers['operation-id'] as string, 'failed')
  const { data: user } = await w.api.accountUsers.get({ params: { accountUserId } })
  assert.equal(user.operationId, undefined)
  refuses = false
  const second = await remove(w, accountUserId)
  await w.untilOperation(second.headers['operation-id'] as string, 'confirmed')
  assert.ok(await isGone(w, accountUserId))
})
