import { type CharacterTest, codeOf, NO_LIMIT, type Node, NotSupported, Parser } from './expression-syntax.ts'

/**
 * Regular expressions that callers send. The runtime's own engine backtracks, so a short expression can keep it busy for
 * hours. This one follows all alternatives at the same time: its work is at most states times characters.
 */

export const MAX_EXPRESSION_LENGTH = 200

/** Counted repetitions are written out, so the size of the compiled expression needs a limit of its own. */
const MAX_STATES = 400

/** A state consumes one character, or checks a position, or splits into several next states. */
interface State {
  fits?: CharacterTest
  at?: 'start' | 'end'
  next: number[]
}

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
