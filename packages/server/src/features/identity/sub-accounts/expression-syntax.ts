/** The regular expressions that callers may send, as a tree of nodes. */

/** A repetition without an upper limit. */
export const NO_LIMIT = Number.POSITIVE_INFINITY

/** The expression is malformed, or needs more than the engine has. */
export class NotSupported extends Error {}

/** Tells whether a character fits. Both forms of the character are tried, because the letter case does not count. */
export type CharacterTest = (lower: number, upper: number) => boolean

export type Node =
  | { kind: 'character'; fits: CharacterTest }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'choice'; nodes: Node[] }
  | { kind: 'repeat'; node: Node; least: number; most: number }

const singleCharacter = (code: number): CharacterTest => characterRange(code, code)
const characterRange =
  (from: number, to: number): CharacterTest =>
  (lower, upper) =>
    (lower >= from && lower <= to) || (upper >= from && upper <= to)
const anyOf =
  (tests: readonly CharacterTest[]): CharacterTest =>
  (lower, upper) =>
    tests.some((fits) => fits(lower, upper))
const noneOf = (tests: readonly CharacterTest[]): CharacterTest => {
  const fits = anyOf(tests)
  return (lower, upper) => !fits(lower, upper)
}

export const codeOf = (character: string): number => character.codePointAt(0) as number
const charactersOf = (text: string): CharacterTest[] => [...text].map((one) => singleCharacter(codeOf(one)))
const DIGITS = [characterRange(codeOf('0'), codeOf('9'))]
const WORD = [...DIGITS, characterRange(codeOf('a'), codeOf('z')), singleCharacter(codeOf('_'))]
const SPACES = charactersOf(' \t\n\r\f\v')
const ANY_CHARACTER = noneOf(charactersOf('\n'))
const CHARACTER_SETS: Readonly<Record<string, CharacterTest>> = {
  d: anyOf(DIGITS),
  D: noneOf(DIGITS),
  w: anyOf(WORD),
  W: noneOf(WORD),
  s: anyOf(SPACES),
  S: noneOf(SPACES),
}

export class Parser {
  readonly #characters: readonly string[]
  #position = 0

  constructor(characters: readonly string[]) {
    this.#characters = characters
  }

  parse(): Node {
    const node = this.#choice()
    if (this.#peek() !== undefined) throw new NotSupported()
    return node
  }

  #peek = (): string | undefined => this.#characters[this.#position]

  #take(): string {
    const character = this.#peek()
    if (character === undefined) throw new NotSupported()
    this.#position++
    return character
  }

  #takeIf(...expected: string[]): boolean {
    const isNext = expected.every((one, i) => this.#characters[this.#position + i] === one)
    if (isNext) this.#position += expected.length
    return isNext
  }

  #choice(): Node {
    const nodes = [this.#sequence()]
    while (this.#takeIf('|')) nodes.push(this.#sequence())
    return oneOrMany('choice', nodes)
  }

  #sequence(): Node {
    const nodes: Node[] = []
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek())
      nodes.push(this.#repeated(this.#single()))
    return oneOrMany('sequence', nodes)
  }

  #repeated(node: Node): Node {
    const counts = this.#counts()
    if (!counts) return node
    // A lazy repetition finds another match, and never a match where the greedy one finds none.
    this.#takeIf('?')
    return { kind: 'repeat', node, ...counts }
  }

  #counts(): { least: number; most: number } | undefined {
    if (this.#takeIf('*')) return { least: 0, most: NO_LIMIT }
    if (this.#takeIf('+')) return { least: 1, most: NO_LIMIT }
    if (this.#takeIf('?')) return { least: 0, most: 1 }
    if (!this.#takeIf('{')) return undefined
    const least = this.#number() ?? unsupported()
    const most = this.#takeIf(',') ? (this.#number() ?? NO_LIMIT) : least
    if (!this.#takeIf('}') || most < least) throw new NotSupported()
    return { least, most }
  }

  #number(): number | undefined {
    let digits = ''
    for (let next = this.#peek(); next !== undefined && /^[0-9]$/.test(next); next = this.#peek())
      digits += this.#take()
    return digits === '' ? undefined : Number(digits)
  }

  #single(): Node {
    const character = this.#take()
    if (character === '(') return this.#group()
    if (character === '[') return { kind: 'character', fits: this.#characterClass() }
    if (character === '^') return { kind: 'start' }
    if (character === '$') return { kind: 'end' }
    if (character === '.') return { kind: 'character', fits: ANY_CHARACTER }
    if (character === '\\') return { kind: 'character', fits: this.#escaped().fits }
    if ('*+?{}]'.includes(character)) throw new NotSupported()
    return { kind: 'character', fits: singleCharacter(codeOf(character)) }
  }

  #group(): Node {
    // Nothing is captured, so both kinds of group are the same. Other constructs that begin with `(?` are refused.
    if (!this.#takeIf('?', ':') && this.#peek() === '?') throw new NotSupported()
    const node = this.#choice()
    if (!this.#takeIf(')')) throw new NotSupported()
    return node
  }

  #escaped(): { fits: CharacterTest; code?: number } {
    const character = this.#take()
    const set = CHARACTER_SETS[character]
    if (set) return { fits: set }
    if (/^[A-Za-z0-9]$/.test(character)) throw new NotSupported()
    const code = codeOf(character)
    return { fits: singleCharacter(code), code }
  }

  #characterClass(): CharacterTest {
    const combine = this.#takeIf('^') ? noneOf : anyOf
    const tests: CharacterTest[] = []
    while (!this.#takeIf(']')) tests.push(this.#classMember())
    if (tests.length === 0) throw new NotSupported()
    return combine(tests)
  }

  #classMember(): CharacterTest {
    const from = this.#classCharacter()
    const isRange = this.#peek() === '-' && this.#characters[this.#position + 1] !== ']'
    if (!isRange) return from.fits
    this.#position++
    const to = this.#classCharacter()
    if (from.code === undefined || to.code === undefined || to.code < from.code) throw new NotSupported()
    return characterRange(from.code, to.code)
  }

  #classCharacter(): { fits: CharacterTest; code?: number } {
    const character = this.#take()
    if (character === '\\') return this.#escaped()
    // Some dialects nest classes. Refusing the bracket is better than reading it in another way than its author.
    if (character === '[') throw new NotSupported()
    const code = codeOf(character)
    return { fits: singleCharacter(code), code }
  }
}

function unsupported(): never {
  throw new NotSupported()
}

const oneOrMany = (kind: 'sequence' | 'choice', nodes: Node[]): Node =>
  nodes.length === 1 && nodes[0] ? nodes[0] : { kind, nodes }
