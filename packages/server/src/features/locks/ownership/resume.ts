import type { LockDriver } from '../../../devices/driver.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import { addressOf, type DeviceAccess } from '../credentials/service.ts'
import { sendAgain } from '../settings/service.ts'
import * as locks from '../store.ts'

/** Locks asked at once; each of them answers with all it has to say. */
const MOST_ASKED = 1000

/**
 * Takes up what was under way with the locks of these shares: what they answered while nobody listened, they are asked
 * once more. Nothing is carried out twice by that: a setting has its revision, and of a movement only the report is
 * asked for.
 */
export async function resume(
  system: Ctx<never>,
  driver: Pick<LockDriver, 'requestReport'>,
  access: DeviceAccess,
  shares: readonly number[] | undefined,
): Promise<void> {
  await inTransaction(system, (tx) => sendAgain(tx, shares))
  await inTransaction(system, (tx) => tx.ports.locksTaken(tx, shares))
  const under = await operations.sentActions(system, shares, MOST_ASKED)
  for (const { account_id: accountId, smartlock_id } of under) {
    const lock = await locks.find(system.db, accountId, smartlock_id as number)
    const device = lock && (await addressOf({ ...system, accountId }, access, lock))
    if (device) await driver.requestReport(device, system.ids.timeOrdered())
  }
}
