import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** An answer that is a file: a text that is written part by part, so that its length costs time and no memory. */
export class FileAnswer {
  readonly #first: string
  readonly #rest: AsyncIterator<string>
  readonly #mediaType: string
  readonly #name: string

  private constructor(first: string, rest: AsyncIterator<string>, mediaType: string, name: string) {
    this.#first = first
    this.#rest = rest
    this.#mediaType = mediaType
    this.#name = name
  }

  /** The first part is there before the answer begins: what goes wrong until then is answered as usual. */
  static async of(parts: AsyncIterable<string>, mediaType: string, name: string): Promise<FileAnswer> {
    const rest = parts[Symbol.asyncIterator]()
    const first = await rest.next()
    return new FileAnswer(first.done ? '' : first.value, rest, mediaType, name)
  }

  /** `assertStillAdmitted` is asked before each further part: whoever is shut out meanwhile gets a file that breaks off (D196). */
  send(reply: FastifyReply, assertStillAdmitted: () => Promise<unknown>): FastifyReply {
    return reply
      .header('content-type', `${this.#mediaType}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${this.#name}"`)
      .header('x-content-type-options', 'nosniff')
      .send(streamFor(reply, this.#rest, () => this.#parts(assertStillAdmitted)))
  }

  async *#parts(assertStillAdmitted: () => Promise<unknown>): AsyncGenerator<string> {
    if (this.#first !== '') yield this.#first
    for await (const part of restOf(this.#rest, assertStillAdmitted)) if (part !== '') yield part
  }
}

/** What follows the first part. Whoever stops taking it ends it where it comes from. */
export async function* restOf<Part>(
  rest: AsyncIterator<Part>,
  assertStillAdmitted: () => Promise<unknown>,
): AsyncGenerator<Part> {
  try {
    for (let part = await rest.next(); !part.done; part = await rest.next()) {
      await assertStillAdmitted()
      yield part.value
    }
  } finally {
    await rest.return?.()
  }
}

/** Of a HEAD only the head is sent: Fastify would read all of the rest for nobody, long after the answer. */
export function streamFor(
  reply: FastifyReply,
  rest: AsyncIterator<unknown>,
  text: () => AsyncGenerator<string>,
): Readable {
  if (reply.request.method !== 'HEAD') return Readable.from(text(), { objectMode: false })
  void rest.return?.()
  return Readable.from([])
}
