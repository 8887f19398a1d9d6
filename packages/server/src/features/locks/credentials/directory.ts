import type { BusHandlers, DeviceBus, DevicePrincipal } from '../../../devices/bus.ts'
import type { DeviceDirectory, DeviceRef } from '../../../devices/driver.ts'
import { type Ctx, inTransaction, type Platform, systemContext } from '../../../platform/context.ts'
import type { Db } from '../../../platform/store/database.ts'
import { untilReached } from '../../../platform/store/until-reached.ts'
import * as connections from '../connection/service.ts'
import * as store from '../store.ts'
import { checkLogin, forgetSecrets } from './credentials.ts'
import { createLoginWatch, type LoginWatch } from './login-watch.ts'
import { createRevocations } from './revocations.ts'
import { KeptSigningKeys } from './signing-keys.ts'

/** For so long a message waits for a database out of reach; then it is dropped, and the device sends it again. */
const KEYS_WITHIN_MS = 30_000

/** Who may connect, and with which keys devices sign. */
export interface DeviceAccess extends DeviceDirectory {
  /**
   * The same through the caller's transaction. One that asked for a second connection while it holds rows could wait
   * for ever: all the others may be waiting for those rows.
   */
  keysWithin(db: Db, deviceId: string): ReturnType<DeviceDirectory['keys']>
  /** Has the keys of many at hand when they are asked for one after the other. */
  readWithin(db: Db, deviceIds: readonly string[]): Promise<void>
  authenticate: BusHandlers['authenticate']
  /** Resolves when no secret of an earlier version is kept any more. */
  start(bus: Pick<DeviceBus, 'disconnect'>): Promise<void>
  stop(): void
}

export function createDeviceAccess(platform: Platform, db: Db): DeviceAccess {
  const system = systemContext(platform, db, 0)
  const watch = createLoginWatch()
  const keys = new KeptSigningKeys(system, platform.changes)
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
    keptKeys: (deviceId) => keys.kept(deviceId),
    keysWithin: (within, deviceId) => keys.within(within, deviceId),
    readWithin: (within, deviceIds) => keys.read(within, deviceIds),
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
      keys.stop()
      revocations.stop()
      unlisten()
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
    const lock = await store.find(tx.db, tx.accountId, found.smartlockId)
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
