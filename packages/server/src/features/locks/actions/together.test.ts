import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { recordStatements } from '../../../../test/statements.ts'
import { startTcpProxy } from '../../../../test/tcp-proxy.ts'
import { bothTest, type RegisteredLock, sqliteTest, type World } from '../../../../test/world.ts'
import { AppError, fail } from '../../../platform/app-error.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { inTransaction, type WorkCtx } from '../../../platform/context.ts'
import { openDatabase } from '../../../schema/open-database.ts'
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

bothTest(
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
  { ...still, alone: 'counts what the whole process asks of its databases' },
)

sqliteTest(
  'whoever comes alone, after others who did, does not wait for company',
  async (w, t) => {
    // Not on PostgreSQL, where a connection has to be waited for before it can be seen.
    const locks = await Promise.all(Array.from({ length: 7 }, () => w.played()))
    await w.service.quiet()
    const statements = recordStatements(t)
    const hasBegun = async () => {
      const before = statements.work().length
      const call = unlock(callOf(w), locks.pop() as RegisteredLock)
      // No turn of the event loop, in which others could come.
      await new Promise((resolve) => process.nextTick(resolve))
      const begun = statements.work().slice(before)
      await call
      return begun.some((sql) => sql.includes('session_counter'))
    }
    for (const shallHave of [false, false, false, true]) assert.equal(await hasBegun(), shallHave)
    await Promise.all(locks.splice(0, 2).map((lock) => unlock(callOf(w), lock)))
    assert.equal(await hasBegun(), false, 'two came together')
  },
  { ...still, alone: 'counts what the whole process asks of its databases' },
)

// On PostgreSQL two connections decide.
sqliteTest(
  'of two calls for a lock in the same moment the first is accepted',
  async (w) => {
    const [one, two, three] = [await w.played(), await w.played(), await w.played()]
    const unlockAll = (...locks: RegisteredLock[]) =>
      outcomes(
        w,
        locks.map((lock) => unlock(callOf(w), lock)),
      )
    assert.deepEqual(await unlockAll(one, one), ['sent', 'resource_locked'])
    assert.deepEqual(await unlockAll(two, three, two), ['sent', 'sent', 'resource_locked'])
  },
  still,
)

bothTest(
  'calls that are refused together cost two looks at most',
  async (w, t) => {
    const locks = [await w.lock(), await w.lock(), await w.lock(), await w.lock()]
    await w.service.quiet()
    const statements = recordStatements(t)
    const told = await outcomes(
      w,
      locks.map((lock) => unlock(callOf(w), lock)),
    )
    assert.deepEqual(told, Array(4).fill('smartlock_offline'))
    const looks = statements.work().filter((one) => /(from|update) "?smartlock"?\s/.test(one))
    assert.ok(looks.length > 0 && looks.length <= 2, looks.join('\n'))
  },
  { ...still, alone: 'counts what the whole process asks of its databases' },
)

bothTest('of calls that go together each is accepted or refused for itself', async (w) => {
  const [free, busy, twice, opener] = [
    await w.played(),
    await w.played(),
    await w.played(),
    await w.played({ type: 2 }),
  ]
  const offline = await w.lock()
  const other = await w.account()
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

bothTest('calls of several accounts go together, and each stands in its own', async (w) => {
  const other = await w.account()
  const [lock, theirs] = [await w.played(), await w.lock({ by: other })]
  await w.connect(theirs)
  const [own, their] = await Promise.all([
    unlock(callOf(w), lock),
    unlock(callOf(w, other.accountId), theirs),
  ])
  const listed = async (api: World['api']) => (await api.operations.list()).data.map((one) => one.operationId)
  assert.deepEqual([await listed(w.api), await listed(other.api)], [[own], [their]])
})

bothTest('a call that fails does not take those with it that came at the same time', async (w) => {
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

bothTest(
  'an account that somebody writes for long does not keep the calls of other accounts waiting',
  async (w) => {
    // SQLite has one writer.
    if (w.storage.engine !== 'postgres') return
    const other = await w.account()
    const [busy, free] = [await w.played(), await w.lock({ by: other })]
    await w.connect(free)
    let isWaiting = true
    const { late } = await inTransaction(callOf(w), async (tx) => {
      await sql`select 1`.execute(tx.db)
      const late = unlock(callOf(w), busy).finally(() => {
        isWaiting = false
      })
      await unlock(callOf(w, other.accountId), free)
      assert.equal(isWaiting, true)
      return { late }
    })
    assert.ok(await late)
  },
)

bothTest('an action that cannot be handed over does not keep the others from leaving', async (w) => {
  const [first, bad, last] = [await w.played(), await w.played(), await w.played()]
  const ctx = callOf(w)
  const handOver: WorkCtx['ports']['handOver'] = (leaving) => {
    if (leaving.device.smartlockId === bad.smartlockId) throw new Error('not this one')
    ctx.ports.handOver(leaving)
  }
  const failing = { ...ctx, ports: { ...ctx.ports, handOver } }
  const told = await outcomes(
    w,
    [first, bad, last].map((lock) => unlock(failing, lock)),
  )
  assert.deepEqual(told, ['sent', 'sent', 'sent'])
  for (const { device } of [first, last]) assert.equal((await device.command(0)).action, UNLOCK)
})

bothTest('calls hear of it when what they share cannot even begin', async (w) => {
  const locks = [await w.played(), await w.played()]
  const ctx = callOf(w)
  const begin = () => {
    throw new Error('no trace')
  }
  const span = { traceId: '1', spanId: '2', tell: begin, end: begin } as never
  const failing = { ...ctx, span, traces: { receive: () => undefined, begin } }
  const told = await outcomes(
    w,
    locks.map((lock) => unlock(failing, lock)),
  )
  assert.deepEqual(told, ['Error: no trace', 'Error: no trace'])
  assert.deepEqual(
    await outcomes(
      w,
      locks.map((lock) => unlock(ctx, lock)),
    ),
    ['sent', 'sent'],
  )
})

bothTest('a commit that the server refuses is the fault of one of them', async (w) => {
  if (w.storage.engine !== 'postgres') return
  const [good, bad, also] = [await w.played(), await w.played(), await w.played()]
  await sql`create function refuse_commit() returns trigger language plpgsql as
    'begin raise exception ''not this one''; end'`.execute(w.db)
  await sql`create constraint trigger refuse_one after insert on operation deferrable initially deferred
    for each row when (new.smartlock_id = ${sql.lit(bad.smartlockId)}) execute function refuse_commit()`.execute(
    w.db,
  )
  const told = await outcomes(
    w,
    [good, bad, also].map((lock) => unlock(callOf(w), lock)),
  )
  assert.deepEqual(told, ['sent', 'error: not this one', 'sent'])
})

bothTest(
  'while the database is silent calls are refused, and none of them opens a door when it is back',
  async (w, t) => {
    const { databaseUrl } = w.storage
    if (databaseUrl === undefined) return
    const url = new URL(databaseUrl)
    const wire = await startTcpProxy(Number(url.port))
    t.after(() => wire.stop())
    url.port = String(wire.port)
    const through = await openDatabase({ dataDir: '', url: url.href, poolSize: 2 })
    t.after(() => through.close())
    const locks = await Promise.all(Array.from({ length: 8 }, () => w.played()))
    const ctx = callOf(w)
    // Seconds of silence are longer than they may live.
    const brief = { ...ctx, db: through.db, limits: { ...ctx.limits, actionTtlMs: 500 } }
    await through.db.selectFrom('account').select('account_id').execute()
    wire.freeze()
    // Each two of them share a transaction: two of those hang, and the others would wait for these.
    const calls: Promise<string>[] = []
    while (calls.length < locks.length) {
      for (const lock of locks.slice(calls.length, calls.length + 2)) calls.push(unlock(brief, lock))
      for (let turn = 0; turn < 10; turn++) await nextTurn()
    }
    await Promise.race(calls.map((call) => call.catch(() => 'told')))
    wire.thaw()
    const told = await outcomes(w, calls)
    assert.deepEqual(
      told.filter((one) => one === 'sent'),
      [],
    )
    assert.ok(told.includes('overloaded'), told.join())
    const { data } = await w.api.operations.list()
    assert.deepEqual(data, [])
  },
  { own: 'silences the database' },
)

bothTest(
  'a call that comes to its turn later than it may live opens nothing',
  async (w) => {
    const lock = await w.played()
    const clock = w.service.platform.clock as ManualClock
    for (const headers of [{}, { 'idempotency-key': 'once' }]) {
      const payload = new PassThrough()
      payload.write('{"action"')
      const answering = w.service.app.inject({
        method: 'POST',
        url: `/smartlock/${lock.smartlockId}/action`,
        headers: {
          authorization: `Bearer ${w.owner.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        payload,
      })
      answering.catch(() => undefined)
      for (let turn = 0; turn < 10; turn++) await nextTurn()
      clock.advance(10_000)
      payload.end(':1}')
      const answer = await answering
      const { code } = answer.json()
      assert.deepEqual([answer.statusCode, code, answer.headers['retry-after']], [503, 'overloaded', '1'])
    }
    assert.deepEqual((await w.api.operations.list()).data, [])
  },
  still,
)
