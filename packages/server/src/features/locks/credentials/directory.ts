import type { BusHandlers, DeviceBus, DevicePrincipal } from '../../../devices/bus.ts'
import type { DeviceDirectory, DeviceRef } from '../../../devices/driver.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { type Instant, instant } from '../../../platform/store/instant.ts'
import { untilReached } from '../../../platform/store/until-reached.ts'
import type { Woken } from '../../../platform/work/wake.ts'
import * as connections from '../connection/service.ts'
import * as store from '../store.ts'
import { checkLogin, forgetSecrets, signersOf } from './credentials.ts'
import { createLoginWatch, type LoginWatch } from './login-watch.ts'
import { createRevocations } from './revocations.ts'

/** Another process may revoke a secret; we hear of it at once by a wake-up, and by this time at the latest. */
const KEY_LIFE_MS = 1000
/** While there is no other process; a command of the operator may still come and go unseen on PostgreSQL. */
const KEY_LIFE_ALONE_MS = { sqlite: 60_000, postgres: 10_000 } as const
const MAX_KEYS = 20_000
/** For so long a message waits for a database out of reach; then it is dropped, and the device sends it again. */
const KEYS_WITHIN_MS = 30_000

type SigningKeys = Awaited<ReturnType<DeviceDirectory['keys']>>

interface KeptKeys {
  readonly accountId: number
  readonly keys: SigningKeys
  readonly read: Instant
  /** Also with other processes. */
  readonly surelyUntil: number
  readonly until: number
}

/** Who may connect, and with which keys devices sign. */
export interface DeviceAccess extends DeviceDirectory {
  /**
   * The same through the caller's transaction. One that asked for a second connection while it holds rows could wait
   * for ever: all the others may be waiting for those rows.
   */
  keysWithin(db: Db, deviceId: string): ReturnType<DeviceDirectory['keys']>
  authenticate: BusHandlers['authenticate']
  /** Resolves when no secret of an earlier version is kept any more. */
  start(bus: Pick<DeviceBus, 'disconnect'>): Promise<void>
  stop(): void
}

export function createDeviceAccess(platform: Platform, db: Db): DeviceAccess {
  const system = systemContext(platform, db, 0)
  const watch = createLoginWatch()
  const keys = createSigningKeys(system, platform.changes)
  const revocations = createRevocations(system)
  let unlisten = () => {}
  let isStopped = false
  return {
    authenticate: (username, password) => authenticate(system, watch, username, password),
    keys(deviceId) {
      const until = performance.now() + KEYS_WITHIN_MS
      return untilReached(
        () => keys.within(db, deviceId),
        () => isStopped || performance.now() > until,
      )
    },
    keptKeys: keys.kept,
    keysWithin: keys.within,
    async start(bus) {
      const forgotten = await forgetSecrets(system)
      if (forgotten > 0) platform.log.info({ devices: forgotten }, 'secrets of devices turned into keys')
      unlisten = platform.wake.listen('credential', (about) => {
        keys.forget(about)
        revocations.look()
      })
      revocations.start(bus)
    },
    stop() {
      isStopped = true
      revocations.stop()
      unlisten()
    },
  }
}

/** Asked for at every message of a device, so they are kept for a while. */
function createSigningKeys(system: Ctx<never>, changes: Platform['changes']) {
  const cache = new BoundedCache<string, KeptKeys>(MAX_KEYS)
  let timesForgotten = 0
  function kept(deviceId: string): SigningKeys | undefined {
    const cached = cache.get(deviceId)
    const now = system.clock.now()
    if (!cached || cached.until <= now) return undefined
    return now < cached.surelyUntil || changes.isAloneSince(cached.read) ? cached.keys : undefined
  }

  return {
    kept,
    forget(about: Woken) {
      timesForgotten += 1
      if (about === 'all') cache.clear()
      else for (const [id, { accountId }] of cache.entries()) if (about.has(accountId)) cache.delete(id)
    },
    async within(db: Db, deviceId: string): Promise<SigningKeys> {
      const known = kept(deviceId)
      if (known) return known
      const [now, read, before] = [system.clock.now(), instant(), timesForgotten]
      const keys = await signersOf({ ...system, db }, deviceId)
      const [current] = keys
      if (!current) return []
      // What was revoked while they were read must not be kept as if it had been read afterwards.
      if (timesForgotten !== before) return keys
      const ends = keys.map(({ validUntil }) => validUntil ?? Number.POSITIVE_INFINITY)
      const until = Math.min(now + KEY_LIFE_ALONE_MS[system.engine], ...ends)
      cache.set(deviceId, { accountId: current.accountId, keys, read, surelyUntil: now + KEY_LIFE_MS, until })
      return keys
    },
  }
}

async function authenticate(
  system: Ctx<never>,
  watch: LoginWatch,
  username: string,
  password: string,
): Promise<DevicePrincipal | undefined> {
  const found = await checkLogin(system, username, password)
  if (!found) return undefined
  if (found.verdict === 'right') return { deviceId: found.deviceId, username }
  await inTransaction({ ...system, accountId: found.accountId }, async (tx) => {
    const lock = await store.findForUpdate(tx.db, tx.engine, tx.accountId, found.smartlockId)
    if (!lock) return
    await connections.applyWrongCredentials(tx, lock)
    if (found.verdict === 'secretShown') await watch.secretShown(tx, lock, username)
  })
  return undefined
}

/**
 * How the driver reaches a lock that is connected; undefined when the credentials of its connection were revoked. Then
 * whoever is still on that connection must hear nothing any more, settings and codes least of all.
 */
export async function addressOf(
  ctx: Ctx<never>,
  access: Pick<DeviceAccess, 'keysWithin'>,
  lock: store.SmartlockRow,
): Promise<DeviceRef | undefined> {
  const keys = await access.keysWithin(ctx.db, lock.device_id)
  const key = keys.find(({ username }) => username === lock.session_username)?.key
  return (
    key && {
      smartlockId: lock.smartlock_id,
      deviceId: lock.device_id,
      type: lock.type,
      sessionId: lock.session_id as string,
      key,
    }
  )
}
