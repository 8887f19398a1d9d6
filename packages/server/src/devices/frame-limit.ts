import type { Socket } from 'node:net'

/**
 * Closes a connection as soon as it announces an MQTT packet above the limit. The parser behind it would collect up to
 * 256 MB first, even from a client that has not logged in.
 */
export function limitFrames(socket: Socket, maxBytes: number, onExceeded: () => void): void {
  const announces = frameSizes()
  // Beside a `readable` listener, `data` tells each chunk just before its reader gets it and does not set it flowing.
  socket.on('data', (chunk: Buffer) => {
    if (announces(chunk) <= maxBytes || socket.destroyed) return
    onExceeded()
    socket.destroy()
  })
}

/** Walks a byte stream packet by packet; tells the largest packet body announced in each chunk. */
function frameSizes(): (chunk: Buffer) => number {
  // MQTT 2.2: one byte of type, then the length in 7-bit groups, the last without its high bit.
  let bodyLeft = 0
  let length = 0
  /** The weight of the next length group; 0 where a type byte is due. */
  let weight = 0
  return (chunk) => {
    let largest = 0
    for (let i = 0; i < chunk.length; ) {
      if (bodyLeft > 0) {
        const skipped = Math.min(bodyLeft, chunk.length - i)
        bodyLeft -= skipped
        i += skipped
        continue
      }
      const byte = chunk.readUInt8(i++)
      if (weight === 0) {
        length = 0
        weight = 1
        continue
      }
      length += (byte & 0x7f) * weight
      largest = Math.max(largest, length)
      const isLast = byte < 0x80
      weight = isLast ? 0 : weight * 128
      bodyLeft = isLast ? length : 0
    }
    return largest
  }
}
