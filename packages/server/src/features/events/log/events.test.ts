import assert from 'node:assert/strict'
import { type EventSource, openEventSource } from '../../../../test/event-source.ts'
import { apiTest, bothTest, type World } from '../../../../test/world.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { inTransaction } from '../../../platform/context.ts'
import { emit } from '../outbox/service.ts'

const DAY_MS = 86_400_000
const manual = { clock: () => new ManualClock(Date.parse('2026-03-01T12:00:00Z')) }

const rename = (w: World, smartlockId: number, name: string) =>
  w.api.smartlocks.update({ params: { smartlockId }, body: { name } })

const nameIn = (payload: object) => (payload as { name: string }).name

bothTest('the event list goes on where the cursor stands and misses nothing', async (w) => {
  const { smartlockId } = await w.lock()
  for (const name of ['One', 'Two', 'Three']) await rename(w, smartlockId, name)
  const seen: string[] = []
  let after: string | undefined
  for (;;) {
    const { data } = await w.api.events.list({ query: { limit: 2, ...(after && { after }) } })
    if (data.events.length === 0) {
      assert.equal(data.next, after, 'the cursor stays where it is')
      break
    }
    seen.push(...data.events.map(({ payload }) => nameIn(payload)))
    after = data.next
  }
  assert.deepEqual(seen, ['Door', 'One', 'Two', 'Three'])
  await rename(w, smartlockId, 'Four')
  const { data } = await w.api.events.list({ query: { after: after as string } })
  assert.deepEqual(
    data.events.map(({ feature, smartlockId: lock, payload }) => [feature, lock, nameIn(payload)]),
    [['DEVICE_MASTERDATA', smartlockId, 'Four']],
  )
})

apiTest('the event list, asked before anything happened, gives a cursor that misses nothing', async (w) => {
  const { data: empty } = await w.api.events.list()
  assert.deepEqual(empty.events, [])
  await w.lock()
  const { data } = await w.api.events.list({ query: { after: empty.next } })
  assert.equal(data.events.length, 1)
})

apiTest(
  'the event list, from the newest back, has everything once and ends with the oldest (D190)',
  async (w) => {
    const { smartlockId } = await w.lock()
    for (const name of ['One', 'Two', 'Three']) await rename(w, smartlockId, name)
    const seen: string[] = []
    let before: string | undefined
    for (let hasMore = true; hasMore; ) {
      const query = { order: 'newest' as const, limit: 2, ...(before && { before }) }
      const { data } = await w.api.events.list({ query })
      seen.push(...data.events.map(({ payload }) => nameIn(payload)))
      // What happens meanwhile is before the first page, and moves none.
      await rename(w, smartlockId, 'Meanwhile')
      before = data.next
      hasMore = data.hasMore ?? assert.fail('it says whether there is more')
    }
    assert.deepEqual(seen, ['Three', 'Two', 'One', 'Door'])
    const back = { order: 'newest' as const }
    const { data: logs } = await w.api.events.list({ query: { ...back, feature: 'DEVICE_LOGS' } })
    assert.deepEqual([logs.events, logs.hasMore], [[], false])
    const stranger = await w.account()
    const { data: foreign } = await stranger.api.events.list({ query: { ...back, before: 'f'.repeat(24) } })
    assert.deepEqual([foreign.events, foreign.hasMore], [[], false])
    const narrow = await w.caller({ of: w.owner, scopes: ['notification'] })
    assert.deepEqual((await narrow.api.events.list({ query: back })).data.events, [])
    await w.refuses(w.api.events.list({ query: { before: 'f'.repeat(24) } }), 'invalid_parameter')
    await w.refuses(w.api.events.list({ query: { ...back, after: 'f'.repeat(24) } }), 'invalid_parameter')
  },
)

apiTest('the event list shows a feature only with its scope and right (7.2)', async (w) => {
  const ctx = w.service.contextFor(w.owner.accountId)
  const { smartlockId } = await w.lock()
  const log = { smartlockLog: {} } as never
  await inTransaction(ctx, (tx) => emit(tx, [{ feature: 'DEVICE_LOGS', smartlockId, payload: log }]))
  const features = async (options: Parameters<World['caller']>[0]) => {
    const { api } = await w.caller(options)
    return (await api.events.list()).data.events.map(({ feature }) => feature)
  }
  assert.deepEqual(await features({ of: w.owner }), ['DEVICE_MASTERDATA', 'DEVICE_LOGS'])
  assert.deepEqual(await features({ of: w.owner, scopes: ['smartlock.readOnly'] }), ['DEVICE_MASTERDATA'])
  assert.deepEqual(await features({ of: w.owner, scopes: ['smartlock.log'] }), ['DEVICE_LOGS'])
  assert.deepEqual(await features({ of: w.owner, scopes: ['notification'] }), [])
  assert.deepEqual(await features({ rights: 16 }), ['DEVICE_MASTERDATA', 'DEVICE_LOGS'])
  assert.deepEqual(await features({ rights: 15 }), ['DEVICE_MASTERDATA'], 'logs need the right 16')
  assert.deepEqual(await features({}), [], 'and another account sees nothing')
})

apiTest('a change that rolled back leaves no event', async (w) => {
  const ctx = w.service.contextFor(w.owner.accountId)
  const failing = inTransaction(ctx, async (tx) => {
    await emit(tx, [{ feature: 'DEVICE_STATUS', payload: {} as never }])
    throw new Error('undone')
  })
  await assert.rejects(failing, /undone/)
  assert.deepEqual((await w.api.events.list()).data.events, [])
})

apiTest(
  'a cursor older than events are kept is refused by the list and answered with a reset by the stream',
  async (w) => {
    const clock = w.service.platform.clock as ManualClock
    const { smartlockId } = await w.lock()
    const { data } = await w.api.events.list()
    clock.advance(8 * DAY_MS)
    await w.refuses(w.api.events.list({ query: { after: data.next } }), 'cursor_expired')
    const source = await openEventSource(w.service, w.owner.token, { lastEventId: data.next })
    await rename(w, smartlockId, 'New')
    await w.until('the event after the reset', async () => source.events.length === 2)
    assert.deepEqual(
      source.events.map(({ event }) => event),
      ['reset', 'DEVICE_MASTERDATA'],
    )
    source.close()
  },
  manual,
)

apiTest(
  'the stream catches up from Last-Event-ID, then goes on live, with the ids of the list',
  async (w) => {
    const { smartlockId } = await w.lock()
    const { data: start } = await w.api.events.list()
    for (let i = 0; i < 20; i++) await rename(w, smartlockId, `Before ${i}`)
    const source = await openEventSource(w.service, w.owner.token, { lastEventId: start.next })
    assert.equal(source.response.headers['content-type'], 'text/event-stream; charset=utf-8')
    // Renaming while the stream catches up: neither a gap nor a repetition where the two meet.
    for (let i = 0; i < 20; i++) await rename(w, smartlockId, `After ${i}`)
    await w.until('all events', async () => source.events.length >= 40)
    const { data: all } = await w.api.events.list({ query: { after: start.next } })
    assert.deepEqual(
      source.events.map(({ id, event, data }) => [id, event, JSON.parse(data as string)]),
      all.events.map(({ id, feature, payload }) => [id, feature, payload]),
    )
    source.close()
  },
)

apiTest('the stream keeps accounts and features apart', async (w) => {
  const stranger = await w.account()
  const blind = await w.caller({ of: w.owner, scopes: ['smartlock.log'] })
  const sources: EventSource[] = []
  for (const { token } of [w.owner, stranger, blind]) sources.push(await openEventSource(w.service, token))
  await w.lock()
  await w.until('the owner hears of it', async () => sources[0]?.events.length === 1)
  await w.lock({ by: stranger })
  await w.until('the stranger hears of its own', async () => sources[1]?.events.length === 1)
  assert.equal(sources[0]?.events.length, 1)
  assert.equal(sources[2]?.events.length, 0)
  for (const source of sources) source.close()
})

apiTest('the stream ends at once when its token is revoked', async (w) => {
  const { data: key } = await w.api.apiKeys.create()
  const { data: made } = await w.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  const source = await openEventSource(w.service, made.accessToken as string)
  const other = await openEventSource(w.service, w.owner.token)
  await w.api.apiKeys.removeToken({ params: { apiKeyId: key.apiKeyId, id: made.id } })
  await w.until('the end', async () => source.isOver())
  assert.equal(other.isOver(), false, 'others go on')
  other.close()
})

apiTest(
  'the stream sends a heart-beat every 15 seconds',
  async (w) => {
    const clock = w.service.platform.clock as ManualClock
    const source = await openEventSource(w.service, w.owner.token)
    clock.advance(15_000)
    await w.until('a comment', async () => source.comments() === 1)
    source.close()
  },
  manual,
)

apiTest('a token has at most five streams, and one that ends makes room', async (w) => {
  const sources = []
  for (let i = 0; i < 5; i++) sources.push(await openEventSource(w.service, w.owner.token))
  const refused = await openEventSource(w.service, w.owner.token)
  assert.equal(refused.response.statusCode, 409)
  sources[0]?.close()
  const again = await w.until('room', async () => {
    const source = await openEventSource(w.service, w.owner.token)
    return source.response.statusCode === 200 && source
  })
  for (const source of [...sources, again]) source.close()
})

apiTest('a client that does not read is cut off and others still get everything', async (w) => {
  const slow = await openEventSource(w.service, w.owner.token)
  const quick = await openEventSource(w.service, w.owner.token)
  slow.response.pause()
  const ctx = w.service.contextFor(w.owner.accountId)
  const payload = { feature: 'DEVICE_STATUS', text: 'x'.repeat(256 * 1024) } as never
  let sent = 0
  await w.until('the slow client is cut', async () => {
    sent += 1
    await inTransaction(ctx, (tx) => emit(tx, [{ feature: 'DEVICE_STATUS', payload }]))
    const { eventStreams } = w.service.platform.metrics
    return (await eventStreams.get()).values[0]?.value === 1
  })
  await w.until('the quick client has all', async () => quick.events.length === sent)
  quick.close()
  slow.close()
})

apiTest(
  'a stop of the service ends the streams',
  async (w) => {
    const source = await openEventSource(w.service, w.owner.token)
    await w.stop()
    await w.until('the end', async () => source.isOver())
  },
  { own: 'stops the service' },
)
