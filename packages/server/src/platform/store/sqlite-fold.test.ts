import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { gate, insert, isSettled, openSlowly, storedIds, turns, until } from '../../../test/slow-disk.ts'
import type { Db } from './engine.ts'
import { type Disk, UnconfirmedError } from './sqlite-disk.ts'
import { inDatabaseTransaction } from './transaction.ts'

test('the write-ahead log is folded by a thread while others read, and keeps its length', async (t) => {
  const foldBytes = 256 * 1024
  const { db, folds, logBytes } = await openSlowly(t, { foldBytes })
  let longest = 0
  for (let i = 0; i < 400; i++) {
    const write = insert(db, `id-${String(i).padStart(3, '0')}`)
    assert.equal((await storedIds(db)).length, i)
    await write
    longest = Math.max(longest, await logBytes())
  }
  assert.ok(folds() >= 2, `${folds()} folds`)
  assert.ok(longest < 2 * foldBytes, `${longest} bytes`)
  assert.equal((await storedIds(db)).length, 400)
})

/** Folding begins at half of it. */
const FOLD_BYTES = 256 * 1024

/** A part of folding that begins when the test says so. */
function aheadGate() {
  const counts = { asked: 0 }
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const foldAhead = async (disk: Disk) => {
    counts.asked += 1
    await promise
    await disk.foldAhead()
  }
  return { foldAhead, counts, open }
}

/** Writes until the log has so many bytes. */
async function writeUntil(db: Db, logBytes: () => Promise<number>, bytes: number): Promise<void> {
  for (let i = 0; (await logBytes()) < bytes; i++) await insert(db, `until-${bytes}-${i}`)
}

test('writers go on while most of the log is moved into the file, which is then folded', async (t) => {
  const { foldAhead, counts, open } = aheadGate()
  let isWritten = false
  const { db, folds, logBytes, length, fileWrittenAt } = await openSlowly(t, {
    foldBytes: FOLD_BYTES,
    foldAhead: async (disk) => {
      const before = await fileWrittenAt()
      await foldAhead(disk)
      isWritten = (await fileWrittenAt()) > before
    },
  })
  await writeUntil(db, logBytes, 0.7 * FOLD_BYTES)
  assert.deepEqual([counts.asked, folds()], [1, 0])
  open()
  await until(() => folds() === 1)
  assert.ok(isWritten, 'the file had most of it before anybody was held back')
  assert.equal(length(), 'short')
})

test('a log that is folded again and again is not cut off, which would take time', async (t) => {
  const { db, folds, logBytes, length } = await openSlowly(t, { foldBytes: FOLD_BYTES })
  const write = async (count: number) => {
    for (let i = 0; folds() < count; i++) await insert(db, `${count}-${i}`)
  }
  await write(1)
  assert.ok((await logBytes()) < FOLD_BYTES / 4, 'nothing was folded just before')
  await write(2)
  assert.ok((await logBytes()) >= FOLD_BYTES / 2)
  assert.equal(length(), 'short')
})

test('a log is moved ahead once, however many commits come to an end before it is folded', async (t) => {
  const { sync, counts: syncs, open: letSync } = gate()
  const { foldAhead, counts, open } = aheadGate()
  let [isSlow, isMoved] = [false, false]
  const { db, folds, logBytes } = await openSlowly(t, {
    foldBytes: FOLD_BYTES,
    sync: (disk) => (isSlow ? sync(disk) : disk.sync()),
    foldAhead: async (disk) => {
      await foldAhead(disk)
      isMoved = true
    },
  })
  await writeUntil(db, logBytes, 0.6 * FOLD_BYTES)
  isSlow = true
  const late = insert(db, 'late')
  await until(() => syncs.asked === 1)
  open()
  await until(() => isMoved)
  await turns()
  assert.deepEqual([counts.asked, folds()], [1, 0])
  isSlow = false
  letSync()
  await late
  await until(() => folds() === 1)
  assert.equal(counts.asked, 1)
})

test('the room that the log takes is given back where it is wanted', async (t) => {
  const { db, folds, logBytes, foldNow } = await openSlowly(t, { foldBytes: FOLD_BYTES })
  await writeUntil(db, logBytes, FOLD_BYTES / 4)
  foldNow()
  await until(() => folds() === 1)
  assert.ok((await logBytes()) < FOLD_BYTES / 8, `${await logBytes()} bytes`)
  await insert(db, 'after')
  assert.ok((await storedIds(db)).includes('after'))
})

test('a log that has become too long meanwhile holds writers back until it is folded', async (t) => {
  const { foldAhead, open } = aheadGate()
  const { db, folds, logBytes } = await openSlowly(t, { foldBytes: FOLD_BYTES, foldAhead })
  await writeUntil(db, logBytes, FOLD_BYTES)
  const late = insert(db, 'late')
  assert.equal(await isSettled(late), false)
  open()
  await late
  assert.equal(folds(), 1)
})

test('a store that is closed while its log is being moved waits for that', async (t) => {
  const { foldAhead, counts, open } = aheadGate()
  const { db, folds, logBytes } = await openSlowly(t, { foldBytes: FOLD_BYTES, foldAhead })
  await writeUntil(db, logBytes, 0.7 * FOLD_BYTES)
  assert.equal(counts.asked, 1)
  const closing = db.destroy()
  assert.equal(await isSettled(closing), false)
  open()
  await closing
  assert.equal(folds(), 1)
})

test('a log that cannot be folded is left to SQLite, and tried again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let refused = 0
  const { db, folds, failures, logBytes } = await openSlowly(t, {
    foldBytes: FOLD_BYTES,
    fold(disk, beginAnew, givesBack) {
      if (refused > 0) return disk.fold(beginAnew, givesBack)
      refused += 1
      return Promise.reject(new Error('EIO'))
    },
  })
  const pagesUntilCheckpoint = () =>
    inDatabaseTransaction(db, async (tx) => (await sql`pragma wal_autocheckpoint`.execute(tx)).rows)
  await writeUntil(db, logBytes, FOLD_BYTES / 2)
  await until(() => refused === 1)
  await insert(db, 'meanwhile')
  assert.deepEqual(await pagesUntilCheckpoint(), [{ wal_autocheckpoint: 1000 }])
  t.mock.timers.tick(60_000)
  await until(() => folds() === 1)
  await insert(db, 'after')
  assert.deepEqual(await pagesUntilCheckpoint(), [{ wal_autocheckpoint: 0 }])
  assert.deepEqual(failures, [])
})

test('a log that cannot be moved ahead is folded all the same', async (t) => {
  const foldAhead = () => Promise.reject(new Error('no room'))
  const { db, folds, failures, logBytes } = await openSlowly(t, { foldBytes: FOLD_BYTES, foldAhead })
  await writeUntil(db, logBytes, FOLD_BYTES / 2)
  await until(() => folds() === 1)
  await insert(db, 'after')
  assert.deepEqual(failures, [])
})

for (const step of ['foldAhead', 'fold'] as const)
  test(`a disk that does not confirm what is folded ends all writing (${step})`, async (t) => {
    const broken = () => Promise.reject(new UnconfirmedError('EIO'))
    const { db, failures, logBytes } = await openSlowly(t, { foldBytes: FOLD_BYTES, [step]: broken })
    await writeUntil(db, logBytes, FOLD_BYTES / 2)
    await until(() => failures.length === 1)
    await assert.rejects(insert(db, 'late'), /did not confirm/)
    assert.ok((await logBytes()) >= FOLD_BYTES / 2, 'a restart finds all of it')
  })

test('a long read keeps the log; when it is over the log is folded', async (t) => {
  const foldBytes = 128 * 1024
  let tries = 0
  const { db, folds, logBytes, foldNow } = await openSlowly(t, {
    foldBytes,
    fold: (disk, beginAnew, givesBack) => {
      tries += 1
      return disk.fold(beginAnew, givesBack)
    },
  })
  for (let i = 0; i < 5; i++) await insert(db, `before-${i}`)
  const stream = db.selectFrom('job').select('id').stream(1)
  const reader = stream[Symbol.asyncIterator]()
  await reader.next()
  for (let i = 0; i < 200; i++) await insert(db, `while-${i}`)
  assert.equal(folds(), 0)
  const most = Math.ceil((await logBytes()) / (foldBytes / 2))
  assert.ok(tries > 2 && tries <= most, `tried ${tries} times, writers wait each time: ${most} would do`)
  const before = tries
  foldNow()
  await until(() => tries > before)
  await reader.return?.()
  for (let i = 0; i < 200 && folds() === 0; i++) await insert(db, `after-${i}`)
  assert.equal(folds(), 1)
  assert.ok((await logBytes()) < foldBytes, 'its room is given back as soon as that can be')
})
