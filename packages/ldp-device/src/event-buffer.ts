import type { UpEvent } from '@latchwork/contract/device'

/** How many events a device keeps for a service that does not acknowledge them. */
const CAPACITY = 500

export type StoredEvent = Omit<UpEvent, 'sig'>

/** Where events survive a loss of power, on devices that have such a place. */
export interface EventKeeper {
  /** What was there before it. */
  readonly lastSeq: number
  readonly events: readonly StoredEvent[]
  add(event: StoredEvent): void
  /** Everything up to this number may go. */
  forget(upTo: number): void
}

/** Events numbered without gaps from 1, kept until the service has stored them. When full, the oldest goes. */
export class EventBuffer {
  #events: StoredEvent[]
  #lastSeq: number
  #hasLostEvents = false
  #lost = 0
  readonly #keeper: EventKeeper | undefined

  constructor(keeper?: EventKeeper) {
    this.#keeper = keeper
    this.#events = [...(keeper?.events ?? [])]
    this.#lastSeq = keeper?.lastSeq ?? 0
  }

  /** How many were ever pushed out of the full buffer. */
  get lost(): number {
    return this.#lost
  }

  /** Events the service has not acknowledged, oldest first. */
  get pending(): readonly StoredEvent[] {
    return this.#events
  }

  /** The oldest event that can still be sent; with nothing waiting, the number of the next. */
  get oldest(): number {
    return this.#events[0]?.seq ?? this.#lastSeq + 1
  }

  add(event: Omit<StoredEvent, 'seq'>): StoredEvent {
    const stored = { seq: this.#lastSeq + 1, ...event }
    // First where it lasts: a number that was told must not be given again.
    this.#keeper?.add(stored)
    this.#lastSeq = stored.seq
    this.#events.push(stored)
    if (this.#events.length > CAPACITY) {
      this.#keeper?.forget(this.oldest)
      this.#events.shift()
      this.#hasLostEvents = true
      this.#lost += 1
    }
    return stored
  }

  /** Whether events were pushed out of the full buffer since this was last asked. */
  takeLoss(): boolean {
    const hasLostEvents = this.#hasLostEvents
    this.#hasLostEvents = false
    return hasLostEvents
  }

  /** Forgets everything up to this number; true when that was something. */
  acknowledge(upTo: number): boolean {
    // A number that was never given cannot be stored: the message is meant for another life of this device.
    if (upTo > this.#lastSeq || upTo < this.oldest) return false
    this.#events = this.#events.filter((event) => event.seq > upTo)
    this.#keeper?.forget(upTo)
    return true
  }
}
