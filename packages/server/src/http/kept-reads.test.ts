import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answered, countedReads, keptLists, overHttp } from '../../test/kept-reads.ts'
import { rawConnection } from '../../test/raw-http.ts'
import { apiTest, createWorld, sqliteTest } from '../../test/world.ts'
import { ManualClock } from '../platform/clock.ts'

/** What differs from answer to answer. */
function comparable({ status, headers, body }: Answered) {
  const {
    date: _date,
    'x-request-id': _id,
    'ratelimit-remaining': _left,
    'ratelimit-reset': _reset,
    ...others
  } = headers
  return { status, body, headers: others }
}

apiTest('the short way answers what the whole way does, in the same words', async (w, t) => {
  const { smartlockId } = await w.lock({ name: 'Tür 1' })
  const { ask } = await overHttp(t, w)
  for (const path of ['/smartlock', `/smartlock/${smartlockId}`]) {
    const first = await ask(path)
    assert.deepEqual([first.status, first.wasQuick], [200, false], 'who was never let in is asked')
    // On PostgreSQL a process has to know that it is alone.
    const again = await w.until('it is kept', async () => {
      const answer = await ask(path)
      return answer.wasQuick && answer
    })
    const whole = await ask(`${path}/`)
    assert.equal(whole.wasQuick, false)
    assert.deepEqual(comparable(again), comparable(whole))
    assert.equal(Number(again.headers['content-length']), Buffer.byteLength(again.body))
    const named = await ask(path, { headers: { 'x-request-id': 'mine' } })
    assert.equal(named.headers['x-request-id'], 'mine')
    assert.notEqual(again.headers['x-request-id'], whole.headers['x-request-id'])
  }
})

sqliteTest(
  'the short way sends every header that the whole way has, with limits, HTTPS and other origins',
  async (w, t) => {
    await w.lock()
    const { ask } = await overHttp(t, w)
    await ask('/smartlock')
    const [again, whole] = [await ask('/smartlock'), await ask('/smartlock/')]
    assert.deepEqual([again.wasQuick, whole.wasQuick], [true, false])
    assert.deepEqual(comparable(again), comparable(whole))
    for (const name of ['ratelimit-limit', 'strict-transport-security', 'vary'])
      assert.notEqual(again.headers[name], undefined, name)
    assert.equal(
      Number(again.headers['ratelimit-remaining']) - 1,
      Number(whole.headers['ratelimit-remaining']),
    )
  },
  {
    clock: () => new ManualClock(Date.UTC(2026, 5, 1, 12)),
    config: {
      rate: { tokenPerSecond: 100, tokenBurst: 1000, accountPerSecond: 0, ipPerSecond: 0 },
      corsOrigins: ['https://console.example'],
      publicUrl: 'https://locks.example',
    },
  },
)

apiTest('the short way shows every change that was answered', async (w, t) => {
  const { smartlockId } = await w.lock({ name: 'Door' })
  const { ask } = await overHttp(t, w)
  const path = `/smartlock/${smartlockId}`
  const shown = async () => [
    JSON.parse((await ask(path)).body).name,
    JSON.parse((await ask('/smartlock')).body)[0]?.name,
  ]
  for (let i = 0; i < 20; i++) {
    await shown()
    await w.api.smartlocks.update({ params: { smartlockId }, body: { name: `Door ${i}` } })
    assert.deepEqual(await shown(), [`Door ${i}`, `Door ${i}`])
  }
  await w.api.smartlocks.remove({ params: { smartlockId } })
  assert.equal((await ask(path)).status, 404)
  assert.equal((await ask('/smartlock')).body, '[]')
})

sqliteTest('what is more than a plain read takes the whole way', async (w, t) => {
  const { smartlockId } = await w.lock()
  const { ask, port } = await overHttp(t, w)
  const path = `/smartlock/${smartlockId}`
  for (const read of ['/smartlock', path, path]) await ask(read)
  assert.equal((await ask('/smartlock')).wasQuick, true)
  const csv = await ask('/smartlock', { headers: { accept: 'text/csv' } })
  assert.deepEqual([csv.wasQuick, csv.headers['content-type']?.startsWith('text/csv')], [false, true])
  const withBody = await ask('/smartlock', { headers: { 'content-length': '2' }, body: '{}' })
  assert.deepEqual([withBody.status, withBody.wasQuick], [200, false])
  for (const odd of [`/smartlock/0${smartlockId}`, '/smartlock?type=99', '/smartlock/9'.repeat(200)])
    assert.equal((await ask(odd)).wasQuick, false)
  const head = `GET /smartlock HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${w.owner.token}\r\n`
  const closing = await rawConnection(t, port)
  closing.send(`${head}Connection: close\r\n\r\n`)
  assert.match(await closing.closed(), /^HTTP\/1\.1 200 OK[\s\S]+connection: close/i)
  const old = await rawConnection(t, port)
  old.send(`${head.replace('HTTP/1.1', 'HTTP/1.0')}\r\n`)
  assert.match(await old.closed(), /^HTTP\/1\.1 200 OK/)
})

test('a kept read that fails is answered by the whole way', async (t) => {
  let isBroken = false
  keptLists(t, (found) => {
    if (isBroken) throw new Error('planted')
    return found
  })
  const w = await createWorld(t, 'sqlite')
  const { ask } = await overHttp(t, w)
  await ask('/smartlock')
  assert.equal((await ask('/smartlock')).wasQuick, true)
  isBroken = true
  const answer = await ask('/smartlock')
  assert.deepEqual([answer.status, answer.wasQuick], [200, false])
})

sqliteTest(
  'answers of the short way are counted with the others',
  async (w, t) => {
    await w.lock()
    const { ask } = await overHttp(t, w)
    for (let i = 0; i < 5; i++) await ask('/smartlock')
    assert.equal(await countedReads(w), '5')
  },
  { own: 'counts the calls of the service' },
)
