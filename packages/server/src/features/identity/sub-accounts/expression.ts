/**
 * Regular expressions that callers send. The runtime's own engine backtracks, so a short expression can keep it busy for
 * hours. This one follows all alternatives at the same time: its work is at most states times characters.
 */

export const MAX_EXPRESSION_LENGTH = 200

/** Counted repetitions are written out, so the size of the compiled expression needs a limit of its own. */
const MAX_STATES = 400

const NO_LIMIT = Number.POSITIVE_INFINITY

/** Tells whether a character fits. Both forms of the character are tried, because the letter case does not count. */
type CharacterTest = (lower: number, upper: number) => boolean

type Node =
  | { kind: 'character'; fits: CharacterTest }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence' | 'choice'; nodes: Node[] }
  | { kind: 'repeat'; node: Node; least: number; most: number }

/** A state consumes one character, or checks a position, or splits into several next states. */
interface State {
  fits?: CharacterTest
  at?: 'start' | 'end'
  next: number[]
}

class NotSupported extends Error {}

/** Answers a search for the expression anywhere in a text, in any letter case; undefined when it is not supported. */
export function compileExpression(expression: string): ((text: string) => boolean) | undefined {
  const characters = [...expression]
  if (characters.length > MAX_EXPRESSION_LENGTH) return undefined
  try {
    const states: State[] = [{ next: [] }]
    const begin = addNode(states, new Parser(characters).parse(), 0)
    return (text) => search(states, begin, text)
  } catch (error) {
    if (error instanceof NotSupported) return undefined
    throw error
  }
}

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

const codeOf = (character: string): number => character.codePointAt(0) as number
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

class Parser {
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
    const isThere = expected.every((one, i) => this.#characters[this.#position + i] === one)
    if (isThere) this.#position += expected.length
    return isThere
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

/** Adds the states of a node that goes on with the state `next`, and answers where it begins. */
function addNode(states: State[], node: Node, next: number): number {
  switch (node.kind) {
    case 'character':
      return addState(states, { fits: node.fits, next: [next] })
    case 'start':
    case 'end':
      return addState(states, { at: node.kind, next: [next] })
    case 'choice':
      return addState(states, { next: node.nodes.map((one) => addNode(states, one, next)) })
    case 'sequence':
      // One state for each sequence: repeating an empty group many times counts like anything else.
      return addState(states, { next: [node.nodes.reduceRight((to, one) => addNode(states, one, to), next)] })
    case 'repeat':
      return addRepeat(states, node, next)
  }
}

function addRepeat(states: State[], { node, least, most }: Node & { kind: 'repeat' }, next: number): number {
  // One state for each repetition, also for one that repeats nothing: nested counts are then limited like all else.
  const loop: State = { next: [next] }
  let begin = addState(states, loop)
  if (most === NO_LIMIT) loop.next.push(addNode(states, node, begin))
  else
    for (let i = least; i < most; i++)
      begin = addState(states, { next: [addNode(states, node, begin), next] })
  for (let i = 0; i < least; i++) begin = addNode(states, node, begin)
  return begin
}

function addState(states: State[], state: State): number {
  if (states.length >= MAX_STATES) throw new NotSupported()
  return states.push(state) - 1
}

/** State 0 is the end of the expression: reaching it is a match. */
function search(states: readonly State[], begin: number, text: string): boolean {
  const characters = [...text]
  const run = new Run(states)
  for (let position = 0; position <= characters.length; position++) {
    run.enter(begin, position, characters.length)
    if (run.hasMatched) return true
    run.consume(characters[position], position + 1, characters.length)
  }
  return run.hasMatched
}

/** The states that are reached, for one position of a text after the other. */
class Run {
  readonly #states: readonly State[]
  readonly #reachedAt: Int32Array
  readonly #pending: number[] = []
  /** Those of the current position that wait for a character. */
  #waiting: State[] = []

  constructor(states: readonly State[]) {
    this.#states = states
    this.#reachedAt = new Int32Array(states.length).fill(-1)
  }

  get hasMatched(): boolean {
    return this.#reachedAt[0] !== -1
  }

  /** Reaches a state, and all that follow from it without a character. */
  enter(begin: number, position: number, end: number): void {
    this.#reach(begin, position)
    for (let id = this.#pending.pop(); id !== undefined; id = this.#pending.pop()) {
      const state = this.#states[id] as State
      if (state.fits) this.#waiting.push(state)
      else if (state.at === undefined || position === (state.at === 'start' ? 0 : end))
        for (const next of state.next) this.#reach(next, position)
    }
  }

  #reach(id: number, position: number): void {
    if (this.#reachedAt[id] === position) return
    this.#reachedAt[id] = position
    this.#pending.push(id)
  }

  consume(character: string | undefined, position: number, end: number): void {
    if (character === undefined) return
    const before = this.#waiting
    this.#waiting = []
    const lower = codeOf(character.toLowerCase())
    const upper = codeOf(character.toUpperCase())
    // Copies of a large class share one test, which then runs once for each character of the text.
    const outcomes = new Map<CharacterTest, boolean>()
    for (const { fits, next } of before) {
      const isFitting = outcomes.get(fits as CharacterTest) ?? (fits as CharacterTest)(lower, upper)
      outcomes.set(fits as CharacterTest, isFitting)
      if (isFitting) this.enter(next[0] as number, position, end)
    }
  }
}
