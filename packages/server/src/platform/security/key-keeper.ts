import type { Platform } from '../context.ts'
import type { Db } from '../store/database.ts'
import { inDatabaseTransaction } from '../store/transaction.ts'
import type { KeySource } from './key-file.ts'
import { KeyFileWatch } from './key-file-watch.ts'
import { KeyHolders } from './key-holders.ts'
import * as keyStore from './key-store.ts'
import { countStale, reseal } from './reseal.ts'
import type { SealedColumn } from './sealed-column.ts'
import type { KeyRing } from './sealer.ts'

/** How often the key file is looked at; the clock of the sandbox has nothing to do with it. */
const LOOK_MS = 1000
/** How often a process that shares the store says which keys it has, and looks which is to be used. */
const BEAT_MS = 5000
/** Longer than any call: what it sealed before the key changed is stored by then. */
const SETTLE_MS = 35_000
/** Values whose key is not here stay as they are; they are tried again after this, or when the key file changes. */
const RETRY_MS = 600_000

export interface KeyKeeper {
  start(): Promise<void>
  stop(): Promise<void>
  idle(): Promise<void>
}

export interface KeyChange {
  action: 'secretKey.rotated' | 'secretKey.retired'
  keyId: string
}

export interface KeyKeeperOptions {
  platform: Platform
  db: Db
  ring: KeyRing
  source: KeySource
  /** Everything that is sealed. */
  columns: readonly SealedColumn[]
  /** Called in the transaction of the change. */
  record: (db: Db, change: KeyChange) => Promise<void>
  settleMs?: number
}

/**
 * Brings a new key into use while the service runs, seals everything anew with it, and says when the old one is needed
 * no more. With several processes a key is written with only once all of them can read it.
 */
export function createKeyKeeper(options: KeyKeeperOptions): KeyKeeper {
  return new Keeper(options)
}

class Keeper implements KeyKeeper {
  readonly #options: KeyKeeperOptions
  readonly #settleMs: number
  readonly #file: KeyFileWatch
  readonly #holders: KeyHolders
  #lookAt = 0
  /** Since when everybody has written with this key, as far as this process knows. */
  #settled: { keyId: string; since: number } | undefined
  #isDone = false
  /**
   * When to look through everything once more, whatever the store says. A process that was stopped by the system, or
   * was slow to notice a change, has written with a key that the others had done with.
   */
  #sweepAt = Number.POSITIVE_INFINITY
  #retryAt = 0
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> = Promise.resolve()

  constructor(options: KeyKeeperOptions) {
    const { platform, db, ring, source, settleMs = SETTLE_MS } = options
    this.#options = options
    this.#settleMs = settleMs
    this.#file = new KeyFileWatch(source, ring, platform.log)
    this.#holders = new KeyHolders(platform, db, ring)
  }

  async start(): Promise<void> {
    this.#file.read()
    this.#sweepAt = performance.now() + this.#settleMs
    await this.#holders.beat()
    this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#working
    await this.#holders.leave()
  }

  async idle(): Promise<void> {
    await this.#working
  }

  #run(): void {
    this.#working = this.#look()
      .catch((error: unknown) =>
        this.#options.platform.log.error({ err: error }, 'looking after the secret keys failed'),
      )
      .finally(() => {
        if (!this.#isStopped) this.#timer = setTimeout(() => this.#run(), LOOK_MS).unref()
      })
  }

  async #look(): Promise<void> {
    const hasChanged = this.#file.read()
    if (hasChanged) this.#retryAt = 0
    const isBeatDue = this.#holders.isShared && Date.now() >= this.#lookAt
    if (!hasChanged && this.#isDone && !this.#isSweepDue() && !isBeatDue) return
    this.#lookAt = Date.now() + BEAT_MS
    await this.#followCurrent()
    if (await this.#activateNewest())
      this.#options.platform.log.warn({ keyId: this.#file.newestId }, 'a new secret key is in use')
    await this.#holders.beat()
    await this.#resealAndRetire()
  }

  async #followCurrent(): Promise<void> {
    const { db, ring, platform } = this.#options
    const current = (await keyStore.listKeys(db)).find(({ state }) => state === 'current')
    if (!current || current.key_id === ring.currentId) return
    if (ring.has(current.key_id)) {
      ring.use(current.key_id)
      this.#sweepAt = performance.now() + this.#settleMs
    } else platform.log.error({ keyId: current.key_id }, 'this process lacks the secret key that is in use')
  }

  /** A key that was in use before does not come back: a process with an old file must not turn the clock back. */
  async #activateNewest(): Promise<boolean> {
    const { db, ring, platform, record } = this.#options
    const { newestId } = this.#file
    if (newestId === ring.currentId) return false
    if ((await keyStore.listKeys(db)).some(({ key_id }) => key_id === newestId)) return false
    await this.#holders.beat()
    if (!(await this.#holders.canAllRead(newestId))) return false
    const isReplaced = await inDatabaseTransaction(db, async (tx) => {
      const done = await keyStore.replaceCurrent(tx, ring.currentId, newestId, platform.clock.now())
      if (done) await record(tx, { action: 'secretKey.rotated', keyId: newestId })
      return done
    })
    if (isReplaced) ring.use(newestId)
    return isReplaced
  }

  #isSweepDue(): boolean {
    return performance.now() >= this.#sweepAt
  }

  async #resealAndRetire(): Promise<void> {
    const { db, ring, columns, platform } = this.#options
    const keys = await keyStore.listKeys(db)
    const retiring = keys.filter(({ state }) => state === 'retiring').map(({ key_id }) => key_id)
    const current = keys.find(({ key_id }) => key_id === ring.currentId)
    // A process that was away, or lacks the current key, writes with another one.
    const isSweep = this.#isSweepDue() || !(await this.#holders.doAllWriteWithCurrent())
    const isNewest = this.#file.newestId === ring.currentId
    this.#isDone = retiring.length === 0 && current?.remaining === 0 && isNewest && !isSweep
    if (this.#isDone || current?.state !== 'current' || performance.now() < this.#retryAt) return
    const isSettled = retiring.length === 0 || (await this.#hasSettled())
    const isStopped = () => this.#isStopped
    const { missing, damaged } = await reseal({ db, ring, log: platform.log, columns, isStopped })
    if (this.#isStopped) return
    // A damaged value opens with no key: it needs none, and must not keep one that was stolen in use.
    const remaining = Math.max(0, (await countStale({ db, ring, columns })) - damaged)
    await keyStore.setRemaining(db, ring.currentId, remaining)
    if (this.#isSweepDue()) this.#sweepAt = Number.POSITIVE_INFINITY
    if (missing > 0) this.#retryAt = performance.now() + RETRY_MS
    if (remaining === 0 && missing === 0 && isSettled) await this.#retire(retiring)
  }

  async #retire(keyIds: string[]): Promise<void> {
    const { db, platform, record } = this.#options
    await inDatabaseTransaction(db, async (tx) => {
      for (const keyId of await keyStore.retire(tx, keyIds, platform.clock.now())) {
        await record(tx, { action: 'secretKey.retired', keyId })
        platform.log.warn({ keyId }, 'nothing is sealed with this secret key any more')
      }
    })
  }

  /** Has everybody written with the current key for so long that nothing of the old one can still be on its way? */
  async #hasSettled(): Promise<boolean> {
    const { currentId } = this.#options.ring
    if (!(await this.#holders.doAllWriteWithCurrent())) this.#settled = undefined
    else if (this.#settled?.keyId !== currentId)
      this.#settled = { keyId: currentId, since: performance.now() }
    return this.#settled !== undefined && performance.now() - this.#settled.since >= this.#settleMs
  }
}
