/**
 * An answer that is already text: encoding it again for every call would cost more than all the rest. It stays a string,
 * because head and body of an answer then leave in one piece; with bytes they would be two.
 */
export class JsonText<T> {
  readonly text: string
  /** Only for the compiler: keeps texts of different things apart. */
  declare readonly of: T
  #byteLength: number | undefined

  constructor(text: string) {
    this.text = text
  }

  /** As UTF-8. */
  get byteLength(): number {
    this.#byteLength ??= Buffer.byteLength(this.text)
    return this.#byteLength
  }
}
