import Type, { type Static } from 'typebox'
import { creatorFields } from './creators.ts'
import {
  AdvancedConfirmation,
  alias,
  Confirmation,
  DateTime,
  HexId,
  IntId,
  Limit,
  orInQuery,
  SmartlockId,
  StringEnum,
} from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

export const REDEEM_RESULTS = ['ok', 'failed'] as const
export type RedeemResult = (typeof REDEEM_RESULTS)[number]

const redemption = {
  redeemDate: Type.Optional(DateTime),
  redeemResult: Type.Optional(StringEnum(REDEEM_RESULTS)),
}

/** A part of an address that somebody can be given access to (4.21). */
export const AddressUnit = Type.Object({
  id: HexId,
  name: Type.String(),
  addressId: IntId,
  addressTokenId: Type.Optional(
    Type.String({
      pattern: '^[0-9a-f]{24}$',
      description: 'shown to callers who may give access to all doors of the unit (D256)',
    }),
  ),
  smartlockIds: Type.Array(SmartlockId, {
    description: "its own locks: a stay in it opens these and the address's (D170)",
  }),
  operationId: Type.Optional(HexId),
  creationDate: DateTime,
  ...redemption,
})
export type AddressUnit = Static<typeof AddressUnit>

/** Locks of the address that take keypad codes only, so that a token gives nothing for them (D168). */
const leftOut = {
  leftOutSmartlockNames: Type.Optional(
    Type.Array(Type.String(), { description: 'locks of the address that take keypad codes only' }),
  ),
}

/** What anybody who holds the token's id may know (4.22, D37). */
export const AddressTokenInfo = Type.Object({
  id: HexId,
  addressName: Type.String(),
  smartlockNames: Type.Array(Type.String()),
  ...leftOut,
})
export type AddressTokenInfo = Static<typeof AddressTokenInfo>

/** Turns into access once (4.22, D81). */
export const AddressToken = Type.Object({
  id: HexId,
  addressId: IntId,
  creationDate: DateTime,
  ...redemption,
  creator: Type.Optional(creatorFields.creator),
  hasEnded: creatorFields.hasEnded,
  redeemAccountId: Type.Optional(IntId),
  inviteKeys: Type.Optional(
    Type.Array(Type.String(), { description: 'for the owner and the redeeming account only (D80)' }),
  ),
})
export type AddressToken = Static<typeof AddressToken>

const mayManage = { scopes: ['account'], right: 'manageAuthorizations' } as const
const mayRedeem = { scopes: ['account'] } as const
const AddressParams = Type.Object({ addressId: IntId })
const UnitParams = Type.Object({ addressId: IntId, id: HexId })
const Name = Type.String({ minLength: 1, maxLength: 255 })
const Doors = alias(
  'smartlock_ids',
  Type.Array(SmartlockId, { maxItems: 100, description: 'own locks; duplicates are dropped' }),
)
const TokenParams = Type.Object({ tokenId: HexId })

export const addressUnits = {
  listAll: route({
    method: 'GET',
    path: '/unit',
    summary: 'List the units of all addresses, in the order they were made',
    access: mayManage,
    doors: 'handler',
    query: Type.Object({ id: Type.Optional(HexId), limit: Limit(100, 1000) }),
    returns: Type.Array(AddressUnit),
  }),
  list: route({
    number: 84,
    method: 'GET',
    path: '/address/{addressId}/unit',
    summary: 'List the units of an address',
    access: mayManage,
    doors: 'path',
    params: AddressParams,
    returns: Type.Array(AddressUnit),
  }),
  create: route({
    number: 85,
    method: 'PUT',
    path: '/address/{addressId}/unit',
    summary: 'Create a unit with its address token',
    access: mayManage,
    doors: 'path',
    params: AddressParams,
    body: Type.Object({ name: Name, smartlockIds: Type.Optional(Doors) }),
    returns: AddressUnit,
    errors: ['quota_exceeded'],
  }),
  update: route({
    method: 'POST',
    path: '/address/{addressId}/unit/{id}',
    summary: 'Change a unit; codes that were issued for its stays follow within a minute',
    access: mayManage,
    doors: 'path',
    params: UnitParams,
    update: true,
    body: Type.Object({ name: Type.Optional(Name), smartlockIds: Type.Optional(Doors) }),
    returns: AddressUnit,
  }),
  keepToken: route({
    method: 'POST',
    path: '/address/{addressId}/unit/{id}/keep',
    summary: "Keep a unit's token and what it gave, whatever becomes of whoever made it",
    access: { scopes: ['account'], master: true },
    lasting: true,
    params: UnitParams,
    body: Type.Object(stepUpFields),
    returns: AddressUnit,
    errors: [...STEP_UP_ERRORS],
  }),
  removeMany: route({
    number: 86,
    method: 'DELETE',
    path: '/address/{addressId}/unit',
    summary: 'Delete units and what their tokens granted; a callback tells when it is done',
    access: mayManage,
    doors: 'path',
    params: AddressParams,
    body: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1000 }),
    returns: AdvancedConfirmation,
    async: true,
    errors: ['resource_locked'],
  }),
  remove: route({
    number: 87,
    method: 'DELETE',
    path: '/address/{addressId}/unit/{id}',
    summary: 'Delete a unit and what its token granted; a callback tells when it is done',
    access: mayManage,
    doors: 'path',
    params: UnitParams,
    returns: AdvancedConfirmation,
    async: true,
    errors: ['resource_locked'],
  }),
  tokenInfo: route({
    number: 92,
    method: 'GET',
    path: '/address/token/{tokenId}',
    summary: 'Ask what an address token is for',
    access: 'public',
    params: TokenParams,
    returns: AddressTokenInfo,
  }),
  token: route({
    number: 93,
    method: 'GET',
    path: '/address/token/{tokenId}/redeem',
    summary: 'Ask whether and by whom an address token was redeemed',
    access: mayRedeem,
    roles: 'own',
    params: TokenParams,
    returns: AddressToken,
  }),
  redeem: route({
    number: 94,
    method: 'POST',
    path: '/address/token/{tokenId}/redeem',
    summary: 'Turn an address token into access to the locks of its address, once',
    access: mayRedeem,
    roles: 'own',
    params: TokenParams,
    body: Type.Object({
      email: orInQuery(Type.Optional(Type.Boolean({ default: true, description: 'mail the invite keys' }))),
    }),
    returns: Type.Object({ ...AddressToken.properties, ...leftOut, ...Confirmation.properties }),
    async: true,
    errors: [
      'auth_limit_reached',
      'code_conflict',
      'code_invalid',
      'code_not_allowed',
      'keypad_missing',
      'quota_exceeded',
      'token_already_redeemed',
      'window_invalid',
    ],
  }),
  tokens: route({
    number: 95,
    method: 'GET',
    path: '/address/{addressId}/token',
    summary: 'List the tokens of an address; needs smartlock.auth, too',
    access: mayManage,
    doors: 'path',
    params: AddressParams,
    returns: Type.Array(AddressToken),
  }),
}
