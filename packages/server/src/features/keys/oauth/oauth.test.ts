import assert from 'node:assert/strict'
import { SCOPES } from '@latchwork/contract'
import * as oauthClient from 'openid-client'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { open } from '../../../../test/oauth-consent.ts'
import {
  authorizeUrl,
  configOf,
  newCode,
  post,
  rig,
  tokensFor,
  worksWith,
} from '../../../../test/oauth-rig.ts'
import { apiTest } from '../../../../test/world.ts'
import { verify as verifyAudit } from '../../audit/service.ts'
import { removeEndedGrants } from './jobs.ts'

const DAY = 86_400_000

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
  const first = await tokensFor(r, 'account offline_access', config)
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
  const { refresh_token } = await tokensFor(r, 'account smartlock offline_access', config)
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

apiTest('a client whose advanced key was suspended gets no tokens any more', async (w) => {
  const r = await rig(w, { confidential: true })
  const config = configOf(r)
  const { refresh_token } = await tokensFor(r, 'account offline_access', config)
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
    subAccount: false,
    warning: false,
    device: false,
    sortOrder: 1,
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

apiTest(
  'a grant that makes room for newer ones ends at once',
  async (w) => {
    const r = await rig(w)
    const { access_token } = await tokensFor(r, 'account')
    assert.equal(await worksWith(w, access_token, '/api/key'), 200)
    const newer = await tokensFor(r, 'account')
    assert.equal(await worksWith(w, access_token, '/api/key'), 401)
    assert.equal(await worksWith(w, newer.access_token, '/api/key'), 200)
  },
  { config: { quota: { tokensPerKey: 1 } } },
)

apiTest(
  'a code lives 60 seconds, an access token an hour, a refresh token 90 days from its last use',
  async (w) => {
    const r = await rig(w, { confidential: true })
    const config = configOf(r)
    const late = { ...(await newCode(r)), client_secret: r.secret as string }
    clockOf(w).advance(60_000)
    assert.equal((await post(r.base, '/oauth/token', late)).status, 400)
    const tokens = await tokensFor(r, 'account offline_access', config)
    clockOf(w).advance(3600_000 - 1)
    assert.equal(await worksWith(w, tokens.access_token, '/api/key'), 200)
    clockOf(w).advance(1)
    assert.equal(await worksWith(w, tokens.access_token, '/api/key'), 401)
    await w.until('the day of the last use is noted', async () => {
      // What was used before may still be on its way; then it is stored a minute later.
      clockOf(w).advance(60_000)
      const { data } = await w.api.integrations.list()
      return data.some(({ vendorKey, lastActiveAt }) => vendorKey === 'OAUTH' && lastActiveAt)
    })
    for (let i = 0; i < 2; i++) {
      clockOf(w).advance(89 * DAY)
      await oauthClient.refreshTokenGrant(config, tokens.refresh_token as string)
    }
    clockOf(w).advance(90 * DAY)
    await assert.rejects(oauthClient.refreshTokenGrant(config, tokens.refresh_token as string), {
      error: 'invalid_grant',
    })
    await removeEndedGrants.run(w.service.contextFor(0), null)
    assert.deepEqual(await w.db.selectFrom('oauth_grant').selectAll().execute(), [])
    assert.deepEqual(await w.db.selectFrom('oauth_code').selectAll().execute(), [])
  },
  standingStill(),
)

for (const scope of ['account', 'account offline_access'])
  apiTest(`an app keeps its access with a refresh token until it is revoked: ${scope} (D245)`, async (w) => {
    const r = await rig(w, { confidential: true })
    const config = configOf(r)
    const tokens = await tokensFor(r, scope, config)
    assert.equal(tokens.scope, scope)
    const refreshed = await oauthClient.refreshTokenGrant(config, tokens.refresh_token as string)
    assert.equal(await worksWith(w, refreshed.access_token, '/api/key'), 200)
    await w.api.integrations.remove({ body: { apiKeyId: r.clientId } })
    assert.equal(await worksWith(w, refreshed.access_token, '/api/key'), 401)
    await assert.rejects(oauthClient.refreshTokenGrant(config, tokens.refresh_token as string), {
      error: 'invalid_grant',
    })
  })

apiTest(
  'an app that is allowed for one hour gets no refresh token, whatever it asks for, and is gone after it (D245)',
  async (w) => {
    const r = await rig(w, { confidential: true })
    const { access_token, refresh_token } = await tokensFor(
      r,
      'account webhook.central offline_access',
      configOf(r),
      'allow for one hour',
    )
    assert.equal(refresh_token, undefined)
    const rows = await w.db.selectFrom('oauth_token').select('kind').execute()
    assert.deepEqual(rows, [{ kind: 'access' }])
    const { data: entries } = await w.api.audit.list()
    assert.equal(entries.find(({ action }) => action === 'oauthGrant.created')?.detail?.lasts, 'one hour')
    const listed = async () =>
      (await w.api.integrations.list()).data.filter(({ vendorKey }) => vendorKey === 'OAUTH').length
    clockOf(w).advance(3600_000 - 1)
    await removeEndedGrants.run(w.service.contextFor(0), null)
    assert.equal(await worksWith(w, access_token, '/api/key'), 200)
    assert.equal(await listed(), 1)
    clockOf(w).advance(1)
    assert.equal(await worksWith(w, access_token, '/api/key'), 401)
    assert.equal(await listed(), 0, 'the list says who has access now')
    await removeEndedGrants.run(w.service.contextFor(0), null)
    assert.deepEqual(await w.db.selectFrom('oauth_grant').selectAll().execute(), [])
  },
  standingStill(),
)
