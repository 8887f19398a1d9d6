import { isForAll, RIGHTS, type Right, ROLES, type RoleAssignment } from '@latchwork/contract'
import type { Reach, TokenLimits } from '../../../platform/context.ts'

export interface Doors {
  readonly smartlockIds: ReadonlySet<number>
  readonly addressIds: ReadonlySet<number>
  /** Groups whose doors are among them, as things are now. */
  readonly doorGroupIds: ReadonlySet<string>
}

/** Where the doors of an account are: what its addresses and groups of doors have, and which addresses there are. */
export interface Houses {
  readonly locksOf: (addressId: number) => readonly number[]
  readonly locksIn: (doorGroupId: string) => readonly number[]
  readonly all: readonly number[]
}

/** What the role says, or the set of rights that stands there instead. */
const rightsOf = ({ role, rights = 0, stays = false }: RoleAssignment) =>
  role === undefined ? { rights, stays } : ROLES[role]

/** The mask that a sub-account with these roles shows: every right that it has somewhere (D40, D209). */
export const unionOf = (roles: readonly RoleAssignment[]): number =>
  roles.reduce((mask, role) => mask | maskOf(role), 0)

/** Stays are behind the right to manage authorizations. */
function maskOf(role: RoleAssignment): number {
  const { rights, stays } = rightsOf(role)
  return stays ? rights | RIGHTS.manageAuthorizations : rights
}

/** What each right is for. */
export function reachOf(roles: readonly RoleAssignment[], houses: Houses): Reach {
  const rights = Object.keys(RIGHTS) as Right[]
  return new Map<Right | 'view', TokenLimits | undefined>([
    ['view', joined(roles.map((role) => doorsOf(role, houses, isForAll(role))))],
    ...rights.map((right) => [right, joined(roles.map((role) => doorsFor(role, right, houses)))] as const),
  ])
}

/** Undefined stands for everything. */
function doorsFor(role: RoleAssignment, right: Right, houses: Houses): Doors | undefined {
  const { rights, stays } = rightsOf(role)
  const hasRight = (rights & RIGHTS[right]) !== 0
  if (hasRight && isForAll(role)) return undefined
  const doors = doorsOf(role, houses, false) as Doors
  // What is done at an address is done to its stays, or to the address itself.
  const isOfAddress = right === 'manageAuthorizations' ? stays : hasRight
  const addresses = isForAll(role) ? new Set(houses.all) : doors.addressIds
  return {
    smartlockIds: hasRight ? doors.smartlockIds : NONE,
    addressIds: isOfAddress ? addresses : NONE,
    doorGroupIds: hasRight ? doors.doorGroupIds : NO_GROUPS,
  }
}

const NONE: ReadonlySet<number> = new Set()
const NO_GROUPS: ReadonlySet<string> = new Set()

function doorsOf(role: RoleAssignment, houses: Houses, isAll: boolean): Doors | undefined {
  return isAll ? undefined : doorsAt(role, houses)
}

export type Places = Pick<RoleAssignment, 'smartlockIds' | 'addressIds' | 'doorGroupIds'>

/** What places have, as things are now. */
export const doorsAt = (
  { smartlockIds = [], addressIds = [], doorGroupIds = [] }: Places,
  houses: Houses,
): Doors => ({
  smartlockIds: new Set([
    ...smartlockIds,
    ...addressIds.flatMap(houses.locksOf),
    ...doorGroupIds.flatMap(houses.locksIn),
  ]),
  addressIds: new Set(addressIds),
  doorGroupIds: new Set(doorGroupIds),
})

const joined = (parts: readonly (Doors | undefined)[]): Doors | undefined =>
  parts.reduce((all, part) => (all && part ? both(all, part) : undefined), {
    smartlockIds: NONE,
    addressIds: NONE,
    doorGroupIds: NO_GROUPS,
  } as Doors | undefined)

const both = (a: Doors, b: Doors): Doors => ({
  smartlockIds: a.smartlockIds.union(b.smartlockIds),
  addressIds: a.addressIds.union(b.addressIds),
  doorGroupIds: a.doorGroupIds.union(b.doorGroupIds),
})

/** What is within both; undefined stands for everything. */
export const within = (a: Doors | undefined, b: Doors | undefined): Doors | undefined =>
  a && b
    ? {
        smartlockIds: a.smartlockIds.intersection(b.smartlockIds),
        addressIds: a.addressIds.intersection(b.addressIds),
        doorGroupIds: a.doorGroupIds.intersection(b.doorGroupIds),
      }
    : (a ?? b)
