import { nextJump, offsetMs, zoneOf } from '@latchwork/access-window'
import type { LockCapability } from '@latchwork/contract'
import type { Clock } from '@latchwork/ldp-device'
import type { AdoptionBook, TimerTrust } from '../book/adoptions.ts'
import type { FoundLock, LockTimer } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'

const READ_MS = 30_000
const DAY_MS = 86_400_000
/** A clock that shows nothing is asked again after this; so often, then it is not trusted. */
const RETRY_MS = 600_000
const MOST_UNSEEN = 3
/** How far off a clock may be that is to be trusted, and one that is trusted already: none goes back and forth. */
const GAINS_MS = 60_000
const LOSES_MS = 120_000

export interface TimerHost {
  readonly clock: Clock
  readonly adoptions: Pick<AdoptionBook, 'timerOf' | 'keepTimer'>
  /** As the service numbers zones. */
  timeZone(): number | undefined
  about(): FoundLock | undefined
  /** Other hands keep the windows than before. */
  changed(): void
}

/**
 * Decides whether a lock that could keep windows by itself is trusted with them: while its clock, by a fresh look, shows
 * the time of its place, and as long as it keeps what it is told. Until then, and from then on, the gateway keeps them.
 */
export class TimerWatch {
  readonly #lock: string
  readonly #host: TimerHost
  #trust: TimerTrust | undefined
  #isDoubted = true
  #unseen = 0
  #notBefore = 0

  constructor(lock: string, host: TimerHost) {
    this.#lock = lock
    this.#host = host
    this.#trust = host.adoptions.timerOf(lock)
  }

  /** What the lock's timer can hold; undefined where it has none that is trusted. */
  get timer(): LockTimer | undefined {
    return this.#isTrusted() ? this.#host.about()?.timer : undefined
  }

  /** What the lock can do, as it is told to the service: who keeps its windows now. */
  capability(): LockCapability | undefined {
    const about = this.#host.about()
    return about && (this.#isTrusted() ? about.capability : cautiousCapability(about))
  }

  /** The lock was away, and its battery perhaps out. */
  doubt(): void {
    this.#isDoubted = true
    this.#notBefore = 0
  }

  /** It opened outside of the hours it was told, or lost them. */
  distrust(): void {
    if (this.#host.about()?.timer && !this.#isBroken())
      this.#put({ broken: this.#host.about()?.firmware ?? '' })
  }

  /** Looks at the lock's clock where that is due. False: the lock is not there. */
  async settle(hub: Hub, isUsed: boolean): Promise<boolean> {
    if (this.nextLook(isUsed) > this.#host.clock.now()) return true
    const sight = await hub.turns.work('read', READ_MS, (signal) =>
      hub.family.look(this.#lock, 'clock', signal),
    )
    if (sight === undefined) return false
    this.#take(sight !== 'silent' && sight.seen ? sight.shown : undefined)
    return true
  }

  /** Once a day where rights have times, and whenever the clocks of the place change. */
  nextLook(isUsed: boolean): number {
    const trust = this.#trust
    if (!this.#host.about()?.timer || this.#isBroken()) return Number.POSITIVE_INFINITY
    if (!trust || 'broken' in trust || trust.zone !== this.#zone()) return this.#notBefore
    if (!isUsed) return Number.POSITIVE_INFINITY
    if (this.#isDoubted) return this.#notBefore
    return Math.max(Math.min(trust.at + DAY_MS, nextJump(trust.zone, trust.at)), this.#notBefore)
  }

  #take(shown: number | undefined): void {
    const now = this.#host.clock.now()
    const zone = this.#zone()
    this.#unseen = shown === undefined ? this.#unseen + 1 : 0
    if (shown === undefined && this.#unseen < MOST_UNSEEN) {
      this.#notBefore = now + RETRY_MS
      return
    }
    this.#isDoubted = false
    this.#unseen = 0
    const offMs = shown === undefined ? Number.POSITIVE_INFINITY : Math.abs(shown - now - offsetMs(zone, now))
    this.#put({ zone, at: now, isRight: offMs <= (this.#isTrusted() ? LOSES_MS : GAINS_MS) })
  }

  #put(trust: TimerTrust): void {
    const wasTrusted = this.#isTrusted()
    this.#trust = trust
    this.#host.adoptions.keepTimer(this.#lock, trust)
    if (wasTrusted !== this.#isTrusted()) this.#host.changed()
  }

  #zone(): string {
    return zoneOf(this.#host.timeZone())
  }

  #isTrusted(): boolean {
    const trust = this.#trust
    return trust !== undefined && 'zone' in trust && trust.isRight && trust.zone === this.#zone()
  }

  #isBroken(): boolean {
    const trust = this.#trust
    return trust !== undefined && 'broken' in trust && trust.broken === (this.#host.about()?.firmware ?? '')
  }
}

/** What a lock can do as long as nobody has looked at its clock. */
export function cautiousCapability({ timer, capability }: FoundLock): LockCapability {
  const windows = { dates: 'gateway', weekly: 'gateway', acrossMidnight: true } as const
  return timer ? { ...capability, windows } : capability
}
