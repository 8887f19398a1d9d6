import type { Faults } from './faults.ts'

/** As many codes as the keypads people know hold. */
const CAPACITY = 200

/** The codes of a lock's keypad. */
export class Keypad {
  readonly #codes = new Set<string>()
  readonly #faults: Pick<Faults, 'maskCodes' | 'keypadFull'>

  constructor(faults: Pick<Faults, 'maskCodes' | 'keypadFull'>) {
    this.#faults = faults
  }

  /** How many codes it holds at most. */
  get capacity(): number {
    return this.#faults.keypadFull ? this.#codes.size : CAPACITY
  }

  knows(code: string): boolean {
    return this.#codes.has(code)
  }

  store(code: string): 'stored' | 'known' | 'full' {
    if (this.#codes.has(code)) return 'known'
    if (this.#codes.size >= this.capacity) return 'full'
    this.#codes.add(code)
    return 'stored'
  }

  /** What it tells of its codes. */
  list(): string[] {
    return [...this.#codes].map((code) => (this.#faults.maskCodes ? '*'.repeat(code.length) : code))
  }
}
