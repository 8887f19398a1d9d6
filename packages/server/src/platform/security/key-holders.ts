import type { Platform } from '../context.ts'
import type { Db } from '../store/database.ts'
import * as keyStore from './key-store.ts'
import type { KeyRing } from './sealer.ts'

/** Who has been silent for so long is gone. */
const GONE_MS = 30_000

/** The processes that share the store, and which keys each of them has. With SQLite there is only this one. */
export class KeyHolders {
  readonly isShared: boolean
  readonly #processId: string
  readonly #db: Db
  readonly #ring: KeyRing

  constructor({ engine, ids }: Pick<Platform, 'engine' | 'ids'>, db: Db, ring: KeyRing) {
    this.isShared = engine === 'postgres'
    this.#processId = ids.random()
    this.#db = db
    this.#ring = ring
  }

  /** Tells the others which keys this process has. */
  async beat(): Promise<void> {
    if (!this.isShared) return
    const own = { processId: this.#processId, keyIds: this.#ring.ids(), currentId: this.#ring.currentId }
    await keyStore.beat(this.#db, own, Date.now())
  }

  async leave(): Promise<void> {
    if (this.isShared) await keyStore.leave(this.#db, this.#processId)
  }

  async canAllRead(keyId: string): Promise<boolean> {
    return (await this.#present()).every(({ keyIds }) => keyIds.includes(keyId))
  }

  async doAllWriteWithCurrent(): Promise<boolean> {
    return (await this.#present()).every(({ currentId }) => currentId === this.#ring.currentId)
  }

  async #present(): Promise<Awaited<ReturnType<typeof keyStore.holdersSince>>> {
    return this.isShared ? keyStore.holdersSince(this.#db, Date.now() - GONE_MS) : []
  }
}
