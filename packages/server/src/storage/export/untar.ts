/** A file in an archive. What is not read of it is skipped when the next one is asked for. */
export interface ArchivedFile {
  readonly name: string
  readonly content: AsyncIterable<Buffer>
}

const BLOCK = 512

/** What a stream brings, in parts of whatever size. */
class Bytes {
  readonly #stream: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#stream = stream[Symbol.asyncIterator]()
  }

  /** So many at most, and none only at the end. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#stream.next()
      if (next.done) return this.#rest
      this.#rest = next.value
    }
    const part = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }

  /** Exactly so many; undefined where it ends before. */
  async exactly(count: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for (let left = count; left > 0; ) {
      const part = await this.some(left)
      if (part.length === 0) return undefined
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }
}

/** The files of a tar archive, one after the other. A text says what is wrong with it. */
export async function* filesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  const bytes = new Bytes(stream)
  for (;;) {
    const head = await bytes.exactly(BLOCK)
    if (!head) throw new Error('it ends too early')
    if (head.every((byte) => byte === 0)) return assertEnd(bytes)
    const size = sizeOf(head)
    assertPlain(head)
    let left = size
    const content = async function* () {
      while (left > 0) {
        const part = await bytes.some(left)
        if (part.length === 0) throw new Error('it ends too early')
        left -= part.length
        yield part
      }
    }
    yield { name: textOf(head.subarray(0, 100)), content: { [Symbol.asyncIterator]: content } }
    for await (const _ of content());
    if (size % BLOCK > 0 && !(await bytes.exactly(BLOCK - (size % BLOCK))))
      throw new Error('it ends too early')
  }
}

/** What comes after the last file is empty; it is read to its end, where the checksum of the whole is. */
async function assertEnd(bytes: Bytes): Promise<void> {
  for (let part = await bytes.some(BLOCK); part.length > 0; part = await bytes.some(BLOCK))
    if (part.some((byte) => byte !== 0)) throw new Error('something comes after its end')
}

/** Links, directories and devices are in no archive of ours. */
function assertPlain(head: Buffer): void {
  const type = head[156]
  if (type !== 0 && type !== 48) throw new Error('it has something in it that is no file')
}

const textOf = (field: Buffer): string => field.toString('latin1').split('\0')[0]?.trim() ?? ''

/** The sum of a head counts its own place as blanks. */
function sizeOf(head: Buffer): number {
  const sum = head.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0)
  if (Number.parseInt(textOf(head.subarray(148, 156)), 8) !== sum) throw new Error('it is no tar archive')
  const field = head.subarray(124, 136)
  const size =
    (field[0] ?? 0) & 0x80 ? Number(field.readBigUInt64BE(4)) : Number.parseInt(textOf(field) || '0', 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('it is no tar archive')
  return size
}

/** The lines of a text that comes in parts; one that is longer than this is refused. */
export async function* linesOf(stream: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<string> {
  let rest: Buffer[] = []
  let length = 0
  for await (const part of stream) {
    const chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      length = 0
      from = end + 1
    }
    // A copy: whoever brought the part may use its memory again.
    rest.push(Buffer.from(chunk.subarray(from)))
    length += chunk.length - from
    if (length > longest) throw new Error('a line of it is too long')
  }
  const last = Buffer.concat(rest).toString('utf8')
  if (last !== '') yield last
}
