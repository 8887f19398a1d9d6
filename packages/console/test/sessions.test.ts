import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@latchwork/sdk'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { browserName } from '../src/pages/account/browser-name.ts'
import { PHONE, visit } from './browser.ts'
import { signInElsewhere } from './elsewhere.ts'
import { fits } from './fits.ts'

test('a session elsewhere, ended on the account page, is over there at once', async (t) => {
  const { page, service, signIn, isSound, owner } = await visit(t)
  const elsewhere = await signInElsewhere(t, page, service.url, owner, '/doors')
  await elsewhere.getByRole('article', { name: 'Front door' }).waitFor()
  await signIn('/account?tab=sign-in')
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true })
  await sessions.getByText('This session').waitFor()
  await soon(async () => assert.equal(await sessions.getByRole('row').count(), 2))
  await isSound()
  await sessions.getByRole('button', { name: 'End: Chrome · Linux' }).click()
  await isSound()
  await page.getByRole('dialog').getByRole('button', { name: 'End this session' }).click()
  await page.getByText('The session has ended').waitFor()
  await sessions.getByRole('button', { name: /^End/ }).first().waitFor({ state: 'detached' })
  await soon(async () => assert.equal(await sessions.getByRole('row').count(), 1))
  await elsewhere.getByText(/^Your session has ended/).waitFor()
  await page.reload()
  await sessions.getByText('This session').waitFor()
})

deepTest('all other sessions end together; on a phone the list fits the screen', async (t) => {
  const { page, service, signIn, isSound, owner } = await visit(t, { screen: PHONE })
  const open = createClient({ baseUrl: service.url })
  const logins = [await open.sessions.login({ body: owner }), await open.sessions.login({ body: owner })]
  await signIn('/account?tab=sign-in')
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true })
  await sessions.getByText('This session').waitFor()
  await soon(async () => assert.equal(await sessions.getByRole('row').count(), 3))
  await fits(page)
  await isSound()
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click()
  await page.getByText('All other sessions have ended').waitFor()
  await sessions.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' })
  await soon(async () => assert.equal(await sessions.getByRole('row').count(), 1))
  for (const { data } of logins) {
    const api = createClient({ baseUrl: service.url, token: data.accessToken })
    await assert.rejects(api.account.get(), { code: 'token_invalid' })
  }
})

deepTest(
  'a device that is remembered has one session for all its tabs, also later, until it is ended elsewhere',
  async (t) => {
    const { page, service, go, enter } = await visit(t, { own: 'moves the clock' })
    await go('/sign-in?next=/doors')
    await page.getByLabel('Remember this device').check()
    await enter()
    await page.getByRole('article', { name: 'Front door' }).waitFor()
    // Of a browser that was closed only what it stores is left.
    const later = await page.context().newPage()
    await later.goto('/console/account?tab=sign-in')
    const sessions = later.getByRole('region', { name: 'Sessions', exact: true })
    await sessions.getByText(/Stays signed in until/).waitFor()
    await soon(async () => assert.equal(await sessions.getByRole('row').count(), 1))
    const kept = await later.evaluate<string>('JSON.stringify({ ...localStorage }) + document.cookie')
    assert.ok(!kept.includes('latchwork_device'), 'no script can read what proves the device')
    // The token of this tab has been replaced by another one's, thirteen hours later.
    await service.api.sandbox.moveClock({ body: { advance: 'PT13H' } })
    await later.reload()
    await sessions.getByText('This session').waitFor()
    await page.getByRole('link', { name: 'Access', exact: true }).click()
    await page.getByRole('heading', { name: 'Access', level: 1 }).waitFor()
    await service.api.sessions.removeOthers()
    await later.reload()
    await later.getByLabel('Remember this device').waitFor()
  },
)

test('a browser, by what it says of itself, is called as people call it', () => {
  const names = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox · Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
      'Edge · Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15':
      'Safari · macOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1':
      'Safari · iOS',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36':
      'Chrome · Android',
    'curl/8.5.0': 'curl/8.5.0',
  }
  for (const [userAgent, name] of Object.entries(names)) assert.equal(browserName(userAgent), name)
})
