import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { deepTest } from '../../server/test/tier.ts'
import { startReceiver } from '../../server/test/webhook-receiver.ts'
import { PHONE, visit } from './browser.ts'
import { fits } from './fits.ts'

/** Creates a key through the dialog and waits for its page. */
async function createKey(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByRole('dialog').getByLabel('Description').fill(description)
  await page.getByRole('dialog').getByRole('button', { name: 'New API key' }).click()
  await page.getByRole('heading', { name: description, level: 1 }).waitFor()
}

test('a token, made in the console, is shown once, works, does less after it was changed, and is dead after it was deleted', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn('/integrations')
  await createKey(page, 'Nightly report')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill('Reader')
  const hearsOfDoors = dialog.getByText('the receiver is told what happens at the doors, and who did it')
  assert.equal(await hearsOfDoors.count(), 0)
  await dialog.getByLabel('Webhooks').check()
  await hearsOfDoors.waitFor()
  await isSound()
  await dialog.getByLabel('Webhooks').uncheck()
  await dialog.getByRole('button', { name: 'New token' }).click()
  const token = (await dialog.getByRole('region', { name: 'API token' }).textContent()) ?? ''
  await isSound()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('never used').waitFor()
  assert.equal((await page.content()).includes(token), false, 'the value is gone with its dialog')
  const list = () => fetch(`${service.url}/smartlock`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal((await list()).status, 200)
  await isSound()
  await page.getByRole('button', { name: 'Edit: Reader' }).click()
  await dialog.getByLabel('Description').fill('Writer')
  await dialog.getByLabel('See and manage locks').uncheck()
  await dialog.getByLabel('See locks').uncheck()
  await dialog.getByLabel('Account-management token').check()
  await isSound()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The token was changed').waitFor()
  await page.getByText('account management', { exact: true }).waitFor()
  assert.equal((await list()).status, 403, 'it may no longer see locks')
  await page.getByRole('button', { name: 'Delete: Writer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this token' }).click()
  await page.getByText('The token was deleted').waitFor()
  assert.equal((await list()).status, 401)
})

deepTest(
  'a token, made in the console for one address and until a day, shows its limits, keeps to them and loses one when it is taken away',
  async (t) => {
    const { page, service, signIn, isSound } = await visit(t)
    const { data: locks } = await service.api.smartlocks.list()
    const [door] = locks
    const smartlockIds = [door?.smartlockId as number]
    await service.api.addresses.create({ body: { name: 'Main Street', smartlockIds } })
    await signIn('/integrations')
    await createKey(page, 'Cleaners')
    await page.getByRole('button', { name: 'New token' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('One house')
    await dialog.getByLabel('Works until').fill('2099-12-31T12:00')
    await dialog.getByRole('combobox', { name: 'Only for these addresses' }).click()
    await page.getByRole('option', { name: 'Main Street' }).click()
    await dialog.getByLabel('Only from these networks').fill('127.0.0.0/8\n::1')
    await dialog.getByLabel('Account-management token').check()
    await dialog.getByLabel('Works until').waitFor({ state: 'detached' })
    await isSound()
    await dialog.getByLabel('Account-management token').uncheck()
    await isSound()
    await dialog.getByRole('button', { name: 'New token' }).click()
    const token = (await dialog.getByRole('region', { name: 'API token' }).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText(/ends .*2099.* · for one address · from 127\.0\.0\.0\/8, ::1\/128/).waitFor()
    await isSound()
    const seen = async () => {
      const response = await fetch(`${service.url}/smartlock`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await response.json()) as { smartlockId: number }[]).map(({ smartlockId }) => smartlockId)
    }
    assert.deepEqual(await seen(), smartlockIds)
    await page.getByRole('button', { name: 'Edit: One house' }).click()
    await dialog.getByLabel('Only from these networks').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The token was changed').waitFor()
    await page.getByText(/ends .*2099.* · for one address$/).waitFor()
    assert.deepEqual(await seen(), smartlockIds)
  },
)

deepTest(
  'an advanced key, applied for with a central webhook, shows its secret, gets another, and is gone after it was deleted',
  async (t) => {
    const { page, signIn, isSound } = await visit(t)
    await signIn('/integrations')
    await createKey(page, 'Rental platform')
    await page.getByRole('button', { name: 'Apply for an advanced key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Company or person').fill('Example Stays')
    await dialog.getByLabel('Country').fill('AT')
    await dialog.getByLabel('Website').fill('https://example.org')
    await dialog.getByLabel('Contact address').fill('api@example.org')
    await dialog.getByLabel('What the app does').fill('Opens doors for guests')
    await dialog.getByRole('combobox', { name: 'Kind of app' }).click()
    await page.getByRole('option', { name: 'Short-term rental' }).click()
    await dialog.getByLabel('Address of the central webhook').fill('https://example.org/hook')
    await isSound()
    await dialog.getByRole('button', { name: 'Apply for an advanced key' }).click()
    await page.getByText('It was shown when it was made').waitFor()
    await isSound()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await dialog.getByText('both are taken from the app').waitFor()
    await isSound()
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    const fresh = (await dialog.getByRole('region', { name: 'New client secret' }).textContent()) ?? ''
    assert.match(fresh, /^[0-9a-f]{64}$/)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal((await page.content()).includes(fresh), false, 'the secret is gone with its dialog')
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await dialog.getByText('both are taken from the app').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete the advanced key' }).click()
    await dialog.getByRole('button', { name: 'Delete the advanced key' }).click()
    await page.getByRole('button', { name: 'Apply for an advanced key' }).waitFor()
  },
)

test('a webhook whose receiver fails, then works, is seen to fail and arrives when it is sent again', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  const receiver = await startReceiver(t, (_message, response) =>
    response.writeHead(500).end('<b>no room</b>'),
  )
  await signIn('/integrations')
  await createKey(page, 'Booking system')
  await page.getByRole('link', { name: 'All API keys' }).click()
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByLabel('State of locks').uncheck()
  await dialog.getByLabel('Account users').check()
  await isSound()
  await dialog.getByRole('button', { name: 'New webhook' }).click()
  await dialog.getByRole('region', { name: 'Signing secret' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await isSound()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByText('Nothing was delivered yet').waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The test failed').waitFor()
  await page.getByRole('button', { name: /^500.*Test.*attempt 1/ }).waitFor()
  await service.api.accountUsers.create({ body: { email: 'ada@example.org', name: 'Ada' } })
  const failed = page.getByRole('button', { name: /^500.*Account users.*attempt 1/ })
  await failed.click()
  await page.getByRole('region', { name: 'Payload sent' }).getByText('ada@example.org').waitFor()
  await page.getByRole('region', { name: 'Answer of the receiver' }).getByText('<b>no room</b>').waitFor()
  await isSound()
  receiver.answer = (_message, response) => response.end()
  await page.getByRole('button', { name: 'Send again' }).click()
  // The automatic second attempt would say so; a first attempt that arrived is the one that was asked for.
  await page.getByRole('button', { name: /^200.*Account users.*attempt 1/ }).waitFor()
  const events = receiver.messages.filter(({ payload }) => payload.feature === 'ACCOUNT_USER')
  const ids = new Set(events.map(({ id }) => id))
  assert.equal(ids.size, 1, 'the same event, under the same id')
})

deepTest('what has access, on a phone, fits the screen and can be taken away', async (t) => {
  const { page, service, signIn, isSound } = await visit(t, { screen: PHONE })
  const { data: key } = await service.api.apiKeys.create({ body: { description: 'Old tablet' } })
  const { data: token } = await service.api.apiKeys.createToken({
    params: { apiKeyId: key.apiKeyId },
    body: { description: 'Hall', scopes: ['smartlock'] },
  })
  await signIn('/integrations?tab=access')
  await page.getByText('Old tablet · Hall').waitFor()
  await fits(page)
  await isSound()
  await page.getByRole('button', { name: 'Take access away: Hall' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take access away' }).click()
  await page.getByText('Hall has no access any more').waitFor()
  const headers = { authorization: `Bearer ${token.accessToken}` }
  assert.equal((await fetch(`${service.url}/smartlock`, { headers })).status, 401)
})

test('the reference finds an operation, shows a recorded example and all refusals, and tries it with the session', async (t) => {
  const { page, service, signIn, isSound, owner } = await visit(t)
  await signIn('/reference')
  await page.getByRole('searchbox').fill('unlatch lock_')
  await isSound()
  await page.getByRole('searchbox').fill('get /account token_invalid')
  await page.locator('a[href$="/reference/account.get"]').click()
  await page.getByRole('region', { name: 'Answer (200)' }).first().waitFor()
  await page.getByText('token_invalid', { exact: true }).waitFor()
  const code = page.getByRole('region', { name: 'curl' })
  assert.match((await code.textContent()) ?? '', /^curl 'http.*\/account'/)
  await page.getByText('Python', { exact: true }).click()
  await page.getByRole('region', { name: 'Python' }).getByText('urllib.request').first().waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('region', { name: 'Answer (200)' }).nth(1).getByText(owner.email).waitFor()
  await isSound()
  const { data: locks } = await service.api.smartlocks.list()
  const door = locks.find(({ name }) => name === 'Front door') ?? assert.fail('no door')
  await page.goto('/console/reference/smartlocks.unlock')
  await page.getByRole('textbox', { name: 'smartlockId' }).fill(String(door.smartlockId))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('This call moves a door').waitFor()
  const asked = async () =>
    (await service.api.operations.list({ query: { smartlockId: door.smartlockId } })).data
  assert.deepEqual(await asked(), [], 'nothing moves before the second word')
  await isSound()
  await dialog.getByRole('button', { name: 'Send it' }).click()
  await page.getByText(/^Operation [0-9a-f]{24}$/).waitFor()
  assert.equal((await asked()).length, 1)
  await page.getByRole('link', { name: 'API reference' }).first().click()
  await page.getByRole('link', { name: 'Events and webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events and webhooks' }).waitFor()
  await page.getByText('webhook-signature').first().waitFor()
  await isSound()
})
