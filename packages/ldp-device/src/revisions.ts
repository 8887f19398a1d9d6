/**
 * Orders of one section, by their revisions: an older one than the last is none any more, the same again has the same
 * answer, and only a newer one is carried out.
 */
export class Revisions<A> {
  #last: { readonly rev: number; readonly answer: A } | undefined

  /** Undefined when the order is older than one that was carried out. */
  apply(rev: number, carryOut: () => A): A | undefined {
    if (this.#last && rev < this.#last.rev) return undefined
    if (this.#last?.rev !== rev) this.#last = { rev, answer: carryOut() }
    return this.#last.answer
  }
}
