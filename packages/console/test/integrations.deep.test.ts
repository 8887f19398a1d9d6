import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@latchwork/sdk'
import { startReceiver } from '../../server/test/webhook-receiver.ts'
import { visit } from './browser.ts'

test('the secret of a webhook, replaced in the console, is shown once, and both sign until the overlap ends', async (t) => {
  const { page, service, signIn, isSound } = await visit(t, { own: 'moves the clock' })
  const receiver = await startReceiver(t)
  const { data: key } = await service.api.apiKeys.create({ body: { description: 'Booking system' } })
  const { data: webhook } = await service.api.webhooks.register({
    body: { apiKeyId: key.apiKeyId, webhookUrl: receiver.url, webhookFeatures: ['ACCOUNT_USER'] },
  })
  await signIn(`/integrations/webhooks/${webhook.id}`)
  const signedBy = async (secret: string) => {
    await service.api.webhooks.test({ params: { id: webhook.id } })
    const message = receiver.messages.at(-1) ?? assert.fail('nothing came')
    const { data: clock } = await service.api.sandbox.clock()
    return verifyWebhook(secret, message, { now: Date.parse(clock.now) }).then(
      () => true,
      () => false,
    )
  }
  await page.getByRole('button', { name: 'Replace the secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('every message is signed with both').waitFor()
  await dialog.getByRole('combobox', { name: 'How long the old secret still counts' }).click()
  await page.getByRole('option', { name: 'One hour' }).click()
  await isSound()
  await dialog.getByRole('button', { name: 'Replace the secret' }).click()
  const fresh = (await dialog.getByRole('region', { name: 'Signing secret' }).textContent()) ?? ''
  await isSound()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  assert.equal((await page.content()).includes(fresh), false, 'the value is gone with its dialog')
  assert.deepEqual([await signedBy(webhook.secret ?? ''), await signedBy(fresh)], [true, true])
  await service.api.sandbox.moveClock({ body: { advance: 'PT61M' } })
  assert.deepEqual([await signedBy(webhook.secret ?? ''), await signedBy(fresh)], [false, true])
})

test('the events, of the past and live, filtered and paused, are each there once, and none is missing', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn('/integrations?tab=events&feature=ACCOUNT_USER')
  await page.getByText('Nothing has happened yet').waitFor()
  await page.getByRole('status').getByText('Connected').waitFor()
  await isSound()
  const add = (name: string) =>
    service.api.accountUsers.create({ body: { email: `${name}@example.org`, name } })
  await add('Ada')
  await page.getByRole('button', { name: /Account users.*Ada/ }).click()
  await page.getByRole('region').getByText('ada@example.org').waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await add('Bert')
  await page.getByText('1 more while paused').waitFor()
  assert.equal(await page.getByText('Bert').count(), 0)
  await isSound()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: /Account users.*Bert/ }).waitFor()
  // More than a page of the past has.
  for (let i = 0; i < 50; i++) await add(`Guest${i}`)
  await page.reload()
  const all = page.getByRole('button', { name: /Account users/ })
  await page.getByRole('button', { name: /Account users.*Guest49$/ }).waitFor()
  await add('Cleo')
  await page.getByRole('button', { name: /Account users.*Cleo/ }).waitFor()
  assert.equal(await all.count(), 51)
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('button', { name: /Account users.*Ada/ }).waitFor()
  assert.equal(await all.count(), 53, 'each once')
  await page.getByRole('button', { name: 'Clear' }).click()
  assert.equal(await all.count(), 0)
})
