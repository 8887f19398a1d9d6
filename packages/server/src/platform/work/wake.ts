/**
 * Wake-ups between those who store work and those who do it. A wake-up is only a hint that saves waiting: everybody
 * who listens also looks by the clock, so a lost one delays and never loses.
 */
export interface Wake {
  /**
   * Call after commit. The keys say what it is about (see `WakeChannel`); without one it is about everything of the
   * channel. What is notified in one breath is heard together.
   */
  notify(channel: WakeChannel, keys?: number | readonly number[]): void
  /** Returns a function that stops listening. */
  listen(channel: WakeChannel, callback: (about: Woken) => void): () => void
  stop(): Promise<void>
}

/** What a wake-up is about: these keys, or everything of the channel, as when some may have been missed. */
export type Woken = ReadonlySet<number> | 'all'

/**
 * What each is about, and its key. `access`: an access right waits for a lock that is online; the lock. `bulk`: the same is to be done to many things. `command`: a
 * lock action waits; the lock. `desired`: a setting waits for a lock that is online; the lock. `event`: the event log grew, or
 * somebody is to get what it holds; the account it is of. `feed`: a calendar is to be fetched. `gateway`: locks of a
 * gateway were adopted or given up; the account. `import`: an account is to be brought over. `job`: a job is due earlier
 * than known. `mail`: a mail is to be sent. `message`: a message to a guest is to be sent. `credential`: a token, a
 * device secret or what somebody may see has changed;
 * the account, a master also for its sub-accounts. `lock`: a lock was registered or deleted; the lock. `sheet`: a CSV file is to be taken in. `share`: locks wait
 * for a process that serves them. `plan`: a plan is to be looked at. `stay`: codes of a stay are to be issued, moved or revoked.
 * `subscription`: a webhook or a notification was made, changed or removed; the account whose events it gets.
 */
export const WAKE_CHANNELS = [
  'access',
  'bulk',
  'command',
  'desired',
  'event',
  'feed',
  'gateway',
  'import',
  'job',
  'mail',
  'message',
  'credential',
  'lock',
  'plan',
  'share',
  'sheet',
  'stay',
  'subscription',
] as const

export type WakeChannel = (typeof WAKE_CHANNELS)[number]

/** Both together. */
export function together(one: Woken | undefined, other: Woken): Woken {
  if (one === undefined) return other
  return one === 'all' || other === 'all' ? 'all' : one.union(other)
}

/** Wake-ups that were not handed on yet. */
export class WakeUps {
  #byChannel = new Map<WakeChannel, Set<number> | 'all'>()

  get isEmpty(): boolean {
    return this.#byChannel.size === 0
  }

  add(channel: WakeChannel, keys: number | readonly number[] | undefined): void {
    const known = this.#byChannel.get(channel)
    if (known === 'all') return
    if (keys === undefined) {
      this.#byChannel.set(channel, 'all')
      return
    }
    const about = known ?? new Set()
    if (!known) this.#byChannel.set(channel, about)
    if (typeof keys === 'number') about.add(keys)
    else for (const key of keys) about.add(key)
  }

  /** All there are, and forgets them. */
  take(): [WakeChannel, Woken][] {
    const taken = [...this.#byChannel]
    this.#byChannel.clear()
    return taken
  }
}

/** Listeners of this process. */
export class LocalWake implements Wake {
  readonly #listeners = new Map<WakeChannel, Set<(about: Woken) => void>>()
  readonly #unheard = new WakeUps()

  notify(channel: WakeChannel, keys?: number | readonly number[]): void {
    // Transactions that were committed together end in the same turn of the microtasks: one look for all of them.
    if (this.#unheard.isEmpty) queueMicrotask(() => this.#tellAll())
    this.#unheard.add(channel, keys)
  }

  #tellAll(): void {
    for (const [channel, about] of this.#unheard.take())
      for (const callback of this.#listeners.get(channel) ?? []) callback(about)
  }

  listen(channel: WakeChannel, callback: (about: Woken) => void): () => void {
    const callbacks = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, callbacks)
    callbacks.add(callback)
    return () => callbacks.delete(callback)
  }

  async stop(): Promise<void> {
    this.#listeners.clear()
  }
}
