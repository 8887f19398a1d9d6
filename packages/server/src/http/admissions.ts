import type { Route } from '@latchwork/contract'
import type { Principal } from '../platform/context.ts'
import { networkOf } from '../platform/net/ip-address.ts'

/** The routes with kept answers that a caller was let in to, for as long as it is the very same: whatever may change makes a new one. */
const admissions = new WeakMap<Principal, Set<Route>>()

/** Whose address, whose doors or whose role decide besides, has to be asked again for every call. */
export function noteAdmission(principal: Principal, route: Route): void {
  const { networks, limits, tokenLimits, reach } = principal
  if (networks || limits || tokenLimits || reach) return
  const known = admissions.get(principal)
  if (known) known.add(route)
  else admissions.set(principal, new Set([route]))
}

/** Would `enter` let this caller in from this address, but for its rate? */
export const wasAdmitted = (principal: Principal, route: Route, ip: string): boolean =>
  admissions.get(principal)?.has(route) === true && isUsedAsBefore(principal, ip)

/** False for a management token that comes from a network which is not among its last ones. */
export const isUsedAsBefore = ({ management }: Principal, ip: string): boolean =>
  !management || management.knownNetworks.has(networkOf(ip))
