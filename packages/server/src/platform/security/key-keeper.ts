import { statSync } from 'node:fs'
import type { Platform } from '../context.ts'
import type { Db } from '../store/database.ts'
import { inDatabaseTransaction } from '../store/transaction.ts'
import { configuredKeys, type KeySource, keyFileOf, readKeyFile } from './key-file.ts'
import * as keyStore from './key-store.ts'
import { countStale, reseal } from './reseal.ts'
import type { SealedColumn } from './sealed-column.ts'
import { type KeyRing, keyIdOf } from './sealer.ts'

/** How often the key file is looked at; the clock of the sandbox has nothing to do with it. */
const LOOK_MS = 1000
/** How often a process that shares the store says which keys it has, and looks which is to be used. */
const BEAT_MS = 5000
/** Who has been silent for so long is gone. */
const GONE_MS = 30_000
/** Longer than any call: what it sealed before the key changed is stored by then. */
const SETTLE_MS = 35_000
/** Values whose key is not here stay as they are; they are tried again after this, or when the key file changes. */
const RETRY_MS = 600_000

export interface KeyKeeper {
  start(): Promise<void>
  stop(): Promise<void>
  idle(): Promise<void>
}

export interface KeyNews {
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
  /** Told in the transaction of the change. */
  tell: (db: Db, news: KeyNews) => Promise<void>
  settleMs?: number
}

/**
 * Brings a new key into use while the service runs, seals everything anew with it, and says when the old one is needed
 * no more. With several processes a key is written with only once all of them can read it.
 */
export function createKeyKeeper(options: KeyKeeperOptions): KeyKeeper {
  const { platform, db, ring, source, columns, settleMs = SETTLE_MS } = options
  const { log, engine } = platform
  const processId = platform.ids.random()
  const isShared = engine === 'postgres'
  let newestId = ring.currentId
  let seenFile = ''
  let lookAt = 0
  /** Since when everybody has written with this key, as far as this process knows. */
  let settled: { keyId: string; since: number } | undefined
  let isDone = false
  /**
   * When to look through everything once more, whatever the store says. A process that was stopped by the system, or
   * was slow to notice a change, has written with a key that the others had done with.
   */
  let sweepAt = Number.POSITIVE_INFINITY
  let retryAt = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  /** New keys in the file are known from now on; those that were taken out stay known to this process. */
  function readKeys(): boolean {
    const stamp = stampOf(source.dataDir)
    if (stamp === seenFile) return false
    seenFile = stamp
    const keys = keysNow()
    for (const key of keys) ring.add(key)
    const ids = keys.map(keyIdOf)
    if (ids.includes(ring.currentId)) newestId = ids[0] as string
    else
      log.error(
        { keyId: ring.currentId },
        'the secret key in use is no longer in the key file, and no other is taken from it: bring it back',
      )
    retryAt = 0
    return true
  }

  /** Never makes a file: a service that runs has a key, and a fresh one would stand where the lost one has to return. */
  function keysNow(): readonly Buffer[] {
    try {
      return configuredKeys(source) ?? readKeyFile(keyFileOf(source.dataDir)) ?? []
    } catch (error) {
      log.error({ err: error }, 'the secret keys cannot be read')
      return []
    }
  }

  const holders = () => keyStore.holdersSince(db, Date.now() - GONE_MS)

  async function look(): Promise<void> {
    const hasChanged = readKeys()
    if (!hasChanged && isDone && !isSweepDue() && !(isShared && Date.now() >= lookAt)) return
    lookAt = Date.now() + BEAT_MS
    await followCurrent()
    if (await activateNewest()) log.warn({ keyId: newestId }, 'a new secret key is in use')
    if (isShared)
      await keyStore.beat(db, { processId, keyIds: ring.ids(), currentId: ring.currentId }, Date.now())
    await resealAndRetire()
  }

  async function followCurrent(): Promise<void> {
    const current = (await keyStore.listKeys(db)).find(({ state }) => state === 'current')
    if (!current || current.key_id === ring.currentId) return
    if (ring.has(current.key_id)) {
      ring.use(current.key_id)
      sweepAt = performance.now() + settleMs
    } else log.error({ keyId: current.key_id }, 'this process lacks the secret key that is in use')
  }

  /** A key that was in use before does not come back: a process with an old file must not turn the clock back. */
  async function activateNewest(): Promise<boolean> {
    if (newestId === ring.currentId) return false
    if ((await keyStore.listKeys(db)).some(({ key_id }) => key_id === newestId)) return false
    if (isShared) {
      await keyStore.beat(db, { processId, keyIds: ring.ids(), currentId: ring.currentId }, Date.now())
      if (!(await holders()).every(({ keyIds }) => keyIds.includes(newestId))) return false
    }
    const isReplaced = await inDatabaseTransaction(db, async (tx) => {
      const done = await keyStore.replaceCurrent(tx, ring.currentId, newestId, platform.clock.now())
      if (done) await options.tell(tx, { action: 'secretKey.rotated', keyId: newestId })
      return done
    })
    if (isReplaced) ring.use(newestId)
    return isReplaced
  }

  const isSweepDue = () => performance.now() >= sweepAt

  /** Does a process write with another key, because it was away or lacks the current one? */
  const isSomebodyBehind = async () =>
    isShared && (await holders()).some(({ currentId }) => currentId !== ring.currentId)

  async function resealAndRetire(): Promise<void> {
    const keys = await keyStore.listKeys(db)
    const retiring = keys.filter(({ state }) => state === 'retiring').map(({ key_id }) => key_id)
    const current = keys.find(({ key_id }) => key_id === ring.currentId)
    const isSweep = isSweepDue() || (await isSomebodyBehind())
    isDone = retiring.length === 0 && current?.remaining === 0 && newestId === ring.currentId && !isSweep
    if (isDone || current?.state !== 'current' || performance.now() < retryAt) return
    const isSettled = retiring.length === 0 || (await hasSettled())
    const { missing, damaged } = await reseal({ db, ring, log, columns, isStopped: () => stopped })
    if (stopped) return
    // A damaged value opens with no key: it needs none, and must not keep one that was stolen in use.
    const remaining = Math.max(0, (await countStale({ db, ring, columns })) - damaged)
    await keyStore.setRemaining(db, ring.currentId, remaining)
    if (isSweepDue()) sweepAt = Number.POSITIVE_INFINITY
    if (missing > 0) retryAt = performance.now() + RETRY_MS
    if (remaining > 0 || missing > 0 || !isSettled) return
    await inDatabaseTransaction(db, async (tx) => {
      for (const keyId of await keyStore.retire(tx, retiring, platform.clock.now())) {
        await options.tell(tx, { action: 'secretKey.retired', keyId })
        log.warn({ keyId }, 'nothing is sealed with this secret key any more')
      }
    })
  }

  /** Has everybody written with the current key for so long that nothing of the old one can still be on its way? */
  async function hasSettled(): Promise<boolean> {
    const others = isShared ? await holders() : []
    if (!others.every(({ currentId }) => currentId === ring.currentId)) settled = undefined
    else if (settled?.keyId !== ring.currentId) settled = { keyId: ring.currentId, since: performance.now() }
    return settled !== undefined && performance.now() - settled.since >= settleMs
  }

  function later(): void {
    if (!stopped) timer = setTimeout(run, LOOK_MS).unref()
  }

  function run(): void {
    working = look()
      .catch((error: unknown) => log.error({ err: error }, 'looking after the secret keys failed'))
      .finally(later)
  }

  return {
    async start() {
      readKeys()
      sweepAt = performance.now() + settleMs
      if (isShared)
        await keyStore.beat(db, { processId, keyIds: ring.ids(), currentId: ring.currentId }, Date.now())
      run()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await working
      if (isShared) await keyStore.leave(db, processId)
    },
    async idle() {
      await working
    },
  }
}

/** Changes whenever the file does, and when its owner or rights do: it is always replaced as a whole. */
function stampOf(dataDir: string): string {
  const stat = statSync(keyFileOf(dataDir), { throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.size}` : 'none'
}
