import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../src/platform/store/database.ts'
import { eventually } from '../eventually.ts'
import { keptLog } from '../kept-log.ts'
import { confirmedBy, PAIR_MS, startPair } from '../process-pair.ts'
import { deepTest, ENGINES } from '../tier.ts'
import { type CollectedSpan, startTraceCollector } from '../trace-collector.ts'
import { createWorld, type World } from '../world.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const CALLER_SPAN = 'b7ad6b7169203331'
const TRACEPARENT = `00-${TRACE_ID}-${CALLER_SPAN}-01`
const NAMES = [
  'POST /smartlock/{smartlockId}/action/unlock',
  'transaction',
  'send command',
  'settle operation',
]

/** The spans of one unlock, each the child of the one before. */
function assertChain(spans: readonly CollectedSpan[], parentSpanId: string | undefined): CollectedSpan[] {
  const chain = NAMES.map((name) => spans.find((span) => span.name === name) as CollectedSpan)
  const parents = chain.map((span) => span.parentSpanId)
  assert.deepEqual(parents, [parentSpanId, ...chain.slice(0, -1).map(({ spanId }) => spanId)])
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of chain) assert.ok(BigInt(from) <= BigInt(to))
  return chain
}

const isWhole = (spans: readonly CollectedSpan[]) =>
  NAMES.every((name) => spans.some((span) => span.name === name))

const unlock = (w: World, smartlockId: number, headers: Record<string, string>) =>
  w.request('POST', `/smartlock/${smartlockId}/action/unlock`, { headers })

for (const engine of ENGINES) {
  test(`an unlock is one trace, from the caller's own to the lock's proof, without a secret [${engine}]`, (t) =>
    oneTrace(t, engine))
}

async function oneTrace(t: Parameters<typeof createWorld>[0], engine: Engine): Promise<void> {
  const collector = await startTraceCollector(t)
  const { log, text } = keptLog()
  const otlp = { endpoint: collector.url, headers: 'x-collector-key=for%20us' }
  const w = await createWorld(t, engine, { config: { otlp }, log })
  const { smartlockId, deviceId, secret } = await w.simulated()
  const answer = await unlock(w, smartlockId, { traceparent: TRACEPARENT })
  assert.equal(answer.statusCode, 204)
  assert.equal(answer.headers['x-request-id'], TRACE_ID)
  const operationId = String(answer.headers['operation-id'])
  await w.untilOperation(operationId, 'confirmed')
  const ofUnlock = () => collector.spans.filter(({ traceId }) => traceId === TRACE_ID)
  await w.until('the whole trace', async () => isWhole(ofUnlock()))
  const [call, , sent, proof] = assertChain(ofUnlock(), CALLER_SPAN)
  assert.deepEqual(call?.attributes, {
    'http.request.method': 'POST',
    'http.route': '/smartlock/{smartlockId}/action/unlock',
    'http.response.status_code': 204,
    'latchwork.request_id': TRACE_ID,
  })
  assert.equal(sent?.attributes['latchwork.operation_id'], operationId)
  assert.equal(proof?.attributes['latchwork.operation.status'], 'confirmed')
  assert.equal(collector.headers[0]?.['x-collector-key'], 'for us')
  for (const told of [w.owner.token, deviceId, secret, String(smartlockId), 'owner@'])
    assert.ok(!collector.text().includes(told), told)
  assertLogged(text(), TRACE_ID, operationId)
}

/** Every step of the unlock is in the log under the one id. */
function assertLogged(text: string, requestId: string, operationId: string): void {
  const lines = text
    .split('\n')
    .filter((line) => line.includes(`"requestId":"${requestId}"`))
    .map((line) => JSON.parse(line) as { msg: string; operationId?: string })
  const steps = ['operation accepted', 'command handed over', 'operation ended', 'request']
  assert.deepEqual(lines.map(({ msg }) => msg).toSorted(), steps.toSorted())
  for (const { msg, ...line } of lines) if (msg !== 'request') assert.equal(line.operationId, operationId)
}

test('a trace that its caller does not record, or that is not chosen, is not told', async (t) => {
  const collector = await startTraceCollector(t)
  const config = { otlp: { endpoint: collector.url, samplePercent: 0 } }
  const w = await createWorld(t, 'sqlite', { config })
  const { smartlockId } = await w.simulated()
  const quiet = await unlock(w, smartlockId, { traceparent: TRACEPARENT.replace(/01$/, '00') })
  assert.equal(quiet.headers['x-request-id'], TRACE_ID)
  await w.untilOperation(String(quiet.headers['operation-id']), 'confirmed')
  const chosen = await unlock(w, smartlockId, {
    traceparent: TRACEPARENT.replace(CALLER_SPAN, 'a'.repeat(16)),
  })
  await w.untilOperation(String(chosen.headers['operation-id']), 'confirmed')
  await w.until('the one that is recorded', async () => isWhole(collector.spans))
  const [first] = collector.spans.filter(({ name }) => name === NAMES[0])
  assert.equal(first?.parentSpanId, 'a'.repeat(16))
  assert.equal(collector.spans.length, NAMES.length)
})

test('a request id and a trace that are not well formed are replaced, not taken', async (t) => {
  const w = await createWorld(t, 'sqlite')
  const idOf = async (headers: Record<string, string>) =>
    String((await w.request('GET', '/account', { headers })).headers['x-request-id'])
  for (const traceparent of [
    `00-${'0'.repeat(32)}-${CALLER_SPAN}-01`,
    `00-${TRACE_ID}-${'0'.repeat(16)}-01`,
    `ff-${TRACE_ID}-${CALLER_SPAN}-01`,
    `00-${TRACE_ID.toUpperCase()}-${CALLER_SPAN}-01`,
    `${TRACEPARENT}-more`,
    `${TRACEPARENT} `.repeat(50),
    '<script>',
  ])
    assert.match(await idOf({ traceparent }), /^[0-9a-f]{24}$/, traceparent)
  assert.equal(await idOf({ traceparent: TRACEPARENT, 'x-request-id': 'mine' }), 'mine')
  assert.equal(await idOf({ traceparent: `01-${TRACE_ID}-${CALLER_SPAN}-01-later` }), TRACE_ID)
})

test('a collector that never answers holds up neither a door nor the stop', async (t) => {
  const collector = await startTraceCollector(t)
  collector.answer = () => undefined
  const w = await createWorld(t, 'sqlite', { config: { otlp: { endpoint: collector.url } } })
  const { smartlockId } = await w.simulated()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await w.untilOperation(operationId, 'confirmed')
  await w.until('it was asked', async () => collector.headers.length > 0)
  await w.stop()
  assert.deepEqual(collector.spans, [])
})

deepTest(
  'an unlock that one process takes and another sees proven is one trace',
  {
    timeout: PAIR_MS * 4,
  },
  async (t) => {
    const collector = await startTraceCollector(t)
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'pair' }
    const { first, second, smartlockId } = await startPair(t, settings)
    const [owner] = await eventually(
      'one of them has heard the lock',
      async () => {
        const { operationId } = await first.api.smartlocks.unlock({ params: { smartlockId } })
        const params = { operationId: operationId as string }
        await eventually('confirmed', async () => {
          const { data } = await first.api.operations.get({ params })
          return data.status === 'confirmed'
        })
        const seen = [await confirmedBy(first, 'action'), await confirmedBy(second, 'action')]
        return seen[0] ? [first] : seen[1] ? [second] : undefined
      },
      PAIR_MS,
    )
    const other = owner === first ? second : first
    collector.spans.length = 0
    await other.api.smartlocks.lock({ params: { smartlockId } })
    const names = NAMES.map((name) => name.replace('unlock', 'lock'))
    const spans = () => {
      const call = collector.spans.find(({ name }) => name === names[0])
      return collector.spans.filter(({ traceId }) => traceId === call?.traceId)
    }
    await eventually('the whole trace', async () => spans().length >= names.length, PAIR_MS)
    const renamed = spans().map((span) => ({
      ...span,
      name: span.name.replace('action/lock', 'action/unlock'),
    }))
    const chain = assertChain(renamed, undefined)
    const instances = chain.map(({ instance }) => instance)
    assert.equal(instances[0], instances[1])
    assert.notEqual(instances[0], instances[3])
  },
)
