import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'mqtt-packet'
import { publishPacket } from './publish-packet.ts'

test('a message, whatever its length and letters, is written as any other implementation does it', () => {
  const topic = 'ldp/1/0000000A/down/cmd'
  const around = 2 + topic.length + 2
  // On both sides of where the length takes one byte more, with and without the two of a number.
  const edges = [0x80, 0x4000, 0x20_0000].flatMap((edge) => [-3, -2, -1, 0, 1, 2].map((by) => edge + by))
  const payloads = [...edges.map((length) => 'x'.repeat(length - around)), '', '🔒 Tür', 'ü'.repeat(100)]
  for (const payload of payloads) {
    const message = { cmd: 'publish', topic, payload, retain: false, dup: false } as const
    assert.ok(publishPacket(topic, payload).equals(generate({ ...message, qos: 0 })))
    for (const messageId of [1, 256, 65_535])
      assert.ok(publishPacket(topic, payload, messageId).equals(generate({ ...message, qos: 1, messageId })))
  }
  const odd = 'ldp/1/ü'
  const wanted = generate({ cmd: 'publish', topic: odd, payload: '{}', qos: 0, retain: false, dup: false })
  assert.ok(publishPacket(odd, '{}').equals(wanted))
})
