import type { Clock } from '@latchwork/ldp-device'

/** What was asked of a family that then fell silent for so long counts as without an answer. */
const GRACE_MS = 10_000
/** A movement is called off so long before its deadline: what is on its way to the hub must be there in time. */
const MARGIN_MS = 100
/** Who has just moved a door often moves one again: so long nothing begins that nobody waits for. */
const REST_MS = 1000
/** But a door that is moved all the time is not left unlisted for ever. */
const LONGEST_REST_MS = 30_000
/** More movements than this wait for no hub: each has seconds to live. */
const MOST_ACTIONS = 64

/** `list`: a long reading that nobody waits for. */
type Work = 'write' | 'read' | 'list'

interface Turn {
  readonly kind: 'action' | Work
  readonly since: number
  /** How long it may take, by the time its turn comes. */
  readonly limitMs: () => number
  readonly run: (signal: AbortSignal) => Promise<unknown>
  /** Undefined: it had no turn, or nobody answered. */
  readonly settle: (answer: unknown) => void
}

/**
 * One thing at a time at one hub. Movements come first: one that waits stops a read that is under way, which is done
 * again later. A write is told to come to an end: the exchange under way is waited for, and what became of the write is
 * found out by reading, after the movement. A list goes on when nothing has moved for a moment: orders in quick
 * succession would each wait for the exchange it has under way.
 */
export class Turns {
  readonly #clock: Clock
  readonly #onSilence: () => void
  #actions: Turn[] = []
  #work: Turn[] = []
  #current: { turn: Turn; stop: AbortController; isPreempted: boolean } | undefined
  #isOpen = false
  #lastMovedAt = Number.NEGATIVE_INFINITY
  #cancelRest: (() => void) | undefined

  /** `onSilence`: a call was not answered in time and still is under way. */
  constructor(clock: Clock, onSilence: () => void) {
    this.#clock = clock
    this.#onSilence = onSilence
  }

  get waiting(): number {
    return this.#actions.length + this.#work.length + Number(this.#current !== undefined)
  }

  /** When the oldest thing that waits was asked for. */
  get oldest(): number | undefined {
    const all = [...this.#actions, ...this.#work].map(({ since }) => since)
    return all.length === 0 ? undefined : Math.min(...all)
  }

  open(): void {
    this.#isOpen = true
    this.#next()
  }

  /** The hub is gone: whatever waits has no turn. */
  close(): void {
    this.#isOpen = false
    this.#cancelRest?.()
    const waiting = [...this.#actions, ...this.#work]
    this.#actions = []
    this.#work = []
    this.#current?.stop.abort()
    for (const { settle } of waiting) settle(undefined)
  }

  /** A movement. Undefined: its turn did not come before the deadline, so that surely nothing was sent. */
  action<A>(deadline: number, run: (signal: AbortSignal) => Promise<A>): Promise<A | 'silent' | undefined> {
    if (!this.#isOpen || this.#actions.length >= MOST_ACTIONS) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const limitMs = () => deadline - MARGIN_MS - this.#clock.now()
      if (limitMs() <= 0) return resolve(undefined)
      const cancel = this.#clock.after(limitMs(), () => {
        this.#actions = this.#actions.filter((one) => one !== turn)
        resolve(undefined)
      })
      const turn: Turn = {
        kind: 'action',
        since: this.#clock.now(),
        limitMs,
        run: (signal) => {
          cancel()
          return run(signal)
        },
        settle: (answer) => {
          cancel()
          resolve(answer as A)
        },
      }
      this.#actions.push(turn)
      this.#makeWay()
      this.#next()
    })
  }

  #makeWay(): void {
    if (!this.#current || this.#current.turn.kind === 'action') return
    this.#current.isPreempted = this.#current.turn.kind !== 'write'
    this.#current.stop.abort()
  }

  /** A write or a reading of codes. Undefined: it had no turn because the hub is gone. */
  work<A>(
    kind: Work,
    limitMs: number,
    run: (signal: AbortSignal) => Promise<A>,
  ): Promise<A | 'silent' | undefined> {
    if (!this.#isOpen) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const settle = resolve as (answer: unknown) => void
      this.#work.push({ kind, since: this.#clock.now(), limitMs: () => limitMs, run, settle })
      this.#next()
    })
  }

  #next(): void {
    if (this.#current || !this.#isOpen) return
    const turn = this.#nextAction() ?? this.#nextWork()
    if (!turn) return
    const current = { turn, stop: new AbortController(), isPreempted: false }
    this.#current = current
    void this.#take(current).then((answer) => {
      this.#current = undefined
      if (turn.kind === 'action') this.#lastMovedAt = this.#clock.now()
      // What was read halfway says nothing.
      if (current.isPreempted && this.#isOpen) this.#work.unshift(turn)
      else turn.settle(answer)
      this.#next()
    })
  }

  /** A machine that slept hears the hub before its own timers: what ran out meanwhile is not begun. */
  #nextAction(): Turn | undefined {
    for (;;) {
      const turn = this.#actions.shift()
      if (!turn || turn.limitMs() > 0) return turn
      turn.settle(undefined)
    }
  }

  /** In the order in which it was asked for, but for lists whose time to rest is not over. */
  #nextWork(): Turn | undefined {
    this.#cancelRest?.()
    const restMs = (turn: Turn) => this.#restMsOf(turn)
    const index = this.#work.findIndex((turn) => restMs(turn) <= 0)
    if (index >= 0) return this.#work.splice(index, 1)[0]
    if (this.#work.length > 0)
      this.#cancelRest = this.#clock.after(Math.min(...this.#work.map(restMs)), () => this.#next())
    return undefined
  }

  #restMsOf({ kind, since }: Turn): number {
    if (kind !== 'list') return 0
    const restsUntil = Math.min(this.#lastMovedAt + REST_MS, since + LONGEST_REST_MS)
    return restsUntil - this.#clock.now()
  }

  /** Never longer than the limit and a grace: a family that hangs must not hold up everything for ever. */
  #take({ turn, stop }: { turn: Turn; stop: AbortController }): Promise<unknown> {
    return new Promise((resolve) => {
      let cancel = this.#clock.after(turn.limitMs(), () => {
        stop.abort()
        cancel = this.#clock.after(GRACE_MS, () => {
          resolve('silent')
          this.#onSilence()
        })
      })
      // A family promises not to reject; one that does has answered nothing.
      turn.run(stop.signal).then(
        (answer) => {
          cancel()
          resolve(answer)
        },
        () => {
          cancel()
          resolve('silent')
        },
      )
    })
  }
}
