import { setTimeout as sleep } from 'node:timers/promises'
import { followEvents } from '@latchwork/sdk'
import { PROCESS_TOKEN } from '../../packages/server/test/service-process.ts'
import { startReceiver } from '../../packages/server/test/webhook-receiver.ts'
import type { StreamRecord, WebhookRecord } from './history.ts'
import type { House } from './house.ts'

export interface Listeners {
  streams(): StreamRecord[]
  webhooks(): WebhookRecord[]
  stop(): Promise<void>
}

const FEATURES = ['DEVICE_STATUS', 'DEVICE_LOGS', 'DEVICE_CONFIG', 'DEVICE_AUTHS'] as const
/** Of so many posts the receiver refuses one, the first time it comes. */
const REFUSES_ONE_OF = 40
const RECONNECT_MS = 200

/** Who hears of everything: streams that resume where they were cut off, and receivers that refuse now and then. */
export async function startListeners(house: House, count: number): Promise<Listeners> {
  const after = await newestEvent(house)
  const streams = Array.from({ length: count }, (_, i) => follow(house, `${i + 1}`, after))
  const receivers = await Promise.all(Array.from({ length: count }, (_, i) => receive(house, `${i + 1}`)))
  return {
    streams: () => streams.map(({ record }) => record),
    webhooks: () => receivers.map(({ record }) => record()),
    async stop() {
      for (const stream of streams) stream.stop()
      await Promise.all([...streams.map(({ ended }) => ended), ...receivers.map(({ stop }) => stop())])
    },
  }
}

async function newestEvent(house: House): Promise<string> {
  const [row] = await house.ask<{ id: string | null }>('select max(id) as id from event')
  return row?.id ?? ''
}

function follow(house: House, name: string, after: string) {
  const end = new AbortController()
  const ids: string[] = []
  const record = { name, after, ids, resets: 0 }
  const options = {
    baseUrl: 'http://any.process',
    token: PROCESS_TOKEN,
    // Every connection goes to whoever is there; what comes next follows from the last id alone.
    fetch: (url: string, init: RequestInit) => fetch(`${someProcess(house)}${new URL(url).pathname}`, init),
  }
  const read = async () => {
    const events = followEvents(options, { after, signal: end.signal, delayMs: () => RECONNECT_MS })
    for await (const event of events) {
      if (event.kind === 'event') ids.push(event.id)
      else record.resets += 1
    }
  }
  return { record, ended: read(), stop: () => end.abort() }
}

function someProcess(house: House): string {
  const live = house.slots.flatMap(({ process }) => (process ? [process.url] : []))
  const url = live[Math.floor(Math.random() * live.length)]
  if (url === undefined) throw new Error('no process is there')
  return url
}

async function receive(house: House, name: string) {
  const closing: (() => unknown)[] = []
  const refused = new Set<string>()
  const receiver = await startReceiver({ after: (close) => closing.push(close) }, ({ id }, response) => {
    const isRefused = !refused.has(id) && receiver.messages.length % REFUSES_ONE_OF === 0
    if (isRefused) refused.add(id)
    response.writeHead(isRefused ? 503 : 204).end()
  })
  const api = house.slots[0]?.process?.api
  await api?.webhooks.register({ body: { webhookUrl: receiver.url, webhookFeatures: [...FEATURES] } })
  const after = await newestEvent(house)
  return {
    record: (): WebhookRecord => ({
      name,
      after,
      features: FEATURES,
      received: receiver.messages.map(({ id, body, payload }) => ({
        id,
        body,
        smartlockId: payload.smartlockId,
      })),
    }),
    async stop() {
      for (const close of closing) await close()
      await sleep(0)
    },
  }
}
