import assert from 'node:assert/strict'
import { SANDBOX_BUILDING } from '@latchwork/simulator'
import { apiTest, bothTest } from '../../../../test/world.ts'

const spec = (name: string) => {
  const found = SANDBOX_BUILDING.find((lock) => lock.name === name)
  assert.ok(found, name)
  return found
}

apiTest(
  'unlock, end to end, moves the lock once and is confirmed with its log entry and events',
  async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    await w.emitted()
    const { status, operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    assert.equal(status, 204)
    await w.untilOperation(operationId, 'confirmed')
    const lock = await w.until('unlocked', async () => {
      const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
      return data.state?.state === 3 && data
    })
    assert.equal(lock.operationId, undefined)
    assert.equal(simulator.snapshot().motorStarts, 1)
    const [entry] = await w.until('log entry', async () => {
      const { data } = await w.api.smartlocks.logOf({ params: { smartlockId } })
      return data.length > 0 && data
    })
    assert.partialDeepStrictEqual(entry, {
      smartlockId,
      action: 1,
      trigger: 4,
      state: 0,
      name: 'Owner',
      deviceType: 4,
    })
    const emitted = await w.emitted()
    assert.equal(emitted.filter((feature) => feature === 'DEVICE_LOGS').length, 1)
    assert.ok(emitted.includes('DEVICE_STATUS'))
    assert.deepEqual(
      emitted.filter((feature) => !['DEVICE_LOGS', 'DEVICE_STATUS'].includes(feature)),
      [],
    )
  },
)

apiTest('lock and any action of the type work on every simulated device', async (w) => {
  const cases: [name: string, actions: number[]][] = [
    ['Front door', [1, 2, 3, 4, 5]],
    ['Apartment 2', [1, 2]],
    ['Old cellar', [1, 2]],
    ['Lobby', [1, 2]],
    ['Intercom', [1, 2, 6, 7, 3]],
  ]
  for (const [name, actions] of cases) {
    const { smartlockId } = await w.simulated({ spec: spec(name) })
    for (const action of actions) {
      const { operationId } = await w.api.smartlocks.action({ params: { smartlockId }, body: { action } })
      await w.untilOperation(operationId, 'confirmed')
    }
  }
})

apiTest('an action of a device that is offline is 409, and nothing is stored', async (w) => {
  const { smartlockId } = await w.lock()
  const error = await w.refuses(w.api.smartlocks.unlock({ params: { smartlockId } }), 'smartlock_offline')
  assert.equal(error.status, 409)
  assert.equal(error.headers.get('operation-id'), null)
  assert.deepEqual((await w.api.operations.list()).data, [])
})

apiTest('a lock that says goodbye or loses its connection takes no actions any more', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  simulator.loseConnection()
  await w.until(
    'offline',
    async () => (await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState === 4,
  )
  await w.refuses(w.api.smartlocks.unlock({ params: { smartlockId } }), 'smartlock_offline')
  await simulator.reconnect()
  await w.until(
    'online',
    async () => (await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState === 0,
  )
  assert.equal(simulator.snapshot().motorStarts, 0)
})

apiTest('a second action while one is under way is 423 and names it', async (w) => {
  const { smartlockId, device } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  const error = await w.refuses(w.api.smartlocks.lock({ params: { smartlockId } }), 'resource_locked')
  assert.equal(error.headers.get('operation-id'), operationId)
  assert.equal((await w.api.smartlocks.get({ params: { smartlockId } })).data.operationId, operationId)
  await device.ack(await device.command(0), 'done', 0)
  await w.untilOperation(operationId, 'confirmed')
  await w.api.smartlocks.lock({ params: { smartlockId } })
})

bothTest('two unlocks at the very same moment: one is accepted, the other 423', async (w) => {
  const { smartlockId } = await w.played()
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map(() => w.api.smartlocks.unlock({ params: { smartlockId } })),
  )
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
})

apiTest('what the device cannot do is 405, what makes no sense is 400', async (w) => {
  const opener = await w.lock({ type: 2 })
  const box = await w.lock({ type: 1 })
  const door = await w.lock({ type: 4 })
  const run = (smartlockId: number, body: object) =>
    w.request('POST', `/smartlock/${smartlockId}/action`, { body })
  await w.refuses(
    w.api.smartlocks.lock({ params: { smartlockId: opener.smartlockId } }),
    'not_supported_by_device',
  )
  await w.refuses(
    w.api.smartlocks.unlock({ params: { smartlockId: opener.smartlockId } }),
    'not_supported_by_device',
  )
  await w.refuses(
    w.api.smartlocks.lock({ params: { smartlockId: box.smartlockId } }),
    'not_supported_by_device',
  )
  for (const [lock, body, status, code] of [
    [door, { action: 6 }, 405, 'not_supported_by_device'],
    [door, { action: 0 }, 405, 'not_supported_by_device'],
    [opener, { action: 4 }, 405, 'not_supported_by_device'],
    [door, { action: 8 }, 400, 'invalid_parameter'],
    [door, { action: -1 }, 400, 'invalid_parameter'],
    [door, { action: 'open' }, 400, 'invalid_parameter'],
    [door, { action: 1, option: 4 }, 400, 'invalid_parameter'],
    [door, { action: 2, option: 1 }, 400, 'invalid_parameter'],
    [door, {}, 400, 'invalid_parameter'],
  ] as const) {
    const response = await run(lock.smartlockId, body)
    assert.deepEqual([response.statusCode, response.json().code], [status, code], JSON.stringify(body))
  }
  const noBody = await w.request('POST', `/smartlock/${door.smartlockId}/action`)
  assert.deepEqual([noBody.statusCode, noBody.json().code], [400, 'body_required'])
})

apiTest('an action takes its number as digits, too (D9)', async (w) => {
  const { smartlockId, device } = await w.played()
  const response = await w.request('POST', `/smartlock/${smartlockId}/action`, {
    body: { action: '2', option: '4' },
  })
  assert.equal(response.statusCode, 204)
  assert.partialDeepStrictEqual(await device.command(0), { action: 6, opt: 0 })
})

apiTest('a lock that refuses fails the operation with its error code', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  simulator.faults.jam = true
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  await w.untilOperation(operationId, 'failed')
  const { data } = await w.api.operations.get({ params: { operationId: operationId as string } })
  assert.equal(data.errorCode, '42')
  assert.match(data.error ?? '', /motor/i)
})

apiTest('the event of our command proves that it ran, even when its ack is lost', async (w) => {
  const { smartlockId, device } = await w.played()
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  const command = await device.command(0)
  await device.publish('event', {
    seq: 1,
    at: Date.now(),
    kind: 'action',
    action: 1,
    trigger: 4,
    result: 0,
    cmd: command.id,
  })
  await w.untilOperation(operationId, 'confirmed')
})

apiTest(
  'an operation is visible to its account only, and to sub-accounts whose rights cover it',
  async (w) => {
    const { smartlockId } = await w.played()
    const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
    const params = { operationId: operationId as string }
    const stranger = await w.account()
    const opens = await w.caller({ rights: 2 })
    const reads = await w.caller({ rights: 16 })
    await w.refuses(stranger.api.operations.get({ params }), 'not_found')
    assert.deepEqual((await stranger.api.operations.list()).data, [])
    assert.equal((await opens.api.operations.get({ params })).data.operationId, operationId)
    await w.refuses(reads.api.operations.get({ params }), 'not_found')
    assert.deepEqual((await reads.api.operations.list()).data, [])
  },
)

bothTest('operations are listed newest first and filtered', async (w) => {
  const one = await w.played()
  const two = await w.played()
  const first = await w.api.smartlocks.unlock({ params: { smartlockId: one.smartlockId } })
  const second = await w.api.smartlocks.unlock({ params: { smartlockId: two.smartlockId } })
  await one.device.ack(await one.device.command(0), 'done', 0)
  await w.untilOperation(first.operationId, 'confirmed')
  const ids = async (query: object) =>
    (await w.api.operations.list({ query })).data.map((operation) => operation.operationId)
  assert.deepEqual(await ids({}), [second.operationId, first.operationId])
  assert.deepEqual(await ids({ limit: 1 }), [second.operationId])
  assert.deepEqual(await ids({ status: 'confirmed' }), [first.operationId])
  assert.deepEqual(await ids({ smartlockId: two.smartlockId }), [second.operationId])
  assert.deepEqual(await ids({ requestId: '0'.repeat(24) }), [])
})

apiTest(
  'with a single connection to the database everything still goes through: no transaction asks for a second one',
  async (w) => {
    const locks = [await w.played(), await w.played(), await w.played()]
    const receipts = await Promise.all(
      locks.map(({ smartlockId }) => w.api.smartlocks.unlock({ params: { smartlockId } })),
    )
    for (const { device } of locks) await device.ack(await device.command(0), 'done', 0)
    for (const { operationId } of receipts) await w.untilOperation(operationId, 'confirmed')
  },
  { config: { database: { poolSize: 1 } } },
)

apiTest(
  'unlatch and lock-n-go are actions under names of their own, of locks and not of openers (D133)',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const path = `/smartlock/${smartlockId}/action`
    for (const [name, action] of [
      ['unlatch', 3],
      ['lock-n-go', 4],
    ] as const) {
      const answer = await w.request('POST', `${path}/${name}`)
      assert.equal(answer.statusCode, 204)
      const operationId = String(answer.headers['operation-id'])
      await w.untilOperation(operationId, 'confirmed')
      const { data } = await w.api.smartlocks.get({ params: { smartlockId } })
      assert.equal(data.state.lastAction, action)
      const advanced = await w.request('POST', `${path}/${name}/advanced`)
      assert.match(advanced.json().requestId, /^[0-9a-f]{24}$/)
      await w.untilOperation(String(advanced.headers['operation-id']), 'confirmed')
    }
    const opener = await w.lock({ type: 2 })
    const refused = await w.request('POST', `/smartlock/${opener.smartlockId}/action/unlatch`)
    assert.deepEqual([refused.statusCode, refused.json().code], [405, 'not_supported_by_device'])
  },
)
