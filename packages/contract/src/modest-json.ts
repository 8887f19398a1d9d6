const LIST = '['.charCodeAt(0)
const LIST_END = ']'.charCodeAt(0)
const OBJECT = '{'.charCodeAt(0)
const OBJECT_END = '}'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

export interface JsonLimits {
  /** Objects and lists. */
  readonly objects: number
  readonly members: number
  /** Different beginnings of lists of member names: `{"a":1,"b":2}` has two, `a` and `a, b`. */
  readonly shapes: number
}

/**
 * Looks at JSON of a stranger before it is parsed, because parsing happens on the main thread. Sixteen megabytes of empty
 * lists take seconds and half a gigabyte. So do objects that all have other names: V8 makes a hidden class for every name
 * that follows on others, and ten megabytes of those take as long. Text that is not JSON is left to the parser.
 */
export function isModestJson(text: string, most: JsonLimits): boolean {
  const tally = new Tally(most)
  let name = [0, 0]
  for (let i = 0; i < text.length && !tally.isTooMuch; i++) {
    const sign = text.charCodeAt(i)
    if (sign === QUOTE) {
      name = [i + 1, endOfString(text, i + 1)]
      i = name[1] as number
    } else if (sign === LIST || sign === OBJECT) tally.open()
    else if (sign === LIST_END || sign === OBJECT_END) tally.close()
    else if (sign === COLON) tally.member(text.slice(name[0], name[1]))
  }
  return !tally.isTooMuch
}

class Tally {
  isTooMuch = false
  readonly #most: JsonLimits
  readonly #outer: number[] = []
  /** By shape: the shape that each next name leads to. Shape 0 has no names. */
  readonly #next = [new Map<string, number>()]
  #shape = 0
  #objects = 0
  #members = 0

  constructor(most: JsonLimits) {
    this.#most = most
  }

  open(): void {
    this.isTooMuch ||= ++this.#objects > this.#most.objects
    this.#outer.push(this.#shape)
    this.#shape = 0
  }

  close(): void {
    this.#shape = this.#outer.pop() ?? 0
  }

  member(name: string): void {
    const names = this.#next[this.#shape] as Map<string, number>
    let shape = names.get(name)
    if (shape === undefined) {
      shape = this.#next.push(new Map()) - 1
      names.set(name, shape)
    }
    this.#shape = shape
    this.isTooMuch ||= ++this.#members > this.#most.members || shape > this.#most.shapes
  }
}

/** Where the quote is that ends it. */
function endOfString(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const sign = text.charCodeAt(i)
    if (sign === QUOTE) return i
    if (sign === BACKSLASH) i++
  }
  return text.length
}
