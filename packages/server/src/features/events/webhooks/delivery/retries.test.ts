import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockOf, untilInTime } from '../../../../../test/manual-time.ts'
import { type Receiver, startReceiver, TO_RECEIVERS } from '../../../../../test/webhook-receiver.ts'
import { apiTest, type World } from '../../../../../test/world.ts'
import { ManualClock } from '../../../../platform/clock.ts'
import { retryAfterMs, retryDelayMs } from '../rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const options = {
  config: { outbound: TO_RECEIVERS },
  clock: () => new ManualClock(Date.parse('2026-03-01T12:00:00Z')),
}

const register = async (w: World, webhookUrl: string) =>
  (await w.api.webhooks.register({ body: { webhookUrl, webhookFeatures: ['DEVICE_MASTERDATA'] } })).data

const statusOf = async (w: World) => (await w.api.webhooks.list()).data[0]?.status

/** Waits until the attempt is stored: the retry is planned from then on. */
const untilLogged = (w: World, id: number, count: number) =>
  untilInTime(w, `${count} attempts in the log`, async () => {
    const { data } = await w.api.webhooks.logOf({ params: { webhookId: id }, query: { limit: 100 } })
    return data.length >= count && data
  })

const fails = (receiver: Receiver, status: number, headers: Record<string, string> = {}) => {
  receiver.answer = (_message, response) => response.writeHead(status, headers).end()
}

test('the schedule has ten attempts in about 46 hours, spread by a fifth (D89)', () => {
  const delays = Array.from({ length: 10 }, (_, i) => retryDelayMs(i + 1, 0.5))
  const minutes = delays.map((delay) => delay && delay / 60_000)
  assert.deepEqual(minutes, [5 / 60, 0.5, 2, 10, 60, 180, 360, 720, 1440, undefined])
  assert.deepEqual([retryDelayMs(1, 0), retryDelayMs(1, 1)], [4000, 6000])
})

test('Retry-After of 429 and 503 counts up to a day, in seconds or as a date (D89)', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  assert.equal(retryAfterMs(429, '120', now), 120_000)
  assert.equal(retryAfterMs(503, 'Sun, 01 Mar 2026 12:01:00 GMT', now), 60_000)
  assert.equal(retryAfterMs(500, '120', now), 0)
  assert.equal(retryAfterMs(429, 'soon', now), 0)
  assert.equal(retryDelayMs(1, 0.5, 120_000), 120_000)
  assert.equal(retryDelayMs(1, 0.5, 1000), 5000, 'but never earlier than the schedule')
  assert.equal(retryDelayMs(1, 0.5, 48 * HOUR), DAY)
})

for (const [what, answer] of Object.entries<Receiver['answer']>({
  'answers 500': (_message, response) => response.writeHead(500).end(),
  redirects: (_message, response) => response.writeHead(307, { location: '/other' }).end(),
  'hangs up without an answer': (_message, _response, request) => request.socket.destroy(),
  'does not answer in time': () => undefined,
})) {
  apiTest(
    `a receiver that ${what} gets the event again, with the same id, and later events meanwhile`,
    async (w, t) => {
      const receiver = await startReceiver(t, answer)
      const { id } = await register(w, receiver.url)
      const { smartlockId } = await w.lock()
      const [first] = await untilLogged(w, id, 1)
      assert.equal(first?.succeeded, false)
      receiver.answer = (_message, response) => response.end()
      await w.api.smartlocks.update({ params: { smartlockId }, body: { name: 'Later' } })
      await w.until('the later event', async () => receiver.messages.length === 2)
      await untilLogged(w, id, 2)
      clockOf(w).advance(6000)
      await untilInTime(w, 'the retry', async () => receiver.messages.length === 3)
      assert.equal(receiver.messages[2]?.id, receiver.messages[0]?.id)
      assert.equal(receiver.messages[2]?.body, receiver.messages[0]?.body)
      const log = await untilLogged(w, id, 3)
      assert.deepEqual(
        log.map(({ attempt, succeeded }) => [attempt, succeeded]),
        [
          [2, true],
          [1, true],
          [1, false],
        ],
      )
    },
    options,
  )
}

for (const status of [200, 500]) {
  apiTest(
    `an event, sent again by hand while an attempt is under way that ends with ${status}, is sent again`,
    async (w, t) => {
      const receiver = await startReceiver(t)
      fails(receiver, 500)
      const { id, apiKeyId } = await register(w, receiver.url)
      await w.lock()
      const [first] = await untilLogged(w, id, 1)
      assert.ok(first)
      receiver.answer = async (_message, response) => {
        receiver.answer = (_next, later) => later.end()
        await w.api.webhooks.resend({ params: { apiKeyId, id: first.id } })
        response.writeHead(status).end()
      }
      clockOf(w).advance(6000)
      const log = await untilLogged(w, id, 3)
      assert.deepEqual(
        log.map(({ attempt, responseStatus }) => [attempt, responseStatus]),
        [
          [1, 200],
          [2, status],
          [1, 500],
        ],
      )
      assert.equal(new Set(receiver.messages.map((message) => message.id)).size, 1)
    },
    options,
  )
}

apiTest(
  'a webhook that cannot be served is left alone longer and longer, the others are served, and nothing is lost',
  async (w, t) => {
    const [broken, healthy] = [await startReceiver(t), await startReceiver(t)]
    const { id } = await register(w, broken.url)
    await register(w, healthy.url)
    const ofBroken = () => w.db.updateTable('webhook_endpoint').where('endpoint_id', '=', id)
    const { secret_sealed } = await w.db
      .selectFrom('webhook_endpoint')
      .select('secret_sealed')
      .where('endpoint_id', '=', id)
      .executeTakeFirstOrThrow()
    await ofBroken().set({ secret_sealed: 'sealed with another key' }).execute()
    const errors = async () => {
      const metric = await w.service.platform.metrics.webhookAttempts.get()
      return metric.values.find(({ labels }) => labels.result === 'error')?.value ?? 0
    }
    const { smartlockId } = await w.lock()
    const rename = (name: string) => w.api.smartlocks.update({ params: { smartlockId }, body: { name } })
    await w.until('the first failure', async () => (await errors()) === 1)
    for (let i = 2; i <= 20; i++) {
      await rename(`Door ${i}`)
      await w.until('the other one has it', async () => healthy.messages.length === i)
    }
    assert.equal(await errors(), 1, 'new events are no reason to try again')
    clockOf(w).advance(5001)
    await untilInTime(w, 'the second failure', async () => (await errors()) === 2)
    clockOf(w).advance(5001)
    await rename('Door')
    await w.until('the other one has it, too', async () => healthy.messages.length === 21)
    assert.equal(await errors(), 2, 'the second pause is longer')
    await ofBroken().set({ secret_sealed }).execute()
    clockOf(w).advance(10_000)
    await untilInTime(w, 'all of it', async () => broken.messages.length === 21)
  },
  options,
)

apiTest(
  'a receiver that asks for time with 429 is left alone that long',
  async (w, t) => {
    const receiver = await startReceiver(t)
    fails(receiver, 429, { 'retry-after': '600' })
    const { id } = await register(w, receiver.url)
    await w.lock()
    await untilLogged(w, id, 1)
    const due = await w.db.selectFrom('webhook_delivery').select('next_at').executeTakeFirstOrThrow()
    const [log] = await untilLogged(w, id, 1)
    assert.equal(due.next_at, Date.parse(log?.updated as string) + 600_000)
  },
  options,
)

apiTest(
  'a delivery that failed ten times is given up',
  async (w, t) => {
    const receiver = await startReceiver(t)
    fails(receiver, 500)
    const { id } = await register(w, receiver.url)
    await w.lock()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await untilLogged(w, id, attempt)
      const due = await w.db.selectFrom('webhook_delivery').select('next_at').executeTakeFirst()
      assert.equal(due === undefined, attempt === 10, 'planned until the tenth')
      if (due) clockOf(w).advance(due.next_at - clockOf(w).now())
    }
    assert.deepEqual(await w.db.selectFrom('webhook_delivery').selectAll().execute(), [])
    assert.equal(receiver.messages.length, 10)
  },
  options,
)

apiTest(
  'an answer of 410 ends the delivery and switches the webhook off; PUT switches it on and replays',
  async (w, t) => {
    const receiver = await startReceiver(t)
    fails(receiver, 410)
    const { id } = await register(w, receiver.url)
    const { smartlockId } = await w.lock()
    await w.until('deactivated', async () => (await statusOf(w)) === 'DEACTIVATED')
    for (const name of ['One', 'Two', 'Three'])
      await w.api.smartlocks.update({ params: { smartlockId }, body: { name } })
    clockOf(w).advance(HOUR)
    receiver.answer = (_message, response) => response.end()
    assert.equal(receiver.messages.length, 1, 'nothing was sent meanwhile')
    const again = await register(w, receiver.url)
    assert.deepEqual([again.id, again.status], [id, 'ACTIVE'])
    await w.until('the replay', async () => receiver.messages.length === 4)
    const names = receiver.messages.slice(1).map(({ payload }) => payload.name)
    assert.deepEqual(names, ['One', 'Two', 'Three'])
  },
  options,
)

apiTest(
  'five days of only failures switch a webhook off; a good test switches it on and replays the last 24 hours',
  async (w, t) => {
    const receiver = await startReceiver(t)
    fails(receiver, 500)
    const { id } = await register(w, receiver.url)
    const { smartlockId } = await w.lock()
    const rename = (name: string) => w.api.smartlocks.update({ params: { smartlockId }, body: { name } })
    await untilLogged(w, id, 1)
    clockOf(w).advance(4 * DAY)
    await untilLogged(w, id, 2)
    assert.equal(await statusOf(w), 'ACTIVE')
    await rename('Old')
    await untilLogged(w, id, 3)
    clockOf(w).advance(DAY + HOUR)
    await untilInTime(w, 'deactivated', async () => (await statusOf(w)) === 'DEACTIVATED')
    await w.until('its last attempts have ended', async () => {
      const row = await w.db.selectFrom('webhook_endpoint').select('lease_owner').executeTakeFirstOrThrow()
      return row.lease_owner === null
    })
    await rename('New')
    const before = receiver.messages.length
    const bad = await w.api.webhooks.test({ params: { id } })
    assert.deepEqual([bad.data.success, bad.data.message], [false, 'The receiver answered 500.'])
    assert.equal(await statusOf(w), 'DEACTIVATED')
    receiver.answer = (_message, response) => response.end()
    const good = await w.api.webhooks.test({ params: { id } })
    assert.deepEqual([good.data.success, good.data.message], [true, 'The receiver answered 200.'])
    assert.equal(await statusOf(w), 'ACTIVE')
    await w.until('the replay', async () => receiver.messages.length === before + 3)
    const names = receiver.messages.slice(before).map(({ payload }) => payload.name ?? payload.feature)
    assert.deepEqual(names, ['TEST', 'TEST', 'New'], 'what is older than a day is not replayed')
  },
  options,
)
