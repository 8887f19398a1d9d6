import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { argon2Sync, createHash, randomBytes } from 'node:crypto'
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
import fc from 'fast-check'
import {
  decodeKey,
  hashPassword,
  hashToken,
  loadOrCreateKey,
  newToken,
  sealer,
  verifyPassword,
} from './crypto.ts'
import { StartupError } from './startup-error.ts'

describe('tokens', () => {
  test('a new token has 256 bits, is safe in a header, and is never the same', () => {
    const made = Array.from({ length: 100 }, newToken)
    for (const token of made) {
      assert.match(token, /^[A-Za-z0-9_-]+$/)
      assert.equal(Buffer.from(token, 'base64url').length, 32)
    }
    assert.equal(new Set(made).size, made.length)
  })

  test('the hash of a token is its SHA-256 in hex', () => {
    assert.equal(hashToken('abc'), createHash('sha256').update('abc').digest('hex'))
  })
})

describe('sealer', () => {
  const { seal, open } = sealer(randomBytes(32))

  test('opens what it sealed, in the same context, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, context) => {
        assert.equal(open(seal(plain, context), context), plain)
      }),
    )
  })

  test('seals the same text differently each time and does not show it', () => {
    const [one, two] = [seal('1234567', 'auth/1'), seal('1234567', 'auth/1')]
    assert.notEqual(one, two)
    assert.match(one, /^v1:[A-Za-z0-9_-]+$/)
    assert.ok(!Buffer.from(one.slice(3), 'base64url').includes('1234567'))
  })

  test('does not open a value that was moved to another place', () => {
    assert.throws(
      () => open(seal('1234567', 'auth/1'), 'auth/2'),
      /altered, moved, or sealed with another key/,
    )
  })

  test('does not open a value sealed with another key', () => {
    assert.throws(() => sealer(randomBytes(32)).open(seal('x', 'c'), 'c'), /another key/)
  })

  test('does not open a value in which any single bit was changed', () => {
    const sealed = Buffer.from(seal('384365', 'c').slice(3), 'base64url')
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      assert.throws(() => open(`v1:${altered.toString('base64url')}`, 'c'), /altered/)
    }
  })

  test('does not open what is cut off, of another version, or not sealed at all', () => {
    const sealed = seal('384365', 'c')
    for (const broken of [sealed.slice(0, 20), sealed.replace('v1:', 'v2:'), '384365', '']) {
      assert.throws(() => open(broken, 'c'))
    }
  })

  test('refuses a key of another length', () => {
    assert.throws(() => sealer(randomBytes(16)), RangeError)
  })
})

describe('passwords', () => {
  test('the right one is accepted, another one is not', async () => {
    const stored = await hashPassword('correct horse')
    assert.equal(await verifyPassword('correct horse', stored), true)
    assert.equal(await verifyPassword('Correct horse', stored), false)
    assert.equal(await verifyPassword('', stored), false)
  })

  test('the same one is stored differently each time, with its parameters', async () => {
    const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')])
    assert.notEqual(one, two)
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  test('one stored with other parameters is still understood', async () => {
    const salt = randomBytes(16)
    const cost = { memory: 64, passes: 3, parallelism: 2 }
    const tag = argon2Sync('argon2id', { message: 'older', nonce: salt, tagLength: 24, ...cost })
    const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
    const stored = `$argon2id$v=19$m=64,t=3,p=2$${saltText}$${tagText}`
    assert.equal(await verifyPassword('older', stored), true)
    assert.equal(await verifyPassword('newer', stored), false)
  })

  test('typed with combined or separate accents it is the same password', async () => {
    assert.equal(await verifyPassword('schlu\u0308ssel', await hashPassword('schl\u00fcssel')), true)
  })

  test('of an account that does not exist, no password is right', async () => {
    assert.equal(await verifyPassword('', undefined), false)
    assert.equal(await verifyPassword('correct horse', undefined), false)
  })

  test('many at once are all answered rightly, two at a time', async (t) => {
    const running = new Set<number>()
    let most = 0
    const watch = createHook({
      init(id, type) {
        if (type === 'ARGON2REQUEST') most = Math.max(most, running.add(id).size)
      },
      before: (id) => void running.delete(id),
    }).enable()
    t.after(() => watch.disable())
    const stored = await hashPassword('right')
    const asked = Array.from({ length: 9 }, (_, index) => (index % 3 === 0 ? 'right' : 'wrong'))
    const answers = await Promise.all(asked.map((password) => verifyPassword(password, stored)))
    assert.deepEqual(
      answers,
      asked.map((password) => password === 'right'),
    )
    assert.equal(most, 2)
  })

  test('a stored text that is no hash is an error, not a refusal', async () => {
    await assert.rejects(verifyPassword('x', 'plain text'), /not an argon2id hash/)
  })
})

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

describe('loadOrCreateKey', () => {
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
    const key = loadOrCreateKey({ dataDir })
    assert.equal(key.length, 32)
    assert.equal(statSync(join(dataDir, 'secret.key')).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
    assert.deepEqual(loadOrCreateKey({ dataDir }), key)
  })

  test('of several that start at once, all get the same key and leave nothing else behind', async (t) => {
    const dataDir = emptyDirectory(t)
    const start = new SharedArrayBuffer(4)
    const source = `
      import { parentPort, workerData } from 'node:worker_threads'
      import { loadOrCreateKey } from '${new URL('./crypto.ts', import.meta.url)}'
      parentPort.postMessage('ready')
      Atomics.wait(new Int32Array(workerData.start), 0, 0)
      parentPort.postMessage(loadOrCreateKey(workerData).toString('hex'))`
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
    assert.deepEqual([...keys], [loadOrCreateKey({ dataDir }).toString('hex')])
    assert.deepEqual(readdirSync(dataDir), ['secret.key'])
  })

  test('with a configured key uses that one and writes nothing', (t) => {
    const dataDir = emptyDirectory(t)
    const key = randomBytes(32)
    assert.deepEqual(loadOrCreateKey({ dataDir, fromConfig: key.toString('hex') }), key)
    assert.deepEqual(readdirSync(dataDir), [])
  })

  test('refuses a configured key that is not the one in the file, and accepts the same one', (t) => {
    const dataDir = emptyDirectory(t)
    const key = loadOrCreateKey({ dataDir })
    assert.deepEqual(loadOrCreateKey({ dataDir, fromConfig: key.toString('base64') }), key)
    assert.throws(
      () => loadOrCreateKey({ dataDir, fromConfig: randomBytes(32).toString('base64') }),
      refused(/^LATCHWORK_SECRET_KEY differs from the key in /),
    )
  })

  test('refuses a file that others can read, and says what to do', (t) => {
    const dataDir = emptyDirectory(t)
    loadOrCreateKey({ dataDir })
    const path = join(dataDir, 'secret.key')
    for (const mode of [0o640, 0o604, 0o644]) {
      chmodSync(path, mode)
      assert.throws(
        () => loadOrCreateKey({ dataDir }),
        refused(/can be read by others \(mode 6..\)\. Run: chmod 600 /),
      )
    }
  })

  test('refuses a file that holds no key, and leaves it as it is', (t) => {
    const dataDir = emptyDirectory(t)
    const path = join(dataDir, 'secret.key')
    writeFileSync(path, 'half a ke', { mode: 0o600 })
    assert.throws(() => loadOrCreateKey({ dataDir }), refused(/does not hold a key/))
    assert.equal(readFileSync(path, 'utf8'), 'half a ke')
  })

  test('refuses a data directory that is a file, in one sentence', (t) => {
    const dataDir = join(emptyDirectory(t), 'file')
    writeFileSync(dataDir, '')
    assert.throws(() => loadOrCreateKey({ dataDir }), refused(/cannot be used: /))
    assert.ok(existsSync(dataDir))
  })
})
