import { RIGHTS } from '@latchwork/contract'
import type { Principal } from '../../../platform/context.ts'

/** The path of the page of a token. */
export const pathOf = (token: string): string => `/g/${token}`

/**
 * What a link gives: nothing that its maker does not have (D34, D119). Links that the service makes by itself are the
 * host's own.
 */
export function reachOf(maker: Principal | undefined, at: { addressId: number } | { smartlockId: number }) {
  const { isMaster = true, rights = 0, scopes, limits } = maker ?? {}
  const has = (scope: 'account' | 'smartlock.action') => scopes === undefined || scopes.has(scope)
  const mayOperate = isMaster || ((rights & RIGHTS.operateSmartlock) !== 0 && isForOperating(maker, at))
  return {
    opens: Number(has('smartlock.action') && mayOperate),
    tells_house: Number(has('account') && limits === undefined),
    all_doors: Number(limits === undefined),
  }
}

/** A role may give codes at an address and be no operator there (D209). */
function isForOperating(
  maker: Principal | undefined,
  at: { addressId: number } | { smartlockId: number },
): boolean {
  const doors = maker?.reach?.get('operateSmartlock')
  if (!doors) return true
  return 'addressId' in at ? doors.addressIds.has(at.addressId) : doors.smartlockIds.has(at.smartlockId)
}
