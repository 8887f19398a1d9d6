interface Line<T> {
  items: T[]
  /** How many of them were taken: cheaper than moving all the others up. */
  taken: number
}

/** Things that wait, each line in its order. Owners take turns, so that one who has many holds up nobody else. */
export class Turns<T> {
  readonly #lines = new Map<number, Line<T>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(owner: number): number {
    const line = this.#lines.get(owner)
    return line ? line.items.length - line.taken : 0
  }

  add(owner: number, item: T): void {
    const line = this.#lines.get(owner)
    if (line) line.items.push(item)
    else this.#lines.set(owner, { items: [item], taken: 0 })
    this.#size += 1
  }

  /** Takes at most so many, one of each owner in turn and at most `share` of one. Who was served goes to the end. */
  take(count: number, share = count): T[] {
    const items: T[] = []
    const served = new Map<number, number>()
    while (items.length < count) {
      const next = this.#lines.entries().next().value
      if (!next) break
      const [owner, line] = next
      const had = served.get(owner) ?? 0
      // All others have fewer: whoever comes first has had as many as anybody.
      if (had >= share) break
      served.set(owner, had + 1)
      items.push(line.items[line.taken] as T)
      line.taken += 1
      this.#lines.delete(owner)
      if (line.taken < line.items.length) this.#lines.set(owner, trimmed(line))
    }
    this.#size -= items.length
    return items
  }
}

const trimmed = <T>(line: Line<T>): Line<T> =>
  line.taken < 1000 ? line : { items: line.items.slice(line.taken), taken: 0 }
