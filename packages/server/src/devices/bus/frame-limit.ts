import type { Socket } from 'node:net'

/** What the packets that begin in some bytes announce. */
export interface Frames {
  /** The largest body. */
  largest: number
  packets: number
  /** Those that are no PUBLISH. */
  control: number
}

/**
 * Lets the parser behind a connection read only what `allows` approves of; otherwise ends the connection. The parser
 * would collect a packet of up to 256 MB, and take apart tens of thousands of tiny ones that came together before anybody
 * is asked again, both also from a client that has not logged in.
 */
export function limitFrames(socket: Socket, allows: (frames: Frames) => boolean): void {
  const framesIn = frameWalker()
  const read = socket.read
  // Where bytes are taken, not where they are told of: what is refused here is not parsed.
  socket.read = (size) => {
    const chunk: Buffer | null = read.call(socket, size)
    if (chunk === null || allows(framesIn(chunk))) return chunk
    socket.destroy()
    return null
  }
}

const PUBLISH = 3

function countPacket(frames: Frames, typeByte: number): void {
  frames.packets += 1
  if (typeByte >> 4 !== PUBLISH) frames.control += 1
}

/** Walks a byte stream packet by packet. */
function frameWalker(): (chunk: Buffer) => Frames {
  // MQTT 2.2: one byte of type, then the length in 7-bit groups, the last without its high bit.
  let bodyLeft = 0
  let length = 0
  /** The weight of the next length group; 0 where a type byte is due. */
  let weight = 0
  return (chunk) => {
    const frames = { largest: 0, packets: 0, control: 0 }
    for (let i = 0; i < chunk.length; ) {
      if (bodyLeft > 0) {
        const skipped = Math.min(bodyLeft, chunk.length - i)
        bodyLeft -= skipped
        i += skipped
        continue
      }
      const byte = chunk.readUInt8(i++)
      if (weight === 0) {
        countPacket(frames, byte)
        length = 0
        weight = 1
        continue
      }
      length += (byte & 0x7f) * weight
      frames.largest = Math.max(frames.largest, length)
      const isLast = byte < 0x80
      weight = isLast ? 0 : weight * 128
      bodyLeft = isLast ? length : 0
    }
    return frames
  }
}
