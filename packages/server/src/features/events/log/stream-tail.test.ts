import assert from 'node:assert/strict'
import { apiTest, type World } from '../../../../test/world.ts'
import type { EventOutlet } from '../../../http/event-stream.ts'
import { type Ctx, inTransaction, type Principal, type TokenLimits } from '../../../platform/context.ts'
import { emit } from '../outbox/service.ts'
import * as store from './store.ts'
import { createLooks, type Subscriber, Tail } from './stream-tail.ts'

const onlyFor = (smartlockId: number): TokenLimits => ({
  smartlockIds: new Set([smartlockId]),
  addressIds: new Set(),
  doorGroupIds: new Set(),
})

const SUB_ACCOUNT = 4711

/** A client that reads everything. */
function client() {
  const told: string[] = []
  let isOpen = true
  const outlet: EventOutlet = {
    write: (bytes) => void told.push(String(bytes)),
    drained: async () => undefined,
    end: () => {
      isOpen = false
    },
    onClose: () => undefined,
    get isOpen() {
      return isOpen
    },
  }
  return { told, outlet }
}

async function logged(ctx: Ctx<never>, smartlockId: number): Promise<void> {
  const payload = { smartlockId } as never
  await inTransaction(ctx, (tx) => emit(tx, [{ feature: 'DEVICE_LOGS', smartlockId, payload }]))
}

/** Somebody who may see everything, and whose next look at that ends when the test says so. */
async function subscribed(w: World) {
  const ctx = w.service.contextFor(w.owner.accountId)
  const cursor = (await store.findHead(w.db, w.owner.accountId)) ?? ''
  const tail = new Tail(ctx, createLooks(), w.owner.accountId, cursor)
  const { told, outlet } = client()
  const looks: PromiseWithResolvers<Principal | undefined>[] = []
  const subscriber: Subscriber = {
    outlet,
    accountId: w.owner.accountId,
    ownAccountId: SUB_ACCOUNT,
    apiKeyId: null,
    format: 'event',
    revalidate() {
      const look = Promise.withResolvers<Principal | undefined>()
      looks.push(look)
      return look.promise
    },
    features: new Set(['DEVICE_LOGS']),
    bounds: { limits: undefined, reach: undefined },
    expiresAt: Number.POSITIVE_INFINITY,
    cursor,
    isLive: false,
    changes: 0,
    known: 0,
    look: undefined,
  }
  tail.subscribers.add(subscriber)
  const found = (limits: TokenLimits): Principal =>
    ({
      isMaster: true,
      scopes: new Set(['smartlock.log']),
      limits,
      expiresAt: Infinity,
    }) as unknown as Principal
  return { ctx, tail, told, looks, subscriber, found }
}

apiTest('what happened after a right was taken away is not told by it while that is looked up', async (w) => {
  const { smartlockId: kept } = await w.lock()
  const { smartlockId: lost } = await w.lock()
  const { ctx, tail, told, looks, subscriber, found } = await subscribed(w)
  const other = client()
  tail.subscribers.add({ ...subscriber, outlet: other.outlet, ownAccountId: 1, isLive: true })
  subscriber.isLive = true
  tail.doubt(new Set([SUB_ACCOUNT]))
  for (const smartlockId of [lost, kept]) await logged(ctx, smartlockId)
  await tail.advance()
  assert.deepEqual([looks.length, told.length, other.told.length], [1, 0, 2], 'nobody else waits for it')
  looks[0]?.resolve(found(onlyFor(kept)))
  await w.until('the rest is told', async () => told.length > 0)
  await w.until('it is one of the others again', async () => subscriber.isLive)
  await logged(ctx, lost)
  await logged(ctx, kept)
  await tail.advance()
  assert.equal(told.length, 2)
  for (const one of told) assert.match(one, new RegExp(String(kept)))
})

apiTest('nor to a stream that catches up, and whose right is taken away while it reads', async (w) => {
  const { smartlockId: kept } = await w.lock()
  const { smartlockId: lost } = await w.lock()
  const { ctx, tail, told, looks, subscriber, found } = await subscribed(w)
  for (const smartlockId of [lost, kept]) await logged(ctx, smartlockId)
  tail.cursor = (await store.findHead(w.db, w.owner.accountId)) as string
  let { bounds } = subscriber
  Object.defineProperty(subscriber, 'bounds', {
    get: () => {
      // It reads by what it may see so far.
      if (looks.length === 0) tail.doubt('all')
      return bounds
    },
    set: (next: typeof bounds) => {
      bounds = next
    },
  })
  const reading = tail.catchUp(subscriber)
  await w.until('it is looked up', async () => looks.length === 1)
  assert.equal(told.length, 0)
  looks[0]?.resolve(found(onlyFor(kept)))
  await reading
  assert.equal(told.length, 1)
  assert.match(told.join(), new RegExp(String(kept)))
})

apiTest('however often it changes what a stream may see, it is told what happened before', async (w) => {
  const { smartlockId } = await w.lock()
  const { ctx, tail, told, looks, subscriber, found } = await subscribed(w)
  subscriber.isLive = true
  tail.doubt('all')
  await logged(ctx, smartlockId)
  await tail.advance()
  for (let times = 0; told.length === 0; times += 1) {
    await w.until('a look, one at a time', async () => looks.length === times + 1 || told.length > 0)
    for (let i = 0; i < 10; i += 1) tail.doubt('all')
    looks[times]?.resolve(found(onlyFor(smartlockId)))
    assert.ok(times < 10, 'it is never told')
  }
})

apiTest(
  'a stream whose token ended while it was opened, or held back, is told nothing and ends',
  async (w) => {
    const { smartlockId } = await w.lock()
    const { ctx, tail, told, looks, subscriber } = await subscribed(w)
    tail.add(subscriber)
    await logged(ctx, smartlockId)
    await tail.advance()
    const caughtUp = tail.catchUp(subscriber)
    await w.until('it is looked up', async () => looks.length === 1)
    looks[0]?.resolve(undefined)
    await caughtUp
    assert.deepEqual([told.length, subscriber.outlet.isOpen], [0, false])
  },
)

apiTest('what changed for another account is no reason to look', async (w) => {
  const { tail, looks, subscriber } = await subscribed(w)
  tail.doubt(new Set([w.owner.accountId + 1]))
  assert.deepEqual([looks.length, subscriber.changes], [0, 0])
})
