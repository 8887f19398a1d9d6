import { setTimeout as delay } from 'node:timers/promises'
import type { FollowingBus } from '../devices/bus.ts'
import type { LockDriver } from '../devices/driver.ts'
import type { DeviceAccess } from '../features/locks/credentials/service.ts'
import {
  createLeasedOwnership,
  Following,
  type LeasedOwnership,
  type Ownership,
  resume,
  soleOwnership,
} from '../features/locks/ownership/service.ts'
import { type Platform, systemContext } from '../platform/context.ts'
import type { Database } from '../platform/store/database.ts'

/** What is under way with a lock when it goes to another process is waited for, for this long at most. */
const DRAIN_MS = 1000

export interface ServedLocks {
  readonly ownership: Ownership
  /** Takes on locks and listens to them. */
  start(parts: ServingParts): Promise<void>
  /** The link to the broker came up or went down. */
  linkChanged(): void
  /** Leaves all locks to other processes; what is under way with them has ended then. */
  leave(): Promise<void>
  stop(): Promise<void>
}

export interface ServingParts {
  readonly bus: FollowingBus
  readonly driver: LockDriver
  readonly access: DeviceAccess
  /** Resolves when what locks have reported so far is applied. */
  idle(): Promise<void>
}

/** With the embedded broker: whoever is connected is served here. */
export const serveAll = (): ServedLocks => ({
  ownership: soleOwnership(),
  start: async () => undefined,
  linkChanged() {},
  leave: async () => undefined,
  stop: async () => undefined,
})

/** With an external broker: locks are divided among the processes that share the database, if it can be shared. */
export async function serveShares(
  platform: Platform,
  database: Database,
  isLinked: () => boolean,
): Promise<ServedLocks> {
  const system = systemContext(platform, database.db, 0)
  const side = database.url === undefined ? undefined : await openSide(database.url, database.processName)
  const leased = side && createLeasedOwnership({ platform, db: side.db, isLinked })
  let following: Following | undefined
  return {
    ownership: leased ?? soleOwnership(),
    async start({ bus, driver, access, idle }) {
      const follow = new Following({ system, bus, shares: () => leased?.held() })
      following = follow
      follow.start()
      const takeUp = (shares?: readonly number[]) =>
        follow
          .beginAnew(shares)
          .then(() => resume(system, driver, access, shares))
          .catch((err: unknown) =>
            platform.log.error({ err }, 'what was under way with locks is not taken up'),
          )
      if (!leased) return void (await takeUp())
      await startLeases(leased, takeUp, async () => {
        await follow.look()
        await Promise.race([idle(), delay(DRAIN_MS, undefined, { ref: false })])
      })
    },
    linkChanged: () => leased?.look(),
    async leave() {
      await leased?.stop()
    },
    async stop() {
      following?.stop()
      await side?.close()
    },
  }
}

const startLeases = (
  leased: LeasedOwnership,
  takeUp: (shares: readonly number[]) => Promise<void>,
  drain: () => Promise<void>,
) =>
  leased.start({
    taken: (shares) => void takeUp(shares),
    leaving: drain,
    lost: () => void drain(),
  })

/** Loaded only where it is used. */
async function openSide(url: string, processName: string | undefined) {
  const { openSideConnection } = await import('../platform/store/postgres-database.ts')
  return openSideConnection(url, processName)
}
