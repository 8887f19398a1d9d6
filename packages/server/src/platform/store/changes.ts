import type { Instant } from './instant.ts'

/** A row that may be kept in memory: whose it is, and which. */
export type RowKey = readonly [ownerId: number, id: number]

/** Which rows changed; `all` when nobody knows which. */
export type Changed = readonly RowKey[] | 'all'

/** What became of rows that are kept in memory, in the tables that the schema names (`StoreSchema.kept`). */
export interface Changes {
  /** Calls back with every change that was committed, by whomever, before `caughtUp` lets its caller go on. */
  listen(callback: (changed: Changed) => void): void
  /**
   * To be asked before something is answered from memory. Undefined: everything that was committed before is known. A
   * promise: it will be when that resolves.
   */
  caughtUp(): Promise<void> | undefined
  /** Would `caughtUp` say so at once? Asks nobody. */
  isCaughtUp(): boolean
  /** Has no other process been able to write since then? */
  isAloneSince(moment: Instant): boolean
  /**
   * To be asked before a change is answered. Undefined: whoever asks any process now is shown it. A promise: they are when
   * that resolves.
   */
  shown(): Promise<void> | undefined
}

/** Tells listeners. */
export class ChangeListeners {
  readonly #callbacks: ((changed: Changed) => void)[] = []

  listen(callback: (changed: Changed) => void): void {
    this.#callbacks.push(callback)
  }

  tell(changed: Changed): void {
    for (const callback of this.#callbacks) callback(changed)
  }
}

/**
 * Where one process does all the writing: it knows of every row as it changes, and tells of it in the same breath as the
 * commit is shown. What was rolled back is told of too, and does no harm.
 */
export class LocalChanges implements Changes {
  readonly #listeners = new ChangeListeners()
  #noted: RowKey[] = []

  note(ownerId: number, id: number): void {
    this.#noted.push([ownerId, id])
  }

  /** To be called with a commit: what tells of the rows up to it, once they are shown. */
  take(): () => void {
    const noted = this.#noted
    if (noted.length === 0) return () => undefined
    this.#noted = []
    return () => this.#listeners.tell(noted)
  }

  listen(callback: (changed: Changed) => void): void {
    this.#listeners.listen(callback)
  }

  isCaughtUp(): boolean {
    return true
  }

  caughtUp(): undefined {
    return undefined
  }

  isAloneSince(): boolean {
    return true
  }

  shown(): undefined {
    return undefined
  }
}
