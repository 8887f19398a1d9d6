interface Line<T> {
  items: T[]
  /** How many of them were taken: cheaper than moving all the others up. */
  taken: number
}

/**
 * Things that wait, each line in its order. Owners take turns, so that one who has many holds up nobody else. The
 * order of the Map's keys is the order of turns; no line is empty.
 */
export class Lines<K, T> {
  readonly #lines = new Map<K, Line<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(owner: K): number {
    const line = this.#lines.get(owner)
    return line ? line.items.length - line.taken : 0
  }

  add(owner: K, item: T): void {
    const line = this.#lines.get(owner)
    if (line) line.items.push(item)
    else this.#lines.set(owner, { items: [item], taken: 0 })
    this.#size += 1
  }

  /** Does anything wait of an owner who may have a turn now? */
  hasNext(mayHaveTurn: (owner: K) => boolean): boolean {
    return this.#first(mayHaveTurn) !== undefined
  }

  /**
   * Takes at most so many, one of each owner in turn and at most `share` of one. Who was served goes to the end. Owners
   * who may have no turn now are passed over.
   */
  take(count: number, share = count, mayHaveTurn: (owner: K) => boolean = () => true): T[] {
    const items: T[] = []
    const served = new Map<K, number>()
    while (items.length < count) {
      const next = this.#first(mayHaveTurn)
      if (!next) break
      const [owner, line] = next
      const had = served.get(owner) ?? 0
      // All others have fewer: whoever comes first has had as many as anybody.
      if (had >= share) break
      served.set(owner, had + 1)
      items.push(this.#takeFirst(owner, line))
    }
    return items
  }

  /** Takes one of the first owner who may have a turn now, and who goes to the end then. */
  next(mayHaveTurn: (owner: K) => boolean = () => true): T | undefined {
    const next = this.#first(mayHaveTurn)
    return next && this.#takeFirst(...next)
  }

  /** Whoever waits meanwhile is before this owner. */
  toTheEnd(owner: K): void {
    const line = this.#lines.get(owner)
    if (!line) return
    this.#lines.delete(owner)
    this.#lines.set(owner, line)
  }

  /** The first of those who have most waiting. */
  longest(): K | undefined {
    let longest: K | undefined
    for (const owner of this.#lines.keys())
      if (longest === undefined || this.sizeOf(owner) > this.sizeOf(longest)) longest = owner
    return longest
  }

  /** Takes the newest of an owner. */
  takeLast(owner: K): T | undefined {
    const line = this.#lines.get(owner)
    if (!line) return undefined
    this.#size -= 1
    const last = line.items.pop()
    if (line.items.length === line.taken) this.#lines.delete(owner)
    return last
  }

  #first(mayHaveTurn: (owner: K) => boolean): [K, Line<T>] | undefined {
    for (const next of this.#lines) if (mayHaveTurn(next[0])) return next
    return undefined
  }

  #takeFirst(owner: K, line: Line<T>): T {
    const item = line.items[line.taken] as T
    line.taken += 1
    this.#size -= 1
    this.#lines.delete(owner)
    if (line.taken < line.items.length) this.#lines.set(owner, trimmed(line))
    return item
  }
}

const trimmed = <T>(line: Line<T>): Line<T> =>
  line.taken < 1000 ? line : { items: line.items.slice(line.taken), taken: 0 }
