import { createReadStream } from 'node:fs'

const BLOCK = 512
const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits - 1, '0')}\0`

/** The head of a file in a tar archive (ustar). Names here are short and plain. */
function head(name: string, bytes: number, seconds: number): Buffer {
  // A field of eleven octal digits ends at 8 GB; beyond it the size is a binary number, which all tools of today read.
  const size =
    bytes < 8 ** 11 ? octal(bytes, 12) : Buffer.from([0x80, 0, 0, 0, ...bigEndian(bytes)]).toString('latin1')
  const before = `${name.padEnd(100, '\0')}${octal(0o600, 8)}${octal(0, 8)}${octal(0, 8)}${size}${octal(seconds, 12)}`
  const after = `0${'\0'.repeat(100)}ustar\x0000`
  const blank = Buffer.from(`${before}${' '.repeat(8)}${after}`.padEnd(BLOCK, '\0'), 'latin1')
  const sum = blank.reduce((total, byte) => total + byte, 0)
  blank.write(`${sum.toString(8).padStart(6, '0')}\0 `, before.length, 'latin1')
  return blank
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

export interface PackedFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
}

/** An archive of files, part by part. */
export async function* tarOf(files: readonly PackedFile[], now: number): AsyncGenerator<Buffer> {
  for (const { name, path, bytes } of files) {
    yield head(name, bytes, Math.floor(now / 1000))
    for await (const part of createReadStream(path)) yield part as Buffer
    yield Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}
