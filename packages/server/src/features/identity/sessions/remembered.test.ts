import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { clockOf, standingStill } from '../../../../test/manual-time.ts'
import { apiTest, type World } from '../../../../test/world.ts'
import { removeEndedSessions } from './jobs.ts'

const HOUR = 60 * 60 * 1000

const signIn = async (w: World): Promise<string> =>
  (await w.request('POST', '/account/login', { token: null, body: w.credentials })).json().accessToken

async function remember(w: World) {
  const answer = await w.request('PUT', '/account/session/device', { token: await signIn(w), body: {} })
  const cookie = String(answer.headers['set-cookie'])
  return { answer, cookie, value: cookie.split(';')[0] as string, token: answer.json().accessToken as string }
}

const resume = (w: World, cookie: string) =>
  w.request('POST', '/account/session/device', { token: null, headers: { cookie } })

const statusOf = async (w: World, token: string) => (await w.request('GET', '/company', { token })).statusCode

apiTest(
  'a remembered device gets the token of its one session by its cookie, anew when that is old, for 90 days (D185)',
  async (w) => {
    const { answer, cookie, value, token } = await remember(w)
    assert.equal(answer.statusCode, 200)
    assert.match(
      cookie,
      /^latchwork_device=[\w-]{43}; Path=\/account\/session\/device; Max-Age=7776000; HttpOnly; Secure; SameSite=Strict$/,
    )
    const rows = await w.db.selectFrom('session').selectAll().execute()
    assert.equal(rows.length, 1)
    const secret = value.slice('latchwork_device='.length)
    assert.ok(!JSON.stringify(rows).includes(secret) && JSON.stringify(rows).includes(hash('sha256', secret)))
    const [first, second] = [await resume(w, value), await resume(w, `theme=dark; ${value}`)]
    assert.deepEqual([first.json().accessToken, second.json().accessToken], [token, token])
    assert.equal(await statusOf(w, token), 200)
    clockOf(w).advance(7 * HOUR)
    const both = await Promise.all([resume(w, value), resume(w, value)])
    const [renewed, same] = both.map((one) => one.json().accessToken)
    assert.equal(renewed, same, 'two tabs have one token')
    assert.deepEqual([await statusOf(w, token), await statusOf(w, renewed)], [401, 200])
    clockOf(w).advance(13 * HOUR)
    assert.equal(await statusOf(w, renewed), 401, 'no token lives longer than before')
    await removeEndedSessions.run(w.service.contextFor(0), null)
    const back = (await resume(w, value)).json().accessToken
    const [session] = (await w.request('GET', '/account/session', { token: back })).json()
    assert.deepEqual([session.current, session.remembered], [true, true])
    const proof = await w.request('PUT', '/account/otp', { token: back, body: {} })
    assert.equal(proof.json().code, 'step_up_required', 'secrets still want the person')
    clockOf(w).advance(90 * 24 * HOUR)
    assert.equal((await resume(w, value)).json().code, 'token_invalid')
    await removeEndedSessions.run(w.service.contextFor(0), null)
    assert.deepEqual(await w.db.selectFrom('session').selectAll().execute(), [])
  },
  standingStill(),
)

apiTest(
  'a remembered device ends at once, ended from elsewhere, and needs a fresh proof to begin (D185)',
  async (w) => {
    const { value, token } = await remember(w)
    await w.api.sessions.removeOthers()
    assert.deepEqual([(await resume(w, value)).statusCode, await statusOf(w, token)], [401, 401])
    assert.equal((await resume(w, 'latchwork_device=guessed')).statusCode, 401)
    const other = await remember(w)
    assert.equal((await resume(w, other.value)).statusCode, 200)
    for (const two of [
      `latchwork_device=planted; ${other.value}`,
      `${other.value}; latchwork_device=planted`,
    ])
      assert.equal((await resume(w, two)).statusCode, 401, 'one of the two was planted (D253)')
    assert.equal((await resume(w, '')).statusCode, 401)
    const old = await signIn(w)
    await w.db.updateTable('session').set({ verified_at: 0 }).execute()
    const refused = await w.request('PUT', '/account/session/device', { token: old, body: {} })
    assert.deepEqual([refused.statusCode, refused.json().code], [403, 'step_up_required'])
    const program = await w.request('PUT', '/account/session/device', {
      body: { currentPassword: w.credentials.password },
    })
    assert.equal(program.json().code, 'step_up_required', 'a token of a program is no device')
  },
)
