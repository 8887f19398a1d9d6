/**
 * Wake-ups between those who store work and those who do it. A wake-up is only a hint that saves waiting: everybody
 * who listens also looks by the clock, so a lost one delays and never loses.
 */
export interface Wake {
  /** Call after commit. */
  notify(channel: WakeChannel): void
  /** Returns a function that stops listening. */
  listen(channel: WakeChannel, callback: () => void): () => void
  stop(): Promise<void>
}

/** `access`: an access right waits for a lock that is online. `command`: a lock action waits. `desired`: a setting waits for a lock that is online. `event`: the event log grew. `feed`: a calendar is to be fetched. `job`: a job is due earlier than known. `mail`: a mail is to be sent. `credential`: a token or a device secret was revoked. `stay`: codes of a stay are to be issued, moved or revoked. */
export type WakeChannel =
  | 'access'
  | 'command'
  | 'desired'
  | 'event'
  | 'feed'
  | 'job'
  | 'mail'
  | 'credential'
  | 'stay'

/** Listeners of this process. */
export class LocalWake implements Wake {
  #listeners = new Map<WakeChannel, Set<() => void>>()

  notify(channel: WakeChannel): void {
    for (const callback of this.#listeners.get(channel) ?? []) callback()
  }

  listen(channel: WakeChannel, callback: () => void): () => void {
    const callbacks = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, callbacks)
    callbacks.add(callback)
    return () => callbacks.delete(callback)
  }

  async stop(): Promise<void> {
    this.#listeners.clear()
  }
}
