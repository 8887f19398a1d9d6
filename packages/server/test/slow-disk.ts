import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '../src/platform/store/engine.ts'
import { NodeSqliteDialect } from '../src/platform/store/sqlite-dialect.ts'
import type { Disk } from '../src/platform/store/sqlite-disk.ts'
import { openSqliteFile } from '../src/platform/store/sqlite-file.ts'
import { SqliteDatabase } from '../src/platform/store/sqlite-transaction.ts'
import { SqliteWriter } from '../src/platform/store/sqlite-writer.ts'
import { openDatabase } from '../src/schema/open-database.ts'
import { jobRow } from './store-rows.ts'

interface Options {
  foldBytes?: number
  /** What stands before the disk. */
  sync?: (disk: Disk) => Promise<void>
  /** What stands before the part of folding that nobody waits for, and before the other. */
  foldAhead?: (disk: Disk) => Promise<void>
  fold?: (disk: Disk, beginAnew: () => void, givesBack: boolean) => Promise<boolean>
}

/** A store whose disk answers when the test says so. */
export async function openSlowly(t: TestContext, { foldBytes, sync, foldAhead, fold }: Options = {}) {
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
export function gate() {
  const waiting: (() => void)[] = []
  const counts = { asked: 0 }
  const sync = async (disk: Disk) => {
    counts.asked += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
    await disk.sync()
  }
  return { sync, counts, open: (): void => waiting.shift()?.() }
}

export const insert = (db: Db, id: string) => db.insertInto('job').values(jobRow(id)).execute()

export const storedIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('job').select('id').orderBy('id').execute()).map((row) => row.id)

export const streamedIds = async (db: Db): Promise<string[]> =>
  (await Array.fromAsync(db.selectFrom('job').select('id').orderBy('id').stream(1))).map((row) => row.id)

export async function turns(n = 20): Promise<void> {
  for (let i = 0; i < n; i++) await nextTurn()
}

/** By the clock: a thread that folds the log may take longer to start than ten thousand turns do. */
export async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!isSo() && performance.now() < deadline) await nextTurn()
  assert.ok(isSo())
}

/** Was it settled within some turns of the event loop? */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  await turns()
  return settled
}
