import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../../test/eventually.ts'
import { newStorage } from '../../../../test/storage.ts'
import { createWorld } from '../../../../test/world.ts'
import { openSideConnection } from '../../../platform/store/postgres-database.ts'
import { LOCK_SHARES, shareOfDevice } from '../../../schema/lock-shares.ts'
import { createLeasedOwnership } from './leased.ts'

/** Longer than a lease, on a busy machine. */
const LONG_MS = 120_000

/** What several processes need to divide the locks among them, without their locks. */
async function leaseWorld(t: TestContext) {
  const storage = await newStorage('postgres')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const { service } = await createWorld(t, 'postgres', { storage })
  const { platform } = service
  return {
    db: service.contextFor(0).db,
    async join({ isLinked = () => true, leaving = async () => {} } = {}) {
      const side = openSideConnection(storage.databaseUrl as string)
      const owner = createLeasedOwnership({ platform, db: side.db, isLinked })
      const told = { taken: [] as number[], lost: [] as number[] }
      await owner.start({
        taken: (shares) => void told.taken.push(...shares),
        leaving,
        lost: (shares) => void told.lost.push(...shares),
      })
      t.after(async () => {
        await owner.stop()
        await side.close()
      })
      return { owner, told }
    },
  }
}

const A = '0000000A'

test('a lease: the first process has everything, a stop gives it back at once, and the next has it', async (t) => {
  const w = await leaseWorld(t)
  const one = await w.join()
  assert.equal(one.owner.shares()?.length, LOCK_SHARES)
  assert.ok(one.owner.isOurs(A) && one.owner.isHeard(A))
  await one.owner.stop()
  assert.ok(!one.owner.isOurs(A) && !one.owner.isHeard(A))
  const two = await w.join()
  assert.deepEqual(two.told.taken.length, LOCK_SHARES)
  assert.ok(two.owner.isOurs(A))
})

test('a lease, when another process took the place of one that was silent, is over: nothing is ours, and it begins anew', async (t) => {
  const w = await leaseWorld(t)
  const { owner, told } = await w.join()
  // As the others do with whoever stands still; another one takes what it had.
  await w.db.deleteFrom('serving_process').execute()
  await w.db.insertInto('serving_process').values({ process_id: 'other', beat: 0, is_linked: 1 }).execute()
  await w.db
    .updateTable('lock_share')
    .set((e) => ({ process_id: 'other', term: e('term', '+', 1) }))
    .execute()
  await eventually('it knows', () => told.lost.length === LOCK_SHARES, LONG_MS)
  assert.deepEqual([owner.isOurs(A), owner.shares()], [false, []])
  // The other one never says anything again, so that it is its turn.
  await eventually('it serves again', () => owner.isOurs(A), LONG_MS)
  assert.equal(owner.shares()?.length, LOCK_SHARES)
})

test('a share that is to go to another process is drained first, and ours until then', async (t) => {
  const w = await leaseWorld(t)
  const drained = Promise.withResolvers<void>()
  const leaving = Promise.withResolvers<void>()
  const { owner } = await w.join({
    leaving: () => {
      leaving.resolve()
      return drained.promise
    },
  })
  const other = await w.join()
  assert.deepEqual(other.owner.shares(), [])
  await leaving.promise
  const kept = new Set(owner.shares())
  const going = Array.from({ length: LOCK_SHARES }, (_, share) => share).filter((share) => !kept.has(share))
  assert.ok(going.length > 0 && going.length <= 8)
  const deviceId = going[0]?.toString(16).toUpperCase().padStart(8, '0') as string
  assert.equal(shareOfDevice(deviceId), going[0])
  assert.ok(owner.isOurs(deviceId), 'what its lock says is still taken')
  assert.ok(!other.owner.isOurs(deviceId))
  drained.resolve()
  await eventually('the other one has it', () => other.owner.isOurs(deviceId), LONG_MS)
  assert.ok(!owner.isOurs(deviceId))
})
