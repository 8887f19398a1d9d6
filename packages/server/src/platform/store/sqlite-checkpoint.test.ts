import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gate, insert, isSettled, openSlowly, storedIds, until } from '../../../test/slow-disk.ts'
import type { Db } from './engine.ts'
import type { Disk } from './sqlite-disk.ts'

const PAGES = 64
const LIMIT_BYTES = PAGES * 4096

/** Writes until the condition holds. */
async function writeUntil(db: Db, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; !(await isSo()); i++) await insert(db, `row-${performance.now()}-${i}`)
}

/** Counts checkpoints, and lets the first part of each through when the test says so. */
function checkpointGate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const counts = { begun: 0, done: 0 }
  const checkpoint = async (disk: Disk, mode: 'passive' | 'truncate') => {
    counts.begun += 1
    await promise
    await disk.checkpoint(mode)
    counts.done += 1
  }
  return { checkpoint, counts, open }
}

test('the log stays short under continuous load, and everything that was written is read', async (t) => {
  const { db, logBytes } = await openSlowly(t, { checkpointPages: PAGES })
  let longest = 0
  for (let i = 0; i < 600; i++) {
    await insert(db, `id-${String(i).padStart(3, '0')}`)
    assert.equal((await storedIds(db)).length, i + 1)
    longest = Math.max(longest, await logBytes())
  }
  assert.ok(longest >= LIMIT_BYTES, 'more was written than one log holds')
  assert.ok(longest < 4 * LIMIT_BYTES, `${longest} bytes`)
})

test('writers go on while most of the log is moved', async (t) => {
  const { checkpoint, counts, open } = checkpointGate()
  const { db, logBytes } = await openSlowly(t, { checkpointPages: PAGES, checkpoint })
  await writeUntil(db, () => counts.begun === 1)
  await insert(db, 'meanwhile')
  assert.equal(counts.done, 0)
  open()
  await until(() => counts.done === 2)
  await writeUntil(db, () => counts.done > 2)
  assert.ok((await logBytes()) < 3 * LIMIT_BYTES)
})

test('a log that grows faster than it is moved holds writers back', async (t) => {
  const { checkpoint, open } = checkpointGate()
  // A store waits for its checkpoints when it is closed, also after a failure.
  t.after(() => open())
  const { db, logBytes } = await openSlowly(t, { checkpointPages: PAGES, checkpoint })
  let written = 0
  const writing = (async () => {
    while (written < 600) {
      await insert(db, `id-${written}`)
      written += 1
    }
  })()
  // Until nothing was written for a while.
  for (let before = -1; before < written || written === 0; ) {
    before = written
    await sleep(500)
  }
  assert.ok(written < 600, 'the log has no bound')
  assert.ok((await logBytes()) < 3 * LIMIT_BYTES)
  open()
  await writing
  assert.equal((await storedIds(db)).length, 600)
})

test('the room that the log takes is given back where it is wanted', async (t) => {
  const { db, logBytes, makeRoom } = await openSlowly(t)
  for (let i = 0; i < 50; i++) await insert(db, `id-${i}`)
  assert.ok((await logBytes()) > 0)
  makeRoom()
  while ((await logBytes()) > 0) await until(() => true)
  await insert(db, 'after')
  assert.ok((await storedIds(db)).includes('after'))
})

test('a store that is closed while its log is being moved waits for that', async (t) => {
  const { checkpoint, counts, open } = checkpointGate()
  const { db } = await openSlowly(t, { checkpointPages: PAGES, checkpoint })
  await writeUntil(db, () => counts.begun === 1)
  const closing = db.destroy()
  assert.equal(await isSettled(closing), false)
  open()
  await closing
  assert.equal(counts.done, 2)
})

test('a write that waits for a checkpoint is not forgotten', async (t) => {
  const { sync, counts, open: letSync } = gate(t)
  const { checkpoint, counts: checkpoints, open } = checkpointGate()
  const { db, makeRoom } = await openSlowly(t, { sync, checkpoint })
  const first = insert(db, 'a')
  await until(() => counts.asked === 1)
  makeRoom()
  open()
  await until(() => checkpoints.done === 1)
  const second = insert(db, 'b')
  assert.equal(await isSettled(second), false)
  letSync()
  await first
  await until(() => counts.asked === 2)
  assert.equal(checkpoints.done, 2, 'the rest of the log was moved before anybody began')
  letSync()
  await second
})

test('a checkpoint for which there is no room on the disk is tried again later', async (t) => {
  let refused = 0
  let done = 0
  const { db, failures } = await openSlowly(t, {
    checkpointPages: PAGES,
    async checkpoint(disk, mode) {
      if (refused < 2) {
        refused += 1
        throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
      }
      await disk.checkpoint(mode)
      done += 1
    },
  })
  await writeUntil(db, () => done === 2)
  assert.equal(refused, 2)
  assert.deepEqual(failures, [])
})

test('a checkpoint that fails ends all writing', async (t) => {
  const { db, failures } = await openSlowly(t, {
    checkpointPages: PAGES,
    checkpoint: () => Promise.reject(Object.assign(new Error('disk I/O error'), { errcode: 1034 })),
  })
  await assert.rejects(
    writeUntil(db, () => failures.length > 0).then(() => insert(db, 'late')),
    /did not confirm/,
  )
  assert.equal(failures.length, 1)
})

test('errors of the thread keep the code of SQLite', async (t) => {
  const { db, dataDir, failures } = await openSlowly(t, {
    checkpointPages: PAGES,
    async checkpoint(disk) {
      await disk.checkpoint('no mode at all)' as 'passive')
    },
  })
  assert.ok(dataDir)
  await assert.rejects(
    writeUntil(db, () => failures.length > 0).then(() => insert(db, 'late')),
    /did not confirm/,
  )
  const { cause } = failures[0] as { cause?: { errcode?: number } }
  assert.equal(cause?.errcode, 1)
})

test('a read that does not end keeps the log; when it is over the log begins anew', async (t) => {
  let tries = 0
  const { db, dataDir, logBytes } = await openSlowly(t, {
    checkpointPages: PAGES,
    async checkpoint(disk, mode) {
      tries += 1
      await disk.checkpoint(mode)
    },
  })
  const foreign = new DatabaseSync(join(dataDir, 'latchwork.db'), { readOnly: true })
  t.after(() => foreign.close())
  foreign.exec('begin; select count(*) from job')
  await writeUntil(db, async () => (await logBytes()) > 5 * LIMIT_BYTES)
  assert.ok(tries <= 2 * 6, `${tries} tries: writers wait for each`)
  foreign.exec('commit')
  const before = tries
  await writeUntil(db, () => tries >= before + 2)
  const longest = await logBytes()
  for (let i = 0; i < 20; i++) await insert(db, `after-${i}`)
  assert.equal(await logBytes(), longest, 'SQLite writes at the beginning of the log again')
})
