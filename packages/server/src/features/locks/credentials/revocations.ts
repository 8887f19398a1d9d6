import type { DeviceBus } from '../../../devices/bus.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import * as connections from '../connection/service.ts'
import { isOnline } from '../rules.ts'
import * as store from '../store.ts'
import { updateWarning } from './credentials.ts'
import * as credentialStore from './store.ts'

const REVOKED_POLL_MS = 5000

type Bus = Pick<DeviceBus, 'disconnect'>

/** Whoever is connected with credentials that ended is disconnected. */
export function createRevocations(system: Ctx<never>) {
  const { clock, db, log } = system
  let bus: Bus | undefined
  let cancelTimer = () => {}

  async function look(): Promise<void> {
    cancelTimer()
    const lookedAt = clock.now()
    await disconnectRevoked(system, (username) => bus?.disconnect(username))
      .catch((error: unknown) => log.error({ err: error }, 'looking for revoked credentials failed'))
      .finally(() => {
        cancelTimer()
        if (bus)
          cancelTimer = clock.after(REVOKED_POLL_MS, look, () =>
            credentialStore.nextCredentialEnd(db, lookedAt),
          )
      })
  }

  return {
    start(startedBus: Bus): void {
      bus = startedBus
      void look()
    },
    look: () => void look(),
    stop(): void {
      bus = undefined
      cancelTimer()
    },
  }
}

async function disconnectRevoked(
  system: Ctx<never>,
  disconnect: (username: string) => Promise<void> | undefined,
): Promise<void> {
  const { clock, db } = system
  for (const { username } of await credentialStore.listRevokedLogins(db, clock.now()))
    await disconnect(username)
  for (const ended of await credentialStore.listEndedCredentials(db, clock.now())) {
    const { username, account_id, smartlock_id } = ended
    await disconnect(username)
    // Its last will is signed with a key that is no longer believed, so nobody else will say that it is gone.
    await inTransaction({ ...system, accountId: account_id }, async (tx) => {
      const lock = await store.find(tx.db, account_id, smartlock_id)
      if (!lock) return
      if (isOnline(lock.server_state) && lock.session_username === username)
        await connections.loseConnection(tx, lock)
      if (lock.credentials_warning !== null) await updateWarning(tx, lock)
    })
  }
}
