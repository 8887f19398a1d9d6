import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Smartlock } from '@latchwork/contract'
import pg from 'pg'
import { bothTest, createWorld, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { holding } from '../../../platform/store/asking.ts'
import { present } from '../present.ts'
import * as smartlocks from '../service.ts'

/** All locks, held in their order. */
const inOrder = ({ db, storage: { engine } }: World) =>
  db.selectFrom('smartlock').select('smartlock_id').orderBy('smartlock_id').$call(holding(engine))

/** What the wire would say if nothing were kept. */
async function computed(w: World): Promise<Smartlock[]> {
  const ctx = { ...w.service.contextFor(w.owner.accountId), principal: { limits: undefined } }
  const views = await smartlocks.list(ctx as never, {})
  return JSON.parse(JSON.stringify(views.map((view) => present(view, ctx.clock.now()))))
}

/** Reads everything there is to read, twice, in every process, and compares it with what is stored. */
async function assertTrue(what: string, readers: readonly World[]): Promise<void> {
  for (const w of readers) for (const turn of ['read', 'kept']) await assertRead(`${what}, ${turn}`, w)
}

/** What the service does by itself in the meantime makes it begin anew. */
async function assertRead(what: string, w: World): Promise<void> {
  const expected = await computed(w)
  const listed = (await w.api.smartlocks.list()).data
  const single: Smartlock[] = []
  for (const { smartlockId } of listed)
    single.push((await w.api.smartlocks.get({ params: { smartlockId } })).data)
  if (!isDeepStrictEqual(await computed(w), expected)) return assertRead(what, w)
  assert.deepEqual(listed, expected, `${what}: the list`)
  assert.deepEqual(single, expected, `${what}: each of them`)
}

/** Every way in which a lock, or what is shown of it, can change. */
async function everyChange(w: World): Promise<Record<string, () => Promise<unknown>>> {
  const { smartlockId } = await w.lock()
  const other = await w.lock({ name: 'Other' })
  const params = { smartlockId }
  return {
    'a new name': () => w.api.smartlocks.update({ params, body: { name: 'Renamed' } }),
    'a sync that waits': () => w.api.smartlocks.sync({ params }),
    'settings for the console': () =>
      w.api.smartlocks.setWebConfig({ params, body: { batteryWarningPerMailEnabled: true } }),
    'a row that was changed by hand': () =>
      w.db
        .updateTable('smartlock')
        .set({ error: 'By hand' })
        .where('smartlock_id', '=', smartlockId)
        .execute(),
    'several rows at once': () =>
      w.db
        .updateTable('smartlock')
        .set({ name: 'All of them' })
        .where('smartlock_id', 'in', inOrder(w))
        .execute(),
    'what waited, removed by hand': () => w.db.deleteFrom('lock_desired').execute(),
    'a lock that is new': () => w.lock({ name: 'New' }),
    'a lock that is deleted': () => w.api.smartlocks.remove({ params: { smartlockId: other.smartlockId } }),
    'everything deleted': () =>
      w.db.deleteFrom('smartlock').where('smartlock_id', 'in', inOrder(w)).execute(),
  }
}

/** The same for what a lock does. */
async function everyReport(w: World): Promise<Record<string, () => Promise<unknown>>> {
  const { smartlockId, device } = await w.played()
  const params = { smartlockId }
  const shown = async () => (await computed(w)).find((lock) => lock.smartlockId === smartlockId)
  return {
    'an unlock that is accepted': () => w.api.smartlocks.unlock({ params }),
    'its end': async () => {
      await device.ack(await device.command(0), 'done', 0)
      await w.until('its end', async () => (await shown())?.operationId === undefined)
    },
    'a lock that goes': async () => {
      await device.drop()
      await w.until('offline', async () => (await shown())?.serverState !== 0)
    },
  }
}

/** Makes every change, and compares what all of them answer with what is stored, before and after it. */
async function compareAll(
  changes: Record<string, () => Promise<unknown>>,
  writer: World,
  readers: readonly World[],
): Promise<void> {
  for (const [what, change] of Object.entries(changes)) {
    await assertTrue(`before ${what}`, readers)
    const before = await computed(writer)
    await change()
    await assertTrue(what, readers)
    assert.notDeepEqual(await computed(writer), before, `${what} changes something`)
  }
}

bothTest('after every kind of change what is kept is what is stored', async (w) => {
  await compareAll(await everyReport(w), w, [w])
  await compareAll(await everyChange(w), w, [w])
})

/** Two services on one PostgreSQL. Their clocks stand still: nothing is forgotten by age alone. */
async function twoServices(t: Parameters<typeof createWorld>[0]) {
  const clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'))
  const options = { clock: () => clock }
  const here = await createWorld(t, 'postgres', options)
  const there = await createWorld(t, 'postgres', { ...options, storage: here.storage })
  here.onStop(() => there.stop())
  return { here, there }
}

test('every kind of change in one process is read by the next call in another', async (t) => {
  const { here, there } = await twoServices(t)
  await compareAll(await everyChange(here), here, [there, here])
})

test('whoever has changed a lock in one process reads it in another, a hundred times in a row', async (t) => {
  const { here, there } = await twoServices(t)
  const { smartlockId } = await here.lock()
  const params = { smartlockId }
  for (let i = 0; i < 100; i++) {
    const [writer, reader] = i % 2 ? [here, there] : [there, here]
    await writer.api.smartlocks.update({ params, body: { name: `Name ${i}` } })
    assert.equal((await reader.api.smartlocks.get({ params })).data.name, `Name ${i}`)
    assert.equal((await reader.api.smartlocks.list()).data[0]?.name, `Name ${i}`)
  }
})

test('a process whose connections were all cut serves nothing that was changed meanwhile', async (t) => {
  const { here, there } = await twoServices(t)
  const { smartlockId } = await here.lock()
  const params = { smartlockId }
  const admin = new pg.Client({ connectionString: here.storage.databaseUrl })
  await admin.connect()
  here.onStop(() => admin.end())
  for (let i = 0; i < 3; i++) {
    await there.until('a list', async () => there.api.smartlocks.list().catch(() => undefined))
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'latchwork%'`,
    )
    await admin.query('update smartlock set name = $1', [`Cut ${i}`])
    const name = await there.until('an answer', async () =>
      there.api.smartlocks.get({ params }).then(
        ({ data }) => data.name,
        () => undefined,
      ),
    )
    assert.equal(name, `Cut ${i}`)
  }
  // A connection that is dead and not known to be would make the stop fail.
  for (const w of [here, there])
    await w.until('all connections are new', async () =>
      Promise.all(Array.from({ length: 30 }, () => w.db.selectFrom('account').selectAll().execute())).then(
        () => true,
        () => false,
      ),
    )
})
