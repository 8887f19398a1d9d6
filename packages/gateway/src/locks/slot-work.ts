import type { LockCodes } from '@latchwork/contract'
import type { KeptRight, LockPage, OwnSlot } from '../book/lock-page.ts'
import type { EraseAnswer, SlotSight, WriteAnswer, WriteRefusal } from '../family.ts'
import type { Hub } from '../hubs/hub.ts'
import { entryOf, MOST_WRITES } from './code-plan.ts'

const READ_MS = 30_000
const WRITE_MS = 60_000
/** So many places are looked at in search of a free one before the lock is left alone for a while. */
const MOST_LOOKS = 4

/** How one piece of work ended. `away`: surely nothing was done, the lock is not there. */
export type WorkEnd =
  | { readonly end: 'done' }
  | { readonly end: 'away' }
  /** Not proven; whether it is tried again is for the plan to say. */
  | { readonly end: 'unproven' }
  | { readonly end: 'refused'; readonly why: WriteRefusal }

const DONE: WorkEnd = { end: 'done' }
const AWAY: WorkEnd = { end: 'away' }
const UNPROVEN: WorkEnd = { end: 'unproven' }

/**
 * One slot of one lock: every write and erasure goes through here. What is about to be done is in the book before it
 * leaves, what came of it after; a slot is looked at before it is touched, and one that holds what we never put there is
 * somebody else's.
 */
export class SlotWork {
  readonly #page: LockPage
  readonly #lock: string
  readonly #hub: Hub
  readonly #codes: LockCodes

  constructor(page: LockPage, lock: string, hub: Hub, codes: LockCodes) {
    this.#page = page
    this.#lock = lock
    this.#hub = hub
    this.#codes = codes
  }

  /** A fresh look; undefined: nothing was seen; `away`: the hub is gone. */
  async look(slot: number): Promise<SlotSight | undefined | 'away'> {
    const sight = await this.#hub.turns.work('read', READ_MS, (signal) =>
      this.#hub.family.look(this.#lock, { slot }, signal),
    )
    if (sight === undefined) return 'away'
    return sight !== 'silent' && sight.seen ? sight.slot : undefined
  }

  async erase(slot: OwnSlot): Promise<WorkEnd> {
    const known = await this.#beforeTouching(slot)
    if (known !== 'ours') return known === 'away' ? AWAY : DONE
    const attempts = slot.isErasing ? slot.attempts + 1 : 1
    const erasing = { ...slot, isErasing: true, attempts }
    this.#page.putSlot(erasing)
    const { answer } = await this.#ask<EraseAnswer>((signal) =>
      this.#hub.family.erase(this.#lock, slot.slot, signal),
    )
    if (answer === 'notSent') return this.#notCounted(erasing)
    if (answer === 'proven') return this.#free(slot.slot)
    if (answer === 'refused') return this.#stands(erasing)
    const sight = await this.look(slot.slot)
    if (sight === 'away') return AWAY
    if (sight?.holds === 'free') return this.#free(slot.slot)
    // Where nothing can be read, trying again would be guessing.
    return sight ? UNPROVEN : this.#stands(erasing)
  }

  async write(right: KeptRight, own: OwnSlot | undefined, content: string): Promise<WorkEnd> {
    const slot = own ? await this.#reuse(own, content) : await this.#claim(right, content)
    if (slot === 'away') return AWAY
    if (slot === 'done') return DONE
    if (slot === 'full') return { end: 'refused', why: 'full' }
    const attempts = slot.wanted === content && !slot.isErasing ? slot.attempts + 1 : 1
    const written = { ...slot, wanted: content, isErasing: false, attempts }
    this.#page.putSlot(written)
    const answer = await this.#ask<WriteAnswer>((signal) =>
      this.#hub.family.write(this.#lock, slot.slot, entryOf(content), signal),
    )
    if (answer.answer === 'notSent') return this.#notCounted(written)
    if (answer.answer === 'proven') return this.#holds(written, answer.by)
    if (answer.answer === 'unproven') return this.#afterVagueWrite(written)
    // Its code was taken off first, so that it was never open without a window.
    if (answer.why === 'window') this.#page.putSlot({ ...written, held: undefined, proof: undefined })
    if (answer.why === 'window') return { end: 'refused', why: answer.why }
    // The lock's own word that it did not take it: what was there before still is.
    if (written.held === undefined) this.#page.dropSlot(slot.slot)
    else this.#page.putSlot({ ...written, wanted: undefined, attempts: 0 })
    return { end: 'refused', why: answer.why }
  }

  /** Whoever had no turn sent nothing; whoever fell silent may have. */
  async #ask<A extends WriteAnswer | EraseAnswer>(run: (signal: AbortSignal) => Promise<A>): Promise<A> {
    const answer = await this.#hub.turns.work('write', WRITE_MS, run)
    if (answer === undefined) return { answer: 'notSent' } as A
    return answer === 'silent' ? ({ answer: 'unproven' } as A) : answer
  }

  /** Nothing left for the lock. */
  #notCounted(slot: OwnSlot): WorkEnd {
    this.#page.putSlot({ ...slot, attempts: slot.attempts - 1 })
    return AWAY
  }

  /** Nobody said what became of a write: only the lock itself can tell. */
  async #afterVagueWrite(slot: OwnSlot): Promise<WorkEnd> {
    const sight = await this.look(slot.slot)
    if (sight === 'away') return AWAY
    if (!sight) return this.#stands(slot)
    const judged = judge(slot, sight)
    if (judged === 'wanted') return this.#holds(slot, sight.digits === undefined ? 'occupied' : 'value')
    if (judged === 'foreign') this.#giveUp(slot.slot)
    // A lock that does not tell which code it holds shows nothing new however often it is written.
    return judged === 'held' && sight.digits === undefined ? this.#stands(slot) : UNPROVEN
  }

  /** Compares a slot of ours with what the lock shows, and writes down what that means. True: something changed. */
  compare(slot: OwnSlot, sight: SlotSight): boolean {
    const judged = judge(slot, sight)
    // A write that is under way keeps its place, and the count of its attempts.
    if (judged === 'free' && slot.held === undefined && !slot.isErasing) return false
    if (judged === 'free') this.#page.dropSlot(slot.slot)
    if (judged === 'foreign') this.#giveUp(slot.slot)
    if (judged === 'wanted') this.#holds(slot, sight.digits === undefined ? 'occupied' : 'value')
    if (judged === 'unfinished') return this.#isOff(slot)
    if (judged !== 'held' || sight.digits === undefined) return judged !== 'held'
    const isNews = slot.proof !== 'value'
    if (isNews) this.#page.putSlot({ ...slot, proof: 'value' })
    return isNews
  }

  /** A code that was there and is switched off opens no door: it is to be written again. True: that is news. */
  #isOff(slot: OwnSlot): boolean {
    if (slot.held === undefined || slot.wanted !== undefined || slot.isErasing) return false
    this.#page.putSlot({ ...slot, held: undefined, wanted: slot.held, proof: undefined, attempts: 1 })
    return true
  }

  /** Whether a slot of ours may be touched. On the way it may turn out that there is nothing left to do. */
  async #beforeTouching(slot: OwnSlot): Promise<'ours' | 'gone' | 'away'> {
    const sight = await this.look(slot.slot)
    if (sight === 'away') return 'away'
    if (!sight) return 'ours'
    const judged = judge(slot, sight)
    if (judged === 'free') this.#page.dropSlot(slot.slot)
    if (judged === 'foreign') this.#giveUp(slot.slot)
    return judged === 'free' || judged === 'foreign' ? 'gone' : 'ours'
  }

  /** A slot that was written before: it may already hold what is wanted. */
  async #reuse(slot: OwnSlot, content: string): Promise<OwnSlot | 'done' | 'away'> {
    const sight = await this.look(slot.slot)
    if (sight === 'away') return 'away'
    if (!sight) return slot
    const judged = judge(slot, sight)
    if (judged === 'foreign') {
      this.#giveUp(slot.slot)
      return 'done'
    }
    if (judged === 'wanted' && slot.wanted === content) {
      this.#holds(slot, sight.digits === undefined ? 'occupied' : 'value')
      return 'done'
    }
    if (judged === 'held' && slot.held === content && sight.digits !== undefined) {
      this.#page.putSlot({ ...slot, wanted: undefined, isErasing: false, proof: 'value', attempts: 0 })
      return 'done'
    }
    return slot
  }

  /** A place that is free by a fresh look, ours from now on. */
  async #claim(right: KeptRight, content: string): Promise<OwnSlot | 'full' | 'away'> {
    let unseen = 0
    for (const slot of this.#candidates()) {
      const sight = await this.#lookForRoom(slot)
      if (sight === 'away') return 'away'
      if (sight === 'free') {
        const own = { slot, key: right.key, wanted: content, isErasing: false, attempts: 0 }
        this.#page.putSlot(own)
        return own
      }
      if (sight === 'unseen' && ++unseen >= MOST_LOOKS) return 'away'
    }
    return unseen > 0 ? 'away' : 'full'
  }

  *#candidates(): Generator<number> {
    for (let slot = 1; slot <= this.#codes.places; slot++)
      if (!this.#page.slots.has(slot) && !this.#page.foreign.has(slot)) yield slot
  }

  async #lookForRoom(slot: number): Promise<'free' | 'taken' | 'unseen' | 'away'> {
    // Of a lock that shows nothing only the list of its hub is known.
    if (this.#codes.readBack === 'none') return 'free'
    const sight = await this.look(slot)
    if (sight === 'away') return 'away'
    if (!sight || sight.holds === 'free') return sight ? 'free' : 'unseen'
    this.#page.addForeign(slot)
    return 'taken'
  }

  #holds(slot: OwnSlot, by: 'value' | 'occupied'): WorkEnd {
    const held = slot.wanted ?? slot.held
    this.#page.putSlot({ ...slot, held, wanted: undefined, isErasing: false, proof: by, attempts: 0 })
    return DONE
  }

  #free(slot: number): WorkEnd {
    this.#page.dropSlot(slot)
    return DONE
  }

  /** No further write: what the lock shows, or does not show, stands. */
  #stands(slot: OwnSlot): WorkEnd {
    this.#page.putSlot({ ...slot, attempts: MOST_WRITES })
    return UNPROVEN
  }

  /** Somebody put another code there. */
  #giveUp(slot: number): void {
    this.#page.atomically(() => {
      this.#page.dropSlot(slot)
      this.#page.addForeign(slot)
    })
  }
}

/**
 * What a slot of ours holds, by a fresh look: nothing, what was last proven, what is being written, or what is not ours.
 * A code that the lock does not tell counts as ours once we wrote there: the place was free when it was taken.
 */
function judge(slot: OwnSlot, sight: SlotSight): 'free' | 'held' | 'wanted' | 'unfinished' | 'foreign' {
  if (sight.holds === 'free') return 'free'
  const judged = judgeCode(slot, sight)
  // A user without a code, or one that is switched off: ours perhaps, and proof of nothing.
  const isOff = sight.holds === 'disabled' && judged !== 'foreign'
  return isOff || (judged === 'wanted' && isWindowOpen(slot, sight)) ? 'unfinished' : judged
}

/** A code that is there without proof of its window may be open at other hours: it is written again. */
const isWindowOpen = ({ wanted }: OwnSlot, sight: SlotSight): boolean =>
  sight.windowUnseen === true && wanted !== undefined && entryOf(wanted).window !== undefined

function judgeCode(slot: OwnSlot, sight: SlotSight): 'held' | 'wanted' | 'foreign' {
  const { held, wanted, attempts } = slot
  if (sight.digits === undefined && held !== undefined) return 'held'
  // Nothing of ours ever left for it.
  if (sight.digits === undefined) return attempts > 0 ? 'wanted' : 'foreign'
  const has = (content: string | undefined) =>
    content !== undefined && entryOf(content).digits === sight.digits
  // Also what a content changes beside the digits: the code is there, and the rest is written again.
  if (has(wanted) && !has(held)) return 'wanted'
  return has(held) ? 'held' : 'foreign'
}
