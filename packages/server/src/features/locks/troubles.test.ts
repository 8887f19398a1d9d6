import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { apiTest, bothTest, sqliteTest, type World } from '../../../test/world.ts'
import { inTransaction } from '../../platform/context.ts'
import { keep } from './change.ts'
import * as store from './store.ts'
import { troublesOf } from './troubles.ts'

const truths = [undefined, true, false]
const FIELDS: readonly [field: string, values: readonly unknown[]][] = [
  ['state', [undefined, 0, 1, 2, 3, 4, 5, 6, 7, 253, 254, 255]],
  ['mode', [undefined, 0, 2, 3]],
  ['doorState', [undefined, 0, 2, 3, 4]],
  ['batteryCritical', truths],
  ['keypadBatteryCritical', truths],
  ['doorsensorBatteryCritical', truths],
  ['batteryCharging', truths],
  ['batteryCharge', [undefined, 0, 19, 20, 21, 100]],
]

/** Each value of each field, with others that go round at paces of their own. */
const REPORTED = Array.from({ length: 72 }, (_, n) => ({
  type: n % 5,
  server_state: n % 7 === 0 ? 4 : 0,
  state: JSON.stringify(
    Object.fromEntries(
      FIELDS.map(([field, values], i) => [
        field,
        values[Math.floor(n / (i % 3 === 2 ? 2 : 1)) % values.length],
      ]),
    ),
  ),
}))

const WELL = { type: 4, server_state: 0, state: '{}' }

/** The lock as the database has it, after whoever knows nothing of troubles wrote this. */
async function written(w: World, smartlockId: number, columns: typeof WELL | { state: null }) {
  const lock = w.db.updateTable('smartlock').where('smartlock_id', '=', smartlockId)
  await lock.set(columns).execute()
  return stored(w, smartlockId)
}

async function stored(w: World, smartlockId: number): Promise<store.SmartlockRow> {
  const [row] = await store.findAny(w.db, new Set([smartlockId]))
  assert.ok(row)
  return row
}

bothTest('the database knows what about a lock needs somebody, whatever is written of it', async (w) => {
  const { smartlockId } = await w.lock({})
  const seen = new Set<number>()
  for (const columns of REPORTED) {
    const row = await written(w, smartlockId, columns)
    assert.equal(row.troubles, troublesOf(row), JSON.stringify(columns))
    seen.add(row.troubles)
  }
  assert.ok(seen.size > 10, 'troubles of many kinds')
  assert.equal((await written(w, smartlockId, WELL)).troubles, 0)
  assert.equal((await written(w, smartlockId, { ...WELL, server_state: 4 })).troubles, 8)
  assert.equal((await written(w, smartlockId, { state: null })).troubles, 8)
})

apiTest(
  'the troubles of a lock that the service writes itself are those the database works out',
  async (w) => {
    const { smartlockId } = await w.lock({})
    for (const columns of REPORTED) {
      const { troubles } = await written(w, smartlockId, columns)
      const row = await written(w, smartlockId, WELL)
      await inTransaction(w.service.contextFor(row.account_id), async (tx) => keep(tx, row, columns))
      assert.equal((await stored(w, smartlockId)).troubles, troubles, JSON.stringify(columns))
    }
  },
)

sqliteTest(
  'locks are written once, with the troubles of each, also where only one of them has others',
  async (w) => {
    await sql`create table written (smartlock_id integer)`.execute(w.db)
    await sql`create trigger note_written after update on smartlock
    begin insert into written values (new.smartlock_id); end`.execute(w.db)
    const [one, other] = [await w.lock({}), await w.lock({})]
    const locks = [
      await written(w, one.smartlockId, WELL),
      await written(w, other.smartlockId, WELL),
    ] as const
    await sql`delete from written`.execute(w.db)
    await inTransaction(w.service.contextFor(locks[0].account_id), async (tx) => {
      keep(tx, locks[0], { state: '{"state":3}' })
      keep(tx, locks[1], { favorite: 1 })
    })
    const { rows } = await sql`select smartlock_id from written order by 1`.execute(w.db)
    assert.deepEqual(
      rows,
      locks.map(({ smartlock_id }) => ({ smartlock_id })).toSorted((a, b) => a.smartlock_id - b.smartlock_id),
    )
    assert.equal((await stored(w, one.smartlockId)).troubles, 1)
    assert.equal((await stored(w, other.smartlockId)).troubles, 0)
  },
)
