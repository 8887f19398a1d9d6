import type { LockDriver } from '../../../devices/driver.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import type { DeviceAccess } from '../credentials/service.ts'
import { askAboutAll } from '../questions/service.ts'
import { sendAgain } from '../settings/service.ts'

/**
 * Takes up what was under way with the locks of these shares: what they answered while nobody listened, they are asked
 * once more. Nothing is carried out twice by that: a setting has its revision, and of a movement it is only asked what became
 * of it.
 */
export async function resume(
  system: Ctx<never>,
  driver: Pick<LockDriver, 'askAbout' | 'requestReport'>,
  access: DeviceAccess,
  shares: readonly number[] | undefined,
): Promise<void> {
  await inTransaction(system, (tx) => sendAgain(tx, shares))
  await inTransaction(system, (tx) => tx.ports.locksTaken(tx, shares))
  await askAboutAll(system, driver, access, shares)
}
