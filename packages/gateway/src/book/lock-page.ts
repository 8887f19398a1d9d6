import type { CodeProof } from '@latchwork/contract'
import type { AccessEntry } from '@latchwork/contract/device'
import type { Book } from './book.ts'

/** An access right the service ordered for a lock. */
export interface KeptRight {
  readonly key: string
  /** Its number on the device; never given again. */
  readonly number: number
  readonly entry: AccessEntry
  /** What it was before the last change, while that is not settled: a refused change leaves it in force. */
  readonly previous?: AccessEntry | undefined
  /** Taken away by the service; it stays here until its code is off the lock. */
  readonly isGone: boolean
  /** How often its code vanished from the lock and was put back since it was last ordered. */
  readonly repairs: number
}

/** A place on the lock that is ours. */
export interface OwnSlot {
  readonly slot: number
  /** The right it is for. */
  readonly key: string
  /** What is there as far as it was proven, and what is being written: either may be there after a crash. */
  readonly held?: string | undefined
  readonly wanted?: string | undefined
  readonly isErasing: boolean
  readonly proof?: CodeProof | undefined
  /** Writes or erasures of the change under way that left for the lock. */
  readonly attempts: number
}

interface RightRow {
  key: string
  number: number
  entry: string
  previous: string | null
  is_gone: number
  repairs: number
}

interface SlotRow {
  slot: number
  key: string
  held: string | null
  wanted: string | null
  is_erasing: number
  proof: CodeProof | null
  attempts: number
}

/** What the book knows of the codes of one lock. Reads come from memory; every change is on the disk when it returns. */
export class LockPage {
  readonly rights = new Map<string, KeptRight>()
  readonly slots = new Map<number, OwnSlot>()
  readonly foreign: Set<number>
  readonly #book: Book
  readonly #lock: string

  constructor(book: Book, lock: string) {
    this.#book = book
    this.#lock = lock
    const opened = (sealed: string, place: string) => book.seal.open(sealed, `${lock}/${place}`)
    for (const row of book.rows<RightRow>('select * from access where lock = ?', lock))
      this.rights.set(row.key, {
        key: row.key,
        number: row.number,
        entry: JSON.parse(opened(row.entry, row.key)),
        previous: row.previous === null ? undefined : JSON.parse(opened(row.previous, row.key)),
        isGone: row.is_gone === 1,
        repairs: row.repairs,
      })
    for (const row of book.rows<SlotRow>('select * from slot where lock = ?', lock))
      this.slots.set(row.slot, {
        slot: row.slot,
        key: row.key,
        held: row.held === null ? undefined : opened(row.held, `${row.slot}`),
        wanted: row.wanted === null ? undefined : opened(row.wanted, `${row.slot}`),
        isErasing: row.is_erasing === 1,
        proof: row.proof ?? undefined,
        attempts: row.attempts,
      })
    const foreign = book.rows<{ slot: number }>('select slot from foreign_code where lock = ?', lock)
    this.foreign = new Set(foreign.map(({ slot }) => slot))
  }

  slotOf(key: string): OwnSlot | undefined {
    return [...this.slots.values()].find((slot) => slot.key === key)
  }

  /** Whose code a place holds, if it is one of ours. */
  rightIn(slot: number | undefined): KeptRight | undefined {
    const key = slot === undefined ? undefined : this.slots.get(slot)?.key
    return key === undefined ? undefined : this.rights.get(key)
  }

  putRight(right: KeptRight): void {
    const sealed = (entry: AccessEntry) => this.#sealed(JSON.stringify(entry), right.key)
    this.#book.put('access', {
      lock: this.#lock,
      key: right.key,
      number: right.number,
      entry: sealed(right.entry),
      previous: right.previous ? sealed(right.previous) : null,
      is_gone: Number(right.isGone),
      repairs: right.repairs,
    })
    this.rights.set(right.key, right)
  }

  /** Not wanted any more; it stays in the book until its code is off the lock. */
  removeRight(key: string): void {
    const right = this.rights.get(key)
    if (right && this.slotOf(key)) this.putRight({ ...right, isGone: true, previous: undefined })
    else this.#dropRight(key)
  }

  removeAllRights(): void {
    this.atomically(() => {
      for (const key of [...this.rights.keys()]) this.removeRight(key)
    })
  }

  #dropRight(key: string): void {
    this.#book.run('delete from access where lock = ? and key = ?', this.#lock, key)
    this.rights.delete(key)
  }

  putSlot(slot: OwnSlot): void {
    this.#book.put('slot', {
      lock: this.#lock,
      slot: slot.slot,
      key: slot.key,
      held: slot.held === undefined ? null : this.#sealed(slot.held, `${slot.slot}`),
      wanted: slot.wanted === undefined ? null : this.#sealed(slot.wanted, `${slot.slot}`),
      is_erasing: Number(slot.isErasing),
      proof: slot.proof ?? null,
      attempts: slot.attempts,
    })
    this.slots.set(slot.slot, slot)
  }

  /** The place is not ours any more. With it goes a right that only waited for that. */
  dropSlot(slot: number): void {
    const key = this.slots.get(slot)?.key
    this.#book.atomically(() => {
      this.#book.run('delete from slot where lock = ? and slot = ?', this.#lock, slot)
      if (key !== undefined && this.rights.get(key)?.isGone) this.#dropRight(key)
    })
    this.slots.delete(slot)
  }

  /** True when that is news. */
  addForeign(slot: number): boolean {
    if (this.foreign.has(slot)) return false
    this.#book.put('foreign_code', { lock: this.#lock, slot })
    this.foreign.add(slot)
    return true
  }

  dropForeign(slot: number): boolean {
    this.#book.run('delete from foreign_code where lock = ? and slot = ?', this.#lock, slot)
    return this.foreign.delete(slot)
  }

  atomically<R>(change: () => R): R {
    return this.#book.atomically(change)
  }

  #sealed(text: string, place: string): string {
    return this.#book.seal.close(text, `${this.#lock}/${place}`)
  }
}
