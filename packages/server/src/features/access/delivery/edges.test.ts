import assert from 'node:assert/strict'
import type { AccessEntry } from '@latchwork/contract/device'
import { type AccessDevice, connectAccess } from '../../../../test/access-device.ts'
import { recordStatements } from '../../../../test/statements.ts'
import {
  beforeSummer,
  CLEANER,
  first,
  lockWithoutWindows,
  moveTo,
  WITHOUT_WINDOWS,
} from '../../../../test/windowless-lock.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

/** A lock that keeps no windows, with a code whose time is from nine to eleven (UTC): it is half past nine. */
async function lockWithCode(w: World, name?: string): Promise<AccessDevice> {
  const lock = await connectAccess(w, await lockWithoutWindows(w, name))
  lock.obeyAll()
  await moveTo(w, '2027-03-27T09:30:00Z')
  const params = { smartlockId: lock.smartlockId }
  const { operationId } = await w.api.authorizations.createOn({ params, body: CLEANER })
  await w.untilOperation(operationId, 'confirmed')
  return lock
}

const shown = async (w: World, lock: AccessDevice) => {
  const { syncState, place } = await first(w, lock)
  return [syncState, place]
}

apiTest(
  'a code that a lock has again outside of its time comes off, however often (D166)',
  async (w) => {
    const lock = await lockWithCode(w)
    const [[id, held]] = [...lock.held] as [[string, { n: number; entry: AccessEntry }]]
    await moveTo(w, '2027-03-27T11:00:00Z')
    const isOff = async () => lock.held.size === 0 && (await shown(w, lock)).join() === 'synced,kept'
    await w.until('it is off', isOff)
    for (let round = 0; round < 3; round++) {
      await w.emitted()
      // It lost its power, and came back with an older memory.
      lock.held.set(id, held)
      await lock.tellList()
      await w.until('it is off again', isOff)
      assert.ok((await w.emitted()).includes('DEVICE_AUTHS'), 'somebody could have come in')
    }
  },
  beforeSummer,
)

apiTest(
  'a code that was changed while its lock is away is told as still there when its new time ends',
  async (w) => {
    const lock = await lockWithCode(w)
    const params = { smartlockId: lock.smartlockId }
    await lock.device.drop()
    await w.until(
      'the lock is offline',
      async () => (await w.api.smartlocks.get({ params })).data.serverState === 4,
    )
    const { id } = await first(w, lock)
    const { operationId } = await w.api.authorizations.update({
      params: { ...params, id },
      body: { allowedUntilTime: 690 },
    })
    await w.service.settle()
    assert.deepEqual(await shown(w, lock), ['pending', undefined])
    await moveTo(w, '2027-03-27T10:30:00Z')
    assert.deepEqual(await shown(w, lock), ['pending', 'stuck'])
    const { data } = await w.api.authorizations.explain({ params, query: { authId: id } })
    assert.equal(data.rule, 'still_on_lock')
    const back = await connectAccess(w, lock, lock.held)
    back.obeyAll()
    await w.until('it is off', async () => back.held.size === 0)
    await moveTo(w, '2027-03-28T08:00:00Z')
    await w.untilOperation(operationId, 'confirmed')
  },
  beforeSummer,
)

apiTest(
  'a lock that comes to keep windows, or keeps them no more, gets its rights as it is to have them',
  async (w) => {
    const lock = await lockWithCode(w)
    const { data } = await w.api.smartlocks.get({ params: { smartlockId: lock.smartlockId } })
    const keptBy = (dates: string, weekly: string) =>
      lock.device.publish('info', {
        at: 0,
        type: data.type,
        firmware: 1,
        hardware: 1,
        config: data.config,
        capability: { ...WITHOUT_WINDOWS, windows: { dates, weekly, acrossMidnight: true } },
      })
    const holds = (what: string, ...wanted: (number | undefined)[]) =>
      w.until(what, async () => {
        const [held] = [...lock.held.values()]
        const { weekDays, fromTime, untilTime } = held?.entry ?? {}
        return (
          held !== undefined &&
          [weekDays, fromTime, untilTime, held.entry.untilDate].join() === wanted.join() &&
          (await shown(w, lock)).join() === 'synced,'
        )
      })
    const until = Date.parse(CLEANER.allowedUntilDate)
    await holds('nothing of its times', undefined, undefined, undefined, undefined)
    await keptBy('service', 'lock')
    await holds('its weekdays', 127, 600, 720, undefined)
    await keptBy('lock', 'lock')
    await holds('its dates, too', 127, 600, 720, until)
    await keptBy('service', 'service')
    await holds('nothing of its times again', undefined, undefined, undefined, undefined)
    await moveTo(w, '2027-03-27T11:00:00Z')
    await w.until('it is off at its end', async () => lock.held.size === 0)
  },
  beforeSummer,
)

apiTest(
  'a lock whose windows cannot be dealt with, or that is silent, holds up no other',
  async (w) => {
    const [broken, silent, well] = [
      await lockWithCode(w, 'Broken'),
      await lockWithCode(w, 'Silent'),
      await lockWithCode(w, 'Well'),
    ]
    const store = (capability: string) =>
      w.db
        .updateTable('smartlock')
        .set({ capability })
        .where('smartlock_id', '=', broken.smartlockId)
        .execute()
    await store('{')
    const later = Date.parse('2027-03-27T11:10:00Z')
    await w.db
      .updateTable('lock_access')
      .set({ attempts: 5, due_at: later })
      .where('smartlock_id', '=', silent.smartlockId)
      .execute()
    await moveTo(w, '2027-03-27T11:00:00Z')
    await w.until('it is off where it can be', async () => well.held.size === 0)
    assert.equal(broken.held.size, 1)
    assert.deepEqual(await shown(w, silent), ['pending', 'stuck'], 'asked again in ten minutes, told now')
    await store(JSON.stringify(WITHOUT_WINDOWS))
    await moveTo(w, '2027-03-27T11:00:10Z')
    await w.until('it is off there, too', async () => broken.held.size === 0)
  },
  beforeSummer,
)

const MANY = 2000
const INSERTED_AT_ONCE = 250
/** Rights are taken 500 at a time, and stored and told in portions of that. */
const MOST_WRITES = 100

/** As many rights of the lock as are asked for, each like the one that is there. */
async function multiply(w: World, count: number): Promise<void> {
  const row = await w.db.selectFrom('smartlock_auth').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: count - 1 }, (_, i) => ({
    ...row,
    id: (i + 1).toString(16).padStart(24, '0'),
    seq: Number(row.seq) + i + 1,
  }))
  for (let from = 0; from < copies.length; from += INSERTED_AT_ONCE)
    await w.db
      .insertInto('smartlock_auth')
      .values(copies.slice(from, from + INSERTED_AT_ONCE))
      .execute()
}

bothTest(
  'windows of thousands of rights that end at once take some statements for each batch, none for each right (D166)',
  async (w, t) => {
    const lock = await lockWithCode(w)
    const params = { smartlockId: lock.smartlockId }
    await lock.device.drop()
    await w.until(
      'the lock is offline',
      async () => (await w.api.smartlocks.get({ params })).data.serverState === 4,
    )
    await multiply(w, MANY)
    const statements = recordStatements(t)
    await moveTo(w, '2027-03-27T11:00:00Z')
    statements.stop()
    const stuck = await w.db
      .selectFrom('smartlock_auth')
      .select((e) => e.fn.countAll().as('count'))
      .where('place', '=', 'stuck')
      .executeTakeFirstOrThrow()
    assert.equal(Number(stuck.count), MANY, 'all of them are still on the lock, and told as that')
    const asked = statements.work()
    const writes = asked.filter((sql) => !sql.startsWith('select'))
    t.diagnostic(`${asked.length} statements, ${writes.length} of them writes, for ${MANY} rights`)
    assert.ok(writes.length <= MOST_WRITES, `${writes.length} writes for ${MANY} rights`)
    // Timers of the service read as well, more often the longer this takes.
    assert.ok(asked.length < MANY, `${asked.length} statements for ${MANY} rights`)
  },
  { ...beforeSummer, alone: 'counts what the whole process asks of its databases' },
)
