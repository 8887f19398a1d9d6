import assert from 'node:assert/strict'
import * as oauthClient from 'openid-client'
import { answerAt } from '../../packages/server/test/oauth-consent.ts'
import { type Client, type House, load } from './house.ts'

/** Libraries for OAuth 2. */

const REDIRECT = 'https://client.example/callback'
/** One asks for offline_access and the other does not: both get a refresh token (D245). */
const SCOPES = { openid: 'smartlock.readOnly offline_access', simple: 'smartlock.readOnly' }

interface Registered {
  clientId: string
  secret: string
}

const registrations = new WeakMap<House, Promise<Registered>>()

/** An application of another account, with a client secret. */
function registered(house: House): Promise<Registered> {
  const known = registrations.get(house) ?? register(house)
  registrations.set(house, known)
  return known
}

async function register({ w }: House): Promise<Registered> {
  const { api } = await w.account()
  const { data: key } = await api.apiKeys.create({ body: { description: 'App', redirectUris: [REDIRECT] } })
  const params = { apiKeyId: key.apiKeyId }
  const company = { name: 'Rooms', country: 'AT', description: 'Rentals', url: 'https://rooms.example' }
  const body = { ...company, email: 'api@rooms.example', type: 'ONLY_SECRET' as const }
  await api.advancedKeys.apply({ params, body })
  const { data } = await api.advancedKeys.get({ params })
  return { clientId: key.apiKey as string, secret: data.secret as string }
}

const canRead = async ({ w }: House, token: string) =>
  (await w.request('GET', '/smartlock', { token })).statusCode === 200

async function discovered(house: House): Promise<oauthClient.Configuration> {
  const { clientId, secret } = await registered(house)
  return oauthClient.discovery(new URL(house.url), clientId, secret, undefined, {
    algorithm: 'oauth2',
    execute: [oauthClient.allowInsecureRequests],
  })
}

async function openidTokens(house: House) {
  const config = await discovered(house)
  const pkceCodeVerifier = oauthClient.randomPKCECodeVerifier()
  const url = oauthClient.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: SCOPES.openid,
    state: 'opaque',
    code_challenge: await oauthClient.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const checks = { pkceCodeVerifier, expectedState: 'opaque' }
  return {
    config,
    tokens: await oauthClient.authorizationCodeGrant(
      config,
      await answerAt(url, house.w.credentials),
      checks,
    ),
  }
}

export const openidClient: Client = {
  name: 'openid-client',
  speaks: 'OAuth 2',
  calls: {
    discovery: async (house) => {
      assert.ok((await discovered(house)).serverMetadata().token_endpoint)
    },
    authorizationCodeGrant: async (house) => {
      const { tokens } = await openidTokens(house)
      assert.equal(await canRead(house, tokens.access_token), true)
    },
    refreshTokenGrant: async (house) => {
      const { config, tokens } = await openidTokens(house)
      const fresh = await oauthClient.refreshTokenGrant(config, tokens.refresh_token as string)
      assert.equal(await canRead(house, fresh.access_token), true)
    },
    tokenRevocation: async (house) => {
      const { config, tokens } = await openidTokens(house)
      await oauthClient.tokenRevocation(config, tokens.refresh_token as string)
      assert.equal(await canRead(house, tokens.access_token), false)
    },
  },
}

const { AuthorizationCode } = load('simple-oauth2')

async function simpleTokens(house: House) {
  const { clientId: id, secret } = await registered(house)
  const client = new AuthorizationCode({
    client: { id, secret },
    auth: {
      tokenHost: house.url,
      tokenPath: '/oauth/token',
      authorizePath: '/oauth/authorize',
      revokePath: '/oauth/revoke',
    },
  })
  const back = await answerAt(
    new URL(client.authorizeURL({ redirect_uri: REDIRECT, scope: SCOPES.simple, state: 'opaque' })),
    house.w.credentials,
  )
  return client.getToken({ code: back.searchParams.get('code'), redirect_uri: REDIRECT })
}

export const simpleOauth2: Client = {
  name: 'simple-oauth2',
  speaks: 'OAuth 2',
  calls: {
    'AuthorizationCode.authorizeURL, getToken': async (house) => {
      const access = await simpleTokens(house)
      assert.equal(await canRead(house, access.token.access_token), true)
    },
    'AccessToken.refresh': async (house) => {
      const fresh = await (await simpleTokens(house)).refresh()
      assert.equal(await canRead(house, fresh.token.access_token), true)
    },
    'AccessToken.revokeAll': async (house) => {
      const access = await simpleTokens(house)
      const token = access.token.access_token
      await access.revokeAll()
      assert.equal(await canRead(house, token), false)
    },
  },
}
