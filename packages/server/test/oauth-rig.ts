import { createHash } from 'node:crypto'
import * as oauthClient from 'openid-client'
import { answerAt, type Credentials, type Decision } from './oauth-consent.ts'
import { addressOf } from './raw-http.ts'
import type { Caller, World } from './world.ts'

/** Clients that go through OAuth 2 in tests, with the library of somebody else. */

export const REDIRECT = 'https://client.example/callback'
export const REDIRECT_WITH_QUERY = `${REDIRECT}?from=latchwork`

export interface Rig {
  vendor: Caller
  base: string
  clientId: string
  apiKeyId: number
  secret: string | undefined
  /** Whose consent is asked for. */
  person: Credentials
}

/** A client of another account, so that nothing works only because client and person are the same. */
export async function rig(w: World, { confidential = false } = {}): Promise<Rig> {
  const base = await addressOf(w.service.app)
  const vendor = await w.account()
  const { data: key } = await vendor.api.apiKeys.create({
    body: { description: 'Rooms & <Co>', redirectUris: [REDIRECT, REDIRECT_WITH_QUERY] },
  })
  const params = { apiKeyId: key.apiKeyId }
  let secret: string | undefined
  if (confidential) {
    const company = { name: 'Rooms', country: 'AT', description: 'Rentals', url: 'https://rooms.example' }
    const body = { ...company, email: 'api@rooms.example', type: 'ONLY_SECRET' as const }
    await vendor.api.advancedKeys.apply({ params, body })
    secret = (await vendor.api.advancedKeys.get({ params })).data.secret
  }
  return {
    vendor,
    base,
    clientId: key.apiKey as string,
    apiKeyId: key.apiKeyId,
    secret,
    person: w.credentials,
  }
}

export function configOf({ base, clientId, secret }: Rig, auth?: oauthClient.ClientAuth) {
  const server = {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
  }
  const config = new oauthClient.Configuration(
    server,
    clientId,
    secret,
    auth ?? (secret ? undefined : oauthClient.None()),
  )
  oauthClient.allowInsecureRequests(config)
  return config
}

export async function tokensFor(r: Rig, scope: string, config = configOf(r), decision: Decision = 'allow') {
  const pkceCodeVerifier = oauthClient.randomPKCECodeVerifier()
  const url = oauthClient.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state: 'opaque "&<state>',
    code_challenge: await oauthClient.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = await answerAt(url, r.person, decision)
  return oauthClient.authorizationCodeGrant(config, back, {
    pkceCodeVerifier,
    expectedState: 'opaque "&<state>',
  })
}

export const worksWith = async (w: World, token: string, url = '/smartlock') =>
  (await w.request('GET', url, { token })).statusCode

export const post = (base: string, path: string, parameters: Record<string, string>, inQuery = false) => {
  const encoded = new URLSearchParams(parameters)
  return fetch(`${base}${path}${inQuery ? `?${encoded}` : ''}`, {
    method: 'POST',
    ...(!inQuery && { body: encoded }),
  })
}

/** A code for a client, with its verifier. */
export async function newCode(r: Rig, scope = 'account') {
  const code_verifier = 'v'.repeat(43)
  const url = authorizeUrl(r, {
    scope,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  })
  const back = await answerAt(url, r.person)
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') as string,
    redirect_uri: REDIRECT,
    client_id: r.clientId,
    code_verifier,
  }
}

export function authorizeUrl(r: Rig, changes: Record<string, string | undefined> = {}): URL {
  const url = new URL(`${r.base}/oauth/authorize`)
  const parameters = {
    response_type: 'code',
    client_id: r.clientId,
    redirect_uri: REDIRECT,
    scope: 'account',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    ...changes,
  }
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url
}
