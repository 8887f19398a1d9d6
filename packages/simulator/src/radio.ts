import { variationOf } from '@latchwork/ldp-device'
import type { Faults } from './faults.ts'

/** Aspects up to here are used for something else. */
const FIRST_ASPECT = 100

/** The way between a lock and its gateway, which loses messages; the same ones in every run. */
export class Radio {
  readonly #deviceId: string
  readonly #faults: Pick<Faults, 'lossPercent'>
  #messages = 0

  constructor(deviceId: string, faults: Pick<Faults, 'lossPercent'>) {
    this.#deviceId = deviceId
    this.#faults = faults
  }

  /** Whether the next message gets lost. */
  loses(): boolean {
    if (this.#faults.lossPercent === 0) return false
    this.#messages += 1
    return variationOf(this.#deviceId, FIRST_ASPECT + this.#messages) * 100 < this.#faults.lossPercent
  }
}
