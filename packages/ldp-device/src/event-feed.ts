import type { Clock } from './clock.ts'
import type { EventBuffer, StoredEvent } from './event-buffer.ts'

const FIRST_RESEND_MS = 5000
const LONGEST_RESEND_MS = 60_000
/**
 * So many are on their way at once; the next follow as the service acknowledges. A lock that says all it has, again and
 * again, uses up what it may say, and a service that is busy gets busier.
 */
const WINDOW = 50

/** The way events take. */
export interface EventOutlet {
  readonly isUp: boolean
  send(event: StoredEvent): void
  /** Says which is the oldest event that can still be sent. */
  announce(): void
}

/** What happened at a device, on its way to the service: kept until it is stored there, and sent again until then. */
export class EventFeed {
  readonly #events: EventBuffer
  readonly #clock: Clock
  readonly #outlet: EventOutlet
  #resendMs = FIRST_RESEND_MS
  /** The newest that was sent since everything was last sent again. */
  #sentUpTo = 0
  #cancelResend: (() => void) | undefined

  constructor(events: EventBuffer, clock: Clock, outlet: EventOutlet) {
    this.#events = events
    this.#clock = clock
    this.#outlet = outlet
  }

  get oldest(): number {
    return this.#events.oldest
  }

  /** How many the service has not acknowledged. */
  get waiting(): number {
    return this.#events.pending.length
  }

  /** How many were pushed out of the full buffer. */
  get lost(): number {
    return this.#events.lost
  }

  /** As of now, unless it says when it was. */
  record(event: Omit<StoredEvent, 'seq' | 'at'> & { readonly at?: number }): void {
    this.#events.add({ at: this.#clock.now(), ...event })
    this.#sendWindow()
    this.#planResend()
  }

  /** On a new connection. */
  start(): void {
    this.#events.takeLoss()
    this.#outlet.announce()
  }

  /** Again from the oldest on. */
  sendPending(): void {
    this.#sentUpTo = 0
    this.#sendWindow()
  }

  #sendWindow(): void {
    const end = this.#events.oldest + WINDOW
    for (const event of this.#events.pending) {
      if (event.seq >= end) return
      if (event.seq <= this.#sentUpTo) continue
      this.#sentUpTo = event.seq
      this.#outlet.send(event)
    }
  }

  /** Begins to look after what is not acknowledged. */
  watch(): void {
    this.#resendMs = FIRST_RESEND_MS
    this.#planResend()
  }

  stop(): void {
    this.#cancelResend?.()
    this.#cancelResend = undefined
  }

  /** The service has everything up to this number; true when that is news. */
  acknowledge(upTo: number): boolean {
    if (!this.#events.acknowledge(upTo)) return false
    this.stop()
    this.watch()
    this.#sendWindow()
    return true
  }

  /** Events still not acknowledged after a while are sent again, less and less often while the service is silent. */
  #planResend(): void {
    if (this.#cancelResend || !this.#outlet.isUp || this.#events.pending.length === 0) return
    this.#cancelResend = this.#clock.after(this.#resendMs, () => {
      this.#cancelResend = undefined
      this.#resendMs = Math.min(this.#resendMs * 2, LONGEST_RESEND_MS)
      // The service must not wait for events that were pushed out of the full buffer.
      if (this.#events.takeLoss()) this.#outlet.announce()
      this.sendPending()
      this.#planResend()
    })
  }
}
