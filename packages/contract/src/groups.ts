import Type, { type Static } from 'typebox'
import { DateTime, HexId, IntId, Limit, Name, Offset, SmartlockId, StringEnum } from './fields.ts'
import { route } from './route.ts'

/** What a group consists of. */
export const GROUP_KINDS = ['people', 'doors'] as const
export type GroupKind = (typeof GROUP_KINDS)[number]

/** How many members a group may have, by its kind: what one plan can give is bounded by both. */
export const MOST_MEMBERS: Record<GroupKind, number> = { people: 2000, doors: 500 }
export const MOST_GROUPS = 500
/** In one call. */
const MOST_NAMED_MEMBERS = 1000

/** People, or doors, that are spoken of together (D230). */
export const AccessGroup = Type.Object({
  groupId: HexId,
  kind: StringEnum(GROUP_KINDS, 'of people (account users), or of doors (smartlocks)'),
  name: Type.String(),
  members: Type.Integer({ description: 'how many there are' }),
  creationDate: DateTime,
  updateDate: DateTime,
})
export type AccessGroup = Static<typeof AccessGroup>

export const GroupMember = Type.Object({
  id: Type.Integer({ format: 'int64', description: 'accountUserId, or smartlockId' }),
  name: Type.String(),
})
export type GroupMember = Static<typeof GroupMember>

const access = { scopes: ['smartlock.auth'], right: 'manageAuthorizations' } as const
const params = Type.Object({ groupId: HexId })
const named = Type.Object({
  ids: Type.Array(SmartlockId, {
    minItems: 1,
    maxItems: MOST_NAMED_MEMBERS,
    uniqueItems: true,
    examples: [[4711]],
    description: 'accountUserIds, or smartlockIds, as the group has it',
  }),
})

export const groups = {
  list: route({
    method: 'GET',
    path: '/group',
    summary: 'List the groups of people and of doors',
    access,
    roles: 'handler',
    query: Type.Object({
      kind: Type.Optional(StringEnum(GROUP_KINDS)),
      accountUserId: Type.Optional({ ...IntId, description: 'groups that this person is in' }),
      smartlockId: Type.Optional({ ...SmartlockId, description: 'groups that this door is in' }),
      offset: Offset,
      limit: Limit(100, MOST_GROUPS),
    }),
    returns: Type.Array(AccessGroup),
  }),
  create: route({
    method: 'PUT',
    path: '/group',
    summary: 'Make a group of people or of doors; groups are in no other groups',
    access,
    roles: 'handler',
    lasting: true,
    body: Type.Object({ kind: StringEnum(GROUP_KINDS), name: Name }),
    returns: AccessGroup,
    errors: ['quota_exceeded'],
  }),
  get: route({
    method: 'GET',
    path: '/group/{groupId}',
    summary: 'Get one group',
    access,
    roles: 'handler',
    params,
    returns: AccessGroup,
  }),
  rename: route({
    method: 'POST',
    path: '/group/{groupId}',
    summary: 'Rename a group',
    access,
    roles: 'handler',
    params,
    body: Type.Object({ name: Name }),
    returns: AccessGroup,
  }),
  remove: route({
    method: 'DELETE',
    path: '/group/{groupId}',
    summary: 'Delete a group that no plan speaks of; its members stay',
    access,
    roles: 'handler',
    params,
    errors: ['group_in_use'],
  }),
  members: route({
    method: 'GET',
    path: '/group/{groupId}/member',
    summary: 'List the members of a group',
    access,
    roles: 'handler',
    params,
    query: Type.Object({ offset: Offset, limit: Limit(100, MOST_MEMBERS.people) }),
    returns: Type.Array(GroupMember),
  }),
  join: route({
    method: 'PUT',
    path: '/group/{groupId}/member',
    summary: 'Take people or doors into a group: all of them, or none; plans follow by themselves',
    access,
    roles: 'handler',
    lasting: true,
    params,
    body: named,
    returns: AccessGroup,
    errors: ['quota_exceeded'],
  }),
  leave: route({
    method: 'DELETE',
    path: '/group/{groupId}/member',
    summary: 'Take people or doors out of a group; plans take away by themselves what they gave',
    access,
    roles: 'handler',
    params,
    body: named,
    returns: AccessGroup,
  }),
}
