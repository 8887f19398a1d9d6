import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LDP_REFUSAL } from '@latchwork/contract/device'
import { deriveDeviceKey } from '../device-keys.ts'
import {
  deviceErrorCode,
  deviceErrorText,
  findSigner,
  fromDeviceAction,
  signCommand,
  toDeviceAction,
} from './ldp.ts'

// The expected values were computed with another implementation (Python's hmac).
const key = deriveDeviceKey('secret of a')

test('the device key, a command and an uplink are signed as any other implementation does it', () => {
  assert.equal(key.toString('hex'), '1ca9e029a9be8e1dd3b4b5d35e939305ca52f14b8f0b0e31473ab813aa8ef7b1')
  const command = { id: 'cmd-1', sess: '00112233445566778899aabbccddeeff', ctr: 57, iat: 1700000000000 }
  const signed = signCommand('0000000A', key, { ...command, exp: 1700000010000, action: 3, opt: 2 })
  assert.equal(JSON.parse(signed).sig, 'e9153cf47a1f2da40d67d250d3e25bf31ef52bec88a03c034158950a11a056dd')
  const uplink = '{"name":"Zoë","sig":"8a1a7db31e526dbfd3ab75f133fc5d52938af5a98ba424cc24ef5e541ac4962a"}'
  const signer = { username: 'lock-a', key }
  const origin = { deviceId: '0000000A', leaf: 'event' } as const
  assert.equal(findSigner(origin, uplink, [{ username: 'x', key: deriveDeviceKey('x') }, signer]), signer)
  assert.equal(findSigner(origin, uplink, []), undefined)
  assert.equal(findSigner({ ...origin, leaf: 'state' }, uplink, [signer]), undefined)
})

test('actions and options are translated to the numbering of the device and back', () => {
  const [lock, opener, box] = [4, 2, 1]
  const table: [type: number, api: [number, number], device: [number, number]][] = [
    [lock, [1, 0], [1, 0]],
    [lock, [2, 0], [2, 0]],
    [lock, [2, 2], [2, 2]],
    [lock, [2, 4], [6, 0]],
    [lock, [2, 6], [6, 2]],
    [lock, [1, 2], [1, 2]],
    [lock, [3, 0], [3, 0]],
    [lock, [4, 0], [4, 0]],
    [lock, [5, 0], [5, 0]],
    [box, [1, 0], [1, 0]],
    [opener, [1, 0], [1, 0]],
    [opener, [2, 0], [2, 0]],
    [opener, [3, 0], [3, 0]],
    [opener, [6, 0], [4, 0]],
    [opener, [7, 0], [5, 0]],
  ]
  for (const [type, [action, option], [deviceAction, opt]] of table) {
    assert.deepEqual(toDeviceAction(type, action, option), { action: deviceAction, opt })
    assert.deepEqual(fromDeviceAction(type, deviceAction, opt), { action, option })
  }
})

test('errors have a text for people and two lower-case hex digits for the API', () => {
  assert.equal(deviceErrorText(0x42), 'motor blocked')
  assert.equal(deviceErrorText(0x4f), 'rejected (night mode)')
  assert.equal(deviceErrorText(0x6a), 'door sensor error')
  assert.equal(deviceErrorText(0xf8), 'device error f8')
  for (const code of Object.values(LDP_REFUSAL)) assert.doesNotMatch(deviceErrorText(code), /^device error/)
  assert.equal(deviceErrorCode(0x4f), '4f')
  assert.equal(deviceErrorCode(0x5), '05')
})
