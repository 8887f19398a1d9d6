import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { type Receiver, startReceiver, TEST_CA_FILE } from '../webhook-receiver.ts'

const LOCKS = 3
const ROUNDS = 3
const SETTINGS = { LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8', LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE }
/** The lease of a process that was killed has to end first. */
const TAKE_OVER_MS = 60_000

/** Renames locks without a pause until the process is killed at some moment of it. */
async function renameUntilKilled(service: ServiceProcess, locks: number[], round: number): Promise<void> {
  let isKilled = false
  const calls = locks.map(async (smartlockId) => {
    for (let i = 0; !isKilled; i++) {
      const body = { name: `Round ${round} name ${i}` }
      await service.api.smartlocks.update({ params: { smartlockId }, body }).catch(() => undefined)
    }
  })
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 500))
  await service.kill()
  isKilled = true
  await Promise.all(calls)
}

async function allEvents(service: ServiceProcess): Promise<{ id: string; smartlockId?: number }[]> {
  const events = []
  let after: string | undefined
  for (;;) {
    const { data } = await service.api.events.list({ query: { limit: 1000, ...(after && { after }) } })
    events.push(...data.events)
    if (data.events.length === 0) return events
    after = data.next
  }
}

/** A receiver that notices when the same message is posted twice at the same time. */
async function startWatchfulReceiver(t: TestContext): Promise<{ receiver: Receiver; overlaps: string[] }> {
  const underWay = new Set<string>()
  const overlaps: string[] = []
  const receiver = await startReceiver(t, ({ id }, response) => {
    if (underWay.has(id)) overlaps.push(id)
    underWay.add(id)
    const over = () => underWay.delete(id)
    response.once('close', over)
    setTimeout(() => {
      over()
      response.end()
    }, 2)
  })
  return { receiver, overlaps }
}

function assertComplete(receiver: Receiver, events: { id: string; smartlockId?: number }[], locks: number[]) {
  const firstTime = [...new Set(receiver.messages.map(({ id }) => id))]
  for (const smartlockId of locks) {
    const expected = events.filter((event) => event.smartlockId === smartlockId).map(({ id }) => id)
    const ofLock = new Set(expected)
    const seen = firstTime.filter((id) => ofLock.has(id))
    assert.deepEqual(seen, expected, 'every event of the lock, in its order')
  }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`SIGKILL under load loses no event and keeps the order of each lock [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    const { receiver, overlaps } = await startWatchfulReceiver(t)
    let service = await startProcess(storage, SETTINGS)
    t.after(() => service.kill())
    await service.api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA'] },
    })
    const locks: number[] = []
    for (let i = 0; i < LOCKS; i++) {
      const { data } = await service.api.smartlocks.register({ body: { type: 4, name: `Door ${i}` } })
      locks.push(data.smartlockId)
    }
    for (let round = 0; round < ROUNDS; round++) {
      await renameUntilKilled(service, locks, round)
      service = await startProcess(storage, SETTINGS)
    }
    const events = await allEvents(service)
    const last = new Set(events.map(({ id }) => id))
    await eventually(
      'every event has arrived',
      () => {
        for (const { id } of receiver.messages) last.delete(id)
        return last.size === 0
      },
      TAKE_OVER_MS,
    )
    assertComplete(receiver, events, locks)
    assert.deepEqual(overlaps, [])
  })
}

test('two processes on one PostgreSQL deliver every event once while both live', async (t) => {
  const storage = await newStorage('postgres')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const { receiver, overlaps } = await startWatchfulReceiver(t)
  const first = await startProcess(storage, SETTINGS)
  t.after(() => first.kill())
  const second = await startProcess(storage, SETTINGS)
  t.after(() => second.kill())
  const body = { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_MASTERDATA' as const] }
  await first.api.webhooks.register({ body })
  const { data: lock } = await first.api.smartlocks.register({ body: { type: 4, name: 'Door' } })
  const params = { smartlockId: lock.smartlockId }
  await Promise.all(
    [first, second].map(async ({ api }, which) => {
      for (let i = 0; i < 60; i++) await api.smartlocks.update({ params, body: { name: `${which} ${i}` } })
    }),
  )
  const events = await allEvents(first)
  await eventually('every event', () => receiver.messages.length >= events.length, TAKE_OVER_MS)
  assert.deepEqual(
    receiver.messages.map(({ id }) => id),
    events.map(({ id }) => id),
    'in order, none twice',
  )
  assert.deepEqual(overlaps, [])
})
