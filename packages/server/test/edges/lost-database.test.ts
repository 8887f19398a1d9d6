import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { copyFile, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createCommitMark } from '../../src/platform/store/commit-mark.ts'
import { latchwork } from '../command-line.ts'
import { eventually } from '../eventually.ts'
import { PROCESS_TOKEN, type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage, type Storage } from '../storage.ts'

async function house(t: TestContext) {
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  return { storage, file: (name: string) => join(storage.dataDir, name) }
}

async function started(t: TestContext, storage: Storage): Promise<ServiceProcess> {
  const service = await startProcess(storage)
  t.after(() => service.kill())
  return service
}

/** Makes addresses, and waits until the mark beside the database has been written since. */
async function build({ api }: ServiceProcess, mark: string, names: string[]): Promise<void> {
  const before = statSync(mark).mtimeMs
  for (const name of names) await api.addresses.create({ body: { name, smartlockIds: [] } })
  await eventually('the mark is written', () => statSync(mark).mtimeMs > before)
}

const addressesOf = async ({ api }: ServiceProcess): Promise<string[]> =>
  (await api.addresses.list()).data.map(({ name }) => name).sort()

const MISSING =
  /latchwork: The newest changes are missing .*: \d+ commits, all after .*latchwork database accept/
const GONE = /latchwork: The database .* is empty or gone.*latchwork database begin-anew/

test('a write-ahead log that is gone or damaged keeps the service from starting, until somebody says so', async (t) => {
  const { storage, file } = await house(t)
  const [log, mark] = [file('latchwork.db-wal'), file('latchwork.mark')]
  const first = await started(t, storage)
  await build(first, mark, ['Old house'])
  await first.stop()
  const second = await started(t, storage)
  await build(second, mark, ['New house'])
  await second.kill()

  await rename(log, file('kept'))
  await assert.rejects(startProcess(storage), MISSING)
  const damaged = await readFile(file('kept'))
  damaged.fill(0, 0, 32)
  await writeFile(log, damaged)
  await assert.rejects(startProcess(storage), MISSING)
  assert.deepEqual(await readFile(log), damaged, 'what is left of it is left alone')

  // It was found again.
  await rename(file('kept'), log)
  const third = await started(t, storage)
  assert.deepEqual(await addressesOf(third), ['New house', 'Old house'])
  await build(third, mark, ['Newest house'])
  await third.kill()
  await rm(log)
  await assert.rejects(startProcess(storage), MISSING)
  assert.equal((await latchwork({ storage }, 'database', 'accept')).code, 0)
  const fourth = await started(t, storage)
  assert.ok(!(await addressesOf(fourth)).includes('Newest house'))
  await build(fourth, mark, ['Another house'])
  await fourth.kill()
  assert.ok(
    (await addressesOf(await started(t, storage))).includes('Another house'),
    'and from there on as ever',
  )
})

test('an empty or missing database beside its key is no new house, unless somebody says so', async (t) => {
  const { storage, file } = await house(t)
  const database = file('latchwork.db')
  const first = await started(t, storage)
  await build(first, file('latchwork.mark'), ['House'])
  assert.equal(await first.stop(), 0)
  await copyFile(database, file('backup.db'))
  const backedUp = await started(t, storage)
  await build(backedUp, file('latchwork.mark'), ['House since the backup'])
  assert.equal(await backedUp.stop(), 0)

  await writeFile(database, '')
  await assert.rejects(startProcess(storage), GONE)
  await rm(file('latchwork.mark'))
  await assert.rejects(startProcess(storage), GONE, 'the key alone is proof enough')
  assert.notEqual((await latchwork({ storage }, 'database', 'accept')).code, 0, 'not by the milder word')
  await rm(database)
  assert.equal((await latchwork({ storage }, 'database', 'begin-anew')).code, 0)
  const anew = await started(t, storage)
  assert.deepEqual(await addressesOf(anew), [])
  await anew.stop()

  // The way back: a backup is older than the mark, and that is what the operator wants.
  await copyFile(file('backup.db'), database)
  assert.equal((await latchwork({ storage }, 'database', 'accept')).code, 0)
  const back = await started(t, storage)
  assert.deepEqual(await addressesOf(back), ['House'])
  await back.stop()

  await rm(file('secret.key'))
  await assert.rejects(startProcess(storage), /latchwork: The secret key is not the one .* Missing: \w+\./)
  assert.ok(!existsSync(file('secret.key')), 'none is made that a backup would take for the right one')
})

test('a damaged page is told at /ready and in the log, with the way back, and the rest is served', async (t) => {
  const { storage, file } = await house(t)
  const before = await started(t, storage)
  await build(
    before,
    file('latchwork.mark'),
    Array.from({ length: 150 }, (_, i) => `Damaged house ${i}`),
  )
  assert.equal(await before.stop(), 0)
  const bytes = await readFile(file('latchwork.db'))
  const page = Math.floor(bytes.indexOf('Damaged house 7') / 4096)
  const handle = await open(file('latchwork.db'), 'r+')
  await handle.write(Buffer.alloc(100, 0xff), 0, 100, page * 4096)
  await handle.close()

  const service = await started(t, storage)
  const list = await fetch(`${service.url}/address`, {
    headers: { authorization: `Bearer ${PROCESS_TOKEN}` },
  })
  assert.deepEqual([list.status, ((await list.json()) as { code: string }).code], [500, 'database_damaged'])
  const ready = await fetch(`${service.url}/ready`)
  assert.deepEqual(
    [ready.status, ((await ready.json()) as { reason: string }).reason],
    [503, 'database_damaged'],
  )
  assert.equal((await service.api.account.get()).status, 200, 'the rest is served')
  const told = service
    .output()
    .split('\n')
    .filter((line) => line.includes('restore a backup'))
  assert.equal(told.length, 1, service.output())
})

test('a mark that is closed while it is being written is not written again', async (t) => {
  const { storage } = await house(t)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const closed = Promise.withResolvers<void>()
  let seals = 0
  const mark = createCommitMark({
    dataDir: storage.dataDir,
    connection: { execute: () => ({ rows: [] }) } as never,
    counted: '',
    seal(text) {
      seals += 1
      // With the first of its own accord: another commit, and the end.
      if (seals === 2) {
        mark.count()
        mark.isDurable()
        queueMicrotask(() => mark.close().then(closed.resolve, closed.reject))
      }
      return text
    },
  })
  mark.count()
  mark.isDurable()
  t.mock.timers.tick(100)
  await closed.promise
  assert.match(await readFile(join(storage.dataDir, 'latchwork.mark'), 'latin1'), /^2 \d+ /m)
  const written = seals
  t.mock.timers.tick(1000)
  assert.equal(seals, written, 'its descriptor may be that of another file by then')
})
