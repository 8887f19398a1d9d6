import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { restOf, streamFor } from './file-answer.ts'

/**
 * A list that goes over the wire part by part, so that its length costs time and no memory. The first part is there
 * before the answer begins: what goes wrong until then is answered as usual.
 */
export class JsonRows<List extends readonly unknown[]> {
  readonly #first: readonly unknown[]
  readonly #rest: AsyncIterator<readonly unknown[]>
  /** Only a type: nothing is kept here. */
  declare readonly list: List

  private constructor(first: readonly unknown[], rest: AsyncIterator<readonly unknown[]>) {
    this.#first = first
    this.#rest = rest
  }

  static async of<T>(parts: AsyncIterable<readonly T[]>): Promise<JsonRows<T[]>> {
    const rest = parts[Symbol.asyncIterator]()
    const first = await rest.next()
    return new JsonRows<T[]>(first.done ? [] : first.value, rest)
  }

  /** The rows themselves, part by part; either they or the text. */
  async *parts(): AsyncGenerator<readonly unknown[]> {
    try {
      yield this.#first
      for (let part = await this.#rest.next(); !part.done; part = await this.#rest.next()) yield part.value
    } finally {
      await this.#rest.return?.()
    }
  }

  /** The JSON text; it breaks off for whoever is shut out meanwhile. */
  stream(reply: FastifyReply, assertStillAdmitted: () => Promise<unknown>): Readable {
    return streamFor(reply, this.#rest, () => this.#text(assertStillAdmitted))
  }

  async *#text(assertStillAdmitted: () => Promise<unknown>): AsyncGenerator<string> {
    yield `[${textOf(this.#first)}`
    let isEmpty = this.#first.length === 0
    for await (const part of restOf(this.#rest, assertStillAdmitted)) {
      if (part.length === 0) continue
      yield (isEmpty ? '' : ',') + textOf(part)
      isEmpty = false
    }
    yield ']'
  }
}

const textOf = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join(',')
