import Type, { type Static } from 'typebox'
import {
  AUTH_TYPES,
  MAX_IDS_ASKED,
  NewSharedKey,
  NewSmartlockAuth,
  NewSmartlockAuths,
  PagedSmartlockAuths,
  SmartlockAuth,
  SmartlockAuthChange,
} from './authorization.ts'
import { AccessAt, Explanation, ExplanationQuery } from './explanation.ts'
import { AdvancedConfirmation, changes, DateTime, HexId, IntEnum, Limit, SmartlockId } from './fields.ts'
import { type Changes, route } from './route.ts'

const mayManage = { scopes: ['smartlock.auth'], right: 'manageAuthorizations' } as const

/** Which code it is nobody is told. */
const ForeignCode = Type.Object({
  slot: Type.Integer({ description: 'its place on the lock' }),
  name: Type.Optional(Type.String()),
  firstSeenDate: DateTime,
})

const Params = Type.Object({ smartlockId: SmartlockId, id: HexId })
const LockParams = Type.Object({ smartlockId: SmartlockId })

/** At most as many entries in one call (D60). */
const MAX_ENTRIES = 1000

const types = Type.Optional(Type.Array(IntEnum(AUTH_TYPES), { description: 'comma list of type numbers' }))
const accountUserId = Type.Optional(
  Type.Integer({
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
    description: 'positive: of that user; negative: those without a user',
  }),
)

const ids = Type.Optional(
  Type.Array(HexId, {
    minItems: 1,
    maxItems: MAX_IDS_ASKED,
    description: 'comma list: of these only; unknown ones are left out',
  }),
)

const createRefusals = [
  'keypad_missing',
  'code_not_allowed',
  'code_invalid',
  'window_invalid',
  'code_conflict',
  'auth_limit_reached',
] as const
const changeRefusals = [
  'code_not_allowed',
  'code_invalid',
  'window_invalid',
  'code_conflict',
  'resource_locked',
] as const

/** One of several updates in a call: the id, and what is to change. */
const IdentifiedChange = Type.Unsafe<{ id: string } & Changes<Static<typeof SmartlockAuthChange>>>(
  changes(Type.Object({ id: HexId, ...SmartlockAuthChange.properties })),
)

export const authorizations = {
  createAdvanced: route({
    number: 18,
    method: 'PUT',
    path: '/smartlock/auth/advanced',
    summary: 'Create an authorization on several smartlocks and get a callback when all have answered',
    access: mayManage,
    doors: 'handler',
    body: NewSmartlockAuths,
    returns: AdvancedConfirmation,
    async: true,
    errors: createRefusals,
  }),
  list: route({
    number: 22,
    method: 'GET',
    path: '/smartlock/auth',
    summary: 'List the authorizations of all smartlocks',
    access: mayManage,
    doors: 'handler',
    query: Type.Object({ accountUserId, types, ids }),
    returns: Type.Array(SmartlockAuth),
  }),
  create: route({
    number: 23,
    method: 'PUT',
    path: '/smartlock/auth',
    summary: 'Create an authorization on several smartlocks',
    access: mayManage,
    doors: 'handler',
    body: NewSmartlockAuths,
    async: true,
    errors: createRefusals,
  }),
  updateMany: route({
    number: 24,
    method: 'POST',
    path: '/smartlock/auth',
    summary: 'Change several authorizations: all of them, or none',
    access: mayManage,
    doors: 'handler',
    body: Type.Array(IdentifiedChange, { maxItems: MAX_ENTRIES }),
    async: true,
    errors: changeRefusals,
  }),
  removeMany: route({
    number: 25,
    method: 'DELETE',
    path: '/smartlock/auth',
    summary: 'Delete several authorizations: all of them, or none',
    access: mayManage,
    doors: 'handler',
    body: Type.Array(HexId, { maxItems: MAX_ENTRIES }),
    async: true,
    errors: ['resource_locked'],
  }),
  paged: route({
    number: 32,
    method: 'GET',
    path: '/smartlock/auth/paged',
    summary: 'List the authorizations of all smartlocks page by page',
    access: mayManage,
    doors: 'handler',
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 })),
      size: Limit(100, 1000),
      accountUserId,
      types,
    }),
    returns: PagedSmartlockAuths,
  }),
  listOf: route({
    number: 26,
    method: 'GET',
    path: '/smartlock/{smartlockId}/auth',
    summary: 'List the authorizations of one smartlock',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    query: Type.Object({
      types,
      includeEmail: Type.Optional(
        Type.Boolean({ default: false, description: 'adds the mail address of the linked user' }),
      ),
    }),
    returns: Type.Array(SmartlockAuth),
  }),
  createOn: route({
    number: 27,
    method: 'PUT',
    path: '/smartlock/{smartlockId}/auth',
    summary: 'Create an authorization on one smartlock, or change the one that `id` names',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    body: NewSmartlockAuth,
    async: true,
    errors: [...createRefusals, 'resource_locked'],
  }),
  get: route({
    number: 28,
    method: 'GET',
    path: '/smartlock/{smartlockId}/auth/{id}',
    summary: 'Get one authorization',
    access: mayManage,
    doors: 'path',
    params: Params,
    returns: SmartlockAuth,
  }),
  update: route({
    number: 29,
    method: 'POST',
    path: '/smartlock/{smartlockId}/auth/{id}',
    summary: 'Change an authorization',
    access: mayManage,
    doors: 'path',
    params: Params,
    update: true,
    body: SmartlockAuthChange,
    async: true,
    errors: changeRefusals,
  }),
  remove: route({
    number: 30,
    method: 'DELETE',
    path: '/smartlock/{smartlockId}/auth/{id}',
    summary: 'Delete an authorization, on the smartlock too',
    access: mayManage,
    doors: 'path',
    params: Params,
    async: true,
    errors: ['resource_locked'],
  }),
  createSharedKey: route({
    number: 31,
    method: 'POST',
    path: '/smartlock/{smartlockId}/auth/advanced/sharedkey',
    summary: 'Create a shared key: an authorization of an app without remote access',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    body: NewSharedKey,
    async: true,
    errors: createRefusals,
  }),
  foreignCodes: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/foreign-code',
    summary: 'List the codes on a smartlock that were not granted here; they are never touched',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    returns: Type.Array(ForeignCode),
  }),
  explain: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/explain',
    summary: 'Ask whether a code or an authorization opens a smartlock at a moment, and why',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    query: ExplanationQuery,
    returns: Explanation,
  }),
  accessAt: route({
    method: 'GET',
    path: '/smartlock/{smartlockId}/access-at',
    summary: 'Ask who could open a smartlock at a moment that is over, and why',
    access: mayManage,
    doors: 'path',
    params: LockParams,
    query: Type.Object({ at: DateTime }),
    returns: AccessAt,
  }),
}
