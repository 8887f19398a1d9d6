import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '@latchwork/contract'
import { apiTest, bothTest, createWorld } from '../../../../test/world.ts'
import { redirectUriProblem } from './rules.ts'

apiTest(
  'a key and a token are made, used, listed masked, and stop working at once when deleted',
  async (w) => {
    const { data: key } = await w.api.apiKeys.create({ body: { description: 'Integration' } })
    assert.match(key.apiKey ?? '', /^[0-9a-f]{40}$/)
    const params = { apiKeyId: key.apiKeyId }
    const { data: token } = await w.api.apiKeys.createToken({
      params,
      body: { description: 'CI', scopes: ['smartlock.readOnly'] },
    })
    const accessToken = token.accessToken as string
    assert.ok(accessToken.length >= 43)
    assert.deepEqual(token.scopes, ['smartlock.readOnly'])
    assert.equal((await w.request('GET', '/smartlock', { token: accessToken })).statusCode, 200)
    assert.equal((await w.request('GET', '/api/key', { token: accessToken })).json().code, 'scope_missing')
    const { data: listed } = await w.api.apiKeys.listTokens({ params })
    assert.equal(listed[0]?.accessToken, `${accessToken.slice(0, 6)}…`)
    await w.api.apiKeys.removeToken({ params: { ...params, id: token.id } })
    assert.equal((await w.request('GET', '/smartlock', { token: accessToken })).json().code, 'token_invalid')
    await w.refuses(w.api.apiKeys.removeToken({ params: { ...params, id: token.id } }), 'not_found')
  },
)

apiTest('the store holds no token in clear', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  const { data: token } = await w.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  const rows = JSON.stringify(await w.db.selectFrom('api_token').selectAll().execute())
  assert.ok(!rows.includes(token.accessToken as string))
})

apiTest('deleting a key takes its tokens with it (D58)', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data: token } = await w.api.apiKeys.createToken({ params })
  assert.equal((await w.request('GET', '/company', { token: token.accessToken as string })).statusCode, 200)
  await w.api.apiKeys.remove({ params })
  assert.equal((await w.request('GET', '/company', { token: token.accessToken as string })).statusCode, 401)
  await w.refuses(w.api.apiKeys.listTokens({ params }), 'not_found')
})

apiTest('a token without scopes gets those of the token that asks, and never more (D34)', async (w) => {
  const limited = await w.caller({ of: w.owner, scopes: ['account', 'smartlock.log'] })
  const { data: key } = await limited.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data: token } = await limited.api.apiKeys.createToken({ params })
  assert.deepEqual(token.scopes, ['account', 'smartlock.log'])
  await w.refuses(
    limited.api.apiKeys.createToken({ params, body: { scopes: ['smartlock.action'] } }),
    'scope_missing',
  )
  await w.refuses(
    limited.api.apiKeys.updateToken({
      params: { ...params, id: token.id },
      body: { scopes: ['smartlock.action'] },
    }),
    'scope_missing',
  )
  const unknown = await w.request('PUT', `/api/key/${key.apiKeyId}/token`, {
    body: { scopes: ['everything'] },
  })
  assert.equal(unknown.statusCode, 400)
  assert.equal(unknown.json().errors[0].path, 'scopes[0]')
})

apiTest('narrowing a token takes effect at once', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const { data: token } = await w.api.apiKeys.createToken({ params })
  assert.deepEqual([...token.scopes].sort(), [...SCOPES].sort())
  const bearer = { token: token.accessToken as string }
  assert.equal((await w.request('GET', '/smartlock', bearer)).statusCode, 200)
  await w.api.apiKeys.updateToken({ params: { ...params, id: token.id }, body: { scopes: ['account'] } })
  assert.equal((await w.request('GET', '/smartlock', bearer)).statusCode, 403)
  const { data: listed } = await w.api.apiKeys.listTokens({ params })
  assert.deepEqual(listed[0]?.scopes, ['account'])
})

apiTest(
  'a token remembers the day it was last used; that is stored now and then, not per request',
  async (w, t) => {
    const { data: key } = await w.api.apiKeys.create()
    const params = { apiKeyId: key.apiKeyId }
    const { data: token } = await w.api.apiKeys.createToken({ params })
    await w.request('GET', '/company', { token: token.accessToken as string })
    assert.equal((await w.api.apiKeys.listTokens({ params })).data[0]?.lastUsedDate, undefined)
    await w.stop()
    const later = await createWorld(t, w.storage.engine, { storage: w.storage })
    const used = (await later.api.apiKeys.listTokens({ params })).data[0]?.lastUsedDate
    assert.match(used ?? '', /T00:00:00\.000Z$/)
  },
  { own: 'restarts the service' },
)

bothTest(
  'quotas: the next key and the next token are 409, also when asked for at the same moment',
  async (w) => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => w.api.apiKeys.create()))
    assert.equal(
      results.filter((result) => result.status === 'fulfilled').length,
      2,
      'the first start made one of three',
    )
    await w.refuses(w.api.apiKeys.create(), 'quota_exceeded')
    const [key] = (await w.api.apiKeys.list()).data.slice(-1)
    const params = { apiKeyId: key?.apiKeyId as number }
    await w.api.apiKeys.createToken({ params })
    await w.api.apiKeys.createToken({ params })
    await w.refuses(w.api.apiKeys.createToken({ params }), 'quota_exceeded')
  },
  { config: { quota: { apiKeys: 3, tokensPerKey: 2 } } },
)

test('redirect URIs are absolute https, http for loopback, no fragment, no wildcard (4.1)', () => {
  for (const good of [
    'https://a.example/cb',
    'https://a.example/cb?x=1',
    'http://127.0.0.1:3000/cb',
    'http://localhost/cb',
    'http://[::1]:8/',
  ]) {
    assert.equal(redirectUriProblem(good), undefined, good)
  }
  for (const bad of [
    'a.example',
    '/cb',
    'http://a.example/',
    'ftp://a.example/',
    'https://a.example/#x',
    'https://*.a.example/',
    'javascript:alert(1)',
  ]) {
    assert.ok(redirectUriProblem(bad), bad)
  }
})
