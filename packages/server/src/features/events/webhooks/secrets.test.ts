import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { verifyWebhook } from '@latchwork/sdk'
import { configOf, newCode, post, rig } from '../../../../test/oauth-rig.ts'
import { startReceiver, TO_RECEIVERS } from '../../../../test/webhook-receiver.ts'
import { apiTest } from '../../../../test/world.ts'
import { MovableClock } from '../../../platform/movable-clock.ts'

const HOUR_MS = 3_600_000
const options = { config: { outbound: TO_RECEIVERS }, clock: () => new MovableClock() }

apiTest(
  'while the secret of a webhook is replaced both sign, and after the overlap only the new one does (D123)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const { data } = await w.api.webhooks.register({
      body: { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_STATUS'] },
    })
    const params = { id: data.id }
    const { data: replaced } = await w.api.webhooks.replaceSecret({ params, body: { overlapHours: 2 } })
    assert.notEqual(replaced.secret, data.secret)
    const clock = w.service.platform.clock as MovableClock
    const posted = async () => {
      await w.api.webhooks.test({ params })
      const message = receiver.messages.at(-1) ?? assert.fail('nothing came')
      const isGood = (secret: string | undefined) =>
        verifyWebhook(secret ?? '', message, { now: clock.now() }).then(
          () => true,
          () => false,
        )
      const single = message.headers['x-nuki-signature-sha256']
      const isSingle = (secret: string | undefined) =>
        createHmac('sha256', secret ?? '')
          .update(message.body)
          .digest('hex') === single
      return {
        old: [await isGood(data.secret), isSingle(data.secret)],
        fresh: [await isGood(replaced.secret), isSingle(replaced.secret)],
      }
    }
    assert.deepEqual(await posted(), { old: [true, true], fresh: [true, false] })
    await clock.advance(2 * HOUR_MS + 1)
    assert.deepEqual(await posted(), { old: [false, false], fresh: [true, true] })
    const { data: log } = await w.api.audit.list()
    assert.ok(
      log.some(({ action, subject }) => action === 'webhook.secretReplaced' && subject === String(data.id)),
    )
    const stranger = await w.account()
    await w.refuses(stranger.api.webhooks.replaceSecret({ params, body: {} }), 'not_found')
  },
  options,
)

apiTest(
  'without an overlap the old secret of a webhook ends at once (D123)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const body = { webhookUrl: receiver.url, webhookFeatures: ['DEVICE_STATUS' as const] }
    const { data } = await w.api.webhooks.register({ body })
    await w.api.webhooks.replaceSecret({ params: { id: data.id }, body: { overlapHours: 0 } })
    await w.api.webhooks.test({ params: { id: data.id } })
    const message = receiver.messages.at(-1) ?? assert.fail('nothing came')
    const now = w.service.platform.clock.now()
    await assert.rejects(verifyWebhook(data.secret ?? '', message, { now }), /No signature fits/)
  },
  options,
)

apiTest('while the secret of an advanced key is replaced a client gets in with either (D123)', async (w) => {
  const r = await rig(w, { confidential: true })
  const params = { apiKeyId: r.apiKeyId }
  const { data } = await r.vendor.api.advancedKeys.replaceSecret({ params, body: { overlapHours: 1 } })
  assert.ok(data.secret && r.secret && data.secret !== r.secret)
  assert.ok(configOf(r))
  const statusWith = async (secret: string) =>
    (await post(r.base, '/oauth/token', { ...(await newCode(r)), client_secret: secret })).status
  assert.deepEqual([await statusWith(r.secret), await statusWith(data.secret)], [200, 200])
  await w.db
    .updateTable('advanced_api_key')
    .set({ old_secret_until: w.service.platform.clock.now() - 1 })
    .execute()
  assert.deepEqual([await statusWith(r.secret), await statusWith(data.secret)], [401, 200])
})
