import type { UpLeaf } from '@latchwork/contract/device'
import type { Clock, Medium } from '@latchwork/ldp-device'
import { Attention } from './attention.ts'
import type { Faults } from './faults.ts'
import { Radio } from './radio.ts'

/** What can be made to go wrong between a simulated lock and the wire, at any time. */
export class FaultyMedium implements Medium {
  readonly #clock: Clock
  readonly #faults: Faults
  readonly #attention: Attention
  readonly #radio: Radio

  constructor(deviceId: string, clock: Clock, faults: Faults) {
    this.#clock = clock
    this.#faults = faults
    this.#attention = new Attention(clock, faults)
    this.#radio = new Radio(deviceId, faults)
  }

  copiesIn(): number {
    return this.#radio.loses() ? 0 : this.#copies
  }

  copiesOut(leaf: UpLeaf): number {
    return leaf !== 'info' && this.#radio.loses() ? 0 : this.#copies
  }

  attend(look: () => void): void {
    this.#attention.give(look)
  }

  takeTurn(): boolean {
    return this.#attention.takeTurn()
  }

  /** What answers and tells may come late, or get lost. */
  tell(say: () => void): void {
    const unlessDropped = () => {
      if (!this.#faults.dropAcks) say()
    }
    if (this.#faults.ackDelayMs > 0) this.#clock.after(this.#faults.ackDelayMs, unlessDropped)
    else unlessDropped()
  }

  get #copies(): number {
    return this.#faults.duplicate ? 2 : 1
  }
}
