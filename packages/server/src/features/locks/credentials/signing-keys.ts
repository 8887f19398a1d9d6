import type { DeviceDirectory } from '../../../devices/driver.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import type { Ctx, Platform } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { type Instant, instant } from '../../../platform/store/instant.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import { type Signer, signersOf, signersOfMany } from './credentials.ts'

/** Another process may revoke a secret; we hear of it at once by a wake-up, and by this time at the latest. */
const KEY_LIFE_MS = 1000
/** While there is no other process; a command of the operator may still come and go unseen on PostgreSQL. */
const KEY_LIFE_ALONE_MS = { sqlite: 60_000, postgres: 10_000 } as const
const MAX_KEYS = 20_000
/** So long is waited for others that are to be read anew, and so many are read at once. */
const RENEW_TOGETHER_MS = 100
const MOST_TOGETHER = 200
/** What could not be read anew is tried again after this. */
const RETRY_MS = 1000

type SigningKeys = Awaited<ReturnType<DeviceDirectory['keys']>>

interface KeptKeys {
  readonly accountId: number
  readonly keys: SigningKeys
  readonly read: Instant
  /** Also with other processes. */
  readonly surelyUntil: number
  /** Whoever is asked for after this is still there, and read anew before its time is over. */
  readonly freshUntil: number
  readonly until: number
}

/** When keys began to be read. */
interface Reading {
  readonly now: number
  readonly read: Instant
  readonly timesForgotten: number
}

/**
 * The keys of devices, asked for at every message, so they are kept for a while. Those in use are read anew many at a
 * time: one by one, each would be a statement that somebody's unlock waits for.
 */
export class KeptSigningKeys {
  readonly #system: Ctx<never>
  readonly #changes: Platform['changes']
  readonly #cache = new BoundedCache<string, KeptKeys>(MAX_KEYS)
  readonly #lifeMs: number
  /** Devices whose keys are to be read anew. */
  readonly #aging = new Set<string>()
  #cancelRenewal: (() => void) | undefined
  #timesForgotten = 0
  #isStopped = false

  constructor(system: Ctx<never>, changes: Platform['changes']) {
    this.#system = system
    this.#changes = changes
    this.#lifeMs = KEY_LIFE_ALONE_MS[system.engine]
  }

  kept(deviceId: string): SigningKeys | undefined {
    const cached = this.#cache.get(deviceId)
    const now = this.#system.clock.now()
    if (!cached || cached.until <= now) return undefined
    if (now >= cached.surelyUntil && !this.#changes.isAloneSince(cached.read)) return undefined
    if (now >= cached.freshUntil) this.#renewSoon(deviceId)
    return cached.keys
  }

  async within(db: Db, deviceId: string): Promise<SigningKeys> {
    const known = this.kept(deviceId)
    if (known) return known
    const reading = this.#begin()
    const keys = await signersOf({ ...this.#system, db }, deviceId)
    if (keys.length > 0) this.#keep(deviceId, keys, reading)
    // They are revoked: what somebody began to read before must not bring them back.
    else if (this.#cache.delete(deviceId)) this.#timesForgotten += 1
    return keys
  }

  /** Has the keys of these at hand, by one statement; one alone is read when it is asked for. */
  async read(db: Db, deviceIds: readonly string[]): Promise<void> {
    const missing = deviceIds.filter((deviceId) => !this.kept(deviceId))
    if (missing.length < 2) return
    const reading = this.#begin()
    const found = await signersOfMany({ ...this.#system, db }, missing)
    for (const [deviceId, keys] of found) this.#keep(deviceId, keys, reading)
  }

  forget(about: Woken): void {
    this.#timesForgotten += 1
    if (about === 'all') this.#cache.clear()
    else
      for (const [id, { accountId }] of this.#cache.entries())
        if (about.has(accountId)) this.#cache.delete(id)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelRenewal?.()
  }

  #begin(): Reading {
    return { now: this.#system.clock.now(), read: instant(), timesForgotten: this.#timesForgotten }
  }

  /** What was revoked while they were read, or was read anew meanwhile, must not be kept as if it had been read afterwards. */
  #keep(deviceId: string, keys: readonly Signer[], { now, read, timesForgotten }: Reading): void {
    const [current] = keys
    const known = this.#cache.peek(deviceId)
    if (!current || timesForgotten !== this.#timesForgotten) return
    if (known && known.read.monotonic > read.monotonic) return
    this.#aging.delete(deviceId)
    const ends = keys.map(({ validUntil }) => validUntil ?? Number.POSITIVE_INFINITY)
    this.#cache.set(deviceId, {
      accountId: current.accountId,
      keys,
      read,
      surelyUntil: now + KEY_LIFE_MS,
      freshUntil: now + this.#lifeMs / 2,
      until: Math.min(now + this.#lifeMs, ...ends),
    })
  }

  #renewSoon(deviceId: string): void {
    this.#aging.add(deviceId)
    this.#planRenewal(RENEW_TOGETHER_MS)
  }

  #planRenewal(delayMs: number): void {
    if (this.#isStopped) return
    this.#cancelRenewal ??= this.#system.clock.after(delayMs, () => this.#renew())
  }

  async #renew(): Promise<void> {
    const deviceIds = [...this.#aging.values().take(MOST_TOGETHER)]
    for (const deviceId of deviceIds) this.#aging.delete(deviceId)
    const reading = this.#begin()
    const found = await signersOfMany(this.#system, deviceIds).catch(() => undefined)
    for (const deviceId of deviceIds) {
      const keys = found?.get(deviceId)
      if (!found) this.#putOff(deviceId, reading)
      else if (keys) this.#keep(deviceId, keys, reading)
      // Revoked, or nothing that can be opened: whoever asks next reads it alone.
      else this.#cache.delete(deviceId)
    }
    this.#cancelRenewal = undefined
    if (this.#aging.size > 0) this.#planRenewal(deviceIds.length < MOST_TOGETHER ? RENEW_TOGETHER_MS : 0)
  }

  /** The store is out of reach: they are believed until their time is over, as they would have been. */
  #putOff(deviceId: string, { now }: Reading): void {
    const known = this.#cache.peek(deviceId)
    if (known) this.#cache.set(deviceId, { ...known, freshUntil: now + RETRY_MS })
  }
}
