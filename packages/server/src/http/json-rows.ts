import { Readable } from 'node:stream'

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
    yield this.#first
    for (let part = await this.#rest.next(); !part.done; part = await this.#rest.next()) yield part.value
  }

  /** The JSON text. */
  stream(): Readable {
    return Readable.from(this.#text(), { objectMode: false })
  }

  async *#text(): AsyncGenerator<string> {
    yield `[${textOf(this.#first)}`
    let isEmpty = this.#first.length === 0
    for (let part = await this.#rest.next(); !part.done; part = await this.#rest.next()) {
      if (part.value.length === 0) continue
      yield (isEmpty ? '' : ',') + textOf(part.value)
      isEmpty = false
    }
    yield ']'
  }
}

const textOf = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join(',')
