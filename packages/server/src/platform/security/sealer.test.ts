import assert from 'node:assert/strict'
import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { keyIdOf, keyRing, macKeyOf, SEALED_VALUE } from './sealer.ts'

describe('a ring with one key', () => {
  const { seal, open, prefix } = keyRing([randomBytes(32)])

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
    assert.match(one, /^v2:[0-9a-f]{12}:[A-Za-z0-9_-]+$/)
    assert.match(one, SEALED_VALUE)
    assert.ok(!Buffer.from(one.slice(prefix.length), 'base64url').includes('1234567'))
  })

  test('does not open a value that was moved to another place', () => {
    assert.throws(
      () => open(seal('1234567', 'auth/1'), 'auth/2'),
      /altered, moved, or sealed with another key/,
    )
  })

  test('does not open a value sealed with another key', () => {
    assert.throws(
      () => keyRing([randomBytes(32)]).open(seal('x', 'c'), 'c'),
      /sealed with the key [0-9a-f]{12}, which this process does not have/,
    )
  })

  test('does not open a value in which any single bit was changed', () => {
    const sealed = Buffer.from(seal('384365', 'c').slice(prefix.length), 'base64url')
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed)
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      assert.throws(() => open(prefix + altered.toString('base64url'), 'c'), /altered/)
    }
  })

  test('does not open what is cut off, of another version, or not sealed at all', () => {
    const sealed = seal('384365', 'c')
    for (const broken of [sealed.slice(0, 30), sealed.replace('v2:', 'v3:'), '384365', '']) {
      assert.throws(() => open(broken, 'c'))
    }
  })

  test('refuses a key of another length', () => {
    assert.throws(() => keyRing([randomBytes(16)]), RangeError)
  })
})

describe('a ring with several keys', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)]

  test('reads with all of them and writes with the one it is told to', () => {
    const ring = keyRing([old])
    const before = ring.seal('384365', 'c')
    const id = ring.add(fresh)
    assert.ok(ring.seal('x', 'c').startsWith(`v2:${keyIdOf(old)}:`), 'knowing a key is not using it')
    ring.use(id)
    const after = ring.seal('384365', 'c')
    assert.ok(after.startsWith(`v2:${keyIdOf(fresh)}:`))
    assert.deepEqual([ring.open(before, 'c'), ring.open(after, 'c')], ['384365', '384365'])
    assert.equal(keyRing([fresh]).open(after, 'c'), '384365', 'the old key is not needed for it')
    assert.throws(() => ring.use('0123456789ab'), /does not have/)
  })

  test('opens what was sealed before keys had ids', () => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', old, nonce).setAAD(Buffer.from('c'))
    const sealed = Buffer.concat([nonce, cipher.update('384365'), cipher.final(), cipher.getAuthTag()])
    const value = `v1:${sealed.toString('base64url')}`
    assert.match(value, SEALED_VALUE)
    assert.equal(keyRing([fresh, old]).open(value, 'c'), '384365')
    assert.throws(() => keyRing([fresh]).open(value, 'c'), /another key/)
  })

  test('makes fingerprints with the key it writes with, and finds those of the others', () => {
    const ring = keyRing([fresh, old])
    const byOld = keyRing([old]).mac('384365', 'c')
    assert.notEqual(ring.mac('384365', 'c'), byOld)
    assert.deepEqual(ring.macs('384365', 'c'), [ring.mac('384365', 'c'), byOld])
  })

  test('keeps the key of the audit log, whichever it writes with', () => {
    const ring = keyRing([old])
    ring.keepLasting(macKeyOf(old))
    const before = ring.mac('entry', 'audit')
    assert.equal(before, createHmac('sha256', macKeyOf(old)).update('audit\0entry').digest('hex'))
    ring.use(ring.add(fresh))
    assert.equal(ring.mac('entry', 'audit'), before)
    assert.deepEqual(ring.macs('entry', 'audit head'), [ring.mac('entry', 'audit head')])
  })
})
