import assert from 'node:assert/strict'
import type { KyselyPlugin } from 'kysely'
import { mailsTo } from '../../../../test/mails.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { fail } from '../../../platform/app-error.ts'
import * as passwords from './service.ts'

const MINUTE = 60_000

const ask = (w: World, email = w.credentials.email, body: object = {}, query = '') =>
  w.request('POST', `/account/password/reset${query}`, {
    token: null,
    body: { email, ...body },
    headers: { 'x-request-id': 'same' },
  })
const confirm = async (w: World, token: string, password = 'battery staple') => {
  const answer = await w.request('POST', '/account/password/reset/confirm', {
    token: null,
    body: { token, password },
  })
  return answer.statusCode === 200 ? 'changed' : answer.json().code
}
const login = async (w: World, password: string) =>
  (await w.request('POST', '/account/login', { token: null, body: { email: w.credentials.email, password } }))
    .statusCode

/** The tokens of all resets that were mailed, newest first. */
async function mailed(w: World, email = w.credentials.email, howMany = 1): Promise<string[]> {
  return w.until(`${howMany} resets were mailed`, async () => {
    const mails = await mailsTo(w, email)
    return mails.length >= howMany && mails.map(({ text }) => /[\w-]{43}/.exec(text)?.[0] ?? '')
  })
}

apiTest('a reset is mailed, works once, and ends what the old password opened (D36, D75)', async (w) => {
  const sub = await w.caller({ rights: 31 })
  assert.deepEqual((await ask(w, w.credentials.email.toUpperCase())).json().success, true)
  const [token = ''] = await mailed(w)
  const stored = JSON.stringify(await w.db.selectFrom('password_reset').selectAll().execute())
  assert.ok(!stored.includes(token), 'stored hashed')
  const [mail] = await mailsTo(w, w.credentials.email)
  assert.deepEqual([mail?.template, mail?.language], ['passwordReset', 'en'])
  assert.equal(await confirm(w, token, '123456'), 'invalid_parameter')
  assert.equal(await confirm(w, `${token}x`), 'reset_token_invalid')
  const both = await Promise.all([confirm(w, token), confirm(w, token)])
  assert.deepEqual(both.toSorted(), ['changed', 'reset_token_invalid'])
  assert.deepEqual([await login(w, 'correct horse'), await login(w, 'battery staple')], [401, 200])
  const status = async (token: string) => (await w.request('GET', '/company', { token })).statusCode
  assert.deepEqual([await status(w.owner.token), await status(sub.token)], [401, 200])
  const entry = await w.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'password.changed')
    .executeTakeFirstOrThrow()
  assert.equal(entry.actor_account_id, w.owner.accountId)
})

apiTest(
  'the mail of a reset, where the public address is known, links to the page that sets the password (D75)',
  async (w) => {
    const asked = { token: null, body: { email: w.credentials.email }, headers: { host: 'evil.example' } }
    await w.request('POST', '/account/password/reset', asked)
    const [token = ''] = await mailed(w)
    const [mail] = await mailsTo(w, w.credentials.email)
    assert.ok(mail?.text.includes(`    https://locks.example/console/reset#token=${token}\n`))
    assert.equal(mail?.text.includes('evil'), false, 'what the caller says about the host is not believed')
  },
  { config: { publicUrl: 'https://locks.example/' } },
)

apiTest('the mail of a reset, where the public address is not known, has the code and no link', async (w) => {
  await ask(w)
  await mailed(w)
  const [mail] = await mailsTo(w, w.credentials.email)
  assert.doesNotMatch(mail?.text ?? 'none', /http|browser/)
})

for (const [where, body, query] of [
  ['in the body', { deleteApiTokens: false }, ''],
  ['in the query', {}, '?delete_api_tokens=FALSE'],
] as const) {
  apiTest(
    `deleteApiTokens ${where} of the request, which anybody can send, decides nothing (D112)`,
    async (w) => {
      await ask(w, w.credentials.email, body, query)
      const [token = ''] = await mailed(w)
      assert.equal(await confirm(w, token), 'changed')
      assert.equal((await w.request('GET', '/company')).statusCode, 401, 'the token is gone')
    },
  )
}

apiTest('who confirms a reset may keep the tokens (D112)', async (w) => {
  await ask(w)
  const [token = ''] = await mailed(w)
  const body = { token, password: 'battery staple', deleteApiTokens: false }
  const answer = await w.request('POST', '/account/password/reset/confirm', { token: null, body })
  assert.equal(answer.statusCode, 200)
  assert.equal((await w.request('GET', '/company')).statusCode, 200)
})

apiTest('a reset lifts the lock that wrong passwords put on the address (D42, D75)', async (w) => {
  for (let i = 0; i < 10; i++) assert.equal(await login(w, `guess ${i}`), 401)
  assert.equal(await login(w, 'correct horse'), 429)
  await ask(w)
  const [token = ''] = await mailed(w)
  assert.equal(await confirm(w, `${token}x`), 'reset_token_invalid')
  assert.equal(await login(w, 'correct horse'), 429, 'not before the reset was used')
  assert.equal(await confirm(w, token), 'changed')
  assert.equal(await login(w, 'battery staple'), 200)
})

apiTest('an address without an account gets the same answer and no mail', async (w) => {
  const known = await ask(w)
  const unknown = await ask(w, 'nobody@example.com')
  assert.deepEqual([unknown.statusCode, unknown.payload], [known.statusCode, known.payload])
  await mailed(w)
  await w.service.quiet()
  assert.deepEqual(await mailsTo(w, 'nobody@example.com'), [])
  assert.equal((await ask(w, 'no address')).statusCode, 400)
})

apiTest(
  'the same work is done before the answer, whether the address has an account or not (D75)',
  async (w) => {
    const workFor = async (email: string) => {
      const statements: string[] = []
      const counting: KyselyPlugin = {
        transformQuery({ node }) {
          statements.push(node.kind)
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const system = w.service.contextFor(0)
      const incoming = { method: 'POST', url: '/', headers: {} } as never
      const call = { fail, requestId: 'x', network: email, incoming }
      const ctx = { ...system, ...call, db: system.db.withPlugin(counting) }
      await passwords.requestReset(ctx, email)
      return statements
    }
    const known = await workFor(w.credentials.email)
    assert.ok(known.length > 0, 'the work was seen')
    assert.deepEqual(await workFor('nobody@example.com'), known)
  },
)

apiTest(
  'a reset lives an hour, a new password kills those that were not used, and an address gets three mails an hour (D75)',
  async (w) => {
    await ask(w)
    const [late = ''] = await mailed(w)
    clockOf(w).advance(60 * MINUTE)
    assert.equal(await confirm(w, late), 'reset_token_invalid')
    for (let i = 0; i < 5; i++) assert.equal((await ask(w)).statusCode, 200, 'the answer stays the same')
    const [newest = '', other = ''] = await mailed(w, w.credentials.email, 4)
    await w.service.quiet()
    assert.equal((await mailsTo(w, w.credentials.email)).length, 4, 'one before, three in this hour')
    assert.equal(await confirm(w, other), 'changed')
    assert.equal(await confirm(w, newest), 'reset_token_invalid')
  },
  standingStill(),
)

apiTest('one network asks for at most ten resets an hour, whatever the address (D75)', async (w) => {
  for (let i = 0; i < 10; i++) assert.equal((await ask(w, `n${i}@example.com`)).statusCode, 200)
  const refused = await ask(w)
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
  assert.ok(Number(refused.headers['retry-after']) > 3500)
  const rows = JSON.stringify(await w.db.selectFrom('attempt').selectAll().execute())
  assert.ok(!rows.includes('example.com'), 'addresses are counted by their hash')
})
