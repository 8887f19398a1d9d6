import assert from 'node:assert/strict'
import { apiTest, sqliteTest, type World } from '../../../test/world.ts'
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
async function written(
  w: World,
  smartlockId: number,
  columns: Partial<typeof WELL & { troubles: number }> | { state: null },
) {
  const lock = w.db.updateTable('smartlock').where('smartlock_id', '=', smartlockId)
  await lock.set(columns).execute()
  return stored(w, smartlockId)
}

async function stored(w: World, smartlockId: number): Promise<store.SmartlockRow> {
  const [row] = await store.findAny(w.db, new Set([smartlockId]))
  assert.ok(row)
  return row
}

apiTest('the database knows what about a lock needs somebody, whatever is written of it', async (w) => {
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
  'SQLite believes whoever changes the troubles of a lock, and does not write it again',
  async (w) => {
    const { smartlockId } = await w.lock({})
    await written(w, smartlockId, WELL)
    const { troubles } = await written(w, smartlockId, { state: '{"state":3}', troubles: 4 })
    assert.equal(troubles, 4)
  },
)
