import assert from 'node:assert/strict'
import { keypadLock } from '../../../../../test/access-device.ts'
import { counted } from '../../../../../test/counted.ts'
import { bothTest, type RegisteredLock, type World } from '../../../../../test/world.ts'
import { fail } from '../../../../platform/app-error.ts'
import { type Ctx, inTransaction, type WorkCtx } from '../../../../platform/context.ts'
import * as smartlocks from '../../../locks/service.ts'
import * as authorizations from '../../service.ts'
import * as queue from '../queue-store.ts'
import * as waitingStore from '../waiting-store.ts'
import { type AccessAnswer, applyAnswer } from './answers.ts'
import { applyHeldList } from './held-lists.ts'

const MANY = 100
let revisions = 1

interface Held {
  lock: RegisteredLock
  ids: string[]
}

/** A lock that is offline, with as many codes. */
async function lockWith(w: World, count: number): Promise<Held> {
  const lock = await keypadLock(w)
  const request = { smartlockIds: [lock.smartlockId], type: 13, remoteAllowed: false } as const
  const ids: string[] = []
  await inTransaction(workOf(w), async (tx) => {
    for (let i = 0; i < count; i++)
      ids.push(...(await authorizations.grant(tx, { ...request, name: `Guest ${i}` })).authIds)
  })
  return { lock, ids }
}

const workOf = (w: World): WorkCtx<authorizations.GrantRefusal | authorizations.ChangeRefusal> => ({
  ...w.service.contextFor(w.owner.accountId),
  fail,
})

/** How many statements a piece of work takes that has the lock. */
async function costOf(
  w: World,
  lock: RegisteredLock,
  work: (ctx: Ctx<never>, row: smartlocks.SmartlockRow) => Promise<unknown>,
): Promise<number> {
  const { db, statements } = counted(w.db)
  await inTransaction({ ...w.service.contextFor(w.owner.accountId), db }, async (tx) => {
    const [row] = await smartlocks.listByIds(tx, [lock.smartlockId])
    assert.ok(row)
    await work(tx, row)
  })
  return statements()
}

/** What the lock says to a change that brought it all of them. */
async function answered(
  w: World,
  { lock, ids }: Held,
  answer: Pick<AccessAnswer, 'errors' | 'values'>,
): Promise<number> {
  const revision = revisions++
  const { accountId } = w.owner
  await queue.restart(w.db, accountId, lock.smartlockId, 0)
  const key = { account_id: accountId, smartlock_id: lock.smartlockId }
  await queue.update(w.db, key, { revision, due_at: null })
  await waitingStore.markSent(w.db, accountId, ids, revision)
  return costOf(w, lock, (tx, row) => applyAnswer(tx, row, { revision, ...answer }))
}

const refuse = (w: World, held: Held) =>
  answered(w, held, { errors: held.ids.map((path) => ({ path, code: 0x29, text: 'too many entries' })) })

const confirm = (w: World, held: Held) =>
  answered(w, held, {
    errors: [],
    values: Object.fromEntries(
      held.ids.map((id, i) => [id, { number: i + 1, proof: 'value', place: 'lock' }]),
    ),
  })

const tellNothing = (w: World, { lock }: Held) =>
  costOf(w, lock, (tx, row) => applyHeldList(tx, row, { entries: {} }, () => ''))

async function changeAll(w: World, { ids }: Held, patch: authorizations.Patch): Promise<number> {
  const { db, statements } = counted(w.db)
  const changes = ids.map((id) => ({ id, patch }))
  await authorizations.change({ ...workOf(w), db }, changes)
  return statements()
}

const revokeAll = (w: World, { lock, ids }: Held) =>
  costOf(w, lock, (tx) => authorizations.revoke({ ...tx, fail }, ids))

async function authsOf(w: World, { lock: { smartlockId } }: Held) {
  return (await w.api.authorizations.listOf({ params: { smartlockId } })).data
}

bothTest('what a lock says about a hundred codes costs as many statements as about two (8.3)', async (w) => {
  const few = await lockWith(w, 2)
  const many = await lockWith(w, MANY)
  await w.emitted()
  const compare = async (
    what: string,
    state: string | undefined,
    work: (w: World, held: Held) => Promise<number>,
  ) => {
    const [costOfFew, costOfMany] = [await work(w, few), await work(w, many)]
    const states = (await authsOf(w, many)).map(({ syncState }) => syncState)
    assert.deepEqual(states, state === undefined ? [] : Array(MANY).fill(state), what)
    assert.equal(costOfMany, costOfFew, `statements when ${what}`)
    return (await w.emitted()).length
  }
  assert.equal(await compare('refused', 'failed', refuse), MANY + 2)
  const { data: user } = await w.api.accountUsers.create({ body: { email: 'a@example.com', name: 'A' } })
  const { accountUserId } = user
  await w.emitted()
  await compare('changed', 'pending', (_, held) => changeAll(w, held, { name: 'Renamed', accountUserId }))
  assert.equal(await compare('confirmed', 'synced', confirm), MANY + 2)
  const numbers = (await authsOf(w, many)).map(({ authId }) => authId)
  assert.deepEqual(
    numbers,
    many.ids.map((_, i) => i + 1),
    'each has its own number',
  )
  await compare('linked', 'synced', (_, held) => changeAll(w, held, { accountUserId: null }))
  await compare('lost', 'pending', tellNothing)
  await compare('confirmed again', 'synced', confirm)
  assert.equal(await compare('lost again', 'failed', tellNothing), MANY + 2)
  await compare('revoked', 'deleting', revokeAll)
  assert.equal(await compare('removed', undefined, confirm), MANY + 2)
  const { data: paged } = await w.api.authorizations.paged()
  assert.equal(paged.pagination.totalItems, 0, 'out of every count')
  const { data: latest } = await w.api.operations.list({ query: { limit: 50 } })
  assert.deepEqual(new Set(latest.map(({ status }) => status)), new Set(['confirmed']))
})

/** A lock that is offline, with the codes of as many stays. */
async function lockWithStays(w: World, count: number): Promise<Held> {
  const lock = await keypadLock(w)
  const { data: address } = await w.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [lock.smartlockId] },
  })
  const params = { addressId: address.addressId }
  for (let i = 0; i < count; i++) {
    const dates = { startDate: '2040-05-01T00:00:00Z', endDate: '2040-05-08T00:00:00Z' }
    const body = { name: `Guest ${i}`, email: '', guests: 1, ...dates }
    const { data: stay } = await w.api.reservations.create({ params, body })
    await w.api.reservations.issue({ params: { ...params, id: stay.id } })
  }
  const { data } = await w.api.authorizations.listOf({ params: { smartlockId: lock.smartlockId } })
  return { lock, ids: data.map(({ id }) => id) }
}

bothTest('the codes of thirty stays on one lock cost as many statements as those of two (8.8)', async (w) => {
  const few = await lockWithStays(w, 2)
  const many = await lockWithStays(w, 30)
  // Not while the clock looks at the stays.
  await w.service.quiet()
  assert.equal(await confirm(w, many), await confirm(w, few))
  const { data } = await w.api.addresses.list()
  for (const { addressId } of data) {
    const { data: stays } = await w.api.reservations.list({ params: { addressId } })
    assert.ok(stays.every(({ keypadIssued, readiness }) => keypadIssued && readiness === 1))
  }
})
