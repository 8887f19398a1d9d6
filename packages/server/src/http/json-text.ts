/** An answer that is already text; `T` is what it says. */
export class JsonText<T> {
  readonly text: string
  /** Only for the compiler: keeps texts of different things apart. */
  declare readonly of: T

  constructor(text: string) {
    this.text = text
  }
}
