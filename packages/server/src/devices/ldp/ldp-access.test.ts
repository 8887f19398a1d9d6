import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACCESS_PATCH_KEYS,
  DownDesired,
  LDP_MAX_BYTES,
  UpAuths,
  type UpLeaf,
  UpReported,
  upTopic,
} from '@latchwork/contract/device'
import { Check } from 'typebox/value'
import { A } from '../../../test/embedded-bus-world.ts'
import { signUplink } from '../../../test/ldp-device.ts'
import { deaf, startDriver } from '../../../test/native-driver-world.ts'
import { deriveDeviceKey } from '../device-keys.ts'
import type { AccessEntry } from '../driver.ts'
import { signDownlink } from './ldp.ts'
import { accessDigest, fitAccess } from './ldp-access.ts'

const idOf = (number: number) => number.toString(16).padStart(24, '0')
const sess = '0123456789abcdef'.repeat(2)

/** As long as an entry can be. */
const longest: AccessEntry = {
  type: 13,
  name: '€'.repeat(32),
  enabled: false,
  remote: false,
  code: 987_654_321,
  fromDate: 8.64e15,
  untilDate: 8.64e15,
  weekDays: 127,
  fromTime: 1439,
  untilTime: 1438,
}

test('the digest of an access right is what any other implementation computes, whatever the order of its members', () => {
  // The expected value was computed with Python's hmac over canonical JSON.
  const key = deriveDeviceKey('secret of a')
  const entry: AccessEntry = {
    type: 13,
    name: 'Zoë',
    enabled: true,
    remote: false,
    code: 987_654,
    fromDate: 1_794_700_800_000,
    weekDays: 124,
    fromTime: 540,
    untilTime: 1020,
  }
  assert.equal(accessDigest(key, entry), 'b40c9e921fa02630')
  const { name, ...rest } = entry
  assert.equal(accessDigest(key, { ...rest, name }), 'b40c9e921fa02630')
  assert.notEqual(accessDigest(key, { ...entry, code: 987_655 }), 'b40c9e921fa02630')
})

test('as many access rights as fit are put into one change, and the message is not too large', () => {
  const entries = Array.from({ length: 200 }, (_, n) => [idOf(n), longest] as const)
  const count = fitAccess(entries)
  const message = (size: number) =>
    signDownlink(A.deviceId, 'desired', Buffer.alloc(32), {
      sess,
      section: 'auths',
      rev: Number.MAX_SAFE_INTEGER,
      set: Object.fromEntries(entries.slice(0, size)),
    })
  assert.ok(Buffer.byteLength(message(count)) <= LDP_MAX_BYTES)
  assert.ok(Buffer.byteLength(message(count + 1)) > LDP_MAX_BYTES)
  assert.ok(Check(DownDesired, JSON.parse(message(count))))
})

test('the longest answer to the longest change fits into one message', () => {
  const removals = Array.from({ length: 200 }, (_, n) => [idOf(n), null] as const)
  assert.equal(fitAccess(removals), ACCESS_PATCH_KEYS)
  assert.equal(fitAccess(removals.slice(0, 3)), 3)
  const ids = removals.slice(0, ACCESS_PATCH_KEYS).map(([id]) => id)
  const answer = {
    sess,
    section: 'auths',
    rev: Number.MAX_SAFE_INTEGER,
    errors: ids.map((path) => ({ path, code: 255 })),
    values: Object.fromEntries(ids.map((id) => [id, { n: 65_535, h: 'f'.repeat(16) }])),
  }
  const signed = signUplink(A.deviceId, 'reported', answer, A.secret)
  assert.ok(Check(UpReported, JSON.parse(signed)))
  assert.ok(Buffer.byteLength(signed) <= LDP_MAX_BYTES)
})

/** What the driver makes of one message of A. */
async function reported(leaf: UpLeaf, body: object) {
  const { driver, reports, dropped } = await startDriver(deaf)
  const payload = Buffer.from(signUplink(A.deviceId, leaf, body, A.secret))
  driver.receive({ topic: upTopic(A.deviceId, leaf), payload, retained: false })
  await driver.stop()
  return { reports, dropped: dropped.map(({ reason }) => reason) }
}

test('a page of the access list is reported with numbers and digests, and with what it speaks for', async () => {
  const entries = { [idOf(1)]: { n: 7, h: '0123456789abcdef' }, [idOf(2)]: { n: 8 } }
  const { reports } = await reported('auths', { sess, after: idOf(0), upTo: idOf(9), entries })
  const page = { kind: 'accessPage', deviceId: A.deviceId, sessionId: sess }
  assert.deepEqual(reports, [
    {
      ...page,
      after: idOf(0),
      upTo: idOf(9),
      entries: {
        [idOf(1)]: { number: 7, digest: '0123456789abcdef', proof: 'value', place: 'lock' },
        [idOf(2)]: { number: 8, proof: 'occupied', place: 'lock' },
      },
    },
  ])
  assert.deepEqual((await reported('auths', { sess, entries: {} })).reports, [{ ...page, entries: {} }])
  assert.ok(Check(UpAuths, { sess, entries, sig: '0'.repeat(64) }))
})

test('a page or an answer that does not tell numbers and digests is not believed', async () => {
  for (const held of [{ n: 0 }, { h: '0123456789abcdef' }, { n: 1, h: 'short' }, 7]) {
    const values = { [idOf(1)]: held }
    assert.deepEqual((await reported('auths', { sess, entries: values })).dropped, ['badShape'])
    const answer = { sess, section: 'auths', rev: 1, errors: [], values }
    assert.deepEqual((await reported('reported', answer)).dropped, ['badShape'])
  }
  const refusal = { sess, section: 'auths', rev: 1, errors: [{ path: idOf(1), code: 0xf4 }] }
  assert.deepEqual((await reported('reported', refusal)).dropped, [])
})
