import assert from 'node:assert/strict'
import { recordStatements } from '../../../../test/statements.ts'
import { apiTest, bothTest, type RegisteredLock, type World } from '../../../../test/world.ts'
import type { DeviceReport } from '../../../devices/driver.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { createDeviceDoor } from '../reports/device.ts'

type Online = Extract<DeviceReport, { kind: 'online' }>

const online = ({ deviceId, username }: RegisteredLock, sessionId: string, epoch = 'first'): Online => ({
  kind: 'online',
  deviceId,
  sessionId,
  epoch,
  username,
  isLegacy: false,
  minor: 3,
  oldestEvent: 1,
  at: 0,
  retained: false,
})

/** Applies what arrives in one go: one batch. */
function doorOf(w: World) {
  const door = createDeviceDoor(w.service.platform, w.db, { keysWithin: async () => [] })
  door.start({ acknowledgeEvents: async () => {}, accessDigest: () => '' })
  return async (...batch: DeviceReport[]): Promise<void> => {
    for (const report of batch) door.receive(report, w.owner.accountId)
    await door.idle()
  }
}

const stored = (w: World, { smartlockId }: RegisteredLock) =>
  w.db
    .selectFrom('smartlock')
    .select(['session_id', 'epoch', 'server_state'])
    .where('smartlock_id', '=', smartlockId)
    .executeTakeFirstOrThrow()

const replayed = async (w: World): Promise<number> => {
  const { values } = await w.service.platform.metrics.droppedMessages.get()
  return values.find(({ labels }) => labels.reason === 'replayed')?.value ?? 0
}

const statusOf = async (w: World, id: string | undefined) =>
  (await w.api.operations.get({ params: { operationId: id as string } })).data.status

const succeeded = ({ deviceId }: RegisteredLock, sessionId: string, commandId: string | undefined) =>
  ({
    kind: 'commandResult',
    deviceId,
    sessionId,
    commandId: commandId as string,
    outcome: { status: 'succeeded', proof: 'report' },
  }) as const

/** Nobody looks by the clock while statements are counted: it stands still. */
const still = { clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)) }

bothTest(
  'many locks that come back together cost no more statements on PostgreSQL than two do',
  async (w, t) => {
    const locks: RegisteredLock[] = []
    for (let i = 0; i < 12; i++) locks.push(await w.lock())
    const apply = doorOf(w)
    // Once, so that all of them have an earlier connection.
    await apply(...locks.map((lock) => online(lock, 'a')))
    await w.service.quiet()
    const statements = recordStatements(t)
    const costs = async (some: readonly RegisteredLock[], session: string) => {
      const before = statements.work().length
      await apply(...some.map((lock) => online(lock, session)))
      return statements.work().slice(before).filter(isOfLocks)
    }
    const [two, all] = [await costs(locks.slice(0, 2), 'b'), await costs(locks, 'c')]
    // On SQLite, where one costs next to nothing, each row of a lock is a statement of its own.
    const more = w.storage.engine === 'postgres' ? 0 : 10
    assert.equal(all.length, two.length + more, all.join('\n'))
    for (const lock of locks) assert.equal((await stored(w, lock)).session_id, 'c')
    const { n } = await w.db
      .selectFrom('device_session')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    assert.equal(Number(n), 12 * 2 + 2, 'every connection is remembered')
  },
  { ...still, alone: 'counts what the whole process asks of its databases' },
)

const isOfLocks = (sql: string) =>
  /"(smartlock|smartlock_auth|stray_access|operation|lock_\w+|device_\w+)"|event_head|into "event"/.test(sql)

apiTest('a connection that is announced again behind a newer one of the same batch is none', async (w) => {
  const lock = await w.lock()
  await doorOf(w)(online(lock, 'a'), online(lock, 'b'), online(lock, 'a'))
  assert.equal((await stored(w, lock)).session_id, 'b')
  assert.equal(await replayed(w), 1)
})

apiTest('a memory that a lock lost in the same batch is not believed any more', async (w) => {
  const lock = await w.lock()
  await doorOf(w)(online(lock, 'a'), online(lock, 'b', 'second'), online(lock, 'c'))
  assert.deepEqual(await stored(w, lock), { session_id: 'b', epoch: 'second', server_state: 0 })
  assert.equal(await replayed(w), 1)
})

apiTest('what one lock announces is no old news because another lock of the batch said it', async (w) => {
  const [one, other] = [await w.lock(), await w.lock({ by: await w.account() })]
  const apply = doorOf(w)
  await apply(online(one, 'a'), online(one, 'b', 'second'))
  await apply(online(one, 'c', 'second'), online(other, 'a'))
  assert.deepEqual([(await stored(w, one)).session_id, (await stored(w, other)).session_id], ['c', 'a'])
  await apply(online(one, 'd'), online(other, 'b'))
  assert.deepEqual([(await stored(w, one)).session_id, (await stored(w, other)).session_id], ['c', 'b'])
})

apiTest('an order that was carried out just before its lock came back is confirmed', async (w) => {
  const { device, ...lock } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: lock })
  await doorOf(w)(succeeded(lock, device.session, operationId), online(lock, 'b', 'second'))
  assert.equal(await statusOf(w, operationId), 'confirmed')
})

for (const way of ['online', 'offline'] as const)
  apiTest(`a proof right behind the word that a lock is ${way} corrects its order, told once`, async (w) => {
    const { device, ...lock } = await w.played()
    const { operationId } = await w.api.smartlocks.unlockAdvanced({ params: lock })
    const gone = { kind: 'offline', deviceId: lock.deviceId, sessionId: device.session } as const
    const word = way === 'online' ? online(lock, 'b', 'second') : gone
    await doorOf(w)(word, succeeded(lock, device.session, operationId))
    assert.equal(await statusOf(w, operationId), 'confirmed')
    const { data } = await w.api.events.list()
    const told = data.events.filter(({ feature }) => feature === 'CALLBACK')
    assert.deepEqual(
      told.map(({ payload }) => (payload as { success: boolean }).success),
      [false],
    )
  })

apiTest(
  'an order of the connection before has an unknown end, and what waits for the lock is due',
  async (w) => {
    const { device, ...lock } = await w.played()
    const waits = await w.lock()
    const { operationId } = await w.api.smartlocks.unlock({ params: lock })
    await w.api.smartlocks.setConfig({ params: waits, body: { ledEnabled: false } })
    const dueAt = async () =>
      (await w.db.selectFrom('lock_desired').select('due_at').executeTakeFirstOrThrow()).due_at
    assert.equal(await dueAt(), null)
    await doorOf(w)(online(lock, 'b', 'second'), online(waits, 'a'))
    assert.equal(await statusOf(w, operationId), 'unknown')
    assert.notEqual(await dueAt(), null)
  },
)

apiTest('a lock that goes and comes in one batch is online, and its orders have ended', async (w) => {
  const { device, ...lock } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: lock })
  await w.emitted()
  const gone = { kind: 'offline', deviceId: lock.deviceId, sessionId: device.session } as const
  await doorOf(w)(gone, online(lock, 'b', 'second'))
  assert.equal((await stored(w, lock)).server_state, 0)
  assert.equal(await statusOf(w, operationId), 'unknown')
  assert.deepEqual(await w.emitted(), ['DEVICE_STATUS', 'DEVICE_STATUS'])
})

apiTest('of the connections of a lock the newest thousand are remembered', async (w) => {
  const [busy, calm] = [await w.lock(), await w.lock()]
  const { account_id, smartlock_id } = await w.db
    .selectFrom('smartlock')
    .select(['account_id', 'smartlock_id'])
    .where('smartlock_id', '=', busy.smartlockId)
    .executeTakeFirstOrThrow()
  const earlier = Array.from({ length: 1000 }, (_, i) => ({
    account_id,
    smartlock_id,
    session_id: `s${i}`,
    epoch: 'first',
    seen_at: i,
  }))
  for (const part of [earlier.slice(0, 500), earlier.slice(500)])
    await w.db.insertInto('device_session').values(part).execute()
  await doorOf(w)(online(busy, 'a', 'second'), online(calm, 'a'))
  const kept = await w.db.selectFrom('device_session').select(['smartlock_id', 'session_id']).execute()
  const ofBusy = kept.filter((row) => row.smartlock_id === busy.smartlockId).map((row) => row.session_id)
  assert.equal(ofBusy.length, 1000)
  assert.deepEqual([ofBusy.includes('s0'), ofBusy.includes('s1'), ofBusy.includes('a')], [false, true, true])
  assert.equal(kept.length, 1001)
})
