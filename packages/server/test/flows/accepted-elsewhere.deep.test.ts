import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { createClient } from '@latchwork/sdk'
import { SANDBOX_BUILDING, startSimulatedLock } from '@latchwork/simulator'
import { systemClock } from '../../src/platform/clock.ts'
import { shareOfLock } from '../../src/schema/lock-shares.ts'
import { eventually } from '../eventually.ts'
import { BROKER_SERVICE_USER, startMosquitto } from '../mosquitto.ts'
import { startProcess } from '../service-process.ts'
import { recordStatements } from '../statements.ts'
import { newStorage, type Storage } from '../storage.ts'
import { startTcpProxy } from '../tcp-proxy.ts'
import { createWorld, type World } from '../world.ts'

/** Longer than a lease and the time after which a process gets its part, on a busy machine. */
const LONG_MS = 180_000
/** From the call to the confirmation, begin and commit aside. */
const MOST = 10
/** So long that a lock which is free again sooner was not given up, but asked. */
const PROOF_SECONDS = 300

/** Two processes in one, a lock that is online, and which of the two serves it. */
async function startBoth(t: TestContext) {
  const broker = await startMosquitto({ users: [BROKER_SERVICE_USER] })
  t.after(() => broker.stop())
  const storage = await newStorage('postgres')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const config = { action: { ttlSeconds: 2, proofSeconds: PROOF_SECONDS } }
  const first = await createWorld(t, 'postgres', { storage, broker, config })
  const second = await createWorld(t, 'postgres', { storage, broker, config })
  const spec = SANDBOX_BUILDING[0]!
  const { smartlockId, deviceId, username, secret } = await first.lock({ deviceId: spec.deviceId })
  const device = {
    spec,
    deviceId,
    username,
    secret,
    brokerUrl: broker.url,
    clock: systemClock,
    movementMs: 0,
  }
  const lock = await startSimulatedLock(device)
  t.after(() => lock.stop())
  await eventually('both serve locks, and this one is online', () => isServed(second, smartlockId), LONG_MS)
  const [owner] = await first.db
    .selectFrom('lock_share')
    .innerJoin('serving_process', 'serving_process.process_id', 'lock_share.process_id')
    .select((e) =>
      e
        .selectFrom('serving_process')
        .select((s) => s.fn.min('process_id').as('id'))
        .as('eldest'),
    )
    .select('lock_share.process_id')
    .where('share', '=', shareOfLock(smartlockId))
    .execute()
  // Their ids are in the order in which they came.
  const isFirst = owner?.eldest === owner?.process_id
  const pair = isFirst ? { owner: first, other: second } : { owner: second, other: first }
  return {
    smartlockId,
    lock,
    ...pair,
    third: () => startThird(t, storage, broker.urlFor(BROKER_SERVICE_USER.username)),
  }
}

/** A process of its own, which can be killed, and whose link to the broker can be held back. */
async function startThird(t: TestContext, storage: Storage, brokerUrl: string) {
  const wire = await startTcpProxy(Number(new URL(brokerUrl).port))
  t.after(() => wire.stop())
  const address = new URL(brokerUrl)
  address.port = String(wire.port)
  const service = await startProcess(storage, {
    LATCHWORK_MQTT_URL: address.href,
    LATCHWORK_ACTION_PROOF_SECONDS: String(PROOF_SECONDS),
  })
  t.after(() => service.kill())
  return { wire, service }
}

async function isServed({ db, api }: World, smartlockId: number): Promise<boolean> {
  const { n } = await db
    .selectFrom('lock_share')
    .select((e) => e.fn.count<number>('process_id').distinct().as('n'))
    .executeTakeFirstOrThrow()
  const { data } = await api.smartlocks.get({ params: { smartlockId } })
  return Number(n) === 2 && data.serverState === 0 && data.state !== undefined
}

const statusOf = async ({ api }: World, operationId: string) =>
  (await api.operations.get({ params: { operationId } })).data.status

/** What an unlock is about, and who asks for it; others look for work of their own meanwhile. */
const isOfUnlock = (sql: string) =>
  /"(smartlock|smartlock_log|operation|device_\w+|api_token|account)"|event_head|into "event"/.test(sql) &&
  !/"deadline_at" <=|min\("deadline_at"\)|status"? = '(queued|sent)'|^select "device_id"/.test(sql)

test('an action, accepted by a process that does not serve its lock, leaves from there and ends honestly', async (t) => {
  const { smartlockId, lock, owner, other, third } = await startBoth(t)
  const params = { smartlockId }
  const move = async (call: 'lock' | 'unlock') => {
    const { operationId } = await other.api.smartlocks[call]({ params })
    await owner.untilOperation(operationId, 'confirmed')
    return operationId as string
  }

  await t.test(
    'it is sent when it is answered, and costs no more statements than at the owner',
    async (t) => {
      // The first also finds out who is calling and with which key the lock signs, which are remembered for a while: so
      // short that on a busy machine it may be asked again for one of the others, too.
      await move('unlock')
      const costs: string[][] = []
      for (const call of ['lock', 'unlock', 'lock'] as const) {
        await owner.service.quiet()
        await other.service.quiet()
        const statements = recordStatements(t)
        const seen = await confirmations(owner)
        const { operationId } = await other.api.smartlocks[call]({ params })
        await eventually('it is confirmed', async () => (await confirmations(owner)) > seen)
        statements.stop()
        const asked = statements.work().filter(isOfUnlock)
        assert.ok(!asked.some((sql) => /queued/.test(sql)), 'nobody looked for it')
        await other.untilOperation(operationId, 'confirmed')
        costs.push(asked)
      }
      const [fewest = []] = costs.sort((a, b) => a.length - b.length)
      assert.ok(fewest.length <= MOST, `${fewest.length}:\n${fewest.join('\n')}`)
      t.diagnostic(`${fewest.length} statements`)
      assert.equal(lock.snapshot().motorStarts, 4)
    },
  )

  await t.test(
    'if the process is killed between commit and publish it never runs, and the lock is free long before its proof is due',
    async () => {
      const { wire, service } = await third()
      wire.freeze()
      const api = createClient({ baseUrl: service.url, token: owner.owner.token })
      const { operationId } = await api.smartlocks.unlock({ params })
      assert.equal(await statusOf(owner, operationId as string), 'sent')
      await service.kill()
      await eventually(
        'the lock was asked, and says that it never came',
        async () => {
          const status = await statusOf(owner, operationId as string)
          assert.ok(status === 'sent' || status === 'expired', status)
          return status === 'expired'
        },
        LONG_MS,
      )
      assert.equal(lock.snapshot().motorStarts, 4)
      await move('unlock')
      assert.equal(lock.snapshot().motorStarts, 5)
    },
  )
})

/** How many actions a process has seen confirmed; asked of its memory. */
async function confirmations({ service }: World): Promise<number> {
  const { values } = await service.platform.metrics.operations.get()
  return values.find(({ labels }) => labels.type === 'action' && labels.status === 'confirmed')?.value ?? 0
}
