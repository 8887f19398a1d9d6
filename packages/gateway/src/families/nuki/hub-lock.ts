import type { HeldPairing } from '@latchwork/contract'
import type { LockSettings, LockSight } from '../../family.ts'
import { bySlot } from './code-names.ts'
import type { HubAbout, ListedCode } from './hub-topics.ts'
import type { Timebase } from './hub-window.ts'

/** What somebody who waits for a word of the hub hears. */
export type HubWord =
  | { readonly word: 'action'; readonly text: string }
  | { readonly word: 'result'; readonly text: string }
  | { readonly word: 'completion'; readonly text: string }
  | { readonly word: 'codeResult'; readonly text: string }
  | { readonly word: 'codes'; readonly codes: readonly ListedCode[] }
  | { readonly word: 'settings' }
  | { readonly word: 'pairings'; readonly pairings: readonly HeldPairing[] }
  | { readonly word: 'pairingResult'; readonly text: string }
  | { readonly word: 'settingsResult'; readonly text: string }
  | { readonly word: 'state'; readonly state: number }
  | { readonly word: 'gone' }

/** One hub: a small box that reaches a lock, an opener, or one of each. */
export class HubBox {
  readonly root: string
  readonly locks = new Map<HubKind, HubLock>()
  version: string | undefined
  isUp = false
  /** Since the gateway started; what a broker kept of a hub that is gone is no reason to believe in it. */
  wasUp = false
  /** It takes orders: it is up, and its quarantine is over. */
  isOnline = false
  keepaliveSeconds: number | undefined

  constructor(root: string) {
    this.root = root
  }

  lock(kind: HubKind): HubLock {
    const known = this.locks.get(kind)
    if (known) return known
    const lock = new HubLock(this, kind)
    this.locks.set(kind, lock)
    return lock
  }
}

export const HUB_KINDS = ['lock', 'opener'] as const
export type HubKind = (typeof HUB_KINDS)[number]

/** One lock or opener behind one hub. */
export class HubLock {
  readonly box: HubBox
  readonly kind: HubKind
  /** The key of the lock that it was last believed to be. */
  spokenFor: string | undefined
  about: HubAbout | undefined
  state: number | undefined
  sight: LockSight = { bolt: 'unknown' }
  /** Of an opener: somebody is at the doorbell. */
  isRinging = false
  timebase: Timebase | undefined
  isAvailable = true
  pairings: readonly HeldPairing[] | undefined
  codes: readonly ListedCode[] | undefined
  hasLog = false
  settings: LockSettings = {}
  /** What the set-up of the hub was seen to be. */
  readonly seen: {
    showsCodes: boolean
    repeats: boolean
    mayAct?: boolean
    mayChangeCodes?: boolean
    mayChangePairings?: boolean
    hasRoom?: boolean
  } = { showsCodes: false, repeats: false }
  readonly #listeners = new Set<(word: HubWord) => void>()

  constructor(box: HubBox, kind: HubKind) {
    this.box = box
    this.kind = kind
  }

  get root(): string {
    return this.box.root
  }

  /** What its topics begin with. */
  get path(): string {
    return `${this.box.root}/${this.kind}`
  }

  /** Locks and openers count their ids apart. */
  get key(): string | undefined {
    return this.about && `${this.kind === 'opener' ? 'nuki-opener' : 'nuki'}:${this.about.id}`
  }

  slots(): Map<number, ListedCode> {
    return bySlot(this.codes ?? [])
  }

  slotOfCode(codeId: number): number | undefined {
    for (const [slot, code] of this.slots()) if (code.codeId === codeId) return slot
    return undefined
  }

  hear(word: HubWord): void {
    for (const listener of [...this.#listeners]) listener(word)
  }

  /** What `pick` makes of a word of the hub; undefined when the signal fires, or the hub is gone, before. */
  listen<T>(signal: AbortSignal, pick: (word: HubWord) => T | undefined): Promise<T | undefined> {
    return new Promise((resolve) => {
      const end = (value: T | undefined) => {
        this.#listeners.delete(listener)
        signal.removeEventListener('abort', giveUp)
        resolve(value)
      }
      const giveUp = () => end(undefined)
      const listener = (word: HubWord) => {
        if (word.word === 'gone') return giveUp()
        const picked = pick(word)
        if (picked !== undefined) end(picked)
      }
      this.#listeners.add(listener)
      signal.addEventListener('abort', giveUp, { once: true })
      if (signal.aborted) giveUp()
    })
  }
}
