import assert from 'node:assert/strict'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gate, insert, isSettled, openSlowly, storedIds, until } from '../../../test/slow-disk.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { systemClock } from '../clock.ts'
import { MovableClock } from '../movable-clock.ts'
import { inDatabaseTransaction } from './transaction.ts'

test('what the disk does not have yet is neither reported nor read, and the event loop goes on', async (t) => {
  const { sync, counts, open } = gate(t)
  const { db, shown } = await openSlowly(t, { sync })
  const before = shown()
  const first = insert(db, 'a')
  await until(() => counts.asked === 1)
  assert.equal(await isSettled(first), false)
  assert.deepEqual(await storedIds(db), [])
  assert.equal(shown(), before, 'what is kept in memory still counts')
  const seenInside = inDatabaseTransaction(db, async (tx) => storedIds(tx))
  const refused = inDatabaseTransaction(db, async (tx) => {
    throw new Error((await storedIds(tx)).join())
  })
  refused.catch(() => undefined)
  const second = insert(db, 'b')
  for (const promise of [seenInside, refused, second])
    assert.equal(await isSettled(promise), false, 'it rests on what may be lost')
  assert.equal(counts.asked, 1, 'the next group waits for the one before it')
  open()
  await first
  assert.deepEqual(await storedIds(db), ['a'])
  assert.equal(shown(), before + 1)
  await until(() => counts.asked === 2)
  assert.equal(await isSettled(second), false)
  assert.deepEqual(await storedIds(db), ['a'])
  open()
  await second
  assert.deepEqual(await seenInside, ['a'])
  await assert.rejects(refused, /^Error: a$/)
  assert.deepEqual(await storedIds(db), ['a', 'b'])
})

test('a transaction that gave up alone hears of it when what it read is durable', async (t) => {
  const { sync, counts, open } = gate(t)
  const { db } = await openSlowly(t, { sync })
  const first = insert(db, 'a')
  await until(() => counts.asked === 1)
  const refused = assert.rejects(
    inDatabaseTransaction(db, async (tx) => {
      assert.deepEqual(await storedIds(tx), ['a'])
      throw new Error('taken')
    }),
    /taken/,
  )
  assert.equal(await isSettled(refused), false)
  open()
  await Promise.all([first, refused])
})

test('a transaction that changes nothing does not wait for the disk', async (t) => {
  const { sync, counts } = gate(t)
  const { db } = await openSlowly(t, { sync })
  assert.deepEqual(await inDatabaseTransaction(db, (tx) => storedIds(tx)), [])
  assert.equal(counts.asked, 0)
})

test('a disk that does not confirm ends all writing, and nothing of what it may have lost is read', async (t) => {
  let isBroken = false
  const { db, failures } = await openSlowly(t, {
    sync: (disk) => (isBroken ? Promise.reject(new Error('EIO')) : disk.sync()),
  })
  await insert(db, 'a')
  isBroken = true
  const members = await Promise.allSettled([insert(db, 'b'), insert(db, 'c')])
  assert.deepEqual(
    members.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await assert.rejects(insert(db, 'd'), /did not confirm/)
  await assert.rejects(
    inDatabaseTransaction(db, (tx) => insert(tx, 'e')),
    /did not confirm/,
  )
  assert.deepEqual(await storedIds(db), ['a'])
  assert.match(failures.map(String).join(), /^Error: The disk did not confirm/)
})

test('a commit is synced, except where the clock is moved through months', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-disk-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const handle = await open(join(dataDir, 'any'), 'w')
  await handle.close()
  const syncs = t.mock.method(Object.getPrototypeOf(handle), 'datasync')
  for (const clock of [new MovableClock(), systemClock]) {
    const before = syncs.mock.callCount()
    const { db, close } = await openDatabase({ dataDir, clock })
    await insert(db, `moved ${clock instanceof MovableClock}`)
    await close()
    assert.equal(syncs.mock.callCount() > before, clock === systemClock)
  }
})
