import { RIGHTS, type Right } from '@latchwork/contract'
import { limitsFor, type Principal } from '../../../platform/context.ts'
import { areWithin, networksOf } from '../../../platform/net/networks.ts'
import type { Backing } from '../../events/makers/service.ts'

/** The path of the page of a token. */
export const pathOf = (token: string): string => `/g/${token}`

/** The address of the stay, or the door of the keypad code. */
export type Place = { addressId: number } | { smartlockId: number }

export type Reach = Record<'opens' | 'tells_house' | 'all_doors', number>

/**
 * What a link gives: nothing that its maker does not have (D34, D119). Links that the service makes by itself are the
 * host's own.
 */
export function reachOf(maker: Principal | undefined, at: Place): Reach {
  const { isMaster = true, rights = 0, scopes } = maker ?? {}
  const has = (scope: 'account' | 'smartlock.action') => scopes === undefined || scopes.has(scope)
  const mayOperate = isMaster || ((rights & RIGHTS.operateSmartlock) !== 0 && isForOperating(maker, at))
  const opens = has('smartlock.action') && mayOperate
  const isForAll = (right: Right) => maker === undefined || limitsFor(maker, right) === undefined
  const givesAll = isForAll('manageAuthorizations')
  return {
    opens: Number(opens),
    tells_house: Number(has('account') && givesAll),
    // A link that opens this door would open the others, too.
    all_doors: Number(givesAll && (!opens || isForAll('operateSmartlock'))),
  }
}

/** A role may give codes at an address and be no operator there (D209). */
function isForOperating(maker: Principal | undefined, at: Place): boolean {
  const doors = maker?.reach?.get('operateSmartlock')
  if (!doors) return true
  return 'addressId' in at ? doors.addressIds.has(at.addressId) : doors.smartlockIds.has(at.smartlockId)
}

/**
 * What is left of a link's reach at this moment: nothing that its creator could not give now, and no door opens for a
 * caller outside the networks of the creator's token. Undefined when the creator could not make the link any more (D255).
 */
export function remainingReach(
  link: Reach,
  backing: Backing | undefined,
  at: Place,
  network: string | undefined,
): Reach | undefined {
  const maker = backing?.principal
  if (!backing || (maker && !mayMake(maker, at))) return undefined
  // Everything of a stay is within the limits of whoever may make the link.
  const now = 'addressId' in at ? { ...reachOf(maker, at), tells_house: 1, all_doors: 1 } : reachOf(maker, at)
  const isNear = !maker?.networks || network === undefined || isFrom(network, maker.networks)
  return {
    opens: link.opens & now.opens & Number(isNear),
    tells_house: link.tells_house & now.tells_house,
    all_doors: link.all_doors & now.all_doors,
  }
}

/** A network that cannot be read is nowhere. */
function isFrom(network: string, networks: NonNullable<Principal['networks']>): boolean {
  const caller = networksOf([network])
  return caller.length > 0 && areWithin(caller, networks)
}

/** Whether the caller may make a link for this place: the page shows a code. */
function mayMake(maker: Principal, at: Place): boolean {
  if (!maker.scopes.has('smartlock.auth')) return false
  if (!maker.isMaster && (maker.rights & RIGHTS.manageAuthorizations) === 0) return false
  const limits = limitsFor(maker, 'manageAuthorizations')
  if ('smartlockId' in at) return limits === undefined || limits.smartlockIds.has(at.smartlockId)
  return maker.scopes.has('account') && (limits === undefined || limits.addressIds.has(at.addressId))
}
