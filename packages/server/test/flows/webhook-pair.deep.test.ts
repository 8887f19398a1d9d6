import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { eventually } from '../eventually.ts'
import { startProcess } from '../service-process.ts'
import { newStorage } from '../storage.ts'
import { allEvents, DELIVERY_SETTINGS, startWatchfulReceiver } from '../watchful-receiver.ts'

test('two processes on one PostgreSQL deliver every event once while both live', async (t) => {
  const storage = await newStorage('postgres')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const { receiver, overlaps } = await startWatchfulReceiver(t)
  const first = await startProcess(storage, DELIVERY_SETTINGS)
  t.after(() => first.kill())
  const second = await startProcess(storage, DELIVERY_SETTINGS)
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
  await eventually('every event', () => receiver.messages.length >= events.length)
  assert.deepEqual(
    receiver.messages.map(({ id }) => id),
    events.map(({ id }) => id),
    'in order, none twice',
  )
  assert.deepEqual(overlaps, [])
})
