import assert from 'node:assert/strict'
import { test } from 'node:test'
import { counted } from '../../../test/counted.ts'
import { startReceiver, TO_RECEIVERS } from '../../../test/webhook-receiver.ts'
import { apiTest, type World } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/context.ts'
import { LocalWake } from '../../platform/work/wake.ts'
import { createSubscribed } from './subscribed.ts'
import { createDeliveryEngine } from './webhooks/delivery/dispatcher.ts'

function createBench(subscribers: number[]) {
  const wake = new LocalWake()
  const asked: number[][] = []
  const subscribed = createSubscribed({ wake } as unknown as Platform, async (accountIds) => {
    asked.push([...accountIds])
    return accountIds.filter((id) => subscribers.includes(id)).map((account_id) => ({ account_id }))
  })
  subscribed.start()
  const among = async (...ids: number[]) => {
    const found = await subscribed.among(new Set(ids))
    return found === 'all' || found === null ? found : [...found]
  }
  return { wake, asked, subscribed, among }
}

test('an account whose events nobody gets is asked about once, and never looked at', async () => {
  const { asked, among, subscribed } = createBench([2])
  for (let i = 0; i < 3; i++) assert.equal(await among(1), null)
  assert.deepEqual(await among(1, 2, 3), [2])
  assert.deepEqual(await among(3, 2, 1), [2])
  assert.deepEqual(asked, [[1], [2, 3]])
  assert.deepEqual(await among(2, 4), [2], 'who is known stays so beside one who is not')
  assert.equal(await subscribed.among('all'), 'all', 'the clock looks at everybody')
})

test('who subscribes is looked at from then on, and who is not meant is not asked about again', async () => {
  const subscribers: number[] = []
  const { wake, asked, among } = createBench(subscribers)
  assert.equal(await among(1, 2), null)
  subscribers.push(1)
  wake.notify('subscription', 1)
  await undefined
  assert.deepEqual(await among(1, 2), [1])
  assert.deepEqual(asked, [[1, 2], [1]])
  wake.notify('subscription')
  await undefined
  await among(1, 2)
  assert.deepEqual(asked.at(-1), [1, 2])
})

test('what was read while somebody subscribed is not remembered', async () => {
  const subscribers: number[] = []
  const wake = new LocalWake()
  const answer = Promise.withResolvers<void>()
  const subscribed = createSubscribed({ wake } as unknown as Platform, async (accountIds) => {
    const found = accountIds.filter((id) => subscribers.includes(id))
    await answer.promise
    return found.map((account_id) => ({ account_id }))
  })
  subscribed.start()
  const early = subscribed.among(new Set([1]))
  subscribers.push(1)
  wake.notify('subscription', 1)
  await undefined
  answer.resolve()
  assert.equal(await early, null)
  assert.deepEqual(await subscribed.among(new Set([1])), new Set([1]))
})

const manual = {
  clock: () => new ManualClock(Date.parse('2026-03-01T12:00:00Z')),
  config: { outbound: TO_RECEIVERS },
}

/** A second engine of deliveries, whose statements are counted; its clock stands still. */
async function watchedEngine(w: World) {
  const { db, statements } = counted(w.db)
  const engine = createDeliveryEngine(w.service.platform, db)
  await engine.start()
  w.onStop(() => engine.stop())
  return statements
}

apiTest(
  'events of accounts without webhooks cost the deliveries no statement',
  async (w) => {
    const { smartlockId } = await w.lock()
    const statements = await watchedEngine(w)
    const rename = (name: string) => w.api.smartlocks.update({ params: { smartlockId }, body: { name } })
    await rename('One')
    await w.until('the first look', async () => statements() > 0)
    await w.emitted()
    const before = statements()
    for (let i = 0; i < 5; i++) await rename(`Again ${i}`)
    await w.emitted()
    assert.equal(statements(), before)
  },
  manual,
)

apiTest(
  'a webhook that nobody was told of is served by the clock',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const { smartlockId } = await w.lock()
    const rename = (name: string) => w.api.smartlocks.update({ params: { smartlockId }, body: { name } })
    await rename('Nobody hears of it')
    const body = { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA'] as const }
    const { notify } = w.service.platform.wake
    // The wake-ups of this one are lost.
    w.service.platform.wake.notify = () => undefined
    await w.api.webhooks.register({ body: { ...body, webhookFeatures: [...body.webhookFeatures] } })
    w.service.platform.wake.notify = notify
    await rename('Heard of')
    await w.until('delivered', async () => {
      ;(w.service.platform.clock as ManualClock).advance(1000)
      return receiver.messages.length === 1
    })
    assert.equal(receiver.messages[0]?.payload.name, 'Heard of')
  },
  manual,
)
