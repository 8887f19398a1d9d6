import assert from 'node:assert/strict'
import { open } from '../../../../test/browser.ts'
import { answerAt, OWNER } from '../../../../test/oauth-consent.ts'
import { authorizeUrl, REDIRECT, REDIRECT_WITH_QUERY, rig } from '../../../../test/oauth-rig.ts'
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
  const back = await answerAt(authorizeUrl(r, { state: 'mine' }), 'deny')
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
  const wrong = await login.submit({ ...OWNER, password: 'wrong horse' })
  assert.equal(wrong.status, 401)
  assert.match(wrong.html, /role="alert"[^>]*>Wrong email address or password/)
  assert.ok(!wrong.html.includes('wrong horse'))
  const ask = await wrong.submit(OWNER)
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
  const ask = await (await open(authorizeUrl(r))).submit(OWNER)
  await r.vendor.api.apiKeys.remove({ params: { apiKeyId: r.apiKeyId } })
  const answer = await ask.submit({ decision: 'allow' })
  assert.deepEqual([answer.status, answer.location], [400, undefined])
})

apiTest('the login page shares the limits of the login call (D42)', async (w) => {
  const r = await rig(w)
  const login = await open(authorizeUrl(r))
  for (let i = 0; i < 10; i++) await login.submit({ ...OWNER, password: 'wrong horse' })
  const locked = await login.submit(OWNER)
  assert.deepEqual([locked.status, locked.headers.get('retry-after') !== null], [429, true])
})
