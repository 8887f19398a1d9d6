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

  send(reply: FastifyReply): FastifyReply {
    return reply
      .header('content-type', `${this.#mediaType}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${this.#name}"`)
      .header('x-content-type-options', 'nosniff')
      .send(Readable.from(this.#parts(), { objectMode: false }))
  }

  async *#parts(): AsyncGenerator<string> {
    if (this.#first !== '') yield this.#first
    for (let part = await this.#rest.next(); !part.done; part = await this.#rest.next())
      if (part.value !== '') yield part.value
  }
}
