import { type Clock, type NextDue, systemClock, type TimerCallback, toWireDate } from './clock.ts'

interface Timer {
  at: number
  readonly delayMs: number
  readonly order: number
  readonly callback: TimerCallback
  readonly nextDue: NextDue | undefined
  /** Takes it off the machine's clock. */
  disarm: () => void
}

interface Jump {
  readonly end: number
  readonly turns: Map<TimerCallback, number>
}

/**
 * A callback that came due this often in one jump looks for something without saying when it will be there. From then
 * on it gets at most as many turns again, spread evenly over the rest of the jump.
 */
const TURNS_AT_FULL_PACE = 1000

/** The same for those who do say when: several times an hour in the longest jump is useful, every second is a fault. */
const USEFUL_TURNS_AT_FULL_PACE = 50_000

/** Real time for what a timer started; whoever waits for a timer of this very clock would wait for ever. */
const PATIENCE_MS = 10_000

/**
 * Real time, until it is moved. A jump stops at every timer on its way: the clock shows the timer's own moment, runs
 * it, and stands still until everything that followed from it is done. Then it goes on to the next one. Nothing runs
 * late, nothing is left out, and no real time passes between.
 */
export class MovableClock implements Clock {
  readonly #timers = new Set<Timer>()
  #order = 0
  #offsetMs = 0
  /** Set while it is moved: what it shows. */
  #stoppedAt: number | undefined
  #jump: Jump | undefined
  #moves: Promise<unknown> = Promise.resolve()
  #settle: () => Promise<void> = async () => {}
  #turns = 0

  now(): number {
    return this.#stoppedAt ?? Date.now() + this.#offsetMs
  }

  /** How far it is ahead of the machine's clock. */
  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Resolves when it is not being moved. */
  async atRest(): Promise<void> {
    await this.#moves
  }

  /** How many timers have run in jumps. */
  get turns(): number {
    return this.#turns
  }

  after(delayMs: number, callback: TimerCallback, nextDue?: NextDue): () => void {
    const at = this.now() + Math.max(delayMs, this.#slowestPace(callback, nextDue), 0)
    const timer: Timer = { at, delayMs, order: this.#order++, callback, nextDue, disarm: () => {} }
    this.#timers.add(timer)
    if (this.#stoppedAt === undefined) this.#arm(timer)
    return () => {
      this.#timers.delete(timer)
      timer.disarm()
    }
  }

  /** What to wait for after each timer of a jump: everything that goes on outside of timers. */
  settleWith(settle: () => Promise<void>): void {
    this.#settle = settle
  }

  /** Moves time forward. Moves of several callers follow one another; where one leads is asked when its turn has come. */
  move(targetFrom: (nowMs: number) => number): Promise<void> {
    return this.#inTurn(async () => {
      const start = this.now()
      await this.#jumpFrom(start, targetFrom(start))
    })
  }

  moveTo(instantMs: number): Promise<void> {
    return this.move(() => instantMs)
  }

  advance(byMs: number): Promise<void> {
    return this.move((now) => now + byMs)
  }

  /** Back to the machine's time. What waits for a timer waits as long as before; moments that were stored stay as they are. */
  returnToRealTime(): Promise<void> {
    return this.#inTurn(async () => {
      const backMs = this.#offsetMs
      this.#offsetMs = 0
      for (const timer of this.#timers) {
        timer.disarm()
        // Whoever looks what is due looks now: what was due on the moved clock may not be any more, and the reverse.
        timer.at = timer.nextDue ? this.now() : timer.at - backMs
        this.#arm(timer)
      }
    })
  }

  #inTurn(move: () => Promise<void>): Promise<void> {
    const moved = this.#moves.then(move)
    this.#moves = moved.catch(() => undefined)
    return moved
  }

  async #jumpFrom(start: number, end: number): Promise<void> {
    if (end < start) throw new RangeError(`time only moves forward; it is ${toWireDate(start)}`)
    this.#stoppedAt = start
    this.#jump = { end, turns: new Map() }
    for (const timer of this.#timers) timer.disarm()
    try {
      await this.#settle()
      for (let next = await this.#next(end); next; next = await this.#next(end)) {
        await this.#run(next.timer, next.at)
      }
      this.#stoppedAt = end
      // Those who look by the clock look once more at the end, as they would have many times on the way.
      for (const timer of this.#inOrder()) {
        if (timer.nextDue && timer.at <= end && this.#timers.has(timer)) await this.#run(timer, end)
      }
    } finally {
      this.#offsetMs = this.#stoppedAt - Date.now()
      this.#stoppedAt = undefined
      this.#jump = undefined
      for (const timer of this.#timers) this.#arm(timer)
    }
  }

  /** The timer whose turn it is, and when; undefined when nothing more happens before the end. */
  async #next(end: number): Promise<{ timer: Timer; at: number } | undefined> {
    let next: { timer: Timer; at: number } | undefined
    for (const timer of this.#inOrder()) {
      if (timer.at > (next?.at ?? end)) break
      const at = await turnOf(timer)
      if (at <= end && this.#timers.has(timer) && (!next || at < next.at)) next = { timer, at }
    }
    return next
  }

  async #run(timer: Timer, at: number): Promise<void> {
    // A timer that was set for a moment that has passed meanwhile runs now: time does not go back for it.
    this.#stoppedAt = Math.max(at, this.now())
    this.#timers.delete(timer)
    const turns = this.#jump?.turns
    turns?.set(timer.callback, (turns.get(timer.callback) ?? 0) + 1)
    this.#turns += 1
    await within(PATIENCE_MS, timer.callback())
    await this.#settle()
  }

  #slowestPace(callback: TimerCallback, nextDue: NextDue | undefined): number {
    const atFullPace = nextDue ? USEFUL_TURNS_AT_FULL_PACE : TURNS_AT_FULL_PACE
    const turns = this.#jump?.turns.get(callback) ?? 0
    if (!this.#jump || turns < atFullPace) return 0
    return (this.#jump.end - this.now()) / Math.max(2 * atFullPace - turns, 1)
  }

  #inOrder(): Timer[] {
    return [...this.#timers].sort((a, b) => a.at - b.at || a.order - b.order)
  }

  #arm(timer: Timer): void {
    timer.disarm = systemClock.after(timer.at - this.now(), () => {
      // The machine's timers are cut to 24 days, and may come a moment early.
      if (this.now() < timer.at) return this.#arm(timer)
      this.#timers.delete(timer)
      void timer.callback()
    })
  }
}

async function within(limitMs: number, work: unknown): Promise<void> {
  if (!(work instanceof Promise)) return
  let giveUp = () => {}
  const limit = new Promise<void>((resolve) => {
    giveUp = systemClock.after(limitMs, resolve)
  })
  await Promise.race([work, limit]).finally(giveUp)
}

/**
 * When a timer has something to do: the first of its looks that would have found it. One that cannot say so just has
 * its turn.
 */
async function turnOf({ at, delayMs, nextDue }: Timer): Promise<number> {
  if (!nextDue) return at
  const due = (await nextDue().catch(() => at)) ?? Number.POSITIVE_INFINITY
  if (due <= at || delayMs <= 0) return Math.max(at, due)
  return at + Math.ceil((due - at) / delayMs) * delayMs
}
