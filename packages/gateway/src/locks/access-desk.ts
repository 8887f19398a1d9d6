import { overlaps } from '@latchwork/access-window'
import type { LockCapability, LockCodes } from '@latchwork/contract'
import {
  type AccessEntry,
  accessText,
  type DownDesired,
  type HeldAccess,
  LDP_REFUSAL,
} from '@latchwork/contract/device'
import { ACCESS_ERROR, accessDigest, objectionTo, type SettingsAnswer } from '@latchwork/ldp-device'
import type { KeptRight, LockPage } from '../book/lock-page.ts'
import type { WriteRefusal } from '../family.ts'
import type { CodeKeeper } from './code-keeper.ts'
import { isSettled, targetOf } from './code-plan.ts'

const REFUSAL_CODES: Record<WriteRefusal, number> = {
  full: ACCESS_ERROR.tooMany,
  duplicate: ACCESS_ERROR.codeExists,
  digits: ACCESS_ERROR.codeInvalid,
  length: ACCESS_ERROR.codeInvalid,
  notCapable: LDP_REFUSAL.notCapable,
  window: LDP_REFUSAL.notCapable,
}

export interface AccessDeskOptions {
  readonly page: LockPage
  readonly keeper: CodeKeeper
  /** Signs what is held. */
  key(): Buffer
  capability(): LockCapability | undefined
  nextNumber(): number
}

/** Takes orders about access rights into the book, has them carried out, and says what came of them. */
export class AccessDesk {
  readonly #options: AccessDeskOptions
  readonly #refusals = new Map<string, number>()
  #lastRev = 0
  #revsAtWork = new Set<number>()

  constructor(options: AccessDeskOptions) {
    this.#options = options
  }

  /** Undefined when the order is out of date, or when the answer to it is on its way. */
  async apply({ rev, set }: Pick<DownDesired, 'rev' | 'set'>): Promise<SettingsAnswer | undefined> {
    if (rev < this.#lastRev || this.#revsAtWork.has(rev)) return undefined
    this.#lastRev = rev
    const { keeper } = this.#options
    this.#revsAtWork.add(rev)
    try {
      const errors = this.#take(set)
      const keys = Object.keys(set)
      keeper.doubt(keys)
      await keeper.work()
      return this.#answer(set, errors)
    } finally {
      this.#revsAtWork.delete(rev)
    }
  }

  /** The lock said no: the right is what it was before, or is not. */
  refuse(key: string, why: WriteRefusal): void {
    const { page } = this.#options
    this.#refusals.set(key, REFUSAL_CODES[why])
    const right = page.rights.get(key)
    if (right?.previous) page.putRight({ ...right, entry: right.previous, previous: undefined })
    else page.removeRight(key)
  }

  /** All that is held, by key. */
  held(keys: Iterable<string> = this.#options.page.rights.keys()): Record<string, HeldAccess> {
    const held: Record<string, HeldAccess> = {}
    for (const key of keys) {
      const right = this.#options.page.rights.get(key)
      const shown = right && this.#present(right)
      if (shown) held[key] = shown
    }
    return held
  }

  /** Removals first: what they free, places and codes, is there for the additions. All of it in the book, or nothing. */
  #take(set: DownDesired['set']): SettingsAnswer['errors'] {
    const { page } = this.#options
    const errors: SettingsAnswer['errors'] = []
    page.atomically(() => {
      const additions = Object.entries(set).filter(([, entry]) => entry !== null)
      for (const [key, entry] of Object.entries(set)) if (entry === null) page.removeRight(key)
      const waiting = new Set(additions.map(([key]) => key))
      for (const [key, entry] of additions) {
        this.#refusals.delete(key)
        const code = this.#objection(key, entry, waiting)
        if (code === undefined) this.#put(key, entry as AccessEntry)
        else errors.push({ path: key, code })
        waiting.delete(key)
      }
    })
    return errors
  }

  #put(key: string, entry: AccessEntry): void {
    const { page, nextNumber } = this.#options
    const known = page.rights.get(key)
    const isSame = known !== undefined && !known.isGone && accessText(known.entry) === accessText(entry)
    if (isSame && known.repairs === 0) return
    const previous = isSame || known?.isGone ? known?.previous : known?.entry
    page.putRight({ key, number: known?.number ?? nextNumber(), entry, previous, isGone: false, repairs: 0 })
  }

  #objection(key: string, entry: unknown, waiting: ReadonlySet<string>): number | undefined {
    const capability = this.#options.capability()
    if (!capability) return LDP_REFUSAL.notReached
    const { codes } = capability
    const others = () =>
      [...this.#options.page.rights.values()].filter(
        (other) => other.key !== key && !other.isGone && other.entry.type === 13,
      )
    return objectionTo(key, entry, {
      // Who acts from afar is the service's business; a fob is nothing that such a lock could hold.
      canHold: ({ type }) => type === 0 || (type === 13 && codes !== undefined),
      isGoodCode: (code) => codes !== undefined && isGoodCode(code, codes),
      isTaken: (asked) =>
        others().some(
          (other) =>
            !waiting.has(other.key) &&
            other.entry.code === asked.code &&
            (codes?.unique === 'lock' || overlaps(other.entry, asked)),
        ),
      isFull: ({ type }) =>
        type === 13 && others().length >= (codes?.places ?? 0) - this.#options.page.foreign.size,
    })
  }

  #answer(set: DownDesired['set'], errors: SettingsAnswer['errors']): SettingsAnswer {
    const { page } = this.#options
    const known = new Set(errors.map(({ path }) => path))
    for (const [key, entry] of Object.entries(set)) {
      if (known.has(key)) continue
      const code = this.#refusals.get(key) ?? this.#unfinished(key, entry === null)
      if (code !== undefined) errors.push({ path: key, code })
      const right = page.rights.get(key)
      if (right?.previous && code === undefined) page.putRight({ ...right, previous: undefined })
    }
    return { errors, values: this.held(Object.keys(set)) }
  }

  /** What keeps an order from being carried out: the lock proved nothing, or was not there. */
  #unfinished(key: string, isRemoval: boolean): number | undefined {
    const { page, keeper, capability } = this.#options
    const right = page.rights.get(key)
    if (!right || (!isRemoval && this.#isInForce(right))) return undefined
    if (!capability()) return LDP_REFUSAL.notReached
    return keeper.isUnproven(key) ? LDP_REFUSAL.unproven : LDP_REFUSAL.notReached
  }

  /** Whether a right is as it should be: on the lock when it should be there, off it when not. */
  #isInForce(right: KeptRight): boolean {
    const surroundings = this.#options.keeper.surroundings()
    if (right.entry.type !== 13) return true
    const slot = this.#options.page.slotOf(right.key)
    const target = surroundings && targetOf(right, surroundings)
    if (target === undefined) return slot === undefined
    return slot !== undefined && isSettled(slot, target)
  }

  #present(right: KeptRight): HeldAccess | undefined {
    const { page, keeper } = this.#options
    const { number: n, entry, previous } = right
    const slot = page.slotOf(right.key)
    const surroundings = keeper.surroundings()
    const shown = (of: AccessEntry, more: Partial<HeldAccess> = {}): HeldAccess => ({
      n,
      h: accessDigest(this.#options.key(), of),
      ...(slot?.proof && { p: slot.proof }),
      ...more,
    })
    if (right.isGone) return slot && shown(entry, { at: 'stuck' })
    if (entry.type !== 13) return shown(entry)
    const target = surroundings && targetOf(right, surroundings)
    if (target === undefined) return shown(entry, { at: slot ? 'stuck' : 'kept' })
    if (slot && isSettled(slot, target)) return shown(entry)
    // A change is under way, and what was there before still is.
    return slot?.held !== undefined && previous ? shown(previous) : undefined
  }
}

function isGoodCode(code: string, { minDigits, maxDigits, alphabet, forbiddenPrefixes }: LockCodes): boolean {
  return (
    code.length >= minDigits &&
    code.length <= maxDigits &&
    [...code].every((digit) => alphabet.includes(digit)) &&
    !forbiddenPrefixes.some((prefix) => code.startsWith(prefix))
  )
}
