import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  ACCESS_PATCH_KEYS,
  AccessEntry,
  accessText,
  commandText,
  DEVICE_KEY_LABEL,
  DownAsk,
  DownCmd,
  DownDesired,
  DownSync,
  downlinkText,
  LDP_MAX_BYTES,
  LDP_MINOR,
  LOGIN_KEY_LABEL,
  splitSignature,
  UpAck,
  UpAuths,
  UpReported,
  uplinkText,
} from '@latchwork/contract/device'
import { Value } from 'typebox/value'

const repository = join(import.meta.dirname, '../..')
const text = await readFile(join(repository, 'docs/device-protocol.md'), 'utf8')

/** The value of a row in the table of given values. */
function given(name: string): string {
  return (
    new RegExp(`^\\| ${name} \\| \`([^\`]+)\` \\|$`, 'm').exec(text)?.[1] ??
    assert.fail(`no value for ${name}`)
  )
}

const examples = [...text.matchAll(/^```json\n(.+)\n```$/gm)].map(([, example]) => example as string)
const [unsigned = '', signed = '', carrying = '', command = '', desired = '', ...rest] = examples
const [reported = '', order = '', answer = '', page = '', sync = '', ask = ''] = rest
const deviceId = given('device id')
const key = createHmac('sha256', given('secret')).update(DEVICE_KEY_LABEL).digest()
const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex')

test('the worked example, as printed, derives login key and device key from the secret', () => {
  const login = createHmac('sha256', given('secret')).update(LOGIN_KEY_LABEL).digest('hex')
  assert.equal(given('login key'), login)
  assert.equal(given('device key'), key.toString('hex'))
})

test('the worked example, as printed, has an ack that carries the right signature', () => {
  const parts = splitSignature(signed)
  assert.equal(parts?.unsigned, unsigned)
  assert.equal(parts?.sig, sign(uplinkText(deviceId, 'ack', unsigned)))
  const { state: _state, event: _event, ...members } = UpAck.properties
  assert.deepEqual(Object.keys(JSON.parse(signed)), Object.keys(members))
})

test('the worked example, as printed, has an ack with a state and an event that is signed and has its shape', () => {
  const parts = splitSignature(carrying)
  assert.equal(parts?.sig, sign(uplinkText(deviceId, 'ack', parts?.unsigned ?? '')))
  assert.deepEqual(Object.keys(JSON.parse(carrying)), Object.keys(UpAck.properties))
  assert.ok(Value.Check(UpAck, JSON.parse(carrying)))
  const { id, event } = JSON.parse(carrying) as UpAck
  assert.equal(event?.cmd, id, 'the event names the command')
})

test('the worked example, as printed, has a command that carries the right signature', () => {
  const message = JSON.parse(command) as DownCmd
  assert.deepEqual(Object.keys(message).sort(), Object.keys(DownCmd.properties).sort())
  assert.equal(message.sig, sign(commandText(deviceId, message)))
})

test('the worked example, as printed, has settings, their answer, a sync and a question that are signed and have their shape', () => {
  for (const [text, leaf, shape] of [
    [desired, 'desired', DownDesired],
    [sync, 'sync', DownSync],
    [ask, 'ask', DownAsk],
  ] as const) {
    const parts = splitSignature(text)
    assert.equal(parts?.sig, sign(downlinkText(deviceId, leaf, parts?.unsigned ?? '')), leaf)
    assert.deepEqual(Object.keys(JSON.parse(text)).sort(), Object.keys(shape.properties).sort(), leaf)
  }
  const parts = splitSignature(reported)
  assert.equal(parts?.sig, sign(uplinkText(deviceId, 'reported', parts?.unsigned ?? '')))
  const { values: _left, ...members } = UpReported.properties
  assert.deepEqual(Object.keys(JSON.parse(reported)).sort(), Object.keys(members).sort())
})

test('the worked example, as printed, has access rights whose digest is that of the entry, in messages that are signed', () => {
  for (const [message, covers] of [
    [order, (unsigned: string) => downlinkText(deviceId, 'desired', unsigned)],
    [answer, (unsigned: string) => uplinkText(deviceId, 'reported', unsigned)],
    [page, (unsigned: string) => uplinkText(deviceId, 'auths', unsigned)],
  ] as const) {
    const parts = splitSignature(message)
    assert.equal(parts?.sig, sign(covers(parts?.unsigned ?? '')))
  }
  const { set } = JSON.parse(order) as DownDesired
  const [id = ''] = Object.keys(set)
  const entry = set[id] as AccessEntry
  assert.ok(Object.keys(entry).every((name) => name in AccessEntry.properties))
  const held = { n: 7, h: sign(accessText(entry)).slice(0, 16) }
  assert.deepEqual(JSON.parse(answer).values, { [id]: held })
  assert.deepEqual(JSON.parse(page).entries, { [id]: held })
  assert.ok(Object.keys(JSON.parse(page)).every((name) => name in UpAuths.properties))
})

test('the device protocol page, where it names a number of the contract, has the right one', () => {
  assert.match(text, new RegExp(`at most ${LDP_MAX_BYTES} bytes`))
  assert.match(text, new RegExp(`at most ${ACCESS_PATCH_KEYS} keys`))
  assert.match(text, new RegExp(`^This is version 1\\.${LDP_MINOR}\\.`, 'm'))
  assert.match(text, new RegExp(`^\\| 1\\.${LDP_MINOR} \\|`, 'm'))
})
