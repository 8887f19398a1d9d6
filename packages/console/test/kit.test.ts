import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deepTest } from '../../server/test/tier.ts'
import { visit } from './browser.ts'

test('the welcome page makes a token whose calls work as they are shown', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn('/welcome')
  await page.getByRole('button', { name: 'Make an API token' }).click()
  const command = (await page.getByRole('region', { name: 'List the locks' }).textContent()) ?? ''
  const [, token, url] = /Bearer (\S+)" (\S+)/.exec(command) ?? []
  assert.ok(token && url)
  assert.ok(url.startsWith(service.url))
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(((await answer.json()) as unknown[]).length, 6)
  await isSound()
  const stored = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])')
  assert.ok(!stored.includes(token), 'the token is kept nowhere in the browser')
})

deepTest('the console speaks German, in the dark as well, and remembers it', async (t) => {
  const { page, signIn, isSound } = await visit(t, { screen: { colorScheme: 'dark' } })
  await signIn('/doors')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Türen', level: 1 }).waitFor()
  await page.reload()
  const card = page.getByRole('article', { name: 'Front door' })
  await card.getByText('Zugesperrt', { exact: true }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark')
  await isSound()
})

deepTest('a service that cannot be reached is told as that, and all is well when it is back', async (t) => {
  const { page, signIn, go, isSound } = await visit(t)
  await signIn('/welcome')
  await page.route(/\/(event\/stream|smartlock)(\?|$)/, (route) => route.abort())
  await go('/doors')
  await page.getByRole('alert').filter({ hasText: 'No connection to the service' }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'The service cannot be reached' }).waitFor()
  await isSound()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('article', { name: 'Front door' }).waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

test('everything can be reached and used with the keyboard alone', async (t) => {
  const { page, signIn } = await visit(t)
  await signIn('/doors')
  await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Unlock: Apartment 1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Apartment 1' }).getByText('Unlocked', { exact: true }).waitFor()
  const more = page.getByRole('button', { name: 'More actions: Apartment 1' })
  const unlatch = page.getByRole('menuitem', { name: 'Unlatch', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  await unlatch.waitFor()
  // It is there a moment before it listens: a hand would be slower.
  await page.waitForFunction("document.activeElement.closest('[role=menu]') !== null")
  await page.keyboard.press('Escape')
  await unlatch.waitFor({ state: 'hidden' })
  // Whoever closes a menu is where they were before.
  await page.waitForFunction("document.activeElement.ariaLabel === 'More actions: Apartment 1'")
  await page.keyboard.press('Enter')
  await unlatch.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: 'Apartment 1' }).getByText('Unlatched', { exact: true }).waitFor()
})

deepTest(
  'an address that leads nowhere says so; one that leads to nothing says what is missing, and back',
  async (t) => {
    const { page, signIn, isSound } = await visit(t)
    await signIn('/nowhere')
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    await isSound()
    await page.goto('/console/addresses/17')
    await page.getByRole('heading', { name: 'Address: not there' }).waitFor()
    await isSound()
    await page.goto(`/console/stays/17/${'a'.repeat(24)}`)
    await page.getByRole('heading', { name: 'Stay: not there' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Stays' }).click()
    await page.getByRole('heading', { name: 'Stays', level: 1 }).waitFor()
  },
)
