import assert from 'node:assert/strict'
import type { SmartlockAuth } from '@latchwork/contract'
import { type AccessDevice, connectAccess, keypadLock, playedKeypad } from '../../../../test/access-device.ts'
import { apiTest, type RegisteredLock, type World } from '../../../../test/world.ts'

const CODE = { name: 'Guest', type: 13, remoteAllowed: false } as const

async function create(w: World, { smartlockId }: RegisteredLock, name: string = CODE.name) {
  const params = { smartlockId }
  const { operationId } = await w.api.authorizations.createOn({ params, body: { ...CODE, name } })
  const auth = (await w.api.authorizations.listOf({ params })).data.at(-1) as SmartlockAuth
  return { operationId: operationId as string, auth, params: { smartlockId, id: auth.id } }
}

async function confirmed(w: World, lock: AccessDevice, name?: string) {
  const created = await create(w, lock, name)
  await w.untilOperation(created.operationId, 'confirmed')
  return created
}

const total = async (w: World) => (await w.api.authorizations.paged()).data.pagination.totalItems

const untilAway = (w: World, smartlockId: number) =>
  w.until('the lock is offline', async () => {
    const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
    return data.serverState === 4
  })

apiTest(
  'a deleted authorization is shown as such until its lock confirmed, then it is gone (D57)',
  async (w) => {
    const lock = await playedKeypad(w)
    const created = await create(w, lock)
    await lock.obey(await lock.patch(0))
    await w.untilOperation(created.operationId, 'confirmed')
    await w.emitted()
    const { operationId } = await w.api.authorizations.remove({ params: created.params })
    const { data } = await w.api.authorizations.get({ params: created.params })
    assert.partialDeepStrictEqual(data, { syncState: 'deleting', operationId })
    const patch = await lock.patch(1)
    assert.deepEqual(patch.set, { [created.auth.id]: null })
    await lock.obey(patch)
    await w.untilOperation(operationId, 'confirmed')
    await w.refuses(w.api.authorizations.get({ params: created.params }), 'not_found')
    assert.deepEqual(await w.emitted(), ['DEVICE_AUTHS'])
    const event = await w.db
      .selectFrom('event')
      .select('payload')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    assert.partialDeepStrictEqual(JSON.parse(event.payload), {
      feature: 'DEVICE_AUTHS',
      deleted: true,
      smartlockAuth: { id: created.auth.id },
    })
    assert.equal(await total(w), 0)
  },
)

apiTest('one that no lock has seen is gone at once, and its creation is cancelled (D57)', async (w) => {
  const lock = await keypadLock(w)
  const created = await create(w, lock)
  const { operationId } = await w.api.authorizations.remove({ params: created.params })
  await w.untilOperation(created.operationId, 'cancelled')
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(await total(w), 0)
  const device = await connectAccess(w, lock)
  await w.service.settle()
  assert.equal(device.patches.length, 0, 'and the lock never hears of it')
})

apiTest(
  'a deletion for a lock that is offline takes the place of what waits, and stays one (D24)',
  async (w) => {
    const lock = await keypadLock(w)
    const first = await connectAccess(w, lock)
    first.obeyAll()
    const created = await confirmed(w, first)
    await first.device.drop()
    await untilAway(w, lock.smartlockId)
    const change = await w.api.authorizations.update({ params: created.params, body: { name: 'New' } })
    const removal = await w.api.authorizations.remove({ params: created.params })
    assert.notEqual(removal.operationId, change.operationId)
    await w.untilOperation(change.operationId, 'cancelled')
    const again = await w.api.authorizations.remove({ params: created.params })
    assert.equal(again.operationId, removal.operationId)
    const late = w.api.authorizations.update({ params: created.params, body: { name: 'Late' } })
    await w.refuses(late, 'resource_locked')
    const second = await connectAccess(w, lock, first.held)
    second.obeyAll()
    await w.untilOperation(removal.operationId, 'confirmed')
    assert.equal(second.held.size, 0)
  },
)

apiTest('a creation that may have reached the lock is taken off it again', async (w) => {
  const lock = await keypadLock(w)
  const first = await connectAccess(w, lock)
  const created = await create(w, lock)
  await first.patch(0)
  await first.device.drop()
  await untilAway(w, lock.smartlockId)
  const { operationId } = await w.api.authorizations.remove({ params: created.params })
  await w.untilOperation(created.operationId, 'cancelled')
  assert.equal(await total(w), 1, 'it waits for the lock')
  const second = await connectAccess(w, lock)
  second.obeyAll()
  await w.untilOperation(operationId, 'confirmed')
  assert.deepEqual(second.patches[0]?.set, { [created.auth.id]: null })
})

apiTest('several are deleted together or not at all (D27)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  const away = await keypadLock(w, 'Away')
  const [one, two, three] = [
    await confirmed(w, lock, 'One'),
    await confirmed(w, lock, 'Two'),
    await create(w, away),
  ]
  const ids = [one, two, three].map(({ auth }) => auth.id)
  await w.refuses(w.api.authorizations.removeMany({ body: [...ids, 'f'.repeat(24)] }), 'not_found')
  assert.equal(await total(w), 3)
  assert.equal((await w.api.authorizations.removeMany({ body: [] })).operationId, undefined)
  const { operationId } = await w.api.authorizations.removeMany({ body: [...ids, ids[0] as string] })
  await w.untilOperation(operationId, 'confirmed')
  assert.equal(await total(w), 0)
  assert.equal(lock.held.size, 0)
})

apiTest('a deletion that the lock refuses is told, and can be asked for again (8.3)', async (w) => {
  const lock = await playedKeypad(w)
  let isRefusing = false
  lock.obeyAll((_id, entry) => (isRefusing && entry === null ? 0x20 : undefined))
  const created = await confirmed(w, lock)
  isRefusing = true
  const first = await w.api.authorizations.remove({ params: created.params })
  await w.untilOperation(first.operationId, 'failed')
  const { data } = await w.api.authorizations.get({ params: created.params })
  assert.equal(data.syncState, 'failed')
  assert.match(data.error ?? '', /\(20\)/)
  isRefusing = false
  const second = await w.api.authorizations.remove({ params: created.params })
  await w.untilOperation(second.operationId, 'confirmed')
})

apiTest('deleting a lock removes its authorizations and ends what waits for it (D63)', async (w) => {
  const lock = await keypadLock(w)
  const other = await keypadLock(w, 'Other')
  const created = await create(w, lock)
  await create(w, other)
  const both = { ...CODE, name: 'Both', smartlockIds: [lock.smartlockId, other.smartlockId] }
  const { operationId } = await w.api.authorizations.create({ body: both })
  await w.api.smartlocks.remove({ params: { smartlockId: lock.smartlockId } })
  await w.untilOperation(created.operationId, 'cancelled')
  assert.equal(await total(w), 2)
  assert.equal((await w.api.authorizations.list()).data.length, 2)
  const device = await connectAccess(w, other)
  device.obeyAll()
  await w.untilOperation(operationId, 'failed')
})
