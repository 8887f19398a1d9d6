import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const secret = 'a'.repeat(64)
const now = 1_700_000_000_000
const body = JSON.stringify({ feature: 'DEVICE_STATUS', smartlockId: 1, serverState: 4, adminPinState: 0 })

function signed(timestamp = now / 1000, key = secret) {
  const text = `event.${timestamp}.${body}`
  return {
    'webhook-id': 'event',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${createHmac('sha256', key).update(text).digest('base64')}`,
  }
}

test('a request that the service signed gives its id and its payload', async () => {
  const headers = signed()
  for (const form of [headers, new Headers(headers)]) {
    const { id, payload } = await verifyWebhook(secret, { body, headers: form }, { now })
    assert.equal(id, 'event')
    assert.deepEqual(payload, JSON.parse(body))
  }
  const several = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` }
  await verifyWebhook(secret, { body: new TextEncoder().encode(body), headers: several }, { now })
})

test('a request that was changed, signed by others, unsigned or kept too long is refused', async () => {
  const refused = [
    { body: `${body} `, headers: signed() },
    { body, headers: signed(now / 1000, 'b'.repeat(64)) },
    { body, headers: signed(now / 1000 - 301) },
    { body, headers: signed(now / 1000 + 301) },
    { body, headers: { ...signed(), 'webhook-id': 'another' } },
    { body, headers: { ...signed(), 'webhook-signature': undefined } },
    { body, headers: { ...signed(), 'webhook-signature': 'v1,%%%' } },
    { body, headers: {} },
  ]
  for (const request of refused) {
    await assert.rejects(verifyWebhook(secret, request, { now }), WebhookVerificationError)
  }
})

/** The compiler is the test: `feature` says which payload it is. */
export const typeTests = async () => {
  const { payload } = await verifyWebhook(secret, { body, headers: signed() }, { now })
  if (!('feature' in payload)) return payload.requestId
  if (payload.feature === 'DEVICE_LOGS') return payload.smartlockLog.name
  return payload.feature === 'DEVICE_STATUS' ? payload.serverState : undefined
}
