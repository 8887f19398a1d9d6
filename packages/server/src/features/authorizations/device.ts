import type { LockDriver } from '../../devices/driver.ts'
import type * as smartlocks from '../smartlocks/service.ts'
import { addressOf } from '../smartlocks/service.ts'
import { applyAnswer, release } from './answers.ts'
import { applyHeldList } from './held-lists.ts'
import { noteUse } from './uses.ts'

/** What locks tell about access rights, for the device door of the locks. */
export const createAccessReports = (
  driver: Pick<LockDriver, 'accessDigest'>,
  access: smartlocks.DeviceAccess,
): smartlocks.AccessReports => ({
  online: release,
  answered: applyAnswer,
  used: noteUse,
  async held(ctx, lock, list) {
    const device = await addressOf(ctx, access, lock)
    // A list of a connection that has ended was signed with a key that may be gone, too.
    if (device?.sessionId !== list.sessionId) return
    await applyHeldList(ctx, lock, list, (entry) => driver.accessDigest(device, entry))
  },
})
