import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deepTest } from '../../server/test/tier.ts'
import { visit } from './browser.ts'

test('the building: a wrong code on the keypad is refused, a turned key moves the lock, and both are told', async (t) => {
  const { page, signIn, isSound } = await visit(t)
  await signIn('/sandbox')
  await page.getByRole('button', { name: /Front door/ }).click()
  assert.match(page.url(), /lock=\d+/)
  const keypad = page.getByRole('group', { name: 'Keypad' })
  for (const digit of '482913') await keypad.getByRole('button', { name: digit, exact: true }).click()
  await keypad.getByRole('button', { name: 'Enter' }).click()
  const last = page.getByRole('region', { name: 'What the lock reported last' })
  await last.getByText('Wrong code').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Key: unlock' }).click()
  await page.getByRole('button', { name: /Front door Unlocked/ }).waitFor()
  await last.getByText('by hand').waitFor()
})

deepTest(
  'the clock: moved a day, the service is a day ahead, and who moved it stays signed in',
  async (t) => {
    const { page, service, signIn, isSound } = await visit(t, { own: 'moves the clock' })
    await signIn('/sandbox')
    await page.getByRole('button', { name: '+1 day' }).click()
    await page.getByText('1 day ahead of real time').waitFor()
    assert.equal((await service.api.sandbox.clock()).data.moved, true)
    await page.getByRole('link', { name: 'Doors' }).click()
    await page.getByRole('article', { name: 'Front door' }).waitFor()
    await page.getByRole('link', { name: 'Sandbox' }).click()
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await page.getByText('Real time', { exact: true }).waitFor()
    await isSound()
  },
)

deepTest('trouble: a switch acts at once, and the door tells what comes of it', async (t) => {
  const { page, service, signIn } = await visit(t)
  await signIn('/sandbox')
  await page.getByRole('switch', { name: 'Motor gets stuck' }).click()
  await page.getByRole('combobox', { name: 'Connection' }).click()
  await page.getByRole('option', { name: 'Cut off' }).click()
  await page
    .getByRole('region', { name: /At the door/ })
    .getByText('Offline')
    .waitFor()
  const { data } = await service.api.sandbox.list()
  assert.ok(data.some(({ switches }) => switches.jam && switches.connection === 'cut'))
})

deepTest('without a sandbox there is none in the menu, and its address says so', async (t) => {
  const { page, signIn, isSound } = await visit(t, { sandbox: false })
  await signIn('/sandbox')
  await page.getByRole('heading', { name: 'The sandbox is off' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Sandbox' }).count(), 0)
  await isSound()
  await page.getByRole('link', { name: 'Doors' }).click()
  await page.getByRole('heading', { name: 'No locks yet' }).waitFor()
  await isSound()
})
