import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isModest, readFrame } from './frame.ts'

const frameOf = (value: unknown) => readFrame(Buffer.from(JSON.stringify(value)))
const VERSION = {
  type: 'version',
  homeId: 7,
  serverVersion: '3.10.2',
  minSchemaVersion: 0,
  maxSchemaVersion: 50,
}

test('a frame, of the three kinds, is read', () => {
  assert.deepEqual(frameOf(VERSION), {
    kind: 'version',
    homeId: 7,
    version: '3.10.2',
    schemas: { min: 0, max: 50 },
  })
  assert.deepEqual(frameOf({ type: 'result', messageId: '4', success: true, result: { a: 1 } }), {
    kind: 'result',
    id: '4',
    reply: { ok: true, result: { a: 1 } },
  })
  const event = { source: 'node', event: 'dead', nodeId: 5 }
  assert.deepEqual(frameOf({ type: 'event', event }), {
    kind: 'event',
    event: { source: 'node', name: 'dead', nodeId: 5, members: event },
  })
})

test('an error, whose text holds a code, leaves nothing of its text', () => {
  const frame = frameOf({
    type: 'result',
    messageId: '4',
    success: false,
    errorCode: 'zwave_error',
    zwaveErrorCode: 322,
    zwaveErrorMessage: 'the code 482913 is too long',
    message: '482913',
    args: { code: '482913' },
  })
  assert.deepEqual(frame, { kind: 'result', id: '4', reply: { ok: false, error: 322 } })
})

test('a frame, when it is none of this protocol, is refused or says nothing', () => {
  for (const text of ['', '7', 'null', '[]', '{', '"version"', '<html>'])
    assert.equal(readFrame(Buffer.from(text)), undefined, text)
  assert.equal(frameOf({ ...VERSION, maxSchemaVersion: '50' }), undefined)
  assert.equal(frameOf({ type: 'result', success: true }), undefined)
  assert.deepEqual(frameOf({ type: 'from the future' }), { kind: 'other' })
  assert.deepEqual(frameOf({ type: 'event', event: null }), { kind: 'other' })
})

test('a frame, whatever is in it, is read or refused and never throws', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('version', 'result', 'event'), (json, type) => {
      readFrame(Buffer.from(json))
      readFrame(Buffer.from(`{"type":"${type}","event":${json},"result":${json},"messageId":${json}}`))
    }),
  )
})

test('a frame whose objects all have other names is not parsed', () => {
  const node = (name: (at: number) => string) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [name(at), 1]))
  let count = 0
  const strange = Array.from({ length: 2000 }, () => node(() => `n${count++}`))
  const alike = Array.from({ length: 2000 }, () => node((at) => `n${at}`))
  const frame = (nodes: object[]) => Buffer.from(JSON.stringify({ type: 'event', nodes }))
  assert.equal(readFrame(frame(strange)), undefined)
  assert.deepEqual(readFrame(frame(alike)), { kind: 'other' })
})

test('a frame, when it is deeper or has more parts than any hub says, is not parsed', () => {
  const nested = (depth: number) => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)
  assert.equal(isModest(nested(32)), true)
  assert.equal(isModest(nested(33)), false)
  const limits = { depth: 8, parts: 4 }
  assert.equal(isModest(Buffer.from('[1,2,3,4]'), limits), true)
  assert.equal(isModest(Buffer.from('[1,2,3,4,5]'), limits), false)
  // Brackets within texts are text, and a quote that is escaped does not end one.
  assert.equal(isModest(Buffer.from(`{"a":"${'[,'.repeat(99)}\\"${'{'.repeat(99)}"}`), limits), true)
})
