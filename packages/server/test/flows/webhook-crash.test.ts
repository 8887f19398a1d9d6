import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { type ServiceProcess, startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { ENGINES } from '../tier.ts'
import { allEvents, DELIVERY_SETTINGS, startWatchfulReceiver } from '../watchful-receiver.ts'
import type { Receiver } from '../webhook-receiver.ts'

const LOCKS = 3
const ROUNDS = 3
/** The lease of a process that was killed has to end first. */
const TAKE_OVER_MS = 180_000

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

function assertComplete(receiver: Receiver, events: { id: string; smartlockId?: number }[], locks: number[]) {
  const firstTime = [...new Set(receiver.messages.map(({ id }) => id))]
  for (const smartlockId of locks) {
    const expected = events.filter((event) => event.smartlockId === smartlockId).map(({ id }) => id)
    const ofLock = new Set(expected)
    const seen = firstTime.filter((id) => ofLock.has(id))
    assert.deepEqual(seen, expected, 'every event of the lock, in its order')
  }
}

for (const engine of ENGINES) {
  test(`SIGKILL under load loses no event and keeps the order of each lock [${engine}]`, async (t) => {
    const storage = await newStorage(engine)
    t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
    const { receiver, overlaps } = await startWatchfulReceiver(t)
    let service = await startProcess(storage, DELIVERY_SETTINGS)
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
      service = await startProcess(storage, DELIVERY_SETTINGS)
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
