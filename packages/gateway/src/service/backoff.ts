import { setTimeout as wait } from 'node:timers/promises'
import { ServiceError } from './service-client.ts'

const FIRST_MS = 1000
const LONGEST_MS = 60_000

/** Longer and longer waits, each up to half as long again: many gateways must not come back in step. */
export class Backoff {
  #failures = 0

  succeeded(): void {
    this.#failures = 0
  }

  /** False: the waiting was called off. */
  async failed(error: unknown, signal: AbortSignal): Promise<boolean> {
    const asked = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0
    const delayMs = Math.max(asked, Math.min(FIRST_MS * 2 ** this.#failures, LONGEST_MS))
    this.#failures += 1
    await wait(delayMs * (1 + Math.random() / 2), undefined, { signal }).catch(() => undefined)
    return !signal.aborted
  }
}
