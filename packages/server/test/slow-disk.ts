import assert from 'node:assert/strict'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely } from 'kysely'
import type { Db, Tables } from '../src/platform/store/engine.ts'
import type { CheckpointMode } from '../src/platform/store/sqlite-checkpoint.ts'
import { nodeSqliteDialect } from '../src/platform/store/sqlite-dialect.ts'
import type { Disk } from '../src/platform/store/sqlite-disk.ts'
import { openSqliteFile } from '../src/platform/store/sqlite-file.ts'
import { SqliteWriter } from '../src/platform/store/sqlite-writer.ts'
import { StoreHealth } from '../src/platform/store/store-health.ts'
import { openDatabase } from '../src/schema/open-database.ts'
import { jobRow } from './store-rows.ts'

interface Options {
  checkpointPages?: number
  /** Runs instead of the disk's own sync. */
  sync?: (disk: Disk) => Promise<void>
  /** Runs instead of the disk's own checkpoint. */
  checkpoint?: (disk: Disk, mode: CheckpointMode) => Promise<void>
}

/** A store whose disk answers when the test says so. */
export async function openSlowly(t: TestContext, { checkpointPages, sync, checkpoint }: Options = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'latchwork-disk-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await (await openDatabase({ dataDir })).close()
  const file = openSqliteFile(dataDir)
  const { disk } = file
  const failures: Error[] = []
  let shown = 0
  const writer = new SqliteWriter(file.writer, {
    idleLimitMs: 10_000,
    reader: file.reader,
    disk: {
      sync: () => (sync ? sync(disk) : disk.sync()),
      checkpoint: (mode) => (checkpoint ? checkpoint(disk, mode) : disk.checkpoint(mode)),
      close: () => disk.close(),
    },
    ...(checkpointPages && { checkpointPages }),
    onCommit: () => () => {
      shown += 1
    },
    onDiskFailure: (error) => failures.push(error),
  })
  const db: Db = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, writer, new StoreHealth()) })
  t.after(() => db.destroy())
  const logBytes = async () => (await stat(join(dataDir, 'latchwork.db-wal'))).size
  const makeRoom = () => writer.checkpoint('truncate')
  return { db, dataDir, failures, shown: () => shown, logBytes, makeRoom }
}

/** A disk that lets a sync through when it is told to, and all of them at the end of the test. */
export function gate(t: TestContext) {
  const waiting: (() => void)[] = []
  const counts = { asked: 0 }
  let isOver = false
  t.after(() => {
    isOver = true
    for (const go of waiting.splice(0)) go()
  })
  const sync = async (disk: Disk) => {
    counts.asked += 1
    if (!isOver) await new Promise<void>((resolve) => waiting.push(resolve))
    await disk.sync()
  }
  return { sync, counts, open: (): void => waiting.shift()?.() }
}

export const insert = (db: Db, id: string) => db.insertInto('job').values(jobRow(id)).execute()

export const storedIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('job').select('id').orderBy('id').execute()).map((row) => row.id)

export async function turns(n = 20): Promise<void> {
  for (let i = 0; i < n; i++) await nextTurn()
}

/** By the clock: a thread may take longer to start than ten thousand turns do. */
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
