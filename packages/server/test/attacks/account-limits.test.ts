import assert from 'node:assert/strict'
import { ManualClock } from '../../src/platform/clock.ts'
import { openEventSource } from '../event-source.ts'
import { apiTest, type Caller, type World } from '../world.ts'

/** What one account can do does not grow with the number of its tokens, sub-accounts or strangers (D118). */
const clock = () => new ManualClock(Date.parse('2026-03-01T12:00:00Z'))
const HOUR_MS = 3_600_000

const mailsTo = async (w: World, domain: string) =>
  (await w.db.selectFrom('mail').select('recipient').execute()).filter(({ recipient }) =>
    recipient.endsWith(domain),
  )

const codeOf = async (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

/** Each is a way to make the service write to somebody it does not know. */
const WAYS: Record<string, (w: World, by: Caller, to: string) => Promise<unknown>> = {
  'codes for a new address': (_w, by, email) => by.api.emailAddress.change({ body: { email } }),
  'an address that counts at once': (_w, by, email) =>
    by.api.account.update({ body: { language: 'en', email } }),
  'invitations to users of the account': async (w, by, email) => {
    const { data: user } = await by.api.accountUsers.create({ body: { email, name: 'Stranger' } })
    const [lock] = await w.db.selectFrom('smartlock').select('smartlock_id').execute()
    await by.api.authorizations.createOn({
      params: { smartlockId: lock?.smartlock_id as number },
      body: { name: 'App', type: 0, remoteAllowed: true, accountUserId: user.accountUserId },
    })
  },
}

for (const [way, send] of Object.entries(WAYS)) {
  apiTest(
    `an account cannot write to sixty strangers in an hour by ${way}, however often it is signed in`,
    async (w) => {
      await w.lock()
      const callers = [await w.session(), await w.session(), await w.session()]
      const results: string[] = []
      for (let i = 0; i < 60; i++)
        results.push(await codeOf(send(w, callers[i % 3] as Caller, `s${i}@strangers.example`)))
      const sent = results.filter((result) => result === 'done').length
      assert.ok(sent > 0 && sent <= 50, `${sent} went through`)
      assert.deepEqual([...new Set(results)].toSorted(), ['done', 'rate_limited'])
      // With an address that counts at once the one before it is told as well.
      const strangers = new Set((await mailsTo(w, '@strangers.example')).map(({ recipient }) => recipient))
      assert.equal(strangers.size, sent, 'what was refused wrote to nobody')
      const neighbour = await w.session(await w.account())
      assert.equal(
        await codeOf(WAYS['codes for a new address']?.(w, neighbour, 'own@neighbour.example') as never),
        'done',
      )
      ;(w.service.platform.clock as ManualClock).advance(HOUR_MS + 1)
      const again = await codeOf(send(w, await w.session(), 'later@strangers.example'))
      assert.equal(again, 'done', 'an hour later it may')
    },
    { clock },
  )
}

apiTest(
  'sub-accounts share the mails of their master, and a refused invitation leaves nothing behind',
  async (w) => {
    const { smartlockId } = await w.lock()
    const sub = await w.caller({ rights: 31 })
    await WAYS['codes for a new address']?.(w, await w.session(sub), 'a@strangers.example')
    const { data: user } = await w.api.accountUsers.create({
      body: { email: 'b@strangers.example', name: 'B' },
    })
    const body = { name: 'App', type: 0 as const, remoteAllowed: true, accountUserId: user.accountUserId }
    const create = () => w.request('PUT', `/smartlock/${smartlockId}/auth`, { body })
    const refused = await create()
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.deepEqual((await w.api.authorizations.listOf({ params: { smartlockId } })).data, [])
    const { accountUserId: _none, ...withoutMail } = body
    assert.equal(
      (await w.request('PUT', `/smartlock/${smartlockId}/auth`, { body: withoutMail })).statusCode,
      204,
    )
  },
  { config: { quota: { mailsPerHour: 1 } } },
)

apiTest(
  'what people are told about their own account is not stopped by what they wrote',
  async (w) => {
    await WAYS['codes for a new address']?.(w, await w.session(), 'a@strangers.example')
    const { api } = await w.session()
    await w.refuses(api.emailAddress.change({ body: { email: 'b@strangers.example' } }), 'rate_limited')
    await w.request('POST', '/account/password/reset', {
      token: null,
      body: { email: w.credentials.email },
    })
    await w.until('the reset', async () => (await mailsTo(w, w.credentials.email)).length === 1)
  },
  { config: { quota: { mailsPerHour: 1 } } },
)

apiTest(
  'ten tokens of one account together get what the account may ask for; its neighbour is not touched',
  async (w) => {
    const sub = await w.caller({ rights: 31 })
    const tokens = [
      sub.token,
      ...(await Promise.all(Array.from({ length: 9 }, () => w.caller({ of: w.owner })))).map(
        ({ token }) => token,
      ),
    ]
    const statuses: number[] = []
    for (let i = 0; i < 30; i++)
      statuses.push((await w.request('GET', '/smartlock', { token: tokens[i % 10] as string })).statusCode)
    assert.equal(statuses.filter((status) => status === 200).length, 12)
    const refused = await w.request('GET', '/smartlock')
    assert.deepEqual(
      [refused.statusCode, refused.json().code, refused.headers['retry-after']],
      [429, 'rate_limited', '1'],
    )
    assert.equal(refused.headers['ratelimit-limit'], '12')
    const neighbour = await w.account()
    assert.equal((await w.request('GET', '/smartlock', { token: neighbour.token })).statusCode, 200)
    ;(w.service.platform.clock as ManualClock).advance(1000)
    assert.equal((await w.request('GET', '/smartlock')).statusCode, 200)
  },
  {
    clock,
    config: {
      rate: { tokenPerSecond: 1, tokenBurst: 5, accountPerSecond: 2, accountBurst: 12, ipPerSecond: 0 },
    },
  },
)

apiTest(
  'streams are counted per account as well as per token, and one that ends makes room',
  async (w) => {
    const sub = await w.caller({ rights: 31 })
    const other = await w.caller({ of: w.owner })
    const open = ({ token }: Caller) => openEventSource(w.service, token)
    const sources = [await open(w.owner), await open(other), await open(sub)]
    assert.equal((await open(await w.caller({ of: w.owner }))).response.statusCode, 409)
    const neighbour = await open(await w.account())
    assert.equal(neighbour.response.statusCode, 200)
    sources[0]?.close()
    const again = await w.until('room', async () => {
      const source = await open(other)
      return source.response.statusCode === 200 && source
    })
    for (const source of [...sources, neighbour, again]) source.close()
  },
  { config: { quota: { streamsPerAccount: 3 } } },
)
