import Type, { type Static } from 'typebox'
import { SCOPES } from './access.ts'
import { ADVANCED_KEY_STATUSES, ADVANCED_KEY_TYPES } from './advanced-keys.ts'
import { Confirmation, DateTime, HexId, IntId, orInQuery, StringEnum } from './fields.ts'
import { route } from './route.ts'
import { STEP_UP_ERRORS, stepUpFields } from './step-up.ts'

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
  subAccount: Type.Boolean({ description: 'it has access to a sub-account' }),
  subAccountId: Type.Optional(IntId),
  subAccountName: Type.Optional(Type.String()),
  warning: Type.Boolean({ description: 'it has ended, or ends within a week' }),
  device: Type.Boolean({ description: 'false: devices have no such access' }),
  sortOrder: Type.Integer({ minimum: 0, description: 'its place in the list' }),
})
export type AccountIntegration = Static<typeof AccountIntegration>

/** Clients send these as numbers and as texts. */
const NumberOrText = Type.Unsafe<string | number>({ anyOf: [{ type: 'integer' }, { type: 'string' }] })

/** What an application asks a person for, or where the browser goes with what is wrong about it (D191). */
export const ConsentRequest = Type.Object({
  ticket: Type.Optional(Type.String({ description: 'to answer with, once, within ten minutes' })),
  application: Type.Optional(Type.String({ description: 'its name' })),
  host: Type.Optional(Type.String({ description: 'where the browser goes afterwards' })),
  scopes: Type.Optional(Type.Array(StringEnum(SCOPES))),
  redirectTo: Type.Optional(
    Type.String({ description: 'instead of all others: the application is told what it asked wrongly' }),
  ),
})
export type ConsentRequest = Static<typeof ConsentRequest>

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
  request: route({
    method: 'POST',
    path: '/account/integration/request',
    summary: 'Read what an application asks for at /oauth/authorize, to answer it from a session',
    access: { scopes: ['account'] },
    roles: 'own',
    repeatable: true,
    body: Type.Object({
      query: Type.String({ maxLength: 16_384, description: 'what follows the ? of /oauth/authorize' }),
    }),
    returns: ConsentRequest,
  }),
  consent: route({
    method: 'POST',
    path: '/account/integration/consent',
    summary: 'Allow an application what it asked for, or do not; the answer is where the browser goes',
    access: { scopes: ['account'] },
    roles: 'own',
    lasting: true,
    // The code in the answer is worth a token, and is in no stored one.
    repeatable: true,
    body: Type.Object({
      ticket: Type.String({ maxLength: 100 }),
      isAllowed: Type.Boolean(),
      isForOneHour: Type.Optional(
        Type.Boolean({ description: 'the application gets no refresh token and loses access after an hour' }),
      ),
      ...stepUpFields,
    }),
    returns: Type.Object({ redirectTo: Type.String() }),
    errors: STEP_UP_ERRORS,
  }),
}
