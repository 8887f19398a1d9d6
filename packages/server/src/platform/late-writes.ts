/** What a transaction writes last, in this order, whenever it was asked for (ADR 43). */
export const LATE = { locks: 1, operations: 2, counts: 3, imports: 4, logs: 5, audit: 6, events: 7 } as const

/** A kind of rows that are gathered while a transaction runs and written at once before it commits. */
export interface LateRows<T, C> {
  readonly rank: (typeof LATE)[keyof typeof LATE]
  /** May ask for more, also of its own kind. */
  write(ctx: C, items: readonly T[]): Promise<void>
}

/** What one transaction has still to write. */
export class LateWrites<C> {
  readonly #waiting = new Map<LateRows<never, C>, unknown[]>()

  add<T>(kind: LateRows<T, C>, item: T): void {
    const key = kind as unknown as LateRows<never, C>
    const items = this.#waiting.get(key)
    if (items) items.push(item)
    else this.#waiting.set(key, [item])
  }

  /** Writes what is of this rank or lower: by the end all of it, before that what the next statement has to see. */
  async write(ctx: C, upTo: number = LATE.events): Promise<void> {
    for (;;) {
      const kind = this.#first()
      if (!kind || kind.rank > upTo) return
      const items = this.#waiting.get(kind) as never[]
      this.#waiting.delete(kind)
      await kind.write(ctx, items)
    }
  }

  #first(): LateRows<never, C> | undefined {
    let first: LateRows<never, C> | undefined
    for (const kind of this.#waiting.keys()) if (!first || kind.rank < first.rank) first = kind
    return first
  }
}

/** Stands where no transaction is open: what belongs to a change commits with it or not at all. */
export class NoLateWrites<C> extends LateWrites<C> {
  override add(): never {
    throw new Error('what is written last is written in the transaction of the change it belongs to')
  }
}
