import { RIGHTS } from '@latchwork/contract'
import type { Principal } from '../../../platform/context.ts'

/** The path of the page of a token. */
export const pathOf = (token: string): string => `/g/${token}`

/**
 * What a link gives: nothing that its maker does not have (D34, D119). Links that the service makes by itself are the
 * host's own.
 */
export function reachOf(maker: Principal | undefined) {
  const { isMaster = true, rights = 0, scopes, limits } = maker ?? {}
  const has = (scope: 'account' | 'smartlock.action') => scopes === undefined || scopes.has(scope)
  const mayOperate = isMaster || (rights & RIGHTS.operateSmartlock) !== 0
  return {
    opens: Number(has('smartlock.action') && mayOperate),
    tells_house: Number(has('account') && limits === undefined),
    all_doors: Number(limits === undefined),
  }
}
