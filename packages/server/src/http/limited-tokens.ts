import { fail } from '../platform/app-error.ts'
import type { Principal } from '../platform/context.ts'

/**
 * What a path names and the token is not for does not exist, in the same words as what is somebody else's (D38, D119).
 * Looked at on every route, whatever it declares: ids of other kinds are compared by the handlers.
 */
export function assertWithinLimits(principal: Principal | undefined, params: Record<string, unknown>): void {
  const limits = principal?.limits
  if (!limits) return
  const { smartlockId, addressId } = params
  if (smartlockId !== undefined && !limits.smartlockIds.has(Number(smartlockId))) fail('not_found')
  if (addressId !== undefined && !limits.addressIds.has(Number(addressId))) fail('not_found')
}
