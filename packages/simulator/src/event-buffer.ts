import type { UpEvent } from '@latchwork/contract/device'

/** How many events a device keeps for a service that does not acknowledge them. */
const CAPACITY = 500

export type StoredEvent = Omit<UpEvent, 'sig'>

/** Events numbered without gaps from 1, kept until the service has stored them. When full, the oldest goes. */
export class EventBuffer {
  #events: StoredEvent[] = []
  #lastSeq = 0
  #hasLostEvents = false
  #lost = 0

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
    const stored = { seq: ++this.#lastSeq, ...event }
    this.#events.push(stored)
    if (this.#events.length > CAPACITY) {
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
    return true
  }
}
