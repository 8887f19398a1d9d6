import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { addPasskey, ORIGIN, PASSKEYS, signInWith } from '../../../../test/passkeys.ts'
import { apiTest, createWorld, type World } from '../../../../test/world.ts'
import { siteOf } from './rules.ts'

const MINUTE = 60_000

const templates = async (w: World) =>
  (await mailsTo(w, w.credentials.email)).map(({ template }) => template).toReversed()
const actions = async (w: World, prefix: string) =>
  (await w.api.audit.list()).data
    .map(({ action }) => action)
    .filter((action) => action.startsWith(prefix))
    .toReversed()

apiTest(
  'several passkeys are added, listed, renamed, used and removed, and each is told of (D114)',
  async (w) => {
    const { token } = await w.session()
    const [phone, key] = [createAuthenticator(ORIGIN), createAuthenticator(ORIGIN)]
    const first = await addPasskey(w, token, phone, 'Phone')
    const second = await addPasskey(w, token, key, 'Key on the ring')
    const list = () => w.request('GET', '/account/passkey', { token })
    const [one, two, ...others] = (await list()).json()
    assert.deepEqual(others, [])
    assert.deepEqual([one.id, two.id], [first.id, second.id])
    assert.deepEqual([one.name, one.host, one.lastUsedDate], ['Phone', 'locks.example', undefined])
    const rename = await w.request('POST', `/account/passkey/${second.id}`, { token, body: { name: 'Key' } })
    assert.equal(rename.statusCode, 204)
    const signedIn = await signInWith(w, key)
    assert.equal(signedIn.statusCode, 200, signedIn.payload)
    assert.equal(signedIn.json().accountId, w.owner.accountId)
    const used = (await list()).json()[1]
    assert.deepEqual([used.name, typeof used.lastUsedDate], ['Key', 'string'])
    const remove = () => w.request('DELETE', `/account/passkey/${second.id}`, { token })
    assert.equal((await remove()).statusCode, 204)
    assert.equal((await remove()).statusCode, 404)
    assert.equal((await signInWith(w, key)).json().code, 'passkey_invalid')
    assert.equal((await signInWith(w, phone)).statusCode, 200)
    assert.deepEqual(await actions(w, 'passkey.'), [
      'passkey.added',
      'passkey.added',
      'passkey.renamed',
      'passkey.removed',
    ])
    assert.deepEqual(await templates(w), ['passkeyAdded', 'passkeyAdded', 'passkeyRemoved'])
  },
  PASSKEYS,
)

apiTest(
  'what the browser is asked for names no account number, wants a PIN or finger, and excludes what is there (D114)',
  async (w) => {
    const { token } = await w.session()
    const authenticator = createAuthenticator(ORIGIN)
    const ask = () => w.request('POST', '/account/passkey/options', { token, body: {} })
    const options = (await ask()).json()
    assert.match(options.user.id, /^[\w-]{43}$/)
    assert.equal((await ask()).json().user.id, options.user.id, 'the same for all passkeys of an account')
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    })
    await addPasskey(w, token, authenticator, 'Phone')
    assert.equal((await ask()).json().excludeCredentials.length, 1)
    const signIn = (await w.request('POST', '/account/login/passkey/options', { token: null })).json()
    assert.equal(signIn.allowCredentials, undefined, 'nobody is named')
    assert.equal(signIn.userVerification, 'required')
    const stored = JSON.stringify(await w.db.selectFrom('passkey_challenge').selectAll().execute())
    assert.ok(!stored.includes(signIn.challenge), 'a challenge is stored hashed')
  },
  PASSKEYS,
)

apiTest(
  'a passkey of an account with one-time passwords signs in without one: it is two factors already (D114)',
  async (w) => {
    const { token } = await w.session()
    const authenticator = createAuthenticator(ORIGIN)
    await addPasskey(w, token, authenticator, 'Phone')
    await w.db
      .insertInto('account_otp')
      .values({
        account_id: w.owner.accountId,
        secret_sealed: '',
        requested_at: 0,
        enabled_at: 1,
        last_step: 0,
        failures: 0,
        locked_until: null,
      })
      .execute()
    const body = { email: w.credentials.email, password: 'correct horse' }
    assert.equal(
      (await w.request('POST', '/account/login', { token: null, body })).json().code,
      'otp_required',
    )
    assert.equal((await signInWith(w, authenticator)).statusCode, 200)
  },
  PASSKEYS,
)

apiTest(
  'adding and removing a passkey needs a fresh proof, and a passkey gives one (D109, D114)',
  async (w) => {
    const { token } = await w.session()
    const authenticator = createAuthenticator(ORIGIN)
    const { id } = await addPasskey(w, token, authenticator, 'Phone')
    const add = async () =>
      (await w.request('POST', '/account/passkey/options', { token, body: {} })).statusCode
    const remove = (body?: object) =>
      w.request('DELETE', `/account/passkey/${id}`, { token, ...(body && { body }) })
    clockOf(w).advance(11 * MINUTE)
    assert.equal(await add(), 403)
    assert.equal((await remove()).json().code, 'step_up_required')
    const ask = await w.request('POST', '/account/session/verify/passkey/options', { token })
    const body = { credential: authenticator.get(ask.json()) }
    const proved = await w.request('POST', '/account/session/verify/passkey', { token, body })
    assert.equal(proved.statusCode, 204, proved.payload)
    assert.equal(await add(), 200)
    clockOf(w).advance(11 * MINUTE)
    assert.equal((await remove({ currentPassword: 'wrong horse' })).json().code, 'invalid_credentials')
    assert.equal((await remove({ currentPassword: 'correct horse' })).statusCode, 204)
    const none = await w.request('POST', '/account/session/verify/passkey/options', { token })
    assert.equal(none.json().code, 'passkey_missing')
  },
  { ...PASSKEYS, ...standingStill() },
)

apiTest(
  'passkeys of a sub-account are its own; those of others do not exist (D38, D114)',
  async (w) => {
    const sub = await w.session(await w.caller({ rights: 0 }))
    const authenticator = createAuthenticator(ORIGIN)
    const { id } = await addPasskey(w, sub.token, authenticator, 'Phone')
    const { token } = await w.session()
    assert.deepEqual((await w.request('GET', '/account/passkey', { token })).json(), [])
    const body = { name: 'Mine' }
    assert.equal((await w.request('POST', `/account/passkey/${id}`, { token, body })).statusCode, 404)
    assert.equal((await w.request('DELETE', `/account/passkey/${id}`, { token })).statusCode, 404)
    assert.equal((await signInWith(w, authenticator)).json().accountId, sub.accountId)
  },
  PASSKEYS,
)

apiTest('where the console has no host name passkeys are refused, with what to do about it', async (w) => {
  const ask = (host: string) =>
    w.request('POST', '/account/login/passkey/options', { token: null, headers: { host } })
  const refused = await ask('127.0.0.1:8080')
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'passkeys_unavailable'])
  assert.match(refused.payload, /http:\/\/localhost:8080.*LATCHWORK_PUBLIC_URL/)
  assert.equal((await ask('locks.example')).statusCode, 409, 'no HTTPS')
  assert.equal((await ask('localhost:8080')).json().rpId, 'localhost')
})

test('the site of passkeys is the address the operator set, whatever the call says', () => {
  const from = (host: string, protocol = 'http') => ({ host, protocol, url: '/', headers: {} })
  assert.deepEqual(siteOf('https://locks.example:8443/console', from('evil.example')), {
    id: 'locks.example',
    origin: 'https://locks.example:8443',
  })
  for (const host of ['[::1]:8080', '192.0.2.1', 'a b'])
    assert.ok('problem' in siteOf(undefined, from(host, 'https')), host)
  assert.deepEqual(siteOf(undefined, from('doors.example', 'https')), {
    id: 'doors.example',
    origin: 'https://doors.example',
  })
})

test('a challenge that one process gave is used up in whichever process its answer arrives', async (t) => {
  const w = await createWorld(t, 'postgres', PASSKEYS)
  const second = await createWorld(t, 'postgres', { ...PASSKEYS, storage: w.storage })
  const authenticator = createAuthenticator(ORIGIN)
  await addPasskey(w, (await w.session()).token, authenticator, 'Phone')
  const options = (await w.request('POST', '/account/login/passkey/options', { token: null })).json()
  const body = { credential: authenticator.get(options) }
  const [here, there] = await Promise.all(
    [w, second].map((world) => world.request('POST', '/account/login/passkey', { token: null, body })),
  )
  assert.deepEqual([here?.statusCode, there?.statusCode].toSorted(), [200, 401])
})
