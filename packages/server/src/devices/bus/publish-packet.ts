const PUBLISH = 0x30
const QOS_1 = 0x02

/**
 * A PUBLISH of MQTT 3.1.1 (3.3), neither retained nor a repetition, in one piece: the broker's own writer would hand it to
 * the socket in six. With a number it is of quality of service 1, without one of 0.
 */
export function publishPacket(topic: string, payload: string, number?: number): Buffer {
  const topicBytes = Buffer.byteLength(topic)
  const idBytes = number === undefined ? 0 : 2
  const length = 2 + topicBytes + idBytes + Buffer.byteLength(payload)
  const packet = Buffer.allocUnsafe(1 + lengthBytes(length) + length)
  let at = packet.writeUInt8(number === undefined ? PUBLISH : PUBLISH | QOS_1)
  at = writeLength(packet, at, length)
  at = packet.writeUInt16BE(topicBytes, at)
  at += packet.write(topic, at)
  if (number !== undefined) at = packet.writeUInt16BE(number, at)
  packet.write(payload, at)
  return packet
}

/** MQTT 2.2.3: in groups of 7 bits, the lowest first, each but the last with its high bit set. */
function writeLength(packet: Buffer, start: number, length: number): number {
  let at = start
  for (let rest = length; ; rest >>= 7) {
    const isLast = rest < 0x80
    at = packet.writeUInt8(isLast ? rest : (rest & 0x7f) | 0x80, at)
    if (isLast) return at
  }
}

function lengthBytes(length: number): number {
  let bytes = 1
  for (let rest = length >> 7; rest > 0; rest >>= 7) bytes += 1
  return bytes
}
