import Type, { type Static } from 'typebox'
import { SCOPES } from './access.ts'
import { clearable, DateTime, Description, HexId, IntId, SmartlockId, StringEnum, Url } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

/** An API key (4.1). */
export const ApiKey = Type.Object({
  apiKeyId: IntId,
  accountId: Type.Integer(),
  description: Type.Optional(Type.String()),
  redirectUris: Type.Optional(Type.Array(Type.String())),
  apiKey: Type.Optional(Type.String({ description: 'OAuth client id' })),
  creationDate: DateTime,
})
export type ApiKey = Static<typeof ApiKey>

/** A token of an API key (4.2). */
export const ApiKeyToken = Type.Object({
  id: HexId,
  accountId: Type.Integer(),
  description: Type.Optional(Type.String()),
  accessToken: Type.Optional(
    Type.String({ description: 'in full only in the answer that creates it (D35)' }),
  ),
  scopes: Type.Array(Type.String()),
  creationDate: DateTime,
  lastUsedDate: Type.Optional(DateTime),
  expiresAt: Type.Optional(DateTime),
  networks: Type.Optional(Type.Array(Type.String())),
  smartlockIds: Type.Optional(Type.Array(SmartlockId)),
  addressIds: Type.Optional(Type.Array(IntId)),
  doorGroupIds: Type.Optional(Type.Array(HexId)),
  management: Type.Boolean({ description: 'an account-management token (D243)' }),
})
export type ApiKeyToken = Static<typeof ApiKeyToken>

const apiKeyFields = {
  description: clearable(Type.Optional(Description)),
  redirectUris: clearable(Type.Optional(Type.Array(Url, { maxItems: 20, items: Url }))),
}

const TokenBody = Type.Object({
  description: clearable(Type.Optional(Description)),
  scopes: Type.Optional(Type.Array(StringEnum(SCOPES), { minItems: 1, uniqueItems: true })),
  expiresAt: Type.Optional(
    clearable(
      Type.String({
        ...DateTime,
        examples: ['2099-12-31T23:00:00.000Z'],
        description: 'from then on it is not taken, and its webhooks are silent (D119)',
      }),
    ),
  ),
  networks: Type.Optional(
    clearable(
      Type.Array(Type.String({ examples: ['192.0.2.0/24'], minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 50,
        description: 'addresses or networks such as 192.0.2.0/24 or 2001:db8::/32; taken from there only',
      }),
    ),
  ),
  smartlockIds: Type.Optional(
    clearable(
      Type.Array(SmartlockId, {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: 'limits it to these locks, and those of `addressIds` and `doorGroupIds`',
      }),
    ),
  ),
  addressIds: Type.Optional(
    clearable(
      Type.Array(IntId, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'limits it to these addresses, their stays, and the locks they have at any time',
      }),
    ),
  ),
  doorGroupIds: Type.Optional(
    clearable(
      Type.Array(HexId, {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'limits it to the locks that these groups of doors have at any time',
      }),
    ),
  ),
  management: Type.Optional(
    Type.Boolean({
      description:
        'makes it an account-management token: it may also do what otherwise needs the person, such as changing the password or deleting the account. To set it needs `currentPassword` or a session that proved itself within ten minutes (D243)',
    }),
  ),
  ...stepUpFields,
})

const KeyParams = Type.Object({ apiKeyId: IntId })
const TokenParams = Type.Object({ apiKeyId: IntId, id: HexId })
const access = { scopes: ['account'] } as const

export const apiKeys = {
  list: route({
    number: 1,
    method: 'GET',
    path: '/api/key',
    summary: 'List the API keys of the account',
    access,
    roles: 'own',
    returns: Type.Array(ApiKey),
  }),
  create: route({
    number: 2,
    method: 'PUT',
    path: '/api/key',
    summary: 'Create an API key',
    access,
    roles: 'own',
    body: Type.Object(apiKeyFields),
    returns: ApiKey,
    errors: ['quota_exceeded'],
  }),
  update: route({
    number: 3,
    method: 'POST',
    path: '/api/key/{apiKeyId}',
    summary: 'Change an API key',
    access,
    roles: 'own',
    params: KeyParams,
    update: true,
    body: Type.Object({ ...apiKeyFields, ...stepUpFields }),
    errors: STEP_UP_ERRORS,
  }),
  remove: route({
    number: 4,
    method: 'DELETE',
    path: '/api/key/{apiKeyId}',
    summary: 'Delete an API key and its tokens',
    access,
    roles: 'own',
    params: KeyParams,
  }),
  listTokens: route({
    number: 10,
    method: 'GET',
    path: '/api/key/{apiKeyId}/token',
    summary: 'List the tokens of an API key',
    access,
    roles: 'own',
    params: KeyParams,
    returns: Type.Array(ApiKeyToken),
  }),
  createToken: route({
    number: 11,
    method: 'PUT',
    path: '/api/key/{apiKeyId}/token',
    summary: 'Create a token; its value is shown once',
    access,
    roles: 'own',
    params: KeyParams,
    body: TokenBody,
    returns: ApiKeyToken,
    errors: ['quota_exceeded', ...STEP_UP_ERRORS],
  }),
  updateToken: route({
    number: 12,
    method: 'POST',
    path: '/api/key/{apiKeyId}/token/{id}',
    summary: 'Change the description, the scopes, the limits or the kind of a token',
    access,
    roles: 'own',
    params: TokenParams,
    update: true,
    body: TokenBody,
    errors: STEP_UP_ERRORS,
  }),
  removeToken: route({
    number: 13,
    method: 'DELETE',
    path: '/api/key/{apiKeyId}/token/{id}',
    summary: 'Delete a token; it stops working at once',
    access,
    roles: 'own',
    params: TokenParams,
  }),
}
