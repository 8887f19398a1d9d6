import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../eventually.ts'
import { BROKER_SERVICE_USER, type Mosquitto, startMosquitto } from '../mosquitto.ts'
import { confirmedBy, PAIR_MS, startPair } from '../process-pair.ts'
import { deepTest, ENGINES } from '../tier.ts'
import { createWorld, type World } from '../world.ts'

/** The three promises about a door, on both brokers and both stores: never late, never twice, nothing lost. */

type BrokerKind = 'embedded' | 'mosquitto'

async function startBroker(t: TestContext): Promise<Mosquitto> {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  return broker
}

function brokerTest(
  name: string,
  run: (w: World, t: TestContext, broker: Mosquitto | undefined) => Promise<void>,
  kinds: readonly BrokerKind[] = ['embedded', 'mosquitto'],
): void {
  for (const kind of kinds) {
    for (const engine of ENGINES) {
      test(`${name} [${kind}, ${engine}]`, async (t) => {
        const broker = kind === 'mosquitto' ? await startBroker(t) : undefined
        await run(await createWorld(t, engine, broker ? { broker } : {}), t, broker)
      })
    }
  }
}

const serverState = async (w: World, smartlockId: number) =>
  (await w.api.smartlocks.get({ params: { smartlockId } })).data.serverState

/** The operation's end, or `refused` when the call itself was. */
async function outcomeOf(w: World, smartlockId: number): Promise<string> {
  const call = await w.request('POST', `/smartlock/${smartlockId}/action/unlock`)
  if (call.statusCode !== 204) return call.json().code
  const params = { operationId: String(call.headers['operation-id']) }
  return w.until('the operation ends', async () => {
    const { status } = (await w.api.operations.get({ params })).data
    return status !== 'queued' && status !== 'sent' && status
  })
}

brokerTest('a lock works end to end: action, configuration, sync, log', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  const params = { smartlockId }
  assert.equal(await outcomeOf(w, smartlockId), 'confirmed')
  const config = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1 } })
  await w.untilOperation(config.operationId, 'confirmed')
  const sync = await w.api.smartlocks.sync({ params })
  await w.untilOperation(sync.operationId, 'confirmed')
  await w.until('the log', async () => (await w.api.smartlocks.logOf({ params })).data.length === 1)
  assert.equal(simulator.snapshot().motorStarts, 1)
})

for (const fault of ['said goodbye', 'lost its connection'] as const) {
  brokerTest(`an unlock for a lock that ${fault} is never executed, also not when it is back`, async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    if (fault === 'said goodbye') await simulator.goOffline()
    else simulator.loseConnection()
    const first = await outcomeOf(w, smartlockId)
    assert.ok(['smartlock_offline', 'expired', 'unknown'].includes(first), first)
    await w.until('offline', async () => (await serverState(w, smartlockId)) === 4)
    assert.equal(await outcomeOf(w, smartlockId), 'smartlock_offline')
    await simulator.reconnect()
    await w.until('online', async () => (await serverState(w, smartlockId)) === 0)
    // What comes after the reconnect arrives behind anything that might have been kept for the lock.
    const sync = await w.api.smartlocks.sync({ params: { smartlockId } })
    await w.untilOperation(sync.operationId, 'confirmed')
    assert.equal(simulator.snapshot().motorStarts, 0)
  })
}

brokerTest('a command that is delivered twice moves the motor once', async (w) => {
  const { smartlockId, simulator } = await w.simulated()
  const { bus } = w.service
  const once = bus.publishLive.bind(bus)
  bus.publishLive = async (...message) => {
    await once(...message)
    return once(...message)
  }
  assert.equal(await outcomeOf(w, smartlockId), 'confirmed')
  bus.publishLive = once
  const sync = await w.api.smartlocks.sync({ params: { smartlockId } })
  await w.untilOperation(sync.operationId, 'confirmed')
  assert.equal(simulator.snapshot().motorStarts, 1)
})

brokerTest(
  'a lock that is slow to answer, or whose answer is lost, moves once and the truth is found out',
  async (w) => {
    const { smartlockId, simulator } = await w.simulated()
    simulator.faults.ackDelayMs = 200
    assert.equal(await outcomeOf(w, smartlockId), 'confirmed')
    simulator.faults.ackDelayMs = 0
    simulator.faults.dropAcks = true
    const { operationId } = await w.api.smartlocks.lock({ params: { smartlockId } })
    await w.until('the motor has moved', async () => simulator.snapshot().motorStarts === 2)
    simulator.loseConnection()
    await w.untilOperation(operationId, 'unknown')
    simulator.faults.dropAcks = false
    await simulator.reconnect()
    // The event is the proof that lasts.
    await w.untilOperation(operationId, 'confirmed')
    assert.equal(simulator.snapshot().motorStarts, 2)
  },
)

brokerTest(
  'while the broker is down an unlock is given up; what was set meanwhile is not lost; nothing moves late',
  async (w, _t, broker) => {
    const { smartlockId, simulator } = await w.simulated()
    const params = { smartlockId }
    await broker?.kill()
    await w.until('the lock noticed', async () => !simulator.snapshot().connected)
    assert.ok(['expired', 'unknown'].includes(await outcomeOf(w, smartlockId)))
    const config = await w.api.smartlocks.setConfig({ params, body: { ledBrightness: 1 } })
    await broker?.restart()
    await w.until('the lock is back', async () => simulator.snapshot().connected)
    await w.untilOperation(config.operationId, 'confirmed')
    assert.equal(simulator.snapshot().motorStarts, 0)
    assert.equal(await outcomeOf(w, smartlockId), 'confirmed')
    assert.equal(simulator.snapshot().motorStarts, 1)
  },
  ['mosquitto'],
)

deepTest(
  'two processes share one PostgreSQL and one broker: either takes the order, and each is settled once',
  async (t) => {
    const { first, second, smartlockId, lock } = await startPair(t)
    const params = { smartlockId }
    const moves = 12
    for (let i = 0; i < moves; i++) {
      // Both are asked for both, and each call moves the bolt.
      const [asked, other] = i % 4 < 2 ? [first, second] : [second, first]
      const call = i % 2 === 0 ? 'unlock' : 'lock'
      const { operationId } = await asked.api.smartlocks[call]({ params })
      const isConfirmed = async () => {
        const answer = await other.api.operations.get({ params: { operationId: operationId as string } })
        return answer.data.status === 'confirmed'
      }
      await eventually('confirmed, as the other one tells', isConfirmed, PAIR_MS)
    }
    const heard = await Promise.all([first, second].map((one) => confirmedBy(one, 'action')))
    assert.equal(
      heard.reduce((sum, n) => sum + n),
      moves,
    )
    assert.equal(lock.snapshot().motorStarts, moves)
    const isLogged = async () => {
      const log = await second.api.smartlocks.logOf({ params, query: { limit: 50 } })
      return log.data.length === moves
    }
    await eventually('every movement is in the log', isLogged, PAIR_MS)
  },
)
