import assert from 'node:assert/strict'
import { recordStatements } from '../../../../test/statements.ts'
import { apiTest, type RegisteredLock, type World } from '../../../../test/world.ts'
import { AppError, fail } from '../../../platform/app-error.ts'
import { ManualClock } from '../../../platform/clock.ts'
import type { WorkCtx } from '../../../platform/context.ts'
import { operate } from './service.ts'

const UNLOCK = 1

const callOf = (w: World, accountId = w.owner.accountId) => ({ ...w.service.contextFor(accountId), fail })

const unlock = (ctx: ReturnType<typeof callOf>, { smartlockId }: RegisteredLock) =>
  operate(ctx, smartlockId, { action: UNLOCK, isShortCall: true })

/** What became of each: the status of its operation, or the code of its refusal. */
async function outcomes(w: World, calls: Promise<string>[]): Promise<string[]> {
  const ended = await Promise.allSettled(calls)
  const { data } = await w.api.operations.list({ query: { limit: 50 } })
  return ended.map((one) => {
    if (one.status === 'fulfilled')
      return data.find(({ operationId }) => operationId === one.value)?.status ?? '?'
    return one.reason instanceof AppError ? one.reason.code : String(one.reason)
  })
}

/** Nobody looks by the clock while statements are counted: it stands still. */
const still = { clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)) }

apiTest(
  'unlocks that are asked for together are stored with no more statements on PostgreSQL than one is',
  async (w, t) => {
    const locks = [await w.played(), await w.played(), await w.played(), await w.played()]
    const [first, ...others] = locks as [(typeof locks)[0], ...typeof locks]
    await w.service.quiet()
    const statements = recordStatements(t)
    const costs = async (some: readonly RegisteredLock[]) => {
      const before = statements.work().length
      await Promise.all(some.map((lock) => unlock(callOf(w), lock)))
      return statements
        .work()
        .slice(before)
        .filter((sql) => /session_counter|into "operation"/.test(sql)).length
    }
    assert.equal(await costs([first]), 2)
    // On SQLite, where one costs next to nothing, each lock is a statement of its own.
    assert.equal(await costs(others), w.storage.engine === 'postgres' ? 2 : 1 + others.length)
    for (const { device } of locks) assert.equal((await device.command(0)).action, UNLOCK)
  },
  still,
)

apiTest('of calls that go together each is accepted or refused for itself', async (w) => {
  const [free, busy, twice, opener] = [
    await w.played(),
    await w.played(),
    await w.played(),
    await w.played({ type: 2 }),
  ]
  const offline = await w.lock()
  const other = await w.caller()
  const ofOther = await w.lock({ by: other })
  const ours = callOf(w)
  await unlock(ours, busy)
  const told = await outcomes(w, [
    unlock(ours, offline),
    unlock(ours, busy),
    unlock(ours, opener),
    unlock(ours, free),
    unlock(ours, ofOther),
    unlock(callOf(w, other.accountId), free),
    unlock(ours, twice),
    unlock(ours, twice),
  ])
  assert.deepEqual(told.slice(0, 6), [
    'smartlock_offline',
    'resource_locked',
    'not_supported_by_device',
    'sent',
    'not_found',
    'not_found',
  ])
  assert.deepEqual(told.slice(6).sort(), ['resource_locked', 'sent'])
  // What was refused has left nothing behind.
  const { data } = await w.api.smartlocks.get({ params: { smartlockId: opener.smartlockId } })
  assert.equal(data.operationId, undefined)
  await w.api.smartlocks.action({ params: { smartlockId: opener.smartlockId }, body: { action: 3 } })
  const { data: operations } = await w.api.operations.list({ query: { limit: 50 } })
  assert.equal(operations.length, 4)
})

apiTest('calls of several accounts go together, and each stands in its own', async (w) => {
  const other = await w.caller()
  const [lock, theirs] = [await w.played(), await w.lock({ by: other })]
  await w.connect(theirs)
  const [own, their] = await Promise.all([
    unlock(callOf(w), lock),
    unlock(callOf(w, other.accountId), theirs),
  ])
  const listed = async (api: World['api']) => (await api.operations.list()).data.map((one) => one.operationId)
  assert.deepEqual([await listed(w.api), await listed(other.api)], [[own], [their]])
})

apiTest('a call that fails does not take those with it that came at the same time', async (w) => {
  const [good, bad, also] = [await w.played(), await w.played(), await w.played()]
  const ctx = callOf(w)
  const lockAtHand: WorkCtx['ports']['lockAtHand'] = async (tx, lock) => {
    if (lock.smartlock_id === bad.smartlockId) throw new Error('this one cannot be reached')
    return ctx.ports.lockAtHand(tx, lock)
  }
  const failing = { ...ctx, ports: { ...ctx.ports, lockAtHand } }
  const told = await outcomes(
    w,
    [good, bad, also].map((lock) => unlock(failing, lock)),
  )
  assert.deepEqual(told, ['sent', 'Error: this one cannot be reached', 'sent'])
  const { data } = await w.api.smartlocks.get({ params: { smartlockId: bad.smartlockId } })
  assert.equal(data.operationId, undefined)
})

apiTest('a lock that somebody holds does not keep calls to others waiting', async (w) => {
  // SQLite has one writer.
  if (w.storage.engine !== 'postgres') return
  const [held, free] = [await w.played(), await w.played()]
  let isHeld = true
  const waiting = w.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('smartlock')
      .select('smartlock_id')
      .where('smartlock_id', '=', held.smartlockId)
      .forUpdate()
      .execute()
    const late = unlock(callOf(w), held).finally(() => {
      isHeld = false
    })
    await unlock(callOf(w), free)
    await unlock(callOf(w), await w.played())
    assert.equal(isHeld, true, 'it waits')
    return { late }
  })
  const { late } = await waiting
  assert.ok(await late)
})
