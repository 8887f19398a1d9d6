import assert from 'node:assert/strict'
import type { SmartlockAuth } from '@latchwork/contract'
import {
  type AccessDevice,
  connectAccess,
  keypadLock,
  playedKeypad,
} from '../../../../../test/access-device.ts'
import { apiTest, type RegisteredLock, type World } from '../../../../../test/world.ts'

const CODE = { name: 'Guest', type: 13, remoteAllowed: false } as const

const create = (w: World, { smartlockId }: RegisteredLock, name: string = CODE.name) =>
  w.api.authorizations.createOn({ params: { smartlockId }, body: { ...CODE, name } })

const authsOf = async (w: World, { smartlockId }: RegisteredLock) =>
  (await w.api.authorizations.listOf({ params: { smartlockId } })).data

const statesOf = async (w: World, lock: RegisteredLock) =>
  (await authsOf(w, lock)).map(({ syncState }) => syncState)

async function allSynced(w: World, lock: RegisteredLock): Promise<SmartlockAuth[]> {
  await w.until('the lock has everything', async () =>
    (await statesOf(w, lock)).every((state) => state === 'synced'),
  )
  return authsOf(w, lock)
}

async function drop(w: World, lock: AccessDevice): Promise<void> {
  await lock.device.drop()
  await w.until('the lock is offline', async () => {
    const { data } = await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })
    return data.serverState === 4
  })
}

apiTest('a lock that is back loses what was revoked before it gets anything new (8.3)', async (w) => {
  const lock = await keypadLock(w)
  const first = await connectAccess(w, lock)
  first.obeyAll()
  for (const name of ['Old', 'Kept']) await create(w, lock, name)
  const [old, kept] = (await allSynced(w, lock)) as [SmartlockAuth, SmartlockAuth]
  await drop(w, first)
  for (let i = 0; i < 80; i++) await create(w, lock, `New ${i}`)
  const { smartlockId } = lock
  await w.api.authorizations.update({ params: { smartlockId, id: kept.id }, body: { enabled: false } })
  await w.api.authorizations.remove({ params: { smartlockId, id: old.id } })
  const second = await connectAccess(w, lock, first.held)
  second.obeyAll()
  await allSynced(w, lock)
  const order = second.patches.flatMap(({ set }) => Object.keys(set))
  assert.deepEqual(order.slice(0, 2), [old.id, kept.id], 'what takes something away goes first')
  assert.equal(second.held.size, 81)
})

apiTest('two hundred codes need no more messages than their size asks for', async (w) => {
  const lock = await keypadLock(w)
  for (let i = 0; i < 200; i++) await create(w, lock, `Guest number ${i}`)
  const device = await connectAccess(w, lock)
  device.obeyAll()
  await w.until('all codes have arrived', async () => device.held.size === 200)
  await allSynced(w, lock)
  const sizes = device.patches.map((patch) => Object.keys(patch.set).length)
  const bytes = device.patches.reduce((sum, patch) => sum + JSON.stringify(patch.set).length, 0)
  const fewest = Math.max(Math.ceil(200 / 64), Math.ceil(bytes / 8192))
  assert.equal(sizes.length, fewest, `messages of ${sizes.join(', ')}`)
})

apiTest('what a device lost is given once more; lost again, somebody is told (8.3)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  await create(w, lock)
  const [auth] = (await allSynced(w, lock)) as [SmartlockAuth]
  await w.emitted()
  lock.held.clear()
  await lock.tellList()
  await w.until('it is there again', async () => lock.held.has(auth.id))
  await allSynced(w, lock)
  assert.deepEqual(await w.emitted(), [], 'a repair is nobody’s news')
  lock.held.clear()
  await lock.tellList()
  await w.until('it has failed', async () => (await statesOf(w, lock))[0] === 'failed')
  assert.match((await authsOf(w, lock))[0]?.error ?? '', /lost or changed/)
  assert.deepEqual(await w.emitted(), ['DEVICE_AUTHS'])
  const params = { smartlockId: lock.smartlockId, id: auth.id }
  await w.api.authorizations.update({ params, body: { name: 'Again' } })
  await allSynced(w, lock)
  assert.equal(lock.held.get(auth.id)?.entry.name, 'Again')
})

apiTest('what a device changed is repaired, and a list that is right ends the matter (8.3)', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  await create(w, lock)
  const [auth] = (await allSynced(w, lock)) as [SmartlockAuth]
  for (let round = 0; round < 2; round++) {
    const held = lock.held.get(auth.id)
    assert.ok(held)
    lock.held.set(auth.id, { ...held, entry: { ...held.entry, code: 999_999 } })
    await lock.tellList()
    await w.until('it is right again', async () => lock.held.get(auth.id)?.entry.code === auth.code)
    await allSynced(w, lock)
    await lock.tellList()
    await w.service.settle()
    assert.equal((await statesOf(w, lock))[0], 'synced')
  }
})

apiTest('a device that masks its codes is believed when it says that it has them', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  await create(w, lock)
  const [auth] = (await allSynced(w, lock)) as [SmartlockAuth]
  const { session } = lock.device
  await lock.device.publish('auths', { sess: session, entries: { [auth.id]: { n: 9 } } })
  await w.until('its number is known', async () => (await authsOf(w, lock))[0]?.authId === 9)
  assert.equal(lock.patches.length, 1)
})

apiTest('what nobody granted is taken off the lock', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  await create(w, lock)
  const [auth] = (await allSynced(w, lock)) as [SmartlockAuth]
  const entry = { type: 13, name: 'Intruder', enabled: true, remote: false, code: 777_777 } as const
  lock.held.set('0'.repeat(24), { n: 50, entry })
  lock.held.set('f'.repeat(24), { n: 51, entry })
  await lock.tellList()
  await w.until('they are gone', async () => lock.held.size === 1)
  assert.deepEqual([...lock.held.keys()], [auth.id])
  const left = await w.db.selectFrom('stray_access').selectAll().execute()
  await w.service.settle()
  assert.ok(left.length <= 2)
  await w.until('nothing waits', async () => {
    const rows = await w.db.selectFrom('stray_access').selectAll().execute()
    return rows.length === 0
  })
})

apiTest('a part of the list speaks for its own part only', async (w) => {
  const lock = await playedKeypad(w)
  lock.obeyAll()
  for (const name of ['One', 'Two', 'Three']) await create(w, lock, name)
  const [one, two, three] = (await allSynced(w, lock)) as [SmartlockAuth, SmartlockAuth, SmartlockAuth]
  const { session } = lock.device
  const patches = lock.patches.length
  await lock.device.publish('auths', { sess: session, after: one.id, upTo: two.id, entries: {} })
  await w.until('the second is told again', async () => lock.patches.length > patches)
  assert.deepEqual(Object.keys(lock.patches.at(-1)?.set ?? {}), [two.id])
  await allSynced(w, lock)
  assert.ok(lock.held.has(three.id))
})

apiTest('a lock that is busy is asked again, later and later, and nothing has failed (8.4)', async (w) => {
  const lock = await playedKeypad(w)
  const { operationId } = await create(w, lock)
  await lock.obey(await lock.patch(0), () => 0x45)
  await w.service.settle()
  assert.deepEqual(await statesOf(w, lock), ['pending'])
  const waits: number[] = []
  for (let round = 0; round < 4; round++) {
    const due = await w.until('the answer is in, and the next try is planned', async () => {
      const row = await w.db
        .selectFrom('lock_access')
        .innerJoin('smartlock_auth', 'smartlock_auth.smartlock_id', 'lock_access.smartlock_id')
        .select(['due_at', 'attempts', 'sent_revision'])
        .executeTakeFirst()
      return row?.attempts === round + 1 && row.sent_revision === null && row.due_at
    })
    waits.push(due - w.service.platform.clock.now())
    await w.db.updateTable('lock_access').set({ due_at: 0 }).execute()
    await w.service.settle()
    await lock.obey(await lock.patch(round + 1), () => 0x45)
    await w.service.settle()
  }
  for (const [i, wait] of waits.slice(1).entries())
    assert.ok(wait > 1.5 * (waits[i] as number), `${waits.join(', ')} ms`)
  await w.db.updateTable('lock_access').set({ due_at: 0 }).execute()
  await w.service.settle()
  await lock.obey(await lock.patch(5))
  await w.untilOperation(operationId, 'confirmed')
})

apiTest('an operation sent to a lock that went away waits again, and is sent again (8.4)', async (w) => {
  const lock = await keypadLock(w)
  const first = await connectAccess(w, lock)
  const { operationId } = await create(w, lock)
  await first.patch(0)
  await w.untilOperation(operationId, 'sent')
  await drop(w, first)
  await w.untilOperation(operationId, 'queued')
  const second = await connectAccess(w, lock)
  await second.obey(await second.patch(0))
  await w.untilOperation(operationId, 'confirmed')
})
