import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { StartupError } from '../startup-error.ts'
import { addKeyToFile, decodeKey, type KeySource, loadOrCreateKeys, removeKeyFromFile } from './key-file.ts'
import { keyIdOf } from './sealer.ts'

const loadKey = (source: KeySource): Buffer => loadOrCreateKeys(source)[0] as Buffer

describe('decodeKey', () => {
  test('reads 32 bytes from hex, base64 and base64url, and nothing else', () => {
    const key = randomBytes(32)
    for (const text of [
      key.toString('hex'),
      key.toString('hex').toUpperCase(),
      key.toString('base64'),
      key.toString('base64url'),
    ]) {
      assert.deepEqual(decodeKey(text), key)
    }
    for (const text of ['', 'secret', randomBytes(31).toString('hex'), randomBytes(33).toString('base64')]) {
      assert.equal(decodeKey(text), undefined)
    }
  })
})

describe('loadOrCreateKeys', () => {
  function emptyDirectory(t: TestContext): string {
    const directory = mkdtempSync(join(tmpdir(), 'key-'))
    t.after(() => rmSync(directory, { recursive: true }))
    return directory
  }
  const refused = (sentence: RegExp) => (error: unknown) => {
    assert.ok(error instanceof StartupError)
    assert.match(error.message, sentence)
    return true
  }

  test('on the first start makes a key only the owner can read, and finds it again', (t) => {
    const dataDir = join(emptyDirectory(t), 'not', 'yet')
    const key = loadKey({ dataDir })
    assert.equal(key.length, 32)
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.deepEqual(loadKey({ dataDir }), key)
  })

  test('of several that start at once, all get the same key and leave nothing else behind', async (t) => {
    const dataDir = emptyDirectory(t)
    const start = new SharedArrayBuffer(4)
    const source = `
      import { parentPort, workerData } from 'node:worker_threads'
      import { loadOrCreateKeys } from '${new URL('./key-file.ts', import.meta.url)}'
      parentPort.postMessage('ready')
      Atomics.wait(new Int32Array(workerData.start), 0, 0)
      parentPort.postMessage(loadOrCreateKeys(workerData)[0].toString('hex'))`
    const workers = Array.from(
      { length: 4 },
      () =>
        new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
          workerData: { dataDir, start },
        }),
    )
    t.after(() => Promise.all(workers.map((worker) => worker.terminate())))
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    const answers = Promise.all(workers.map((worker) => once(worker, 'message')))
    Atomics.store(new Int32Array(start), 0, 1)
    Atomics.notify(new Int32Array(start), 0)
    const keys = new Set((await answers).flat())
    assert.deepEqual([...keys], [loadKey({ dataDir }).toString('hex')])
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
  })

  test('with a configured key uses that one and writes nothing', (t) => {
    const dataDir = emptyDirectory(t)
    const key = randomBytes(32)
    assert.deepEqual(loadKey({ dataDir, fromConfig: key.toString('hex') }), key)
    assert.deepEqual(readdirSync(dataDir), [])
  })

  test('refuses a configured key that is not the one in the file, and accepts the same one', (t) => {
    const dataDir = emptyDirectory(t)
    const key = loadKey({ dataDir })
    assert.deepEqual(loadKey({ dataDir, fromConfig: key.toString('base64') }), key)
    assert.throws(
      () => loadKey({ dataDir, fromConfig: randomBytes(32).toString('base64') }),
      refused(/^LATCHWORK_SECRET_KEY differs from the key in /),
    )
  })

  test('refuses a file that others can read, and says what to do', (t) => {
    const dataDir = emptyDirectory(t)
    loadKey({ dataDir })
    const path = join(dataDir, 'secret.key')
    for (const mode of [0o640, 0o604, 0o644]) {
      chmodSync(path, mode)
      assert.throws(
        () => loadKey({ dataDir }),
        refused(/can be read by others \(mode 6..\)\. Run: chmod 600 /),
      )
    }
  })

  test('refuses a file that holds no key, and leaves it as it is', (t) => {
    const dataDir = emptyDirectory(t)
    const path = join(dataDir, 'secret.key')
    writeFileSync(path, 'half a ke', { mode: 0o600 })
    assert.throws(() => loadKey({ dataDir }), refused(/does not hold a key/))
    assert.equal(readFileSync(path, 'utf8'), 'half a ke')
  })

  test('refuses a data directory that is a file, in one sentence', (t) => {
    const dataDir = join(emptyDirectory(t), 'file')
    writeFileSync(dataDir, '')
    assert.throws(() => loadKey({ dataDir }), refused(/cannot be used: /))
    assert.ok(existsSync(dataDir))
  })

  test('a fresh key is put before the old ones, and one that is needed no more is taken out', (t) => {
    const dataDir = emptyDirectory(t)
    const old = loadKey({ dataDir })
    const id = addKeyToFile(dataDir)
    const [fresh, ...others] = loadOrCreateKeys({ dataDir })
    assert.ok(fresh)
    assert.deepEqual([keyIdOf(fresh), others], [id, [old]])
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.equal(removeKeyFromFile(dataDir, 'no such key'), false)
    assert.equal(removeKeyFromFile(dataDir, keyIdOf(old)), true)
    assert.equal(removeKeyFromFile(dataDir, id), false, 'the last one stays')
    assert.deepEqual(loadOrCreateKeys({ dataDir }), [fresh])
  })

  test('two changes at once are not made: one of them would take a key away that is in use', (t) => {
    const dataDir = emptyDirectory(t)
    loadKey({ dataDir })
    writeFileSync(join(dataDir, 'secret.key.lock'), '')
    assert.throws(() => addKeyToFile(dataDir), refused(/Another command is changing/))
    assert.equal(loadOrCreateKeys({ dataDir }).length, 1)
  })

  test('old keys come with a new one in the settings, and from the file where that has the keys', (t) => {
    const dataDir = emptyDirectory(t)
    const [fresh, old] = [randomBytes(32), randomBytes(32)]
    const [fromConfig, oldText] = [fresh.toString('base64'), old.toString('hex')]
    assert.deepEqual(loadOrCreateKeys({ dataDir, fromConfig, oldFromConfig: [oldText] }), [fresh, old])
    assert.throws(
      () => loadOrCreateKeys({ dataDir, oldFromConfig: [oldText] }),
      refused(/needs LATCHWORK_SECRET_KEY/),
    )
  })
})
