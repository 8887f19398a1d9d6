import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { argon2Sync, createHash, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashPassword, hashToken, newToken, verifyPassword } from './crypto.ts'

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

const SOMEBODY = { network: '203.0.113.7', account: 'somebody@example.com' }

describe('passwords', () => {
  test('the right one is accepted, another one is not', async () => {
    const stored = await hashPassword('correct horse', SOMEBODY)
    assert.equal(await verifyPassword('correct horse', stored, SOMEBODY), true)
    assert.equal(await verifyPassword('Correct horse', stored, SOMEBODY), false)
    assert.equal(await verifyPassword('', stored, SOMEBODY), false)
  })

  test('the same one is stored differently each time, with its parameters', async () => {
    const [one, two] = await Promise.all([hashPassword('same', SOMEBODY), hashPassword('same', SOMEBODY)])
    assert.notEqual(one, two)
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  test('one stored with other parameters is still understood', async () => {
    const salt = randomBytes(16)
    const cost = { memory: 64, passes: 3, parallelism: 2 }
    const tag = argon2Sync('argon2id', { message: 'older', nonce: salt, tagLength: 24, ...cost })
    const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
    const stored = `$argon2id$v=19$m=64,t=3,p=2$${saltText}$${tagText}`
    assert.equal(await verifyPassword('older', stored, SOMEBODY), true)
    assert.equal(await verifyPassword('newer', stored, SOMEBODY), false)
  })

  test('typed with combined or separate accents it is the same password', async () => {
    assert.equal(
      await verifyPassword('schlu\u0308ssel', await hashPassword('schl\u00fcssel', SOMEBODY), SOMEBODY),
      true,
    )
  })

  test('of an account that does not exist, no password is right', async () => {
    assert.equal(await verifyPassword('', undefined, SOMEBODY), false)
    assert.equal(await verifyPassword('correct horse', undefined, SOMEBODY), false)
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
    const stored = await hashPassword('right', SOMEBODY)
    const asked = Array.from({ length: 9 }, (_, index) => (index % 3 === 0 ? 'right' : 'wrong'))
    const answers = await Promise.all(
      asked.map((password, i) => verifyPassword(password, stored, { network: `${i}`, account: `${i}` })),
    )
    assert.deepEqual(
      answers,
      asked.map((password) => password === 'right'),
    )
    assert.equal(most, 2)
  })

  test('a stored text that is no hash is an error, not a refusal', async () => {
    await assert.rejects(verifyPassword('x', 'plain text', SOMEBODY), /not an argon2id hash/)
  })
})
