import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { TO_RECEIVERS } from '../webhook-receiver.ts'
import { apiTest, type World } from '../world.ts'

/** Addresses of the outside only: what leads to this machine is forbidden. */
const outside = { config: { outbound: { ...TO_RECEIVERS, networks: [] } } }

/** A name that leads to this machine, one that leads nowhere; and what is told of either must not differ. */
const TARGETS = [`https://${hostname()}:1/x`, 'https://no-such-name.invalid/x']

apiTest(
  'whether a name is known inside and leads to a forbidden address is told to nobody: by no webhook, by no calendar',
  async (w) => {
    const { apiKeyId } = (await w.api.apiKeys.list()).data[0] ?? assert.fail('no key')
    const { addressId } = (await w.api.addresses.create({ body: { name: 'A', smartlockIds: [] } })).data
    const told = await Promise.all(
      TARGETS.map(async (url) => {
        const body = { webhookUrl: url, webhookFeatures: ['DEVICE_STATUS' as const], apiKeyId }
        const { id } = (await w.api.webhooks.register({ body })).data
        const { data: tested } = await w.api.webhooks.test({ params: { id } })
        const { data: checked } = await w.api.services.check({
          params: { serviceId: 'ical' },
          body: { url, addressId },
        })
        return { tested, checked }
      }),
    )
    assert.deepEqual(told[0], told[1])
    assert.equal(told[0]?.tested.message, 'The receiver did not answer: It cannot be reached.')
    assert.equal(told[0]?.checked.error, 'It cannot be reached.')
  },
  outside,
)

const LIMIT = 10

/** The codes of so many calls, at once. */
const codesOf = async (n: number, call: (i: number) => Promise<{ statusCode: number; payload: string }>) => {
  const answers = await Promise.all(Array.from({ length: n }, (_, i) => call(i)))
  return answers.map(({ statusCode, payload }) =>
    statusCode < 300 ? 'done' : (JSON.parse(payload) as { code: string }).code,
  )
}
const count = (codes: readonly string[], code: string) => codes.filter((other) => other === code).length

const deviceIdOf = (i: number) => (0xa0000000 + i).toString(16).toUpperCase()
const register = (w: World, token: string, deviceId: string, headers = {}) =>
  w.request('PUT', '/smartlock', { token, headers, body: { type: 4, name: 'Door', deviceId } })

for (const withKey of [false, true])
  apiTest(
    `who tries out device ids is told ten times an hour that one is taken, also all at once${withKey ? ', with keys' : ''}`,
    async (w) => {
      const stranger = await w.account()
      for (let i = 0; i < 15; i++) await w.lock({ deviceId: deviceIdOf(i) })
      const codes = await codesOf(15, (i) =>
        register(w, stranger.token, deviceIdOf(i), withKey ? { 'idempotency-key': `try-${i}` } : {}),
      )
      assert.deepEqual([count(codes, 'smartlock_exists'), count(codes, 'rate_limited')], [LIMIT, 5])
      const free = await register(w, stranger.token, deviceIdOf(99))
      assert.equal(free.statusCode, 429, 'that one is free is told no more, either')
      assert.ok(Number(free.headers['retry-after']) > 3000)
      assert.equal((await register(w, w.owner.token, deviceIdOf(98))).statusCode, 200, 'others go on')
    },
  )

apiTest('who registers many locks is not held up, and neither is who registers own ones again', async (w) => {
  const codes = await codesOf(3 * LIMIT, (i) => register(w, w.owner.token, deviceIdOf(i)))
  assert.equal(count(codes, 'done'), 3 * LIMIT)
  const again = await codesOf(3 * LIMIT, (i) => register(w, w.owner.token, deviceIdOf(i)))
  assert.equal(count(again, 'smartlock_exists'), 3 * LIMIT)
  assert.equal((await register(w, w.owner.token, deviceIdOf(98))).statusCode, 200)
})

apiTest(
  'who tries out mail addresses is told ten times an hour that one has an account, from one network and one account',
  async (w) => {
    const email = w.credentials.email
    const person = { name: 'X', language: 'en', password: 'a long password' }
    const signUp = (address: string) =>
      w.request('PUT', '/account', { token: null, body: { ...person, email: address } })
    const codes = await codesOf(LIMIT + 3, () => signUp(email))
    assert.deepEqual([count(codes, 'email_taken'), count(codes, 'rate_limited')], [LIMIT, 3])
    assert.equal((await signUp('free@example.com')).statusCode, 429)
    const caller = await w.account()
    const sub = (address: string) =>
      w.request('PUT', '/account/sub', {
        token: caller.token,
        body: { ...person, email: address, rights: 0, profile: {} },
      })
    const subs = await codesOf(LIMIT + 3, () => sub(email))
    assert.deepEqual([count(subs, 'email_taken'), count(subs, 'rate_limited')], [LIMIT, 3])
    const change = await w.request('POST', '/account/email/change', {
      token: caller.token,
      body: { email: 'free@example.com' },
    })
    assert.equal(change.statusCode, 429, 'whichever way the question is asked')
  },
  { config: { signUp: true } },
)
