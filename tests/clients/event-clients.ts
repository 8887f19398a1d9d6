import assert from 'node:assert/strict'
import { EventSource } from 'eventsource'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import type { Client, House } from './house.ts'

/** Libraries for events: streams and webhooks. */

interface Heard {
  feature: string
  smartlockId: number
}

/** Opens a stream, has the lock changed, and waits for what `listen` hears of it. */
async function hears(
  { w, url, token, smartlockId }: House,
  path: string,
  listen: (source: EventSource, hear: (text: string) => void) => void,
): Promise<Heard> {
  const heard: string[] = []
  const source = new EventSource(`${url}${path}`, {
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, authorization: `Bearer ${token}` } }),
  })
  try {
    listen(source, (text) => heard.push(text))
    await new Promise((resolve, reject) => {
      source.onopen = resolve
      source.onerror = reject
    })
    const { data: lock } = await w.api.smartlocks.get({ params: { smartlockId } })
    await w.api.smartlocks.update({ params: { smartlockId }, body: { favorite: !lock.favorite } })
    const text = await w.until('it was heard', async () => heard[0])
    return JSON.parse(text) as Heard
  } finally {
    source.close()
  }
}

export const eventSource: Client = {
  name: 'eventsource',
  speaks: 'event stream',
  calls: {
    addEventListener: async (house) => {
      const heard = await hears(house, '/event/stream', (source, hear) =>
        source.addEventListener('DEVICE_MASTERDATA', ({ data }) => hear(data as string)),
      )
      assert.equal(heard.smartlockId, house.smartlockId)
    },
    'onmessage, with `?format=message`': async (house) => {
      const heard = await hears(house, '/event/stream?format=message', (source, hear) => {
        source.onmessage = ({ data }) => hear(data as string)
      })
      assert.equal(heard.feature, 'DEVICE_MASTERDATA')
    },
  },
}

/** Registers a webhook, has it tested, and returns what came with the secret as the API gave it. */
async function delivered({ w, receiver }: House) {
  const body = { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_STATUS' as const] }
  const { data } = await w.api.webhooks.register({ body })
  const before = receiver.messages.length
  await w.api.webhooks.test({ params: { id: data.id } })
  const message = await w.until('it came', async () => receiver.messages[before])
  return {
    secret: data.secret as string,
    body: message.body,
    headers: message.headers as Record<string, string>,
  }
}

export const standardWebhooks: Client = {
  name: 'standardwebhooks',
  speaks: 'webhooks',
  calls: {
    'Webhook.verify, with the secret as given': async (house) => {
      const { secret, body, headers } = await delivered(house)
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
      assert.throws(() => new Webhook(secret).verify(`${body} `, headers))
    },
    'Webhook.verify, format raw': async (house) => {
      const { secret, body, headers } = await delivered(house)
      assert.ok(new Webhook(secret, { format: 'raw' }).verify(body, headers))
    },
  },
}

export const svix: Client = {
  name: 'svix',
  speaks: 'webhooks',
  calls: {
    'Webhook.verify, with the secret as given': async (house) => {
      const { secret, body, headers } = await delivered(house)
      new SvixWebhook(secret).verify(body, headers)
      assert.throws(() => new SvixWebhook(secret).verify(`${body} `, headers))
    },
  },
}
