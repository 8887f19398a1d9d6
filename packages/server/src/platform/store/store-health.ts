import { type StoreTrouble, storeTroubleOf } from './store-trouble.ts'

export interface TroubleEnded {
  readonly forMs: number
  /** How often something could not be stored meanwhile. */
  readonly refused: number
}

export interface HealthWatcher {
  began(trouble: StoreTrouble, error: unknown): void
  ended(trouble: StoreTrouble, facts: TroubleEnded): void
}

/**
 * Whether the store can do its work. Every failed statement is noted here, so that one line tells of it and not one for
 * each of thousands. A disk has room again one day; what is damaged stays so until somebody restores it.
 */
export class StoreHealth {
  #watcher: HealthWatcher | undefined
  #full: { readonly since: number; refused: number } | undefined
  #isDamaged = false

  get trouble(): StoreTrouble | undefined {
    if (this.#full) return 'storage_full'
    return this.#isDamaged ? 'database_damaged' : undefined
  }

  get isFull(): boolean {
    return this.#full !== undefined
  }

  watch(watcher: HealthWatcher): void {
    this.#watcher = watcher
  }

  /** What a statement failed with, whatever that is. */
  note(error: unknown): void {
    const trouble = storeTroubleOf(error)
    if (trouble === 'storage_full') this.noteFull(error)
    if (trouble !== 'database_damaged' || this.#isDamaged) return
    this.#isDamaged = true
    this.#watcher?.began(trouble, error)
  }

  /** Something could not be stored, or was not even tried. */
  noteFull(error?: unknown): void {
    if (this.#full) {
      this.#full.refused += 1
      return
    }
    this.#full = { since: performance.now(), refused: error === undefined ? 0 : 1 }
    this.#watcher?.began('storage_full', error)
  }

  hasRoom(): void {
    const full = this.#full
    this.#full = undefined
    if (!full) return
    this.#watcher?.ended('storage_full', { forMs: performance.now() - full.since, refused: full.refused })
  }
}
