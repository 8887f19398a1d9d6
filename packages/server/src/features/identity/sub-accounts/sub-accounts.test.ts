import assert from 'node:assert/strict'
import { mailsTo } from '../../../../test/mails.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const CARETAKER = {
  email: 'Caretaker@Example.com',
  password: 'caretaker horse',
  name: 'Caretaker',
  rights: 2,
  language: 'de',
  profile: { firstName: 'Carla', country: 'AT' },
}
const create = (w: World, body: object = CARETAKER) => w.request('PUT', '/account/sub', { body })
const pathsOf = (answer: { json(): { errors: { path: string }[] } }) =>
  answer.json().errors.map(({ path }) => path)

/** A token of a session, which has all scopes. */
async function loginAs(w: World, { email, password }: { email: string; password: string }): Promise<string> {
  const answer = await w.request('POST', '/account/login', { token: null, body: { email, password } })
  return answer.json().accessToken as string
}

apiTest('a sub-account is created, read, listed and changed by its master', async (w) => {
  const made = (await create(w)).json()
  const { accountId, creationDate, updateDate, ...rest } = made
  assert.deepEqual(rest, {
    type: 0,
    email: CARETAKER.email,
    emailVerified: false,
    name: 'Caretaker',
    masterAccountId: w.owner.accountId,
    rights: 2,
    language: 'de',
    profile: { firstName: 'Carla', lastName: '', address: '', zip: '', city: '', country: 'AT' },
  })
  const params = { accountId }
  assert.deepEqual((await w.api.subAccounts.get({ params })).data, made)
  const { data: changed } = await w.api.subAccounts.update({ params, body: { name: 'Carla', rights: 18 } })
  assert.deepEqual(changed, { ...made, name: 'Carla', rights: 18, updateDate: changed.updateDate })
  assert.deepEqual((await w.api.subAccounts.list({})).data, [changed])
  const { data: log } = await w.api.audit.list({})
  const ofSubs = log.filter(({ action }) => action.startsWith('subAccount.'))
  assert.deepEqual(
    ofSubs.map(({ action, subject, detail }) => [action, subject, detail]),
    [
      ['subAccount.updated', String(accountId), { rights: '18' }],
      ['subAccount.created', String(accountId), { rights: '2' }],
    ],
  )
  const again = await w.api.subAccounts.update({ params, body: changed as never })
  assert.deepEqual(again.data, changed, 'sent back as read: no change (D9)')
  assert.equal((await w.api.audit.list({})).data.length, log.length)
  const parts = { city: 'Graz', zip: '8010' }
  const { data: moved } = await w.api.subAccounts.update({ params, body: { profile: parts } })
  const profile = { ...changed.profile, ...parts }
  assert.deepEqual(moved, { ...changed, profile, updateDate: moved.updateDate }, 'a part of it (D248)')
})

apiTest('fields of a sub-account are all required and follow their rules (D10)', async (w) => {
  assert.deepEqual(pathsOf(await create(w, {})), [
    'email',
    'password',
    'name',
    'language',
    'rights',
    'profile',
  ])
  for (const [path, change] of [
    ['rights', { rights: 32 }],
    ['rights', { rights: -1 }],
    ['password', { password: '123456' }],
    ['language', { language: 'german' }],
    ['profile', { profile: 'none' }],
    ['profile.country', { profile: { country: 'AUT' } }],
    ['profile.country', { profile: { country: '1a' } }],
  ] as const) {
    assert.deepEqual(pathsOf(await create(w, { ...CARETAKER, ...change })), [path])
  }
  assert.equal((await create(w, { ...CARETAKER, rights: '31', password: '1234567' })).json().rights, 31)
  assert.equal((await create(w, { ...CARETAKER, email: 'caretaker@example.com' })).json().code, 'email_taken')
  const master = { ...CARETAKER, email: 'OWNER@latchwork.local' }
  assert.equal((await create(w, master)).json().code, 'email_taken', 'unique in the whole service')
  const sub = await w.caller({ rights: 31 })
  await w.refuses(sub.api.subAccounts.list({}), 'master_required')
})

bothTest(
  'the filter is an expression that matches anywhere, in any case; bad ones are refused (D76)',
  async (w) => {
    for (const name of ['anna', 'ben', 'carla'])
      await create(w, { ...CARETAKER, email: `${name}@rooms.example` })
    const names = async (expression: string) => {
      const answer = await w.request('GET', `/account/sub?email=${encodeURIComponent(expression)}`)
      return answer.statusCode === 200
        ? answer.json().map(({ email }: { email: string }) => email.split('@')[0])
        : answer.json().code
    }
    assert.deepEqual(await names('A@R'), ['anna', 'carla'])
    assert.deepEqual(await names('^(ben|carla)@'), ['ben', 'carla'])
    assert.deepEqual(await names('[x-z]$'), [])
    assert.deepEqual(await names(''), ['anna', 'ben', 'carla'])
    for (const wrong of ['(', '[z-a]', 'a{2000}', '(?<=a)b', '\\1', 'a'.repeat(201)])
      assert.equal(await names(wrong), 'regex_invalid', wrong)
  },
)

apiTest(
  'sub-accounts beyond the quota are refused',
  async (w) => {
    assert.equal((await create(w)).statusCode, 200)
    assert.equal((await create(w, { ...CARETAKER, email: 'b@c.de' })).json().code, 'quota_exceeded')
  },
  { config: { quota: { subAccounts: 1 } } },
)

apiTest('changed rights count with the next call of a token that was used before (D40)', async (w) => {
  const { accountId } = (await create(w)).json()
  const token = await loginAs(w, CARETAKER)
  const logs = async () => (await w.request('GET', '/smartlock/log', { token })).statusCode
  assert.equal(await logs(), 403)
  await w.api.subAccounts.update({ params: { accountId }, body: { rights: 16 } })
  assert.equal(await logs(), 200)
  await w.api.subAccounts.update({ params: { accountId }, body: { rights: 2 } })
  assert.equal(await logs(), 403)
})

apiTest('a master that sets a new password ends the tokens of the sub-account only (D36)', async (w) => {
  const { accountId } = (await create(w)).json()
  const token = await loginAs(w, CARETAKER)
  await w.api.subAccounts.update({ params: { accountId }, body: { password: 'another horse' } })
  assert.equal((await w.request('GET', '/company', { token })).statusCode, 401)
  assert.equal((await w.request('GET', '/company')).statusCode, 200)
  assert.ok(await loginAs(w, { ...CARETAKER, password: 'another horse' }))
})

apiTest('a sub-account has keys, tokens, webhooks and integrations of its own (D39)', async (w) => {
  await create(w, { ...CARETAKER, rights: 31 })
  const token = await loginAs(w, CARETAKER)
  const ask = async (method: string, url: string, body?: object) =>
    (await w.request(method, url, { token, ...(body && { body }) })).json()
  assert.deepEqual(await ask('GET', '/api/key'), [], 'none of the master')
  const { apiKeyId } = await ask('PUT', '/api/key', { description: 'Own' })
  const own = await ask('PUT', `/api/key/${apiKeyId}/token`)
  const webhook = { webhookUrl: 'https://hook.example/x', webhookFeatures: ['DEVICE_STATUS'], apiKeyId }
  const { id } = await ask('PUT', '/api/decentralWebhook', webhook)
  assert.deepEqual(
    (await ask('GET', '/account/integration')).map(({ tokenId }: { tokenId: string }) => tokenId),
    [own.id],
  )
  const masters = (await w.api.apiKeys.list()).data.map((key) => key.apiKeyId)
  assert.ok(!masters.includes(apiKeyId), "and the master does not see the sub-account's")
  assert.equal((await w.request('DELETE', `/api/decentralWebhook/${id}`)).json().code, 'not_found')
})

apiTest('a caretaker with the right to operate opens doors and sees nothing else (D40)', async (w) => {
  const { smartlockId } = await w.simulated()
  await w.api.accountUsers.create({ body: { email: 'guest@example.com', name: 'Guest' } })
  await create(w)
  const token = await loginAs(w, CARETAKER)
  const call = (method: string, url: string, body?: object) =>
    w.request(method, url, { token, ...(body && { body }) })
  const locks = (await call('GET', '/smartlock')).json()
  assert.deepEqual(
    locks.map((lock: { smartlockId: number }) => lock.smartlockId),
    [smartlockId],
    'doors have to be found to be opened',
  )
  const opened = await call('POST', `/smartlock/${smartlockId}/action/unlock`)
  assert.equal(opened.statusCode, 204)
  const operationId = opened.headers['operation-id'] as string
  await w.until('the door is open', async () => {
    const { status } = (await call('GET', `/operation/${operationId}`)).json()
    return status === 'confirmed'
  })
  for (const [method, url] of [
    ['GET', '/smartlock/log'],
    ['GET', `/smartlock/${smartlockId}/log`],
    ['GET', '/account/user'],
    ['POST', `/smartlock/${smartlockId}`],
    ['DELETE', `/smartlock/${smartlockId}`],
    ['POST', `/smartlock/${smartlockId}/config`],
    ['POST', `/smartlock/${smartlockId}/admin/pin`],
    ['PUT', '/smartlock'],
    ['GET', '/account/sub'],
    ['GET', '/audit'],
    ['DELETE', '/account'],
  ] as const) {
    assert.equal((await call(method, url, {})).statusCode, 403, `${method} ${url}`)
  }
  const features = ['DEVICE_LOGS', 'DEVICE_AUTHS', 'ACCOUNT_USER']
  const { events } = (await call('GET', '/event')).json() as { events: { feature: string }[] }
  assert.deepEqual(
    events.filter(({ feature }) => features.includes(feature)),
    [],
    'no logs, no codes, no people in the events either',
  )
  assert.ok(events.some(({ feature }) => feature === 'DEVICE_STATUS'))
})

apiTest('a person who is invited by mail sets their own first password, once (D187)', async (w) => {
  const { accountId } = (await create(w, { ...CARETAKER, invite: true })).json()
  const [mail] = await mailsTo(w, CARETAKER.email)
  assert.equal(mail?.template, 'partnerInvite')
  const [token = ''] = /[\w-]{43}/.exec(mail?.text ?? '') ?? []
  const kept = JSON.stringify(await w.db.selectFrom('password_reset').selectAll().execute())
  assert.ok(token !== '' && !kept.includes(token), 'the store has its hash')
  const set = () =>
    w.request('POST', '/account/password/reset/confirm', {
      token: null,
      body: { token, password: 'my own horse' },
    })
  const first = await set()
  assert.ok(first.statusCode < 300, first.payload)
  assert.ok((await set()).statusCode >= 400, 'once')
  assert.ok(await loginAs(w, { email: CARETAKER.email, password: 'my own horse' }))
  assert.equal((await w.api.subAccounts.get({ params: { accountId } })).data.accountId, accountId)
})
