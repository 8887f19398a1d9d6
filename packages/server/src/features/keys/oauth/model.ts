import type { Scope } from '@latchwork/contract'
import OAuth2Server from '@node-oauth/oauth2-server'
import type { Ctx } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { findClient, isSecretRight } from './clients.ts'
import * as grants from './grants.ts'
import { CODE_SECONDS, type OauthClient, scopesOf } from './rules.ts'
import * as store from './store.ts'

/** The library compares times with the machine's clock. Ours has judged before, so for it nothing ever expires. */
const NEVER = new Date(8.64e15)

interface LibraryClient extends OAuth2Server.Client {
  own: OauthClient
}

const ownOf = (client: OAuth2Server.Client): OauthClient => (client as LibraryClient).own

const forLibrary = (client: OauthClient): LibraryClient => ({
  id: client.clientId,
  grants: ['authorization_code', 'refresh_token'],
  redirectUris: client.redirectUris,
  own: client,
})

/** What the user object of the library carries through a token request. */
type Use =
  | { accountId: number; codeHash: string }
  | { accountId: number; grantId: string; refreshToken: string; refreshScopes: Scope[] }

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

/** What the library needs from the store. It checks the protocol; every token, code and time is ours. */
export const createModel = (ctx: Ctx<never>): Model => ({
  async getClient(clientId, clientSecret: string | null | undefined) {
    const client = await findClient(ctx, clientId)
    if (!client) return false
    if (client.isSuspended) throw new OAuth2Server.UnauthorizedClientError('The client is suspended.')
    // The authorize step passes null: it is the person who is known there, not the client.
    if (clientSecret !== null && !isSecretRight(client, clientSecret)) return false
    return forLibrary(client)
  },

  ...codesOf(ctx),
  ...refreshTokensOf(ctx),

  validateScope: async (_user, _client, scope) => scopesOf(scope?.join(' ')),

  async saveToken(token, client, user) {
    const scopes = token.scope as Scope[]
    const use = user as Use
    const issued =
      'codeHash' in use
        ? await grants.redeem(ctx, ownOf(client), { ...use, scopes })
        : await grants.refresh(ctx, ownOf(client), { ...use, scopes })
    if (!issued) throw new OAuth2Server.InvalidGrantError('It was used before, or taken back.')
    const { accessToken, refreshToken } = issued
    return { accessToken, ...(refreshToken !== undefined && { refreshToken }), scope: scopes, client, user }
  },

  // Our own look-up answers for access tokens; the library is never asked to.
  getAccessToken: async () => false,
})

type Codes = Pick<
  Model,
  'generateAuthorizationCode' | 'saveAuthorizationCode' | 'getAuthorizationCode' | 'revokeAuthorizationCode'
>

const codesOf = (ctx: Ctx<never>): Codes => ({
  generateAuthorizationCode: async () => newToken(),
  async saveAuthorizationCode(code, client, user) {
    const own = ownOf(client)
    await store.insertCode(ctx.db, {
      code_hash: hashToken(code.authorizationCode),
      account_id: user.accountId as number,
      api_key_id: own.apiKeyId,
      redirect_uri: code.redirectUri,
      scopes: JSON.stringify(code.scope),
      code_challenge: code.codeChallenge ?? null,
      expires_at: ctx.clock.now() + CODE_SECONDS * 1000,
      used_at: null,
      is_for_one_hour: user.isForOneHour ? 1 : 0,
      grant_id: null,
    })
    return { ...code, client, user }
  },

  async getAuthorizationCode(authorizationCode) {
    const codeHash = hashToken(authorizationCode)
    const row = await store.findCode(ctx.db, codeHash)
    if (!row || row.expires_at <= ctx.clock.now()) return false
    if (row.used_at !== null) {
      // Shown twice: one of the two stole it, and nobody can tell which (RFC 6749 4.1.2).
      if (row.grant_id) await grants.end(ctx, row.account_id, row.grant_id, 'code used twice')
      return false
    }
    return {
      authorizationCode,
      expiresAt: NEVER,
      redirectUri: row.redirect_uri,
      scope: JSON.parse(row.scopes) as Scope[],
      client: { id: row.client_id, grants: [] },
      user: { accountId: row.account_id, codeHash } satisfies Use,
      ...(row.code_challenge !== null && { codeChallenge: row.code_challenge, codeChallengeMethod: 'S256' }),
    }
  },
  revokeAuthorizationCode: (code) =>
    store.useCode(ctx.db, hashToken(code.authorizationCode), ctx.clock.now()),
})

const refreshTokensOf = (ctx: Ctx<never>): Pick<Model, 'getRefreshToken' | 'revokeToken'> => ({
  async getRefreshToken(refreshToken) {
    const row = await store.findToken(ctx.db, hashToken(refreshToken))
    if (row?.kind !== 'refresh' || row.expires_at <= ctx.clock.now()) return false
    if (row.replaced_at !== null) {
      await grants.end(ctx, row.account_id, row.grant_id, 'refresh token used twice')
      return false
    }
    const refreshScopes = JSON.parse(row.scopes) as Scope[]
    return {
      refreshToken,
      refreshTokenExpiresAt: NEVER,
      scope: refreshScopes,
      client: { id: row.client_id, grants: [] },
      user: { accountId: row.account_id, grantId: row.grant_id, refreshToken, refreshScopes } satisfies Use,
    }
  },
  // Replaced together with the making of the new one, in saveToken: a crash between the two loses neither.
  revokeToken: async () => true,
})
