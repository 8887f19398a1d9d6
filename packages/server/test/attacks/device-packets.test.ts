import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { upTopic } from '@latchwork/contract/device'
import { type Frames, limitFrames } from '../../src/devices/bus/frame-limit.ts'
import { A, B, type BusWorld, busWorld } from '../embedded-bus-world.ts'
import { eventually } from '../eventually.ts'
import { loginOf } from '../ldp-device.ts'
import { rawConnection } from '../raw-http.ts'

const PING = '\xc0\x00'

/** A text as MQTT writes it: two bytes of length before it. */
const field = (text: string): string => `${String.fromCharCode(text.length >> 8, text.length & 255)}${text}`

/** All packets here are short enough for one byte of length. */
const packet = (type: number, body: string): string => String.fromCharCode(type, body.length) + body

/** MQTT 3.1.1, a clean session with user name and password, a keep-alive of 60 seconds. */
const connectPacket = ({ username, secret }: typeof A): string =>
  packet(
    0x10,
    `${field('MQTT')}\x04\xc2\x00\x3c${field(username)}${field(username)}${field(loginOf(secret))}`,
  )

const toBroker = (t: TestContext, { bus }: BusWorld) => rawConnection(t, Number(new URL(bus.url).port))

test('thousands of tiny packets from somebody who has not logged in end the connection', async (t) => {
  const w = await busWorld(t)
  for (const text of [PING.repeat(30_000), connectPacket(A) + PING.repeat(30_000)]) {
    const connection = await toBroker(t, w)
    connection.send(text)
    await connection.closed()
    assert.deepEqual(w.refused.pop(), { kind: 'connect', reason: 'tooMany', username: undefined })
  }
})

test('what is refused is not handed to the parser', async () => {
  const seen: Frames[] = []
  const stream = new PassThrough()
  limitFrames(stream as unknown as Socket, (frames) => {
    seen.push(frames)
    return frames.packets < 10
  })
  stream.write(Buffer.from(`${PING}\x30\x05abcde${PING}`, 'latin1'))
  await once(stream, 'readable')
  assert.equal(stream.read()?.length, 11)
  stream.write(Buffer.from(PING.repeat(10), 'latin1'))
  await once(stream, 'readable')
  assert.equal(stream.read(), null)
  assert.ok(stream.destroyed)
  assert.deepEqual(seen[0], { largest: 5, packets: 3, control: 2 })
})

test('a device that sends nothing but pings is cut off, also when it comes again; others are not touched', async (t) => {
  const w = await busWorld(t)
  const other = await w.connect(B)
  for (let round = 0; round < 3; round++) {
    const connection = await toBroker(t, w)
    connection.send(connectPacket(A))
    await once(connection.socket, 'data')
    connection.send(PING.repeat(30_000))
    const answer = await connection.closed()
    assert.ok(answer.length < 100, 'none of them was answered')
    assert.deepEqual(w.refused.pop(), { kind: 'publish', reason: 'tooMany', username: A.username })
  }
  assert.equal(await other.publish('event', {}), 'confirmed')
})

test('an honest device that waits for nothing is heard: login and subscriptions at once, then many messages', async (t) => {
  const w = await busWorld(t)
  const connection = await toBroker(t, w)
  connection.send(connectPacket(A) + PING.repeat(20))
  await eventually('pings are answered', () => connection.answer().includes('\xd0\x00'))
  const topic = upTopic(A.deviceId, 'event')
  connection.send(packet(0x30, `${field(topic)}{}`).repeat(2000))
  await eventually('all are there', () => w.messages.filter((m) => m.topic === topic).length === 2000)
  assert.deepEqual(w.refused, [])
})
