import type { LockSight } from '../../family.ts'
import type { HubAbout, ListedCode } from './hub-topics.ts'
import type { Timebase } from './hub-window.ts'

/** What somebody who waits for a word of the hub hears. */
export type HubWord =
  | { readonly word: 'action'; readonly text: string }
  | { readonly word: 'result'; readonly text: string }
  | { readonly word: 'completion'; readonly text: string }
  | { readonly word: 'codeResult'; readonly text: string }
  | { readonly word: 'codes'; readonly codes: readonly ListedCode[] }
  | { readonly word: 'state'; readonly state: number }
  | { readonly word: 'gone' }

/** Which of our places a code is for, as a person sees it in the maker's app: the end of its name. */
const TAG = / #L(\d{1,3})$/
export const tagOf = (slot: number) => ` #L${slot}`
function slotOf({ name }: Pick<ListedCode, 'name'>): number | undefined {
  const slot = Number(TAG.exec(name)?.[1] ?? 0)
  return slot >= 1 ? slot : undefined
}

/** Places of ours are below, those of others above. */
export const MOST_PLACES = 100
const FOREIGN_FROM = 256
const foreignSlotOf = (codeId: number) => FOREIGN_FROM + (codeId % (65_535 - FOREIGN_FROM))

/** One lock behind one hub. */
export class HubLock {
  readonly root: string
  about: HubAbout | undefined
  version: string | undefined
  state: number | undefined
  sight: LockSight = { bolt: 'unknown' }
  timebase: Timebase | undefined
  isHubUp = false
  isAvailable = true
  keepaliveSeconds: number | undefined
  codes: readonly ListedCode[] | undefined
  hasLog = false
  /** What the set-up of the hub was seen to be. */
  readonly seen: {
    showsCodes: boolean
    repeats: boolean
    mayAct?: boolean
    mayChangeCodes?: boolean
    hasRoom?: boolean
  } = { showsCodes: false, repeats: false }
  readonly #listeners = new Set<(word: HubWord) => void>()

  constructor(root: string) {
    this.root = root
  }

  get key(): string | undefined {
    return this.about && `nuki:${this.about.id}`
  }

  /** By place; where two have the same tag, the older one is ours and the other somebody's. */
  slots(): Map<number, ListedCode> {
    const bySlot = new Map<number, ListedCode>()
    for (const code of [...(this.codes ?? [])].sort((a, b) => a.codeId - b.codeId)) {
      const slot = slotOf(code)
      const isOurs = slot !== undefined && slot <= MOST_PLACES && !bySlot.has(slot)
      bySlot.set(isOurs ? slot : foreignSlotOf(code.codeId), code)
    }
    return bySlot
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
