import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { inspectDatabase } from '../../src/platform/store/commit-mark.ts'
import { buildShim } from './build-shim.ts'
import { afterPowerLoss, type Deed, type Remains, readRecord } from './record.ts'

const CHILD = join(import.meta.dirname, 'power-child.ts')
const ROWS = 600
const LOSSES = 120

async function directory(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'latchwork-power-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Everything that a writing process did to its files, and when it said that something is stored. */
async function recorded(t: TestContext): Promise<Deed[] | undefined> {
  const work = await directory(t)
  const shim = buildShim(work)
  if ('reason' in shim) {
    t.skip(shim.reason)
    return undefined
  }
  const record = join(work, 'record')
  const data = join(work, 'data')
  await promisify(execFile)(process.execPath, [CHILD, data, String(ROWS)], {
    env: { ...process.env, LD_PRELOAD: shim.path, DISK_SHIM_RECORD: record },
  })
  return readRecord(await readFile(record))
}

/** Any moment; every other time one before the first sync of a log that begins anew, where old and new could be mixed. */
function momentOf(deeds: readonly Deed[], begin: number, n: number): number {
  const any = begin + Math.floor(((deeds.length - begin) * n) / LOSSES)
  const isOfLog = (what: Deed['what']) => (deed: Deed, i: number) =>
    i > any && deed.what === what && deed.file === 'w'
  const head = deeds.findIndex((deed, i) => isOfLog('W')(deed, i) && deed.offset === 0)
  const synced = deeds.findIndex((deed, i) => i > head && isOfLog('S')(deed, i))
  if (n % 2 === 0 || head < 0 || synced < 0) return any
  return head + 1 + Math.floor(((synced - head) * (n % 8)) / 8)
}

async function lay(path: string, { files }: Remains): Promise<void> {
  await rm(join(path, 'latchwork.db-shm'), { force: true })
  await writeFile(join(path, 'latchwork.db'), files.d)
  await writeFile(join(path, 'latchwork.db-wal'), files.w)
  await writeFile(join(path, 'latchwork.mark'), files.m)
}

function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

/** Throws where a start would be refused. */
const inspect = (dataDir: string) =>
  inspectDatabase({
    dataDir,
    hadKey: true,
    open: (sealed) => sealed,
    onUnreadableMark: () => assert.fail('the mark cannot be read'),
  })

test('after a loss of power at any moment everything is there that was reported, and the service starts', async (t) => {
  const deeds = await recorded(t)
  if (!deeds) return
  const cuts = deeds.filter(({ what, file }) => what === 'T' && file === 'w').length
  assert.ok(cuts >= 3, `the log was folded ${cuts} times`)
  const begin = deeds.findIndex(({ what }) => what === 'R')
  const path = await directory(t)
  for (let n = 0; n < LOSSES; n++) {
    const moment = momentOf(deeds, begin, n)
    const remains = afterPowerLoss(deeds, moment, n)
    await lay(path, remains)
    const about: string = `power lost before deed ${moment} of ${deeds.length}, chance ${n}`
    assert.doesNotThrow(() => inspect(path), about)
    const database = new DatabaseSync(join(path, 'latchwork.db'))
    assert.deepEqual(
      database
        .prepare('pragma integrity_check')
        .all()
        .map((row) => row.integrity_check),
      ['ok'],
      about,
    )
    const stored = new Set(
      database
        .prepare('select id from entry')
        .all()
        .map((row) => row.id),
    )
    database.close()
    assert.deepEqual(
      remains.reported.filter((id) => !stored.has(id)),
      [],
      about,
    )
  }
})

test('a disk that only says so is found out', async (t) => {
  const deeds = await recorded(t)
  if (!deeds) return
  // The same record without the syncs of the log: all that was reported hangs in the air.
  const unsynced = deeds.filter(({ what, file }) => !(what === 'S' && file === 'w'))
  const path = await directory(t)
  const isWhole = async (chance: number) => {
    const remains = afterPowerLoss(unsynced, unsynced.length, chance)
    assert.equal(remains.reported.length, ROWS)
    await lay(path, remains)
    const isStarted = attempt(() => inspect(path))
    const database = new DatabaseSync(join(path, 'latchwork.db'))
    try {
      const { n } = database.prepare('select count(*) as n from entry').get() as { n: number }
      return { isStarted, isWhole: n >= ROWS }
    } catch {
      return { isStarted, isWhole: false }
    } finally {
      database.close()
    }
  }
  const found = [await isWhole(1), await isWhole(2), await isWhole(3), await isWhole(4)]
  assert.ok(found.some((one) => !one.isWhole))
  assert.ok(
    found.some((one) => !one.isStarted),
    'the mark tells of it before anybody writes',
  )
})
