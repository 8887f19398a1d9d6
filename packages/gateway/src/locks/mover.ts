import { type DownCmd, LDP_REFUSAL } from '@latchwork/contract/device'
import type { Clock } from '@latchwork/ldp-device'
import type { ActAnswer, Happening, LockSight } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'
import { BUSY, deedOf, REFUSAL_CODE } from './wording.ts'

/** The lock's own word of a movement we ordered may come so much later. */
const OWN_WORD_MS = 15_000

export interface MoverHost {
  readonly lock: string
  readonly type: number
  hub(): Hub | undefined
  /** A movement is proven: the lock stands there now. */
  moved(command: DownCmd, how: 'report' | 'read', sight: LockSight): void
  /** Nothing moved, for sure. */
  notMoved(command: DownCmd, code: number): void
}

/** Carries out orders to move one lock: one at a time, before the deadline or not at all, and proven or passed over. */
export class Mover {
  readonly #clock: Clock
  readonly #host: MoverHost
  #isMoving = false
  #ordered: { what: Happening['what'] | undefined; until: number } | undefined

  constructor(clock: Clock, host: MoverHost) {
    this.#clock = clock
    this.#host = host
  }

  async move(command: DownCmd): Promise<void> {
    const hub = this.#host.hub()
    if (!hub) return this.#host.notMoved(command, LDP_REFUSAL.notReached)
    if (this.#isMoving) return this.#host.notMoved(command, BUSY)
    this.#isMoving = true
    try {
      this.#conclude(command, await this.#order(command, hub))
    } finally {
      this.#isMoving = false
    }
  }

  /** Whether a happening is the lock's own word of what we ordered, and so no news. */
  isOwnWord({ what, by }: Happening): boolean {
    if (by !== 'radio' || !this.#ordered || this.#clock.now() > this.#ordered.until) return false
    return this.#ordered.what === what
  }

  async #order({ action, iat, exp }: DownCmd, hub: Hub): Promise<ActAnswer> {
    // A clock that is behind must not make an order live longer than the service meant.
    const deadline = Math.min(exp, this.#clock.now() + Math.max(0, exp - iat))
    const answer = await hub.turns.action(deadline, (signal) => {
      this.#ordered = { what: deedOf(this.#host.type, action), until: deadline + OWN_WORD_MS }
      return hub.family.act(this.#host.lock, { action, deadline }, signal)
    })
    if (answer === undefined) return { answer: 'notSent' }
    return answer === 'silent' ? { answer: 'unproven' } : answer
  }

  /** What nobody can prove is not told: the service then says that it does not know. */
  #conclude(command: DownCmd, answer: ActAnswer): void {
    if (answer.answer === 'proven') this.#host.moved(command, answer.how, answer.state)
    if (answer.answer === 'refused') this.#host.notMoved(command, REFUSAL_CODE[answer.why])
    if (answer.answer === 'notSent') this.#host.notMoved(command, LDP_REFUSAL.notReached)
  }
}
