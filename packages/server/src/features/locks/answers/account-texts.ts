import type { Smartlock } from '@latchwork/contract'
import type { JsonText } from '../../../platform/json-text.ts'

/** The text of one lock. */
export interface KeptText {
  readonly text: JsonText<Smartlock>
  /** For the order of the list. */
  readonly createdAt: number
  /** From then on the clock has made it untrue. */
  readonly until: number
}

export interface KeptList {
  readonly text: JsonText<Smartlock[]>
  readonly until: number
}

/** What an entry takes besides its text, roughly. */
const ENTRY_SIZE = 200

/** The texts of the locks of one account that are known to be true. */
export class AccountTexts {
  readonly #byId = new Map<number, KeptText>()
  /** Every lock that the account may have, once all were read. */
  #ids: Set<number> | undefined
  #list: KeptList | undefined
  #textSize = 0

  /** In characters. */
  get size(): number {
    return ENTRY_SIZE + this.#textSize + (this.#list?.text.text.length ?? 0)
  }

  get(smartlockId: number, now: number): KeptText | undefined {
    const known = this.#byId.get(smartlockId)
    return known && known.until > now ? known : undefined
  }

  list(now: number): JsonText<Smartlock[]> | undefined {
    return this.#list && this.#list.until > now ? this.#list.text : undefined
  }

  /** Every lock the account may have with its text, where that is still true; undefined when nobody has read all. */
  all(now: number): (readonly [smartlockId: number, known: KeptText | undefined])[] | undefined {
    return this.#ids && Array.from(this.#ids, (id) => [id, this.get(id, now)] as const)
  }

  put(smartlockId: number, known: KeptText): void {
    this.#remove(smartlockId)
    this.#byId.set(smartlockId, known)
    this.#textSize += ENTRY_SIZE + known.text.text.length
  }

  /** The row has changed, is new or gone. */
  drop(smartlockId: number): void {
    this.#remove(smartlockId)
    this.#ids?.add(smartlockId)
    this.#list = undefined
  }

  /** All locks were read: these are all there are, besides those that changed meanwhile. */
  putIds(ids: Iterable<number>): void {
    this.#ids = new Set(ids)
  }

  /** It was looked for, and is not there. */
  dropId(smartlockId: number): void {
    this.#remove(smartlockId)
    this.#ids?.delete(smartlockId)
  }

  /** Only while all locks are known. */
  putList(list: KeptList): void {
    if (this.#ids) this.#list = list
  }

  #remove(smartlockId: number): void {
    const known = this.#byId.get(smartlockId)
    if (!known) return
    this.#byId.delete(smartlockId)
    this.#textSize -= ENTRY_SIZE + known.text.text.length
  }
}
