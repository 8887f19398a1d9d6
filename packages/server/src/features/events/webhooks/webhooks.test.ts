import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { startReceiver, TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest, type World } from '../../../../test/world.ts'

const options = { config: { outbound: TO_RECEIVERS } }

const register = async (w: World, webhookUrl: string, by = w.owner) =>
  (await by.api.webhooks.register({ body: { webhookUrl, webhookFeatures: ['DEVICE_MASTERDATA'] } })).data

const rename = (w: World, smartlockId: number, name: string) =>
  w.api.smartlocks.update({ params: { smartlockId }, body: { name } })

apiTest(
  'a webhook is registered with a secret that only this answer shows, listed and removed (#14-#16)',
  async (w) => {
    const made = await register(w, 'https://receiver.example/hook')
    assert.match(made.secret as string, /^[0-9a-f]{64}$/)
    assert.equal(made.status, 'ACTIVE')
    const { secret: _secret, ...shown } = made
    assert.deepEqual((await w.api.webhooks.list()).data, [shown])
    const stored = JSON.stringify(await w.db.selectFrom('webhook_endpoint').selectAll().execute())
    assert.ok(!stored.includes(made.secret as string), 'the secret is sealed')
    const { data } = await w.api.webhooks.remove({ params: { id: made.id } })
    assert.equal(data.success, true)
    assert.deepEqual((await w.api.webhooks.list()).data, [])
    await w.refuses(w.api.webhooks.remove({ params: { id: made.id } }), 'not_found')
  },
  options,
)

apiTest(
  'a URL the key already has is changed, with the same id and secret (D48); query parameters count too (D17)',
  async (w) => {
    const first = await register(w, 'https://receiver.example/hook')
    const url = '/api/decentralWebhook?webhookFeatures=DEVICE_LOGS,DEVICE_STATUS'
    const again = await w.request('PUT', url, { body: { webhookUrl: 'https://receiver.example/hook' } })
    assert.deepEqual(again.json(), { ...first, webhookFeatures: ['DEVICE_LOGS', 'DEVICE_STATUS'] })
    const sameUrlOtherKey = await register(
      w,
      'https://receiver.example/hook',
      await w.caller({ of: w.owner }),
    )
    assert.notEqual(sameUrlOtherKey.id, first.id)
    assert.equal((await w.api.webhooks.list()).data.length, 1, 'each key sees its own')
  },
  options,
)

apiTest(
  'the printed names webhook_url and webhook_features are taken, in query and body; two different values are not (D16)',
  async (w) => {
    const features = ['DEVICE_LOGS', 'DEVICE_STATUS']
    const put = (query: string, body: object) => w.request('PUT', `/api/decentralWebhook${query}`, { body })
    const url = 'https://receiver.example/printed'
    const made = await put('', { webhook_url: url, webhook_features: features })
    assert.deepEqual([made.statusCode, made.json().webhookUrl], [200, url], made.payload)
    assert.deepEqual(made.json().webhookFeatures, features)
    const inQuery = await put(`?webhook_features=${features}&webhook_url=${encodeURIComponent(url)}`, {})
    assert.deepEqual(inQuery.json(), made.json())
    const mixed = await put(`?webhook_features=${features}`, { webhookUrl: url, webhook_url: url })
    assert.deepEqual(mixed.json(), made.json())
    for (const [query, body] of [
      ['', { webhookUrl: url, webhook_url: `${url}/2`, webhookFeatures: features }],
      ['?webhook_features=DEVICE_AUTHS', { webhookUrl: url, webhookFeatures: features }],
    ] as const)
      assert.equal((await put(query, body)).json().code, 'conflicting_alias')
    assert.equal((await put('', { webhook_url: url })).json().code, 'invalid_parameter')
  },
)

apiTest('targets that are not allowed, and too many webhooks, are refused', async (w) => {
  for (const url of [
    'http://receiver.example/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://127.0.0.1/',
  ]) {
    const error = await w.refuses(register(w, url), 'url_not_allowed')
    assert.equal(error.status, 400)
  }
  for (let i = 0; i < 20; i++) await register(w, `https://receiver.example/${i}`)
  await w.refuses(register(w, 'https://receiver.example/20'), 'quota_exceeded')
  await register(w, 'https://receiver.example/0')
})

apiTest(
  'in the sandbox, loopback targets are allowed over http (D92)',
  async (w) => {
    await register(w, 'http://127.0.0.1:9/')
    await w.refuses(register(w, 'http://receiver.example/'), 'url_not_allowed')
  },
  { config: { outbound: { allowLoopback: true } } },
)

apiTest('a sub-account cannot subscribe to what its rights do not show (D59)', async (w) => {
  const body = (feature: 'DEVICE_LOGS' | 'DEVICE_AUTHS' | 'ACCOUNT_USER' | 'DEVICE_STATUS') => ({
    body: { webhookUrl: 'https://receiver.example/', webhookFeatures: [feature] },
  })
  const few = await w.caller({ rights: 7 })
  await few.api.webhooks.register(body('DEVICE_STATUS'))
  for (const feature of ['DEVICE_LOGS', 'DEVICE_AUTHS', 'ACCOUNT_USER'] as const) {
    await w.refuses(few.api.webhooks.register(body(feature)), 'right_missing')
  }
  const some = await w.caller({ rights: 24 })
  await some.api.webhooks.register(body('DEVICE_LOGS'))
  await some.api.webhooks.register(body('DEVICE_AUTHS'))
})

apiTest(
  'an event is posted with both signatures, and the id it has in the event list (D86-D88)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const { secret } = await register(w, receiver.url)
    const { smartlockId } = await w.lock()
    const message = await w.until('the message', async () => receiver.messages[0])
    const { data } = await w.api.events.list()
    assert.equal(message.id, data.events[0]?.id)
    assert.deepEqual(message.payload, data.events[0]?.payload)
    assert.equal(message.payload.smartlockId, smartlockId)
    assert.equal(message.headers['content-type'], 'application/json; charset=UTF-8')
    const hex = createHmac('sha256', secret as string)
      .update(message.body)
      .digest('hex')
    assert.equal(message.headers['x-nuki-signature-sha256'], hex)
    const library = new Webhook(`whsec_${Buffer.from(secret as string).toString('base64')}`)
    const headers = message.headers as Record<string, string>
    assert.deepEqual(library.verify(message.body, headers), message.payload)
    assert.throws(() => library.verify(`${message.body} `, headers))
  },
  options,
)

apiTest(
  'webhooks get their features only, of their account only, and nothing from before they existed',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const { smartlockId } = await w.lock()
    await register(w, receiver.url)
    const stranger = await w.account()
    await w.lock({ by: stranger })
    const { device } = await w.played()
    assert.ok(device, 'a lock that came online emits a status as well')
    await rename(w, smartlockId, 'Last')
    await w.until('the last event', async () => receiver.messages.at(-1)?.payload.name === 'Last')
    const seen = receiver.messages.map(({ payload }) => [payload.feature, payload.name])
    assert.deepEqual(seen, [
      ['DEVICE_MASTERDATA', 'Door'],
      ['DEVICE_MASTERDATA', 'Last'],
    ])
  },
  options,
)

apiTest(
  'events of one lock arrive in order, one at a time, while other locks overtake (D91)',
  async (w, t) => {
    const busy = new Map<number, number>()
    const receiver = await startReceiver(t, ({ payload }, response) => {
      const lock = payload.smartlockId as number
      busy.set(lock, (busy.get(lock) ?? 0) + 1)
      assert.equal(busy.get(lock), 1, 'one at a time per lock')
      setTimeout(() => {
        busy.set(lock, (busy.get(lock) as number) - 1)
        response.end()
      }, 5)
    })
    const locks = [await w.lock(), await w.lock()]
    await register(w, receiver.url)
    for (let i = 0; i < 15; i++) for (const { smartlockId } of locks) await rename(w, smartlockId, `${i}`)
    await w.until('all', async () => receiver.messages.length >= 30)
    for (const { smartlockId } of locks) {
      const ids = receiver.messages.filter((m) => m.payload.smartlockId === smartlockId).map((m) => m.id)
      assert.deepEqual(ids, [...ids].sort())
      assert.equal(new Set(ids).size, 15)
    }
  },
  options,
)

apiTest(
  'an endpoint that hangs does not delay another, not even of the same key',
  async (w, t) => {
    const hanging = await startReceiver(t, () => undefined)
    const quick = await startReceiver(t)
    await register(w, hanging.url)
    await register(w, quick.url)
    const { smartlockId } = await w.lock()
    await w.until('the hanging one has its first message', async () => hanging.messages.length === 1)
    for (let i = 0; i < 10; i++) await rename(w, smartlockId, `Name ${i}`)
    await w.until('the quick one has everything', async () => quick.messages.length === 11)
    assert.ok(hanging.messages.length < 11)
  },
  { config: { outbound: TO_RECEIVERS } },
)

apiTest(
  'webhooks of a sub-account get the events of its master, as far as its rights go',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const sub = await w.caller({ rights: 16 })
    await sub.api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_LOGS', 'DEVICE_MASTERDATA'] },
    })
    await w.lock()
    await w.until('the event of the master', async () => receiver.messages.length === 1)
  },
  options,
)

apiTest(
  'deleting the API key ends its webhooks (D58)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const other = await w.caller({ of: w.owner })
    const made = await register(w, receiver.url, other)
    await w.api.apiKeys.remove({ params: { apiKeyId: made.apiKeyId } })
    const kept = await startReceiver(t)
    await register(w, kept.url)
    await w.lock()
    await w.until('the kept one has it', async () => kept.messages.length === 1)
    assert.equal(receiver.messages.length, 0)
  },
  options,
)
