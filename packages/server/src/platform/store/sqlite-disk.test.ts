import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { jobRow } from '../../../test/store-rows.ts'
import { openDatabase } from '../../schema/open-database.ts'
import { MovableClock } from '../movable-clock.ts'
import type { Db } from './engine.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import { type Disk, UnconfirmedError } from './sqlite-disk.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { SqliteDatabase } from './sqlite-transaction.ts'
import { SqliteWriter } from './sqlite-writer.ts'
import { inDatabaseTransaction } from './transaction.ts'

interface Options {
  foldBytes?: number
  /** What stands before the disk. */
  sync?: (disk: Disk) => Promise<void>
  /** What stands before the part of folding that nobody waits for, and before the other. */
  foldAhead?: (disk: Disk) => Promise<void>
  fold?: (disk: Disk, beginAnew: () => void, givesBack: boolean) => Promise<boolean>
}

/** A store whose disk answers when the test says so. */
async function openSlowly(t: TestContext, { foldBytes, sync, foldAhead, fold }: Options = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-disk-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await (await openDatabase({ dataDir })).close()
  const file = openSqliteFile(dataDir, 'disk', foldBytes)
  const disk = file.disk as Disk
  const failures: Error[] = []
  let folds = 0
  let shown = 0
  const writer = new SqliteWriter(file.writer, {
    idleLimitMs: 10_000,
    reader: file.reader,
    disk: {
      sync: () => (sync ? sync(disk) : disk.sync()),
      length: () => disk.length(),
      foldAhead: () => (foldAhead ? foldAhead(disk) : disk.foldAhead()),
      fold: async (beginAnew, givesBack) => {
        const beginsAnew = await (fold ? fold(disk, beginAnew, givesBack) : disk.fold(beginAnew, givesBack))
        if (beginsAnew) folds += 1
        return beginsAnew
      },
      close: () => disk.close(),
    },
    onCommit: () => () => {
      shown += 1
    },
    onDiskFailure: (error) => failures.push(error),
  })
  const db: Db = new SqliteDatabase(new NodeSqliteDialect(file, writer))
  t.after(() => db.destroy())
  const logBytes = async () => (await stat(join(dataDir, 'latchwork.db-wal'))).size
  const fileWrittenAt = async () => (await stat(join(dataDir, 'latchwork.db'), { bigint: true })).mtimeNs
  const counted = { folds: () => folds, shown: () => shown, length: () => disk.length() }
  return { db, failures, ...counted, logBytes, fileWrittenAt, foldNow: () => writer.fold() }
}

/** A disk that lets a sync through when it is told to. */
function gate() {
  const waiting: (() => void)[] = []
  const counts = { asked: 0 }
  const sync = async (disk: Disk) => {
    counts.asked += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    await disk.sync()
  }
  return { sync, counts, open: () => waiting.shift()?.() }
}

const insert = (db: Db, id: string) => db.insertInto('job').values(jobRow(id)).execute()

const storedIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('job').select('id').orderBy('id').execute()).map((row) => row.id)

const streamedIds = async (db: Db): Promise<string[]> =>
  (await Array.fromAsync(db.selectFrom('job').select('id').orderBy('id').stream(1))).map((row) => row.id)

async function turns(n = 20): Promise<void> {
  for (let i = 0; i < n; i++) await nextTurn()
}

/** By the clock: a thread that folds the log may take longer to start than ten thousand turns do. */
async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!isSo() && performance.now() < deadline) await nextTurn()
  assert.ok(isSo())
}

/** Was it settled within some turns of the event loop? */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  await turns()
  return settled
}

test('what the disk does not have yet is neither reported nor read, and the event loop goes on', async (t) => {
  const { sync, counts, open } = gate()
  const { db, shown } = await openSlowly(t, { sync })
  const before = shown()
  const first = insert(db, 'a')
  await until(() => counts.asked === 1)
  assert.equal(await isSettled(first), false)
  assert.deepEqual(await storedIds(db), [])
  assert.equal(shown(), before, 'what is kept in memory still counts')
  const streamed = streamedIds(db)
  const seenInside = inDatabaseTransaction(db, async (tx) => storedIds(tx))
  const refused = inDatabaseTransaction(db, async (tx) => {
    throw new Error((await storedIds(tx)).join())
  })
  refused.catch(() => undefined)
  const second = insert(db, 'b')
  for (const promise of [streamed, seenInside, refused, second])
    assert.equal(await isSettled(promise), false, 'it rests on what may be lost')
  assert.equal(counts.asked, 1, 'the next group waits for the one before it')
  open()
  await first
  assert.deepEqual(await streamed, ['a'])
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
  const { sync, counts, open } = gate()
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
  const { sync, counts } = gate()
  const { db } = await openSlowly(t, { sync })
  assert.deepEqual(await inDatabaseTransaction(db, (tx) => storedIds(tx)), [])
  assert.equal(counts.asked, 0)
})

test('a write that has to wait for the log to be folded is not forgotten over a group that only read', async (t) => {
  const { sync, counts, open } = gate()
  const { db, foldNow } = await openSlowly(t, { sync })
  const first = insert(db, 'a')
  await until(() => counts.asked === 1)
  const reading = inDatabaseTransaction(db, (tx) => storedIds(tx))
  assert.equal(await isSettled(reading), false)
  open()
  await first
  foldNow()
  const second = insert(db, 'b')
  assert.deepEqual(await reading, ['a'])
  await until(() => counts.asked === 2)
  open()
  await second
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

test('a commit goes to the disk by itself, except where the clock is moved through months', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-disk-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const { db, close } = await openDatabase({ dataDir, clock: new MovableClock() })
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  assert.deepEqual(rows, [{ synchronous: 1 }])
  await close()
  const file = openSqliteFile(dataDir, 'system')
  assert.equal(file.disk, undefined)
  await file.close()
})
