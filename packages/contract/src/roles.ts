import Type, { type Static } from 'typebox'
import { ALL_RIGHTS, RIGHTS } from './access.ts'
import { HexId, IntId, narrowing, Rights, SmartlockId, StringEnum } from './fields.ts'

/** What a role may do with doors, and whether it has to do with the stays of its addresses (D209). */
export interface RoleRights {
  readonly rights: number
  readonly stays: boolean
}

const { operateSmartlock, manageAuthorizations, viewLogs } = RIGHTS

export const ROLE_NAMES = ['viewer', 'operator', 'accessManager', 'stayManager', 'administrator'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

export const ROLES: Record<RoleName, RoleRights> = {
  viewer: { rights: viewLogs, stays: false },
  operator: { rights: operateSmartlock | viewLogs, stays: false },
  accessManager: { rights: manageAuthorizations | viewLogs, stays: false },
  stayManager: { rights: viewLogs, stays: true },
  administrator: { rights: ALL_RIGHTS, stays: true },
}

/** A role, or a set of rights of one's own, on the whole account, or on some doors, groups of doors and addresses. */
export const RoleAssignment = Type.Object({
  role: Type.Optional(StringEnum(ROLE_NAMES, 'either this, or `rights`')),
  rights: Type.Optional(Rights),
  stays: Type.Optional(
    Type.Boolean({ description: 'with `rights`: also the stays, units and guests of `addressIds`' }),
  ),
  smartlockIds: Type.Optional(
    narrowing(
      Type.Array(SmartlockId, {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: 'for these doors',
      }),
    ),
  ),
  addressIds: Type.Optional(
    narrowing(
      Type.Array(IntId, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'for these addresses and all their doors; without any list: for the whole account',
      }),
    ),
  ),
  doorGroupIds: Type.Optional(
    narrowing(
      Type.Array(HexId, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'for the doors that these groups have at any time',
      }),
    ),
  ),
})
export type RoleAssignment = Static<typeof RoleAssignment>

/** Is it for the whole account? */
export const isForAll = ({ smartlockIds, addressIds, doorGroupIds }: RoleAssignment): boolean =>
  !smartlockIds && !addressIds && !doorGroupIds

export const Roles = Type.Array(RoleAssignment, {
  maxItems: 20,
  examples: [[{ role: 'viewer' }]],
  description: 'what the sub-account may do, and where; empty: its `rights` on the whole account (D209)',
})
