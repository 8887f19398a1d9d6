import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LDP_MAX_BYTES, upTopic } from '@latchwork/contract/device'
import { A, A2, B } from '../../../test/embedded-bus-world.ts'
import { eventually } from '../../../test/eventually.ts'
import { type LdpDevice, signUplink } from '../../../test/ldp-device.ts'
import {
  deaf,
  directory,
  driverWorld,
  NOW,
  startDriver,
  type Watched,
} from '../../../test/native-driver-world.ts'
import type { DeviceDirectory } from '../driver.ts'

const state = (seq: number) => ({
  seq,
  at: NOW,
  mode: 2,
  lock: 1,
  trigger: 4,
  lastAction: 2,
  door: 2,
  battery: { pct: 76, critical: false, charging: true },
  nightMode: false,
})
const event = (seq: number) => ({ seq, at: NOW, kind: 'action', action: 1, trigger: 4, result: 0 })

const fence = { kind: 'event', deviceId: A.deviceId, seq: 999 }
/** Everything the device sent before this has been handled when it returns. */
async function settle({ reports }: Watched, device: LdpDevice): Promise<void> {
  await device.publish('event', event(fence.seq))
  await eventually('the fence', () => reports.some((r) => r.kind === 'event' && r.seq === fence.seq))
  reports.splice(0, reports.length, ...reports.filter((r) => !(r.kind === 'event' && r.seq === fence.seq)))
}

test('what a device publishes, signed, is reported in the words of the service', async (t) => {
  const w = await driverWorld(t)
  const device = await w.connect(A)
  const sess = device.session
  const presence = {
    sess,
    at: NOW,
    proto: 1,
    fw: '1.4.2',
    epoch: '0011223344556677',
    key: A.username,
    oldest: 5,
  }
  await device.publish('presence', { online: true, ...presence })
  await device.publish('info', {
    at: NOW,
    type: 4,
    firmware: 133135,
    hardware: 2837,
    config: { name: 'Zoë' },
  })
  await device.publish('state', {
    ...state(812),
    keypadBatteryCritical: true,
    rtoEndsAt: NOW + 1,
    later: 'field',
  })
  await device.publish('event', {
    ...event(813),
    source: 1,
    autoUnlock: true,
    name: 'Ida',
    authId: 7,
    cmd: 'c1',
  })
  await device.publish('ack', { id: 'c1', sess, phase: 'accepted' })
  await device.publish('ack', { id: 'c1', sess, phase: 'done', code: 0 })
  await device.publish('ack', { id: 'c2', sess, phase: 'done', code: 0x42 })
  await device.publish('ack', { id: 'c3', sess, phase: 'done', code: 0xf3 })
  await device.publish('presence', { online: false, ...presence })
  await settle(w, device)
  const { deviceId } = A
  const rejected = (code: number, text: string) => ({ status: 'rejected', code, text })
  const result = { kind: 'commandResult', deviceId, sessionId: sess }
  assert.deepEqual(w.reports, [
    {
      kind: 'online',
      deviceId,
      sessionId: sess,
      epoch: '0011223344556677',
      username: A.username,
      isLegacy: false,
      minor: 0,
      oldestEvent: 5,
      at: NOW,
      retained: false,
    },
    { kind: 'info', deviceId, type: 4, firmware: 133135, hardware: 2837, config: { name: 'Zoë' } },
    {
      kind: 'state',
      deviceId,
      seq: 812,
      state: {
        at: NOW,
        mode: 2,
        state: 1,
        trigger: 4,
        lastAction: 2,
        doorState: 2,
        nightMode: false,
        batteryCharge: 76,
        batteryCritical: false,
        batteryCharging: true,
        keypadBatteryCritical: true,
        ringToOpenEnd: NOW + 1,
      },
    },
    {
      kind: 'event',
      deviceId,
      seq: 813,
      event: {
        at: NOW,
        action: 1,
        trigger: 4,
        result: 0,
        source: 1,
        autoUnlock: true,
        name: 'Ida',
        authId: 7,
        commandId: 'c1',
        proof: 'report',
      },
    },
    { kind: 'commandAccepted', deviceId, sessionId: sess, commandId: 'c1' },
    { ...result, commandId: 'c1', outcome: { status: 'succeeded', proof: 'report' } },
    { ...result, commandId: 'c2', outcome: rejected(0x42, 'motor blocked') },
    { ...result, commandId: 'c3', outcome: rejected(0xf3, 'command of an earlier connection') },
    { kind: 'offline', deviceId, sessionId: sess },
  ])
  assert.deepEqual(w.dropped, [])
})

const stateTopic = upTopic(A.deviceId, 'state')
const good = signUplink(A.deviceId, 'state', state(1), A.secret)
const signed = (body: object): string => signUplink(A.deviceId, 'state', body, A.secret)
const UNBELIEVABLE: readonly [what: string, payload: string | Buffer, reason: string][] = [
  ['signed with another secret', signUplink(A.deviceId, 'state', state(1), 'guessed'), 'badSignature'],
  ['signed by another device', signUplink(B.deviceId, 'state', state(1), B.secret), 'badSignature'],
  ['a message of another leaf', signUplink(A.deviceId, 'event', state(1), A.secret), 'badSignature'],
  ['altered after signing', good.replace('"lock":1', '"lock":3'), 'badSignature'],
  ['spaced differently after signing', good.replace('{', '{ '), 'badSignature'],
  ['not signed', JSON.stringify(state(1)), 'badSignature'],
  ['with the signature not last', good.replace(/\}$/, ',"x":1}'), 'badSignature'],
  ['with a signature in upper case', good.replace(/[0-9a-f]{64}/, (s) => s.toUpperCase()), 'badSignature'],
  ['empty', '', 'badJson'],
  ['not JSON', 'garbage', 'badJson'],
  ['cut off', good.slice(0, -1), 'badJson'],
  ['not UTF-8', Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from([0xff, 0x7d])]), 'badJson'],
  ['behind a byte order mark', `\u{feff}${good}`, 'badJson'],
  ['with __proto__', signed(JSON.parse('{"seq":1,"battery":{"__proto__":{"pct":1}}}')), 'badJson'],
  ['with an escape in __proto__', good.replace('"battery":{', '"battery":{"\\u005f_proto__":{},'), 'badJson'],
  ['signed, but a member is missing', signed({ ...state(1), door: undefined }), 'badShape'],
  ['signed, but a number is a text', signed({ ...state(1), seq: '1' }), 'badShape'],
  ['signed, but a number is out of range', signed({ ...state(1), battery: { pct: 101 } }), 'badShape'],
  ['signed, but no object', signUplink(A.deviceId, 'state', [1], A.secret), 'badJson'],
]

test('a message that cannot be believed is dropped with its reason and changes nothing', async (t) => {
  const w = await driverWorld(t)
  const device = await w.connect(A)
  for (const [, payload] of UNBELIEVABLE) await device.publishRaw(stateTopic, payload)
  await settle(w, device)
  assert.deepEqual(
    w.dropped.map(({ reason }, i) => [UNBELIEVABLE[i]?.[0], reason]),
    UNBELIEVABLE.map(([what, , reason]) => [what, reason]),
  )
  assert.deepEqual(w.reports, [])
})

test('a message sent twice is reported twice: the quality of service allows it, the numbers tell', async (t) => {
  const w = await driverWorld(t)
  const device = await w.connect(A)
  await device.publishRaw(stateTopic, good)
  await device.publishRaw(stateTopic, good)
  await settle(w, device)
  assert.deepEqual(
    w.reports.map((report) => report.kind === 'state' && report.seq),
    [1, 1],
  )
})

test('a last acknowledgement without a code is dropped: it tells neither success nor failure', async (t) => {
  const w = await driverWorld(t)
  const device = await w.connect(A)
  await device.publish('ack', { id: 'c1', sess: device.session, phase: 'done' })
  await settle(w, device)
  assert.deepEqual(w.dropped, [{ reason: 'badShape', topic: upTopic(A.deviceId, 'ack') }])
})

test('a presence names the login whose key signed it; naming another one is not believed', async (t) => {
  const w = await driverWorld(t)
  const device = await w.connect(A)
  const body = {
    online: true,
    sess: device.session,
    at: NOW,
    proto: 1,
    fw: '1',
    epoch: '0011223344556677',
    oldest: 1,
  }
  const topic = upTopic(A.deviceId, 'presence')
  const sign = (key: string, secret: string) => signUplink(A.deviceId, 'presence', { ...body, key }, secret)
  await device.publishRaw(topic, sign(A2.username, A2.secret))
  await device.publishRaw(topic, sign(A2.username, A.secret))
  await settle(w, device)
  assert.deepEqual(
    w.reports.map((report) => report.kind === 'online' && report.username),
    [A2.username],
  )
  assert.deepEqual(w.dropped, [{ reason: 'badShape', topic }])
})

test('a retained presence is reported as retained', async () => {
  const w = await startDriver(deaf)
  const body = {
    online: true,
    sess: '0'.repeat(32),
    at: NOW,
    proto: 1,
    fw: '1',
    epoch: '0'.repeat(16),
    oldest: 1,
  }
  const payload = signUplink(A.deviceId, 'presence', { ...body, key: A.username }, A.secret)
  w.driver.receive({ topic: upTopic(A.deviceId, 'presence'), payload: Buffer.from(payload), retained: true })
  await w.driver.stop()
  assert.equal(w.reports[0]?.kind === 'online' && w.reports[0].retained, true)
})

const uplink = (topic: string, payload: string | Buffer) => ({
  topic,
  payload: Buffer.from(payload),
  retained: false,
})

test('topics: those outside LDP/1 belong to others, unknown ones inside are dropped', async () => {
  const w = await startDriver(deaf)
  assert.equal(w.driver.receive(uplink('nuki/1A2B3C4D/state', '1')), false)
  assert.deepEqual(w.dropped, [])
  const bad = ['ldp/1/0000000a/up/state', 'ldp/1/0000000A/up/other', 'ldp/1/0000000A/down/cmd', 'ldp/1/x']
  for (const topic of bad) assert.equal(w.driver.receive(uplink(topic, good)), true, topic)
  assert.deepEqual(
    w.dropped,
    bad.map((topic) => ({ reason: 'badTopic', topic })),
  )
})

test('a message of an unknown device, or above 8 KiB, is dropped', async () => {
  const w = await startDriver(deaf)
  const topic = upTopic('0000000F', 'state')
  w.driver.receive(uplink(topic, signUplink('0000000F', 'state', state(1), 'any')))
  w.driver.receive(uplink(stateTopic, 'x'.repeat(LDP_MAX_BYTES + 1)))
  await w.driver.stop()
  assert.deepEqual(w.dropped, [
    { reason: 'tooLarge', topic: stateTopic },
    { reason: 'unknownDevice', topic },
  ])
})

/** A directory that answers when told to. */
function slowDirectory() {
  const asked: { deviceId: string; answer: () => Promise<void>; fail: () => void }[] = []
  const keys: DeviceDirectory['keys'] = (deviceId) =>
    new Promise((resolve, reject) => {
      asked.push({
        deviceId,
        answer: async () => resolve(await directory.keys(deviceId)),
        fail: () => reject(new Error('database is down')),
      })
    })
  return { asked, directory: { keys } }
}

const numbered = (device: typeof A, seq: number) =>
  uplink(upTopic(device.deviceId, 'event'), signUplink(device.deviceId, 'event', event(seq), device.secret))

test('messages of one device keep their order, those of others do not wait for them', async () => {
  const slow = slowDirectory()
  const w = await startDriver(deaf, undefined, slow.directory)
  for (const seq of [1, 2, 3]) w.driver.receive(numbered(A, seq))
  w.driver.receive(numbered(B, 1))
  const ofB = await eventually('the look-up for B', () =>
    slow.asked.find((ask) => ask.deviceId === B.deviceId),
  )
  await ofB.answer()
  await eventually('the report of B', () => w.reports.length === 1)
  assert.equal(w.reports[0]?.deviceId, B.deviceId)
  for (const index of [0, 1, 2]) {
    const ofA = await eventually('the next look-up for A', () => asksFor(A.deviceId)[index])
    assert.equal(asksFor(A.deviceId).length, index + 1, 'one at a time')
    await ofA.answer()
  }
  await w.driver.stop()
  assert.deepEqual(
    w.reports.slice(1).map((report) => report.kind === 'event' && report.seq),
    [1, 2, 3],
  )
  function asksFor(deviceId: string) {
    return slow.asked.filter((ask) => ask.deviceId === deviceId)
  }
})

test('a message, when the keys are at hand, is checked at once, unless an earlier one still waits', async () => {
  const slow = slowDirectory()
  const known = await directory.keys(A.deviceId)
  let isKept = false
  const kept = { ...slow.directory, keptKeys: () => (isKept ? known : undefined) }
  const w = await startDriver(deaf, undefined, kept)
  w.driver.receive(numbered(A, 1))
  const first = await eventually('the look-up', () => slow.asked[0])
  isKept = true
  w.driver.receive(numbered(A, 2))
  assert.equal(w.reports.length, 0, 'the second waits for the first')
  await first.answer()
  const second = await eventually('the next look-up', () => slow.asked[1])
  await second.answer()
  await w.driver.idle()
  w.driver.receive(numbered(A, 3))
  assert.deepEqual(
    w.reports.map((report) => report.kind === 'event' && report.seq),
    [1, 2, 3],
  )
  await w.driver.stop()
  w.driver.receive(numbered(A, 4))
  assert.equal(w.reports.length, 3, 'nothing is taken after the stop')
})

test('a device, of which a thousand messages wait, loses further ones; other devices lose none', async () => {
  const slow = slowDirectory()
  const w = await startDriver(deaf, undefined, slow.directory)
  for (let seq = 1; seq <= 1001; seq++) w.driver.receive(numbered(A, seq))
  w.driver.receive(numbered(B, 1))
  assert.deepEqual(w.dropped, [{ reason: 'overflow', topic: upTopic(A.deviceId, 'event') }])
})

test('a message, when the keys cannot be read, is dropped as not checked, and the next one is handled', async () => {
  const slow = slowDirectory()
  const w = await startDriver(deaf, undefined, slow.directory)
  w.driver.receive(numbered(A, 1))
  w.driver.receive(numbered(A, 2))
  const first = await eventually('the first look-up', () => slow.asked[0])
  first.fail()
  const second = await eventually('the second look-up', () => slow.asked[1])
  await second.answer()
  await w.driver.stop()
  assert.deepEqual(w.dropped, [{ reason: 'notChecked', topic: upTopic(A.deviceId, 'event') }])
  assert.equal(w.reports.length, 1)
})
