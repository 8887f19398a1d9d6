import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { SCOPES } from '@latchwork/contract'
import * as oauthClient from 'openid-client'
import { open } from '../../../test/browser.ts'
import { apiTest, type Caller, type World } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'
import { verify as verifyAudit } from '../audit/service.ts'
import { removeEndedGrants } from './jobs.ts'

const PERSON = { email: 'owner@latchwork.local', password: 'correct horse' }
const REDIRECT = 'https://client.example/callback'
const REDIRECT_WITH_QUERY = `${REDIRECT}?from=latchwork`

interface Rig {
  vendor: Caller
  base: string
  clientId: string
  apiKeyId: number
  secret: string | undefined
}

/** A client of another account, so that nothing works only because client and person are the same. */
async function rig(w: World, { confidential = false } = {}): Promise<Rig> {
  const base = await w.service.app.listen({ port: 0, host: '127.0.0.1' })
  const vendor = await w.caller()
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
  return { vendor, base, clientId: key.apiKey as string, apiKeyId: key.apiKeyId, secret }
}

apiTest('a client of npm finds everything it needs in the metadata (RFC 8414)', async (w) => {
  const r = await rig(w, { confidential: true })
  const config = await oauthClient.discovery(new URL(r.base), r.clientId, r.secret, undefined, {
    algorithm: 'oauth2',
    execute: [oauthClient.allowInsecureRequests],
  })
  const offered = config.serverMetadata()
  assert.deepEqual(offered.scopes_supported, SCOPES)
  assert.deepEqual(
    [offered.response_types_supported, offered.code_challenge_methods_supported],
    [['code'], ['S256']],
  )
  assert.ok((await tokensFor(r, 'account', config)).access_token)
})

apiTest(
  'the metadata name the address that clients use, where a proxy stands before the service',
  async (w) => {
    const { issuer, token_endpoint } = (
      await w.request('GET', '/.well-known/oauth-authorization-server', { token: null })
    ).json()
    assert.deepEqual(
      [issuer, token_endpoint],
      ['https://locks.example/api', 'https://locks.example/api/oauth/token'],
    )
  },
  { config: { publicUrl: 'https://locks.example/api/' } },
)

function configOf({ base, clientId, secret }: Rig, auth?: oauthClient.ClientAuth) {
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

/** Goes through the pages like a person and returns where the browser was sent. */
async function consent(url: URL, decision: 'allow' | 'deny' = 'allow'): Promise<URL> {
  const login = await open(url)
  const ask = await login.submit(PERSON)
  assert.equal(ask.status, 200, ask.html)
  const { status, location } = await ask.submit({ decision })
  assert.equal(status, 303)
  return location as URL
}

async function tokensFor(r: Rig, scope: string, config = configOf(r)) {
  const pkceCodeVerifier = oauthClient.randomPKCECodeVerifier()
  const url = oauthClient.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope,
    state: 'opaque "&<state>',
    code_challenge: await oauthClient.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const back = await consent(url)
  return oauthClient.authorizationCodeGrant(config, back, {
    pkceCodeVerifier,
    expectedState: 'opaque "&<state>',
  })
}

const worksWith = async (w: World, token: string, url = '/smartlock') =>
  (await w.request('GET', url, { token })).statusCode

for (const confidential of [false, true]) {
  const kind = confidential ? 'a client with a secret' : 'a public client'
  apiTest(`${kind} of npm goes through authorize, token, refresh and revoke`, async (w) => {
    const r = await rig(w, { confidential })
    const config = configOf(r)
    const tokens = await tokensFor(r, 'smartlock.readOnly offline_access', config)
    assert.deepEqual(
      [tokens.token_type, tokens.expires_in, tokens.scope],
      ['bearer', 3600, 'smartlock.readOnly offline_access'],
    )
    assert.equal(await worksWith(w, tokens.access_token), 200)
    assert.equal(await worksWith(w, tokens.access_token, '/api/key'), 403)
    const stored = JSON.stringify(await w.db.selectFrom('oauth_token').selectAll().execute())
    assert.ok(!stored.includes(tokens.access_token) && !stored.includes(tokens.refresh_token as string))

    const refreshed = await oauthClient.refreshTokenGrant(config, tokens.refresh_token as string)
    assert.equal(await worksWith(w, refreshed.access_token), 200)
    assert.equal(refreshed.refresh_token === tokens.refresh_token, confidential, 'only public ones rotate')

    await oauthClient.tokenRevocation(config, refreshed.access_token)
    assert.equal(await worksWith(w, refreshed.access_token), 401)
    assert.equal(await worksWith(w, tokens.access_token), 200, 'an access token ends alone')
    await oauthClient.tokenRevocation(config, refreshed.refresh_token as string)
    assert.equal(await worksWith(w, tokens.access_token), 401, 'a refresh token takes the grant with it')
    await assert.rejects(oauthClient.refreshTokenGrant(config, refreshed.refresh_token as string), {
      error: 'invalid_grant',
    })
    const actions = (await w.api.audit.list()).data.map(({ action }) => action)
    assert.deepEqual(actions.slice(0, 2), ['oauthGrant.deleted', 'oauthGrant.created'])
    assert.deepEqual((await verifyAudit(w.service.contextFor(0))).problems, [])
  })
}

apiTest(
  'a client shows its secret by HTTP Basic or in the form; a wrong or missing one is 401',
  async (w) => {
    const r = await rig(w, { confidential: true })
    for (const auth of [oauthClient.ClientSecretBasic(r.secret), oauthClient.ClientSecretPost(r.secret)]) {
      assert.ok((await tokensFor(r, 'account', configOf(r, auth))).access_token)
    }
    for (const auth of [
      oauthClient.ClientSecretBasic('wrong'),
      oauthClient.ClientSecretPost('wrong'),
      oauthClient.None(),
    ]) {
      await assert.rejects(tokensFor(r, 'account', configOf(r, auth)), { status: 401 })
    }
  },
)

const post = (base: string, path: string, parameters: Record<string, string>, inQuery = false) => {
  const encoded = new URLSearchParams(parameters)
  return fetch(`${base}${path}${inQuery ? `?${encoded}` : ''}`, {
    method: 'POST',
    ...(!inQuery && { body: encoded }),
  })
}

/** A code for a client, with its verifier. */
async function newCode(r: Rig, scope = 'account') {
  const code_verifier = 'v'.repeat(43)
  const url = authorizeUrl(r, {
    scope,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
  })
  const back = await consent(url)
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') as string,
    redirect_uri: REDIRECT,
    client_id: r.clientId,
    code_verifier,
  }
}

function authorizeUrl(r: Rig, changes: Record<string, string | undefined> = {}): URL {
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

apiTest(
  'parameters of token and revoke may come in the query; given twice differently they are refused',
  async (w) => {
    const r = await rig(w)
    const response = await post(r.base, '/oauth/token', await newCode(r), true)
    const { access_token } = (await response.json()) as { access_token: string }
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(await worksWith(w, access_token, '/api/key'), 200)
    assert.equal((await post(r.base, '/oauth/revoke', { token: access_token }, true)).status, 200)
    assert.equal(await worksWith(w, access_token, '/api/key'), 401)
    const twice = await fetch(`${r.base}/oauth/token?grant_type=refresh_token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'authorization_code' }),
    })
    assert.deepEqual(
      [twice.status, ((await twice.json()) as { error: string }).error],
      [400, 'invalid_request'],
    )
  },
)

apiTest('the token endpoint answers with the errors of RFC 6749', async (w) => {
  const r = await rig(w)
  const good = await newCode(r)
  const other = { ...(await newCode(r)), redirect_uri: 'https://client.example/other' }
  const refused = async (parameters: Record<string, string>) => {
    const response = await post(r.base, '/oauth/token', parameters)
    const body = (await response.json()) as { error: string; error_description: string }
    assert.ok(body.error_description)
    return [response.status, body.error]
  }
  assert.deepEqual(await refused({ client_id: r.clientId }), [400, 'invalid_request'])
  assert.deepEqual(await refused({ client_id: r.clientId, grant_type: 'password' }), [
    400,
    'unsupported_grant_type',
  ])
  assert.deepEqual(await refused({ ...good, client_id: 'f'.repeat(40) }), [401, 'invalid_client'])
  assert.deepEqual(await refused({ ...good, code: 'unknown' }), [400, 'invalid_grant'])
  assert.deepEqual(await refused(other), [400, 'invalid_request'])
  assert.deepEqual(await refused({ ...good, code_verifier: 'w'.repeat(43) }), [400, 'invalid_grant'])
  assert.deepEqual(await refused(good), [400, 'invalid_grant'], 'a failed try used the code up')
  const json = await fetch(`${r.base}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(good),
  })
  assert.equal(json.status, 400)
})

apiTest('a code shown twice ends what its first use gave', async (w) => {
  const r = await rig(w)
  const code = await newCode(r)
  const { access_token } = (await (await post(r.base, '/oauth/token', code)).json()) as {
    access_token: string
  }
  assert.equal(await worksWith(w, access_token, '/api/key'), 200)
  assert.equal((await post(r.base, '/oauth/token', code)).status, 400)
  assert.equal(await worksWith(w, access_token, '/api/key'), 401)
})

apiTest('a refresh token of a public client shown twice ends the grant', async (w) => {
  const r = await rig(w)
  const config = configOf(r)
  const first = await tokensFor(r, 'account', config)
  const second = await oauthClient.refreshTokenGrant(config, first.refresh_token as string)
  await assert.rejects(oauthClient.refreshTokenGrant(config, first.refresh_token as string), {
    error: 'invalid_grant',
  })
  assert.equal(await worksWith(w, second.access_token, '/api/key'), 401)
  await assert.rejects(oauthClient.refreshTokenGrant(config, second.refresh_token as string), {
    error: 'invalid_grant',
  })
})

apiTest('a refresh may ask for fewer scopes and never for more', async (w) => {
  const r = await rig(w, { confidential: true })
  const config = configOf(r)
  const { refresh_token } = await tokensFor(r, 'account smartlock', config)
  const fewer = await oauthClient.refreshTokenGrant(config, refresh_token as string, { scope: 'smartlock' })
  assert.equal(fewer.scope, 'smartlock')
  assert.equal(await worksWith(w, fewer.access_token, '/api/key'), 403)
  await assert.rejects(
    oauthClient.refreshTokenGrant(config, refresh_token as string, { scope: 'smartlock.log' }),
    {
      error: 'invalid_scope',
    },
  )
})

apiTest('the browser is never sent to an address that is not registered, letter by letter', async (w) => {
  const r = await rig(w)
  for (const redirect_uri of [
    undefined,
    'https://evil.example/',
    `${REDIRECT}?x=1`,
    REDIRECT.toUpperCase(),
    `${REDIRECT}/`,
  ]) {
    const page = await open(authorizeUrl(r, { redirect_uri }))
    assert.deepEqual([page.status, page.location], [400, undefined], String(redirect_uri))
  }
  const unknown = await open(authorizeUrl(r, { client_id: 'f'.repeat(40) }))
  assert.deepEqual([unknown.status, unknown.location], [400, undefined])
})

apiTest('what a client asks wrongly it is told at its own address, with its state', async (w) => {
  const r = await rig(w)
  const wrong: [Record<string, string | undefined>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: undefined }, 'invalid_scope'],
    [{ scope: 'account openid' }, 'invalid_scope'],
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
  ]
  for (const [changes, error] of wrong) {
    const { location } = await open(
      authorizeUrl(r, { ...changes, redirect_uri: REDIRECT_WITH_QUERY, state: 'mine' }),
    )
    assert.ok(location?.href.startsWith(`${REDIRECT_WITH_QUERY}&`), String(location))
    assert.deepEqual(
      [location?.searchParams.get('error'), location?.searchParams.get('state')],
      [error, 'mine'],
    )
  }
})

apiTest('a person who does not allow sends the client away with access_denied', async (w) => {
  const r = await rig(w)
  const back = await consent(authorizeUrl(r, { state: 'mine' }), 'deny')
  assert.deepEqual(
    [back.searchParams.get('error'), back.searchParams.get('state'), back.searchParams.get('code')],
    ['access_denied', 'mine', null],
  )
})

apiTest('the pages cannot be framed, run no script, escape names, and a consent answers once', async (w) => {
  const r = await rig(w)
  const login = await open(authorizeUrl(r))
  assert.match(login.html, /Rooms &amp; &lt;Co&gt;/)
  assert.ok(!/<script|onload|javascript:/i.test(login.html))
  const wrong = await login.submit({ ...PERSON, password: 'wrong horse' })
  assert.equal(wrong.status, 401)
  assert.match(wrong.html, /role="alert"[^>]*>Wrong email address or password/)
  assert.ok(!wrong.html.includes('wrong horse'))
  const ask = await wrong.submit(PERSON)
  for (const page of [login, ask]) {
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /default-src 'none'.*frame-ancestors 'none'/,
    )
    assert.equal(page.headers.get('x-frame-options'), 'DENY')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  }
  assert.equal(ask.headers.get('set-cookie'), null, 'no cookie that another page could ride on')
  assert.equal((await ask.submit({ decision: 'allow' })).status, 303)
  const again = await ask.submit({ decision: 'allow' })
  assert.deepEqual([again.status, again.location], [400, undefined])
  const guessed = await ask.submit({ ticket: 'guess', decision: 'allow' })
  assert.deepEqual([guessed.status, guessed.location], [400, undefined])
})

apiTest('a client that is deleted while a person thinks about it gets nothing', async (w) => {
  const r = await rig(w)
  const ask = await (await open(authorizeUrl(r))).submit(PERSON)
  await r.vendor.api.apiKeys.remove({ params: { apiKeyId: r.apiKeyId } })
  const answer = await ask.submit({ decision: 'allow' })
  assert.deepEqual([answer.status, answer.location], [400, undefined])
})

apiTest('the login page shares the limits of the login call (D42)', async (w) => {
  const r = await rig(w)
  const login = await open(authorizeUrl(r))
  for (let i = 0; i < 10; i++) await login.submit({ ...PERSON, password: 'wrong horse' })
  const locked = await login.submit(PERSON)
  assert.deepEqual([locked.status, locked.headers.get('retry-after') !== null], [429, true])
})

apiTest('a client whose advanced key was suspended gets no tokens any more', async (w) => {
  const r = await rig(w, { confidential: true })
  const config = configOf(r)
  const { refresh_token } = await tokensFor(r, 'account', config)
  await w.db.updateTable('advanced_api_key').set({ status: 'INACTIVE' }).execute()
  await assert.rejects(oauthClient.refreshTokenGrant(config, refresh_token as string), {
    error: 'unauthorized_client',
  })
  const { location } = await open(authorizeUrl(r))
  assert.equal(location?.searchParams.get('error'), 'unauthorized_client')
})

apiTest('a grant is listed as an integration, and removing it ends its tokens (#62, #63, D77)', async (w) => {
  const r = await rig(w)
  const tokens = await tokensFor(r, 'account webhook.central')
  const { data } = await w.api.integrations.list()
  const { createdAt, ...grant } = data.find(({ vendorKey }) => vendorKey === 'OAUTH') ?? {}
  assert.ok(createdAt)
  assert.deepEqual(grant, {
    version: 'HYDRA',
    vendorKey: 'OAUTH',
    name: 'Rooms & <Co>',
    clientId: r.clientId,
    scopes: ['account', 'webhook.central'],
    apiKeyId: r.apiKeyId,
  })
  const granted = await w.db
    .selectFrom('oauth_grant')
    .select(['account_id', 'api_key_id', 'scopes'])
    .execute()
  assert.deepEqual(granted, [
    { account_id: w.owner.accountId, api_key_id: r.apiKeyId, scopes: '["account","webhook.central"]' },
  ])
  await w.api.integrations.remove({ body: { apiKeyId: r.clientId } })
  assert.equal(await worksWith(w, tokens.access_token, '/api/key'), 401)
  assert.deepEqual(await w.db.selectFrom('oauth_token').selectAll().execute(), [])
})

apiTest('deleting the API key of a client ends the grants given to it, at once (D58)', async (w) => {
  const r = await rig(w)
  const { access_token } = await tokensFor(r, 'account')
  assert.equal(await worksWith(w, access_token, '/api/key'), 200)
  await r.vendor.api.apiKeys.remove({ params: { apiKeyId: r.apiKeyId } })
  assert.equal(await worksWith(w, access_token, '/api/key'), 401)
})

const clocks: ManualClock[] = []
const newClock = () => {
  clocks.push(new ManualClock(Date.UTC(2026, 0, 5, 12)))
  return clocks.at(-1) as ManualClock
}
const advance = (ms: number) => clocks.at(-1)?.advance(ms)
const DAY = 86_400_000

apiTest(
  'a code lives 60 seconds, an access token an hour, a refresh token 90 days from its last use',
  async (w) => {
    const r = await rig(w, { confidential: true })
    const config = configOf(r)
    const late = { ...(await newCode(r)), client_secret: r.secret as string }
    advance(60_000)
    assert.equal((await post(r.base, '/oauth/token', late)).status, 400)
    const tokens = await tokensFor(r, 'account', config)
    advance(3600_000 - 1)
    assert.equal(await worksWith(w, tokens.access_token, '/api/key'), 200)
    advance(1)
    assert.equal(await worksWith(w, tokens.access_token, '/api/key'), 401)
    advance(60_000)
    await w.until('the day of the last use is noted', async () => {
      const { data } = await w.api.integrations.list()
      return data.some(({ vendorKey, lastActiveAt }) => vendorKey === 'OAUTH' && lastActiveAt)
    })
    for (let i = 0; i < 2; i++) {
      advance(89 * DAY)
      await oauthClient.refreshTokenGrant(config, tokens.refresh_token as string)
    }
    advance(90 * DAY)
    await assert.rejects(oauthClient.refreshTokenGrant(config, tokens.refresh_token as string), {
      error: 'invalid_grant',
    })
    await removeEndedGrants.run(w.service.contextFor(0), null)
    assert.deepEqual(await w.db.selectFrom('oauth_grant').selectAll().execute(), [])
    assert.deepEqual(await w.db.selectFrom('oauth_code').selectAll().execute(), [])
  },
  { clock: newClock },
)
