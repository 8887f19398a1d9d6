import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { hmacSha256, isHmacSha256 } from './hmac.ts'

const lengths = [
  0, 1, 31, 32, 33, 55, 56, 63, 64, 65, 119, 120, 128, 500, 8192, 16_319, 16_320, 16_321, 70_000,
]

test('an HMAC is that of Node, whatever the lengths of the key and the text', () => {
  for (const keyBytes of lengths.filter((length) => length < 1000)) {
    const key = randomBytes(keyBytes)
    for (const length of lengths)
      for (const text of [randomBytes(length).toString('latin1'), 'a'.repeat(length), '🔒'.repeat(length)]) {
        const right = createHmac('sha256', key).update(text).digest('hex')
        assert.equal(hmacSha256(key, text), right)
        assert.ok(isHmacSha256(right, key, text))
      }
  }
})

test('an HMAC of another key, another text or another length is not it', () => {
  const [key, other] = [randomBytes(32), randomBytes(32)]
  const mac = hmacSha256(key, 'text')
  assert.equal(isHmacSha256(mac, other, 'text'), false)
  assert.equal(isHmacSha256(mac, key, 'texts'), false)
  assert.equal(isHmacSha256(mac.slice(1), key, 'text'), false)
  assert.equal(isHmacSha256('', key, 'text'), false)
  assert.equal(isHmacSha256(`${mac.slice(0, -1)}x`, key, 'text'), false)
})
