import assert from 'node:assert/strict'
import { rig, tokensFor } from '../oauth-rig.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** The secret and the redirect URIs of an OAuth client belong to whoever may make one (D244). */
const PASSWORD = 'correct horse'
const application = {
  name: 'Rooms',
  country: 'AT',
  description: 'Rentals',
  url: 'https://rooms.example',
  email: 'api@rooms.example',
  type: 'ONLY_SECRET',
} as const
const REDIRECT = 'https://rooms.example/back'

async function client(w: World) {
  const { data: key } = await w.api.apiKeys.create({ body: { redirectUris: [REDIRECT] } })
  const params = { apiKeyId: key.apiKeyId }
  await w.api.advancedKeys.apply({ params, body: application })
  return { params, path: `/api/key/${key.apiKeyId}` }
}

/** Tokens of the owner that may not make anything that outlives them. */
async function boundedTokens(w: World, apiKeyId: number): Promise<Record<string, string>> {
  const make = async (body: object) => {
    const { data } = await w.api.apiKeys.createToken({ params: { apiKeyId }, body })
    return data.accessToken as string
  }
  const { smartlockId } = await w.lock()
  return {
    ending: await make({ scopes: ['account'], expiresAt: '2099-01-01T00:00:00.000Z' }),
    'bound to networks': await make({ scopes: ['account'], networks: ['127.0.0.0/8'] }),
    'for one door': await make({ scopes: ['account'], smartlockIds: [smartlockId] }),
  }
}

const secretFor = async (w: World, path: string, token: string) => {
  const answer = await w.request('GET', `${path}/advanced`, { token })
  return answer.statusCode === 200 ? answer.json().secret : undefined
}

apiTest('no bounded token, session or application reads a client secret, and none uses it up', async (w) => {
  const { params, path } = await client(w)
  for (const [which, token] of Object.entries(await boundedTokens(w, params.apiKeyId)))
    assert.equal(await secretFor(w, path, token), undefined, which)
  assert.equal(await secretFor(w, path, (await w.session()).token), undefined, 'a session')
  const app = (await tokensFor(await rig(w), 'account')).access_token
  assert.equal(await secretFor(w, path, app), undefined, 'an application')
  const head = await w.request('HEAD', `${path}/advanced`)
  assert.equal(head.statusCode, 200)
  const reads = await Promise.all([1, 2, 3].map(() => secretFor(w, path, w.owner.token)))
  const shown = reads.filter((secret) => secret !== undefined)
  assert.equal(shown.length, 1, 'one of three readers at the same time gets it')
  assert.equal(await secretFor(w, path, w.owner.token), undefined, 'and nobody after that')
})

apiTest('a replaced secret is in the answer to the replacement and nowhere else', async (w) => {
  const { params, path } = await client(w)
  const session = await w.session()
  const { data: replaced } = await session.api.advancedKeys.replaceSecret({
    params,
    body: { overlapHours: 0 },
  })
  assert.match(replaced.secret ?? '', /^[0-9a-f]{64}$/)
  assert.equal(await secretFor(w, path, w.owner.token), undefined)
  assert.ok(!('secret' in (await w.api.advancedKeys.get({ params })).data))
})

apiTest('redirect URIs are changed by whoever may make a client, and by nobody else', async (w) => {
  const { params, path } = await client(w)
  const theft = { redirectUris: ['https://thief.example/back'] }
  const codeOf = async (token: string, body: object) => {
    const answer = await w.request('POST', path, { token, body })
    return answer.statusCode === 204 ? 'done' : answer.json().code
  }
  const tokens = await boundedTokens(w, params.apiKeyId)
  for (const [which, token] of Object.entries(tokens))
    for (const body of [theft, { redirectUris: null }])
      assert.equal(await codeOf(token, body), 'token_limited', which)
  const app = (await tokensFor(await rig(w), 'account')).access_token
  assert.equal(await codeOf(app, theft), 'step_up_required')
  await assertRedirects(w, [REDIRECT])
  const renamed = { description: 'Renamed', redirectUris: [REDIRECT] }
  assert.equal(await codeOf(tokens.ending as string, renamed), 'done', 'a name, and what was read sent back')
  assert.equal(await codeOf(app, renamed), 'done')
  const fresh: Caller = await w.session()
  assert.equal(await codeOf(fresh.token, { redirectUris: ['https://rooms.example/1'] }), 'done')
  assert.equal(await codeOf(w.owner.token, { redirectUris: ['https://rooms.example/2'] }), 'done')
  assert.equal(await codeOf(app, { ...theft, currentPassword: PASSWORD }), 'done', 'with the person')
})

async function assertRedirects(w: World, uris: string[]): Promise<void> {
  const { data } = await w.api.apiKeys.list()
  assert.ok(data.some(({ redirectUris }) => JSON.stringify(redirectUris) === JSON.stringify(uris)))
}
