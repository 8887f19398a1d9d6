import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'
import { openMailbox } from './mailbox.ts'

const NEW_PASSWORD = 'another horse'

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send the mail' }).click()
  await page.getByRole('status').getByText('Look into your mail').waitFor()
}

test('a forgotten password, mailed as a link and followed in German, is replaced, and the link works only once', async (t) => {
  const mailbox = await openMailbox(t)
  const { page, service, go, isSound, owner } = await visit(t, {
    settings: mailbox.settings,
    screen: { locale: 'de-AT' },
  })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await service.api.account.update({ body: { language: 'de' } })
  await go('/sign-in')
  await page.getByRole('link', { name: 'Passwort vergessen?' }).click()
  // The page before has a field of the same name, and stays until this one is loaded.
  await page.getByRole('button', { name: 'E-Mail senden' }).waitFor()
  await page.getByLabel('E-Mail-Adresse').fill(owner.email)
  await isSound()
  await page.getByRole('button', { name: 'E-Mail senden' }).click()
  await page.getByRole('status').getByText('Sehen Sie in Ihre E-Mails').waitFor()
  await isSound()
  const { to, words, link, secret } = await mailbox.mail(1)
  assert.equal(to, owner.email)
  assert.match(words, /Oder öffnen Sie diese Adresse im Browser/)
  await page.goto(link)
  const password = page.getByLabel('Neues Passwort')
  await password.fill(NEW_PASSWORD)
  assert.equal(page.url(), `${service.url}/console/reset`, 'the token is gone from the address')
  assert.equal(await page.getByLabel('Code aus der E-Mail').count(), 0, 'the link brought it along')
  await isSound()
  await page.getByRole('button', { name: 'Passwort festlegen' }).click()
  await page.getByText('Das Passwort wurde geändert', { exact: false }).waitFor()
  await isSound()
  await page.getByLabel('E-Mail-Adresse').fill(owner.email)
  await page.getByRole('textbox', { name: 'Passwort' }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  await page.goto(link)
  await password.fill('a third horse')
  await page.getByRole('button', { name: 'Passwort festlegen' }).click()
  await page.getByRole('alert').getByText('falsch, benutzt oder abgelaufen', { exact: false }).waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Neue E-Mail anfordern' }).click()
  await page.getByRole('button', { name: 'E-Mail senden' }).waitFor()
  assert.deepEqual(
    addresses.filter((address) => address.includes(secret)),
    [],
    'no request carries the token in its address or referrer',
  )
})

deepTest(
  'a forgotten password, on a phone, is told the same for every address, and an old code is refused in words',
  async (t) => {
    const mailbox = await openMailbox(t)
    const { page, service, go, isSound, owner } = await visit(t, {
      settings: mailbox.settings,
      screen: PHONE,
    })
    await go('/forgot')
    await ask(page, 'nobody@example.com')
    const answer = await page.getByRole('main').textContent()
    await page.reload()
    await ask(page, owner.email)
    await soon(async () => assert.equal(await page.getByRole('main').textContent(), answer))
    const { to, secret } = await mailbox.mail(1)
    assert.deepEqual([to, mailbox.count()], [owner.email, 1], 'nobody else is written to')
    await page.getByRole('link', { name: 'I have a code' }).click()
    await service.api.sandbox.moveClock({ body: { advance: 'PT61M' } })
    await page.getByLabel('Code from the mail').fill(secret)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await isSound()
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('alert').getByText('wrong, used or expired', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Ask for a new mail' }).click()
    await ask(page, owner.email)
    const { secret: fresh } = await mailbox.mail(2)
    await page.getByRole('link', { name: 'I have a code' }).click()
    await page.getByLabel('Code from the mail').fill(fresh)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Also end all API tokens and connected apps').uncheck()
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Sign in with the new one', { exact: false }).waitFor()
    assert.equal((await service.api.account.get()).status, 200, 'tokens are kept by who confirms')
  },
)
