import Type, { type Static } from 'typebox'
import { ADVANCED_KEY_STATUSES, ADVANCED_KEY_TYPES } from './advanced-keys.ts'
import { Confirmation, DateTime, HexId, IntId, orInQuery, StringEnum } from './fields.ts'
import { route } from './route.ts'

/** What has access to the account: an API token or an OAuth grant (4.19). */
export const AccountIntegration = Type.Object({
  version: StringEnum(['HYDRA']),
  vendorKey: StringEnum(['API_TOKEN', 'OAUTH'], 'an open list'),
  name: Type.String({ description: 'description of the API key' }),
  clientId: Type.String(),
  description: Type.Optional(Type.String()),
  tokenId: Type.Optional(HexId),
  createdAt: Type.Optional(DateTime),
  lastActiveAt: Type.Optional(DateTime),
  scopes: Type.Optional(Type.Array(Type.String())),
  advancedType: Type.Optional(StringEnum(ADVANCED_KEY_TYPES)),
  advancedState: Type.Optional(StringEnum(ADVANCED_KEY_STATUSES)),
  apiKeyId: IntId,
})
export type AccountIntegration = Static<typeof AccountIntegration>

/** Clients send these as numbers and as texts. */
const NumberOrText = Type.Unsafe<string | number>({ anyOf: [{ type: 'integer' }, { type: 'string' }] })

export const integrations = {
  list: route({
    number: 62,
    method: 'GET',
    path: '/account/integration',
    summary: 'List the tokens and OAuth grants that have access to the account',
    access: { scopes: ['account'] },
    roles: 'own',
    returns: Type.Array(AccountIntegration),
  }),
  remove: route({
    number: 63,
    method: 'DELETE',
    path: '/account/integration',
    summary: 'Take access away from one token, or from everything under an API key',
    access: { scopes: ['account'] },
    roles: 'own',
    body: Type.Object({
      apiKeyId: orInQuery(NumberOrText),
      tokenId: Type.Optional(orInQuery(NumberOrText)),
    }),
    returns: Confirmation,
  }),
}
