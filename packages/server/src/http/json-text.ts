/** An answer that is already text, as bytes: encoding it again for every call would cost more than all the rest. */
export class JsonText<T> {
  readonly bytes: Buffer
  /** Only for the compiler: keeps texts of different things apart. */
  declare readonly of: T

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }
}
