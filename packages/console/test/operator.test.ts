import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@latchwork/sdk'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'
import { signInElsewhere } from './elsewhere.ts'
import { fits } from './fits.ts'

const ROOMS = {
  email: 'rooms@example.org',
  password: 'rooms horse battery',
  name: 'Rooms Ltd',
  language: 'en',
}

deepTest('a mail that no server sends is read by the operator, and the log says so', async (t) => {
  const { page, service, signIn, isSound, owner } = await visit(t, {
    own: 'looks at what the operator of the service sees',
  })
  await signIn('/operator')
  await page.getByText('No mail was written yet').waitFor()
  await isSound()
  await service.api.emailAddress.change({
    body: { email: 'new@example.org', currentPassword: owner.password },
  })
  await page.reload()
  const outbox = page.getByRole('table', { name: 'Outbox' })
  await outbox.getByText('Kept here').waitFor()
  await isSound()
  await outbox.getByRole('link', { name: 'Read the mail: Code for a new address, new@example.org' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mail', exact: true })
  assert.match((await dialog.getByRole('region', { name: 'Words of the mail' }).textContent()) ?? '', /\d{8}/)
  await isSound()
  const readings = async () =>
    (await service.api.audit.list({})).data.filter(({ action }) => action === 'mail.read').length
  assert.equal(await readings(), 1, 'one reading is one entry')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.ok(!page.url().includes('mail='))
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Sent' }).click()
  await page.getByText('No mail is in this state').waitFor()
  assert.match(page.url(), /state=sent/)
  await isSound()
})

test('an application, approved by the operator, is active for the applicant, who is offered nothing of the operator', async (t) => {
  const settings = { LATCHWORK_ADVANCED_KEY_AUTO_APPROVE: 'off', LATCHWORK_SIGN_UP: 'on' }
  const { page, service, signIn, isSound } = await visit(t, { settings })
  const open = createClient({ baseUrl: service.url })
  await open.account.signUp({ body: ROOMS })
  const { data: login } = await open.sessions.login({ body: ROOMS })
  const rooms = createClient({ baseUrl: service.url, token: login.accessToken })
  const { data: key } = await rooms.apiKeys.create({})
  await rooms.advancedKeys.apply({
    params: { apiKeyId: key.apiKeyId },
    body: {
      name: 'Rooms Ltd',
      country: 'AT',
      description: 'Keys for guests',
      url: 'https://rooms.example',
      email: 'api@rooms.example',
      type: 'ONLY_SECRET',
    },
  })
  const applicant = await signInElsewhere(t, page, service.url, ROOMS, `/integrations/keys/${key.apiKeyId}`)
  await applicant.getByText('Waiting for the operator').waitFor()
  const menu = applicant.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'My account' }).waitFor()
  assert.equal(await menu.getByRole('link', { name: 'Operator' }).count(), 0)

  await signIn('/operator')
  await page.getByRole('tab', { name: 'Applications 1' }).click()
  const application = page.getByRole('region', { name: 'Rooms Ltd' })
  await application.getByText('Rooms Ltd (rooms@example.org)').waitFor()
  await isSound()
  await application.getByRole('button', { name: 'Approve: Rooms Ltd' }).click()
  await application.getByText('Active', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Applications', exact: true }).waitFor()
  await isSound()

  await applicant.reload()
  await applicant.getByText('Active', { exact: true }).waitFor()
  await applicant.goto('/console/operator')
  await applicant
    .getByRole('alert')
    .getByText(/Only the operator of this service/)
    .waitFor()
})

deepTest('the operator’s pages, on a phone and in German, fit the screen', async (t) => {
  const settings = { LATCHWORK_ADVANCED_KEY_AUTO_APPROVE: 'off' }
  const { page, service, signIn, isSound, owner } = await visit(t, { settings, screen: PHONE })
  const { data: key } = await service.api.apiKeys.create({})
  await service.api.advancedKeys.apply({
    params: { apiKeyId: key.apiKeyId },
    body: {
      name: 'Rooms Ltd',
      country: 'AT',
      description: 'Keys for guests',
      url: 'https://rooms.example/with/a/long/path/that/goes/on/and/on/and/on',
      email: 'api@rooms.example',
      type: 'SHORT_RENTAL',
      webhookUrl: 'https://rooms.example/hooks/with/a/long/path/that/goes/on/and/on',
      webhookFeatures: ['DEVICE_STATUS'],
    },
  })
  await service.api.emailAddress.change({
    body: { email: 'somebody.with.a.long.address@example.org', currentPassword: owner.password },
  })
  await signIn('/operator')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await page.getByRole('table', { name: 'Postausgang' }).getByText('Hier aufbewahrt').first().waitFor()
  await fits(page)
  await isSound()
  await page.getByRole('tab', { name: /Anträge/ }).click()
  const application = page.getByRole('region', { name: 'Rooms Ltd' })
  await application.getByRole('button', { name: 'Ablehnen: Rooms Ltd' }).click()
  await isSound()
  await page.getByRole('dialog').getByRole('button', { name: 'Ablehnen' }).click()
  await application.getByText('Nicht aktiv').waitFor()
  await fits(page)
  await isSound()
})
