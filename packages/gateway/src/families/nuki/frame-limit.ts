import type { Socket } from 'node:net'

/**
 * Ends a connection that announces a packet larger than `mostBytes`, before it is collected: the parser of the broker
 * would wait for up to 256 MB, also from somebody who has not logged in.
 */
export function limitFrames(socket: Socket, mostBytes: () => number): void {
  const largestIn = frameWalker()
  const read = socket.read
  // Where bytes are taken, not where they are told of: what is refused here is not parsed.
  socket.read = (size) => {
    const chunk: Buffer | null = read.call(socket, size)
    if (chunk === null || largestIn(chunk) <= mostBytes()) return chunk
    socket.destroy()
    return null
  }
}

/** Walks a byte stream: a byte of type, the length in groups of seven bits, the last without its high bit, the body. */
function frameWalker(): (chunk: Buffer) => number {
  let bodyLeft = 0
  let length = 0
  /** The weight of the next group of the length; 0 where a type is due. */
  let weight = 0
  const take = (byte: number) => {
    const isType = weight === 0
    const isLast = byte < 0x80
    length = isType ? 0 : length + (byte & 0x7f) * weight
    bodyLeft = !isType && isLast ? length : 0
    weight = isType ? 1 : isLast ? 0 : weight * 128
    return length
  }
  return (chunk) => {
    let largest = 0
    for (let i = 0; i < chunk.length; ) {
      const skipped = Math.min(bodyLeft, chunk.length - i)
      bodyLeft -= skipped
      i += skipped
      if (i < chunk.length) largest = Math.max(largest, take(chunk.readUInt8(i++)))
    }
    return largest
  }
}
