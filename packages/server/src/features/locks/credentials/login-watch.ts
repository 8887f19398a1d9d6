import { BoundedCache } from '../../../platform/bounded-cache.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { SmartlockRow } from '../store.ts'
import { WARNINGS, warn } from '../warnings.ts'
import { updateWarning } from './credentials.ts'
import * as credentialStore from './store.ts'

/** User names remembered; a device that is turned away tries again every few seconds. */
const MAX_WARNED = 1000

export interface LoginWatch {
  /** A device of LDP/1.0 sent the secret of newer credentials, and was turned away. */
  secretShown(ctx: Ctx<never>, lock: SmartlockRow, username: string): Promise<void>
}

/** Warns of logins that give something away: in the audit log once, in the service's log once per process. */
export function createLoginWatch(): LoginWatch {
  const warned = new BoundedCache<string, true>(MAX_WARNED)
  return {
    async secretShown(ctx, lock, username) {
      if (await credentialStore.markExposed(ctx.db, username, ctx.clock.now())) {
        await warn(ctx, lock, 'secretExposed', { username })
        await updateWarning(ctx, lock)
      } else if (!warned.has(username)) {
        ctx.log.warn({ username, smartlockId: lock.smartlock_id }, `security: ${WARNINGS.secretExposed}`)
      }
      warned.set(username, true)
    },
  }
}
