import assert from 'node:assert/strict'
import { startReceiver, TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'

const options = { config: { outbound: TO_RECEIVERS } }

const register = async (w: World, webhookUrl: string) =>
  (await w.api.webhooks.register({ body: { webhookUrl, webhookFeatures: ['DEVICE_MASTERDATA'] } })).data

const logsOf = async (w: World, apiKeyId: number, query: { id?: string; limit?: number } = {}) =>
  (await w.api.webhooks.logs({ params: { apiKeyId }, query })).data

apiTest(
  'the log has one entry per attempt, newest first, with masked signatures and what was posted (#17)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const webhook = await register(w, receiver.url)
    const { smartlockId } = await w.lock()
    await w.api.smartlocks.update({ params: { smartlockId }, body: { name: 'Second' } })
    const log = await w.until('two entries', async () => {
      const rows = await logsOf(w, webhook.apiKeyId)
      return rows.length === 2 && rows
    })
    const [second, first] = log
    assert.ok(first && second && first.id < second.id)
    assert.deepEqual(
      [first.eventId, second.eventId],
      receiver.messages.map(({ id }) => id),
    )
    assert.deepEqual([first.succeeded, first.responseStatus, first.attempt], [true, 200, 1])
    assert.equal(first.webhookId, webhook.id)
    assert.equal(first.accountId, w.owner.accountId)
    assert.ok((first.duration as number) >= 0)
    assert.equal(second.response?.path, receiver.url)
    assert.deepEqual(second.response?.body, receiver.messages[1]?.payload)
    const headers = second.response?.headers as Record<string, string>
    assert.equal(headers['webhook-id'], second.eventId)
    assert.deepEqual([headers['webhook-signature'], headers['x-nuki-signature-sha256']], ['***', '***'])
    const { data: own } = await w.api.webhooks.logOf({ params: { webhookId: webhook.id } })
    assert.deepEqual(own, log)
    const stranger = await w.account()
    const foreign = stranger.api.webhooks.logs({ params: { apiKeyId: webhook.apiKeyId } })
    await w.refuses(foreign, 'not_found')
  },
  options,
)

bothTest(
  'the log pages by its cursor, 50 at a time and at most 100, and keeps 300 per key',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const webhook = await register(w, receiver.url)
    const { smartlockId } = await w.lock()
    const rename = (i: number) =>
      w.api.smartlocks.update({ params: { smartlockId }, body: { name: `Name ${i}` } })
    // In three lots: one network may have a quarter of all bodies under way (D101).
    for (let lot = 0; lot < 3; lot += 1)
      await Promise.all(Array.from({ length: 103 }, (_, i) => rename(lot * 103 + i)))
    await w.until('all delivered', async () => receiver.messages.length === 310)
    const stored = () =>
      w.db
        .selectFrom('webhook_log')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    await w.until('the oldest ones removed', async () => {
      const [newest] = await logsOf(w, webhook.apiKeyId, { limit: 1 })
      return newest?.eventId === receiver.messages.at(-1)?.id && Number((await stored()).n) === 300
    })
    assert.equal((await logsOf(w, webhook.apiKeyId)).length, 50)
    const ids: string[] = []
    for (;;) {
      const page = await logsOf(w, webhook.apiKeyId, {
        limit: 1000,
        ...(ids.length > 0 && { id: ids.at(-1) as string }),
      })
      assert.ok(page.length <= 100)
      if (page.length === 0) break
      ids.push(...page.map(({ id }) => id))
    }
    assert.equal(ids.length, 300)
    assert.deepEqual(ids, [...ids].sort().reverse())
  },
  options,
)

apiTest(
  'resend posts the event of an entry once more with the same id, unless the webhook is gone',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const { id, apiKeyId } = await register(w, receiver.url)
    await w.lock()
    const entry = await w.until('an entry', async () => (await logsOf(w, apiKeyId))[0])
    await w.api.webhooks.resend({ params: { apiKeyId, id: entry.id } })
    await w.until('the second message', async () => receiver.messages.length === 2)
    assert.equal(receiver.messages[1]?.id, receiver.messages[0]?.id)
    await w.until('a new entry', async () => (await logsOf(w, apiKeyId)).length === 2)
    await w.refuses(w.api.webhooks.resend({ params: { apiKeyId, id: 'f'.repeat(24) } }), 'not_found')
    await w.api.webhooks.remove({ params: { id } })
    await w.refuses(w.api.webhooks.resend({ params: { apiKeyId, id: entry.id } }), 'webhook_not_deliverable')
    assert.equal((await logsOf(w, apiKeyId)).length, 2, 'the log outlives the webhook')
  },
  options,
)

apiTest(
  'the entry of a callback shows the advanced call that caused it, with masked headers (4.5)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const webhook = await register(w, receiver.url)
    const { smartlockId } = await w.simulated()
    const path = `/smartlock/${smartlockId}/action/advanced?from=test`
    const answer = await w.request('POST', path, {
      body: { action: 2 },
      headers: { 'x-request-id': 'my-call', cookie: 'session=secret' },
    })
    const { requestId } = answer.json() as { requestId: string }
    const entry = await w.until('the entry of the callback', async () =>
      (await logsOf(w, webhook.apiKeyId)).find((row) => row.requestId === requestId),
    )
    const { headers, body, timestamp, path: url } = entry.request ?? assert.fail('the call is shown')
    assert.deepEqual(
      [headers.authorization, headers.cookie, headers['x-request-id']],
      ['***', '***', 'my-call'],
    )
    assert.deepEqual(body, { action: 2 })
    assert.ok(url.endsWith(path) && url.startsWith('http://'), url)
    assert.ok((timestamp as string) <= (entry.created as string))
    const others = (await logsOf(w, webhook.apiKeyId)).filter((row) => row.requestId === undefined)
    assert.ok(others.length > 0 && others.every((row) => row.request === undefined))
    const stored = await w.db.selectFrom('operation').select('request_sealed').execute()
    assert.ok(!JSON.stringify(stored).includes('action'), 'sealed at rest')
  },
  options,
)

apiTest(
  'a test of a receiver that does not answer says so and is in the log',
  async (w, t) => {
    const receiver = await startReceiver(t, () => undefined)
    const { id } = await register(w, receiver.url)
    const { data } = await w.api.webhooks.test({ params: { id } })
    assert.deepEqual(data, { success: false, message: 'The receiver did not answer: No answer in time.' })
    const { data: log } = await w.api.webhooks.logOf({ params: { webhookId: id } })
    assert.deepEqual(
      log.map(({ succeeded, responseStatus, eventId }) => [succeeded, responseStatus, eventId]),
      [[false, undefined, undefined]],
    )
    assert.deepEqual(receiver.messages[0]?.payload.feature, 'TEST')
  },
  options,
)

apiTest(
  'the answer of a receiver is kept sealed with its entry, without our secrets, and for who may read the event (D189)',
  async (w, t) => {
    const receiver = await startReceiver(t, ({ headers, body }, response) => {
      const echo = JSON.stringify({ headers, body, note: '<b>taken</b>' }).replaceAll('/', '\\/')
      response.end(`${echo} ${encodeURIComponent(String(headers['webhook-signature']))}\u202e\u0007`)
    })
    const webhook = await register(w, receiver.url)
    await w.lock()
    const entry = await w.until('an entry', async () => (await logsOf(w, webhook.apiKeyId))[0])
    const { body, isCut } = entry.answer ?? assert.fail('the answer is shown')
    assert.ok(body.includes('<b>taken<') && body.includes(entry.eventId as string), body)
    assert.ok(!isCut && body.endsWith('\ufffd\ufffd'), body)
    const { 'x-nuki-signature-sha256': hex, 'webhook-signature': standard } =
      receiver.messages[0]?.headers ?? {}
    const signatures = [
      hex,
      ...String(standard)
        .split(' ')
        .map((one) => one.slice(3)),
    ].map(String)
    for (const signature of signatures)
      for (const written of [signature, signature.replaceAll('/', '\\/'), encodeURIComponent(signature)])
        assert.ok(!body.includes(written), 'no signature of ours')
    const narrow = await w.caller({ of: w.owner, scopes: ['webhook.decentral', 'account'] })
    const { data: unread } = await narrow.api.webhooks.logs({ params: { apiKeyId: webhook.apiKeyId } })
    assert.deepEqual([unread[0]?.id, unread[0]?.answer], [entry.id, undefined], 'it may repeat the event')
    const { answer_sealed: sealed } = await w.db
      .selectFrom('webhook_log')
      .select('answer_sealed')
      .where('id', '=', entry.id)
      .executeTakeFirstOrThrow()
    assert.match(sealed ?? '', /^v2:/)
    receiver.answer = ({ headers }, response) =>
      response.end(`${webhook.secret} ${headers['webhook-id']} ${'ä'.repeat(20_000)}`)
    await w.api.webhooks.test({ params: { id: webhook.id } })
    const [long] = await logsOf(w, webhook.apiKeyId)
    assert.deepEqual([long?.answer?.isCut, long?.answer?.body.length], [true, 2048])
    assert.ok(long?.answer?.body.startsWith('*** ') && !long.answer.body.includes('\ufffd'))
    const { secret = '' } = webhook
    const writings = [
      Buffer.from(secret).toString('base64'),
      Buffer.from(`user:${secret}?`).toString('base64url'),
      Buffer.from(secret).toString('hex'),
      secret.toUpperCase(),
      ...['%', '\\u00', '&#x'].map((sign) =>
        [...secret]
          .map((one) => `${sign}${one.charCodeAt(0).toString(16)}${sign === '&#x' ? ';' : ''}`)
          .join(''),
      ),
    ]
    for (const written of writings) {
      receiver.answer = (_message, response) => response.end(`so ${written} it was`)
      await w.api.webhooks.test({ params: { id: webhook.id } })
      const shown = (await logsOf(w, webhook.apiKeyId))[0]?.answer?.body ?? ''
      assert.ok(/^so \S{0,12}\*\*\*\S{0,6} it was$/.test(shown), `${written} is shown as ${shown}`)
    }
    receiver.answer = (_message, response) => response.end(Buffer.from([0x1f, 0x8b, 0, 0xff]))
    await w.api.webhooks.test({ params: { id: webhook.id } })
    assert.equal((await logsOf(w, webhook.apiKeyId))[0]?.answer, undefined, 'no text')
  },
  options,
)
