import assert from 'node:assert/strict'
import { apiTest, bothTest } from '../../test/world.ts'
import { ManualClock } from '../platform/clock.ts'

const key = { 'idempotency-key': 'booking-4711' }

apiTest('the same key and request does the work once and repeats the stored answer (D29)', async (w) => {
  const create = () => w.request('PUT', '/api/key', { headers: key, body: { description: 'once' } })
  const first = await create()
  const second = await create()
  assert.equal(first.statusCode, 200)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.deepEqual([second.statusCode, second.payload], [first.statusCode, first.payload])
  assert.equal((await w.api.apiKeys.list()).data.filter((other) => other.description === 'once').length, 1)
})

apiTest('a repeated unlock moves the lock once and carries the same Operation-Id', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  const unlock = () => w.api.smartlocks.unlock({ params: { smartlockId }, idempotencyKey: 'k' })
  const first = await unlock()
  await w.untilOperation(first.operationId, 'confirmed')
  const second = await unlock()
  assert.equal(second.operationId, first.operationId)
  assert.ok(second.replayed)
  assert.equal(simulator.snapshot().motorStarts, 1)
})

apiTest('the same key for another request is 409, whatever differs', async (w) => {
  await w.request('PUT', '/api/key', { headers: key, body: { description: 'a' } })
  for (const [method, url, body] of [
    ['PUT', '/api/key', { description: 'b' }],
    ['PUT', '/api/key?x=1', { description: 'a' }],
    ['PUT', '/smartlock', { type: 4, name: 'a' }],
  ] as const) {
    const response = await w.request(method, url, { headers: key, body })
    assert.deepEqual([response.statusCode, response.json().code], [409, 'idempotency_key_reused'])
  }
  const other = await w.account()
  const response = await w.request('PUT', '/api/key', {
    headers: key,
    token: other.token,
    body: { description: 'b' },
  })
  assert.equal(response.statusCode, 200, "another token's keys are its own")
})

bothTest(
  'requests with the same key at the same moment: one works, the others are told so or get its answer',
  async (w) => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        w.request('PUT', '/api/key', { headers: key, body: { description: 'race' } }),
      ),
    )
    const kinds = responses.map((r) => (r.statusCode === 200 ? 'done' : r.json().code))
    assert.deepEqual(
      kinds.filter((kind) => kind !== 'done' && kind !== 'idempotency_in_progress'),
      [],
    )
    assert.equal((await w.api.apiKeys.list()).data.filter((other) => other.description === 'race').length, 1)
  },
)

apiTest('a refusal is kept too, and a change that was refused leaves nothing behind', async (w) => {
  const { smartlockId } = await w.lock()
  const unlock = () => w.request('POST', `/smartlock/${smartlockId}/action/unlock`, { headers: key })
  const first = await unlock()
  const second = await unlock()
  assert.deepEqual([first.statusCode, second.statusCode], [409, 409])
  assert.equal(second.headers['idempotent-replayed'], 'true')
  assert.equal(second.payload, first.payload)
  assert.deepEqual((await w.api.operations.list()).data, [])
})

apiTest('401 is not kept, and a malformed key is 400', async (w) => {
  assert.equal((await w.request('PUT', '/api/key', { headers: key, token: 'wrong' })).statusCode, 401)
  assert.equal((await w.request('PUT', '/api/key', { headers: key, body: {} })).statusCode, 200)
  for (const bad of ['with space', 'x'.repeat(256), 'ümlaut']) {
    const response = await w.request('PUT', '/api/key', { headers: { 'idempotency-key': bad }, body: {} })
    assert.equal(response.statusCode, 400, bad)
    assert.equal(response.json().errors[0].path, 'header.Idempotency-Key')
  }
})

apiTest(
  'a key is forgotten after a day',
  async (w) => {
    const create = () => w.request('PUT', '/api/key', { headers: key, body: { description: 'daily' } })
    await create()
    ;(w.service.platform.clock as ManualClock).advance(24 * 60 * 60 * 1000 + 1)
    const later = await create()
    assert.equal(later.headers['idempotent-replayed'], undefined)
    assert.equal((await w.api.apiKeys.list()).data.filter((other) => other.description === 'daily').length, 2)
  },
  { clock: () => new ManualClock(Date.UTC(2026, 0, 1)) },
)
