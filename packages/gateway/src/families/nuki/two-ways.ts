import type { FoundLock, Happening, HubSink } from '../../family.ts'

/**
 * Two ways to one lock are one door: it is there when either is, it can do what the hub can, and what happens is told by
 * one of them, the lock itself where it speaks.
 */
export class TwoWays {
  readonly official: HubSink
  readonly hub: HubSink
  readonly #online = { official: new Set<string>(), hub: new Set<string>() }
  readonly #found = { official: new Map<string, FoundLock>(), hub: new Map<string, FoundLock>() }
  readonly #sink: HubSink
  readonly #slotOf: (key: string, codeId: number) => number | undefined

  constructor(sink: HubSink, slotOf: (key: string, codeId: number) => number | undefined) {
    this.#sink = sink
    this.#slotOf = slotOf
    this.official = this.#way('official')
    this.hub = this.#way('hub')
  }

  #way(way: 'official' | 'hub'): HubSink {
    const isSpeaker = (key: string) => way === 'official' || !this.#online.official.has(key)
    return {
      hubUp: (about) => this.#sink.hubUp(about),
      hubDown: (trouble) => this.#sink.hubDown(trouble),
      found: (key, about) => {
        this.#found[way].set(key, about)
        this.#describe(key)
      },
      lost: (key) => this.#sink.lost(key),
      presence: (key, isOnline) => {
        if (isOnline) this.#online[way].add(key)
        else this.#online[way].delete(key)
        this.#sink.presence(key, this.#online.official.has(key) || this.#online.hub.has(key))
        this.#describe(key)
      },
      state: (key, state, from) => {
        if (isSpeaker(key)) this.#sink.state(key, state, from)
      },
      happened: (key, happening) => {
        // Codes and wrong attempts are the hub's to tell, whoever tells the rest.
        const isOfHub = happening.what === 'codesChanged' || happening.what === 'denied'
        if (isSpeaker(key) || isOfHub) this.#sink.happened(key, this.#named(key, happening))
      },
    }
  }

  /** Whose code it was is known by the list of the hub. */
  #named(key: string, { credential, ...happening }: Happening): Happening {
    if (credential === undefined) return happening
    const slot = this.#slotOf(key, credential)
    return slot === undefined ? { ...happening, credential } : { ...happening, slot }
  }

  #describe(key: string): void {
    const [byHub, byItself] = [this.#found.hub.get(key), this.#found.official.get(key)]
    if (byHub && byItself) {
      const { trouble: _, ...rest } = byItself
      this.#sink.found(key, {
        ...rest,
        ...(byHub.trouble && { trouble: byHub.trouble }),
        ...(byHub.checks && { checks: byHub.checks }),
        ...(byHub.settings && { settings: byHub.settings }),
        ...(byHub.pairings && { pairings: byHub.pairings }),
        isReady: byHub.isReady || byItself.isReady,
        capability: byHub.capability,
      })
    } else if (byHub ?? byItself) this.#sink.found(key, (byHub ?? byItself) as FoundLock)
  }
}
