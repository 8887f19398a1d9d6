import assert from 'node:assert/strict'
import { answerAt, callAs, open } from '../../../../test/oauth-consent.ts'
import { authorizeUrl, REDIRECT, REDIRECT_WITH_QUERY, rig, tokensFor } from '../../../../test/oauth-rig.ts'
import { apiTest } from '../../../../test/world.ts'

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
    assert.match(page.html, / refused"/)
  }
  const unknown = await open(authorizeUrl(r, { client_id: 'f'.repeat(40) }))
  assert.deepEqual([unknown.status, unknown.location], [400, undefined])
  const twice = await open(`${authorizeUrl(r)}&redirect_uri=https://evil.example/`)
  assert.deepEqual([twice.status, twice.location], [400, undefined])
})

apiTest('a client that somebody has allowed is told at its own address what it asks wrongly', async (w) => {
  const r = await rig(w)
  await tokensFor(r, 'account')
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
  const back = await answerAt(authorizeUrl(r, { state: 'mine' }), w.credentials, 'deny')
  assert.deepEqual(
    [back.searchParams.get('error'), back.searchParams.get('state'), back.searchParams.get('code')],
    ['access_denied', 'mine', null],
  )
})

apiTest(
  'the page is the console\u2019s: it cannot be framed, runs no foreign script, names who asks, sets no cookie (D211)',
  async (w) => {
    const r = await rig(w)
    const asked = await open(authorizeUrl(r))
    assert.match(asked.html, / asking:Rooms%20%26%20%3CCo%3E"/)
    for (const page of [asked, await open(authorizeUrl(r, { client_id: 'f'.repeat(40) }))]) {
      const policy = page.headers.get('content-security-policy') ?? ''
      assert.match(policy, /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/)
      assert.equal(page.headers.get('x-frame-options'), 'DENY')
      assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.equal(page.headers.get('set-cookie'), null, 'no cookie that another page could ride on')
      // Clients that ask in a window of their own hear there what became of it.
      assert.equal(page.headers.get('cross-origin-opener-policy'), null)
    }
  },
)

apiTest(
  'a request that is posted leads to the page, and nothing else of the form with it (RFC 6749 3.1)',
  async (w) => {
    const r = await rig(w)
    const url = authorizeUrl(r, { state: 'mine & "yours"' })
    const form = new URLSearchParams(url.searchParams)
    for (const [name, value] of Object.entries({ ...w.credentials, ticket: 'guessed', decision: 'allow' }))
      form.set(name, value)
    const { status, location } = await open(`${r.base}/oauth/authorize`, { method: 'POST', body: form })
    assert.equal(status, 303)
    assert.equal(`${location?.origin}${location?.pathname}`, `${r.base}/oauth/authorize`)
    assert.deepEqual(new Map(location?.searchParams), new Map(url.searchParams))
    const answered = await open(`${r.base}/oauth/authorize`, {
      method: 'POST',
      body: new URLSearchParams({ ticket: 'guessed', decision: 'allow' }),
    })
    assert.deepEqual([answered.status, answered.location], [400, undefined])
  },
)

apiTest('a client that is deleted while a person thinks about it gets nothing', async (w) => {
  const r = await rig(w)
  const person = await w.session()
  const { data } = await person.api.integrations.request({
    body: { query: authorizeUrl(r).search.slice(1) },
  })
  await r.vendor.api.apiKeys.remove({ params: { apiKeyId: r.apiKeyId } })
  const answer = { ticket: data.ticket ?? '', isAllowed: true }
  await w.refuses(person.api.integrations.consent({ body: answer }), 'not_found')
})

apiTest('what was asked of somebody is answered by them alone, and not after ten minutes', async (w) => {
  const r = await rig(w)
  const query = authorizeUrl(r).search.slice(1)
  const person = await w.session()
  const { data } = await person.api.integrations.request({ body: { query } })
  await w.db.updateTable('oauth_ticket').set({ expires_at: 1 }).execute()
  const answer = { ticket: data.ticket ?? '', isAllowed: true }
  await w.refuses(person.api.integrations.consent({ body: answer }), 'not_found')
  const nobody = await callAs(r.base, '/account/integration/request', { query })
  assert.equal(nobody.status, 401)
})
