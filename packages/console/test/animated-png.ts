import { crc32 } from 'node:zlib'

/** One picture after the other in one file that every browser plays (APNG): the pictures are taken as they are. */

export interface Frame {
  /** A whole PNG; all of them are of one size and kind. */
  png: Buffer
  /** For how long it is shown. */
  ms: number
}

interface Chunk {
  type: string
  data: Buffer
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunksOf(png: Buffer): Chunk[] {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('not a PNG')
  const chunks: Chunk[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function encoded(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}

/** How a frame is shown: at the size of the whole, for its time, in the place of the one before. */
function control(sequence: number, header: Buffer, ms: number): Buffer {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const rest = Buffer.alloc(6)
  rest.writeUInt16BE(ms, 0)
  rest.writeUInt16BE(1000, 2)
  return encoded('fcTL', Buffer.concat([numbers(sequence, width, height, 0, 0), rest]))
}

/** Plays for ever. */
export function animate(frames: readonly Frame[]): Buffer {
  const parts = frames.map(({ png, ms }) => ({ chunks: chunksOf(png), ms }))
  const header = parts[0]?.chunks[0]?.data
  if (!header) throw new Error('there is no frame')
  if (parts.some(({ chunks }) => !chunks[0]?.data.equals(header)))
    throw new Error('the frames are not of one size and kind')
  let sequence = 0
  const shown = parts.flatMap(({ chunks, ms }, at) => [
    control(sequence++, header, ms),
    ...chunks
      .filter(({ type }) => type === 'IDAT')
      .map(({ data }) =>
        at === 0 ? encoded('IDAT', data) : encoded('fdAT', Buffer.concat([numbers(sequence++), data])),
      ),
  ])
  const begin = [encoded('IHDR', header), encoded('acTL', numbers(frames.length, 0))]
  return Buffer.concat([SIGNATURE, ...begin, ...shown, encoded('IEND', Buffer.alloc(0))])
}
