import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createAuthenticator, type Twist } from '../authenticator.ts'
import { clockOf, standingStill } from '../manual-time.ts'
import { addPasskey, ORIGIN, PASSKEYS, sendSignIn, signInOptions, signInWith } from '../passkeys.ts'
import { apiTest, type World } from '../world.ts'

const MINUTE = 60_000

/** The owner's passkey, and the session that made it. */
async function ownPasskey(w: World) {
  const authenticator = createAuthenticator(ORIGIN)
  const session = await w.session()
  await addPasskey(w, session.token, authenticator, 'Phone')
  return { authenticator, session }
}

const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const FORGED: Record<string, Twist> = {
  'for another origin': { origin: 'https://evil.example' },
  'for another host': { rpId: 'evil.example' },
  'in a frame of another site': { crossOrigin: true },
  'without PIN or finger': { unverified: true },
  'of another key': { key: foreignKey },
  'with a challenge of its own': { challenge: 'A'.repeat(43) },
  'of a registration': { type: 'webauthn.create' },
  'with the handle of another account': { userHandle: 'B'.repeat(43) },
  'that names nobody': { userHandle: null },
}

apiTest(
  'an answer that is wrong in any one way signs nobody in, and all are refused alike (D114)',
  async (w) => {
    const { authenticator } = await ownPasskey(w)
    for (const [how, twist] of Object.entries(FORGED)) {
      const answer = await signInWith(w, authenticator, twist)
      assert.deepEqual([answer.statusCode, answer.json().code], [401, 'passkey_invalid'], how)
    }
    const stranger = createAuthenticator(ORIGIN)
    stranger.create({ rp: { id: 'locks.example' }, user: { id: 'C'.repeat(43) }, challenge: 'D' })
    const unknown = await signInWith(w, stranger)
    assert.deepEqual([unknown.statusCode, unknown.json().code], [401, 'passkey_invalid'], 'unknown')
    assert.equal((await signInWith(w, authenticator)).statusCode, 200, 'the honest one is let in')
  },
  PASSKEYS,
)

apiTest(
  'an answer that was overheard works no second time, nor after five minutes (D114)',
  async (w) => {
    const { authenticator } = await ownPasskey(w)
    const credential = authenticator.get(await signInOptions(w))
    assert.equal((await sendSignIn(w, credential)).statusCode, 200)
    assert.equal((await sendSignIn(w, credential)).json().code, 'passkey_invalid')
    const late = authenticator.get(await signInOptions(w))
    clockOf(w).advance(5 * MINUTE)
    assert.equal((await sendSignIn(w, late)).json().code, 'passkey_invalid')
  },
  { ...PASSKEYS, ...standingStill() },
)

apiTest(
  'a challenge is good for what it was given for and for who asked for it (D114)',
  async (w) => {
    const { authenticator, session } = await ownPasskey(w)
    const other = await w.session()
    const stepUp = async (token: string) =>
      (await w.request('POST', '/account/session/verify/passkey/options', { token })).json()
    const verify = async (token: string, credential: object) =>
      (await w.request('POST', '/account/session/verify/passkey', { token, body: { credential } })).statusCode
    assert.equal((await sendSignIn(w, authenticator.get(await stepUp(session.token)))).statusCode, 401)
    assert.equal(await verify(session.token, authenticator.get(await signInOptions(w))), 401)
    assert.equal(await verify(other.token, authenticator.get(await stepUp(session.token))), 401)
    assert.equal(await verify(session.token, authenticator.get(await stepUp(session.token))), 204)
    const options = await w.request('POST', '/account/passkey/options', { token: session.token, body: {} })
    const { challenge } = options.json()
    const asProof = authenticator.get({ ...(await stepUp(session.token)), challenge })
    assert.equal(await verify(session.token, asProof), 401, 'one for a new passkey proves nothing')
    const body = { name: 'Theirs', credential: createAuthenticator(ORIGIN).create(options.json()) }
    const planted = await w.request('PUT', '/account/passkey', { token: other.token, body })
    assert.equal(planted.json().code, 'passkey_invalid', 'nor is a passkey planted with another session')
  },
  PASSKEYS,
)

apiTest(
  'a passkey of one account proves nothing for another (D114)',
  async (w) => {
    const { authenticator } = await ownPasskey(w)
    const thief = await w.session(await w.account())
    const own = createAuthenticator(ORIGIN)
    await addPasskey(w, thief.token, own, 'Own')
    const options = await w.request('POST', '/account/session/verify/passkey/options', { token: thief.token })
    const { allowCredentials: _own, ...any } = options.json()
    const body = { credential: authenticator.get(any) }
    const answer = await w.request('POST', '/account/session/verify/passkey', { token: thief.token, body })
    assert.equal(answer.json().code, 'passkey_invalid')
  },
  PASSKEYS,
)

apiTest(
  'a copied passkey is noticed by its counter, refused and written down (D114)',
  async (w) => {
    const { authenticator } = await ownPasskey(w)
    assert.equal((await signInWith(w, authenticator, { counter: 7 })).statusCode, 200)
    for (const counter of [7, 3, 0])
      assert.equal((await signInWith(w, authenticator, { counter })).json().code, 'passkey_invalid')
    const forged = await signInWith(w, authenticator, { counter: 2, key: foreignKey })
    assert.equal(forged.statusCode, 401)
    const { data } = await w.api.audit.list()
    const copies = data.filter(({ action }) => action === 'passkey.copied')
    assert.equal(copies.length, 3, 'who does not have the key cannot make it look copied')
    assert.equal((await signInWith(w, authenticator, { counter: 8 })).statusCode, 200)
  },
  PASSKEYS,
)

apiTest(
  'a registration that is wrong in any way adds nothing (D114)',
  async (w) => {
    const { session } = await ownPasskey(w)
    const add = async (twist: Twist) => {
      const options = await w.request('POST', '/account/passkey/options', { token: session.token, body: {} })
      const body = { name: 'X', credential: createAuthenticator(ORIGIN).create(options.json(), twist) }
      return (await w.request('PUT', '/account/passkey', { token: session.token, body })).json().code
    }
    for (const twist of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { unverified: true },
      { challenge: 'A'.repeat(43) },
      { crossOrigin: true },
      { type: 'webauthn.get' },
    ])
      assert.equal(await add(twist), 'passkey_invalid', JSON.stringify(twist))
    const rows = await w.db.selectFrom('passkey').select('id').execute()
    assert.equal(rows.length, 1)
  },
  PASSKEYS,
)

apiTest(
  'nonsense for a passkey is refused, never a failure of the service',
  async (w) => {
    const junk = Buffer.from('{"challenge":{}}').toString('base64url')
    for (const clientDataJSON of [junk, 'AAAA', Buffer.from('null').toString('base64url')]) {
      const credential = {
        id: 'AA',
        rawId: 'AA',
        type: 'public-key',
        response: { clientDataJSON, authenticatorData: 'AA', signature: 'AA' },
      }
      assert.equal((await sendSignIn(w, credential)).statusCode, 401)
    }
    const { authenticator } = await ownPasskey(w)
    for (const spoil of [{ authenticatorData: 'AAAA' }, { signature: 'AAAA' }]) {
      const credential = authenticator.get(await signInOptions(w))
      const spoilt = { ...credential, response: { ...credential.response, ...spoil } }
      assert.equal((await sendSignIn(w, spoilt)).statusCode, 401)
    }
  },
  PASSKEYS,
)

apiTest(
  'a network that tries passkeys over and over has to wait, as with passwords (D42)',
  async (w) => {
    const { authenticator } = await ownPasskey(w)
    for (let i = 0; i < 50; i++)
      assert.equal((await signInWith(w, authenticator, { key: foreignKey })).statusCode, 401)
    const locked = await signInWith(w, authenticator)
    assert.deepEqual([locked.statusCode, locked.json().code], [429, 'login_locked'])
    let begun = 51
    while ((await w.request('POST', '/account/login/passkey/options', { token: null })).statusCode === 200)
      begun++
    assert.equal(begun, 100, 'challenges are not given without end')
  },
  { config: { ...PASSKEYS.config, rate: { ipPerSecond: 0 } } },
)
