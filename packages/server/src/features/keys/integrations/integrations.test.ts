import assert from 'node:assert/strict'
import { authorizeUrl, REDIRECT, rig, tokensFor } from '../../../../test/oauth-rig.ts'
import { apiTest, type Caller, type World } from '../../../../test/world.ts'

async function keyWithTokens(caller: Caller) {
  const { data: key } = await caller.api.apiKeys.create({ body: { description: 'Gate' } })
  const params = { apiKeyId: key.apiKeyId }
  const { data: first } = await caller.api.apiKeys.createToken({ params, body: { description: 'First' } })
  const { data: second } = await caller.api.apiKeys.createToken({ params, body: { scopes: ['account'] } })
  return { key, first, second }
}

const worksStill = async (w: World, token: string | undefined) =>
  (await w.request('GET', '/company', { token: token as string })).statusCode === 200

apiTest('integrations list the API tokens of the account, without their values (4.19)', async (w) => {
  const { key, first } = await keyWithTokens(w.owner)
  const { data } = await w.api.integrations.list()
  const { createdAt, scopes, sortOrder, ...shown } = data.find(({ tokenId }) => tokenId === first.id) ?? {}
  assert.deepEqual(shown, {
    version: 'HYDRA',
    vendorKey: 'API_TOKEN',
    name: 'Gate',
    clientId: key.apiKey,
    description: 'First',
    tokenId: first.id,
    apiKeyId: key.apiKeyId,
    subAccount: false,
    warning: false,
    device: false,
  })
  assert.deepEqual(
    data.map((one) => one.sortOrder),
    data.map((_, i) => i),
  )
  assert.equal(typeof sortOrder, 'number')
  assert.equal(createdAt, first.creationDate)
  assert.deepEqual(scopes, first.scopes)
  assert.ok(!JSON.stringify(data).includes(first.accessToken as string))
  const sub = await w.caller({ rights: 31 })
  const { data: own } = await sub.api.integrations.list()
  const { name } = (await sub.api.account.get()).data
  assert.deepEqual(
    own.map(({ subAccount, subAccountId, subAccountName }) => [subAccount, subAccountId, subAccountName]),
    [[true, sub.accountId, name]],
    'a sub-account has its own (D39)',
  )
})

apiTest('an integration that ends within a week warns of it (4.19)', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  const params = { apiKeyId: key.apiKeyId }
  const endsIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  for (const days of [6, 8])
    await w.api.apiKeys.createToken({ params, body: { description: `${days}`, expiresAt: endsIn(days) } })
  const { data } = await w.api.integrations.list()
  const warnings = data.filter((one) => one.apiKeyId === key.apiKeyId)
  assert.deepEqual(
    warnings.map(({ description, warning }) => [description, warning]),
    [
      ['6', true],
      ['8', false],
    ],
  )
})

apiTest('a removed token stops working at once, its neighbours stay (D77)', async (w) => {
  const { key, first, second } = await keyWithTokens(w.owner)
  assert.ok(await worksStill(w, first.accessToken))
  const { data } = await w.api.integrations.remove({ body: { apiKeyId: key.apiKeyId, tokenId: first.id } })
  assert.equal(data.success, true)
  assert.ok(!(await worksStill(w, first.accessToken)))
  assert.ok(await worksStill(w, second.accessToken))
  await w.refuses(
    w.api.integrations.remove({ body: { apiKeyId: key.apiKeyId, tokenId: first.id } }),
    'not_found',
  )
})

apiTest('a key is named by number, digits or client id, in query or body (D17, D77)', async (w) => {
  const ways = [
    ({ apiKeyId }: { apiKeyId: number }) => ['', { apiKeyId }],
    ({ apiKeyId }: { apiKeyId: number }) => ['', { apiKeyId: String(apiKeyId) }],
    ({ apiKeyId }: { apiKeyId: number }) => [`?apiKeyId=${apiKeyId}`, undefined],
    ({ apiKeyId }: { apiKeyId: number }) => [`?apiKeyId=${apiKeyId}`, { apiKeyId }],
    ({ apiKey }: { apiKey?: string }) => [`?apiKeyId=${apiKey}`, undefined],
  ] as const
  for (const way of ways) {
    const { key, first, second } = await keyWithTokens(w.owner)
    const [query, body] = way(key as never)
    const response = await w.request('DELETE', `/account/integration${query}`, { ...(body && { body }) })
    assert.equal(response.statusCode, 200, response.payload)
    assert.ok(!(await worksStill(w, first.accessToken)))
    assert.ok(!(await worksStill(w, second.accessToken)), 'all tokens under the key go')
  }
})

apiTest(
  'removing what is unknown, unclear or of another account is refused and changes nothing',
  async (w) => {
    const { key, first } = await keyWithTokens(w.owner)
    const code = async (url: string, options: { body?: unknown; token?: string } = {}) =>
      (await w.request('DELETE', `/account/integration${url}`, options)).json().code
    assert.equal(await code(''), 'body_required')
    assert.equal(await code('', { body: {} }), 'invalid_parameter')
    for (const name of ['2000000000', '9999999999', 'nonsense', 'f'.repeat(40)])
      assert.equal(await code(`?apiKeyId=${name}`), 'not_found', name)
    assert.equal(await code(`?apiKeyId=1`, { body: { apiKeyId: 2 } }), 'conflicting_alias')
    const stranger = await w.account()
    assert.equal(await code(`?apiKeyId=${key.apiKeyId}`, { token: stranger.token }), 'not_found')
    assert.ok(await worksStill(w, first.accessToken))
  },
)

apiTest('an id that is neither text nor number is nobody\u2019s, also one that has no text', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  for (const body of [
    { apiKeyId: { toString: 1, valueOf: 2 } },
    { apiKeyId: [] },
    { apiKeyId: key.apiKeyId, tokenId: { toString: 1, valueOf: 2 } },
    { apiKeyId: key.apiKeyId, tokenId: 'a\0b' },
  ]) {
    const answer = await w.request('DELETE', '/account/integration', { body })
    assert.ok([400, 404].includes(answer.statusCode), answer.payload)
  }
})

apiTest(
  'whoever is signed in answers an application without another login, once, and only for themselves (D191)',
  async (w) => {
    const r = await rig(w)
    const query = authorizeUrl(r, { state: 'mine', scope: 'smartlock.readOnly' }).search.slice(1)
    const person = await w.session()
    const ask = async () => (await person.api.integrations.request({ body: { query } })).data
    const { ticket = '', ...asked } = await ask()
    assert.deepEqual(asked, {
      application: 'Rooms & <Co>',
      host: 'client.example',
      scopes: ['smartlock.readOnly'],
    })
    const answer = (who: typeof person, isAllowed: boolean, given = ticket) =>
      who.api.integrations.consent({ body: { ticket: given, isAllowed } })
    const stranger = await w.session(await w.account())
    await w.refuses(answer(stranger, true), 'not_found')
    await w.refuses(answer(person, true, 'guessed'), 'not_found')
    const { data } = await answer(person, true)
    const back = new URL(data.redirectTo)
    assert.deepEqual([back.origin + back.pathname, back.searchParams.get('state')], [REDIRECT, 'mine'])
    assert.ok(back.searchParams.get('code'))
    await w.refuses(answer(person, true), 'not_found')
    const denied = await answer(person, false, (await ask()).ticket)
    assert.equal(new URL(denied.data.redirectTo).searchParams.get('error'), 'access_denied')
    const wrong = authorizeUrl(r, { scope: 'everything' }).search.slice(1)
    const message = await w.refuses(
      person.api.integrations.request({ body: { query: wrong } }),
      'invalid_parameter',
    )
    assert.match(message.message, /^query was refused: Name at least one scope/)
    await tokensFor(r, 'account')
    const { data: told } = await person.api.integrations.request({ body: { query: wrong } })
    assert.match(told.redirectTo ?? '', /^https:\/\/client\.example\/callback\?error=invalid_scope/)
    for (const changes of [{ client_id: 'f'.repeat(40) }, { redirect_uri: 'https://evil.example/' }])
      await w.refuses(
        person.api.integrations.request({ body: { query: authorizeUrl(r, changes).search.slice(1) } }),
        'not_found',
      )
  },
)

apiTest('of requests that wait for one person the newest twenty are kept (D191)', async (w) => {
  const r = await rig(w)
  const query = authorizeUrl(r, { state: 's'.repeat(7000) }).search.slice(1)
  const person = await w.session()
  const tickets: string[] = []
  for (let i = 0; i < 22; i++) {
    const { data } = await person.api.integrations.request({ body: { query } })
    tickets.push(data.ticket ?? '')
  }
  const { n } = await w.db
    .selectFrom('oauth_ticket')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(n), 20)
  const answer = (ticket = '') => person.api.integrations.consent({ body: { ticket, isAllowed: false } })
  await answer(tickets.at(-1))
})

apiTest(
  'allowing an application needs a proof that is fresh, denying it does not, and no token allows one by itself (D191)',
  async (w) => {
    const r = await rig(w)
    const body = { query: authorizeUrl(r).search.slice(1) }
    const { data: asked } = await w.api.integrations.request({ body })
    const answer = { ticket: asked.ticket ?? '', isAllowed: true }
    await w.refuses(w.api.integrations.consent({ body: answer }), 'step_up_required')
    const person = await w.session()
    await w.db.updateTable('session').set({ verified_at: 0 }).execute()
    await w.refuses(person.api.integrations.consent({ body: answer }), 'step_up_required')
    const proof = { currentPassword: 'correct horse' }
    const { data } = await person.api.integrations.consent({ body: { ...answer, ...proof } })
    assert.ok(new URL(data.redirectTo).searchParams.get('code'))
    const { data: again } = await person.api.integrations.request({ body })
    const denied = { ticket: again.ticket ?? '', isAllowed: false }
    await person.api.integrations.consent({ body: denied })
  },
)
