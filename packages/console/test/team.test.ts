import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soon } from '../../server/test/eventually.ts'
import { oneTimePassword } from '../../server/test/one-time-password.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'
import { fits } from './fits.ts'

const CARETAKER = { name: 'Carla', email: 'carla@example.org', password: 'caretaker horse' }

deepTest('one-time passwords, set up in the console, are asked for at the next sign-in', async (t) => {
  const { page, service, signIn, go, isSound, owner } = await visit(t, { own: 'moves the clock' })
  await signIn('/account?tab=sign-in')
  await page
    .getByRole('region', { name: 'One-time passwords' })
    .getByRole('button', { name: 'Set up' })
    .click()
  await page.getByRole('img', { name: 'QR code for the app' }).waitFor()
  const secret = (await page.getByRole('region', { name: 'Secret' }).textContent()) ?? ''
  await isSound()
  await page.getByLabel('Code from the app').fill(oneTimePassword(secret, Date.now()))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByText(/^On since /).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
  // A code counts once: the next one is of the next half minute.
  const { data: clock } = await service.api.sandbox.moveClock({ body: { advance: 'PT1M' } })
  await go('/sign-in?next=/doors')
  await page.getByLabel('Email address').fill(owner.email)
  await page.getByLabel(/^Password/).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const code = page.getByLabel('One-time password')
  await code.fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await code.fill(oneTimePassword(secret, Date.now() + clock.aheadMs))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor()
})

test('a sub-account with rights 2, made in the console, opens doors and is offered nothing it may not use', async (t) => {
  const { page, service, signIn, go, isSound } = await visit(t)
  await signIn('/team')
  await page.getByText('You work alone so far').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'New sub-account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(CARETAKER.name)
  await dialog.getByLabel('Email address').fill(CARETAKER.email)
  await isSound()
  await dialog.getByLabel('Invite by mail').uncheck({ force: true })
  await dialog.getByLabel(/^First password/).fill(CARETAKER.password)
  await isSound()
  await dialog.getByRole('button', { name: 'New sub-account' }).click()
  await page.getByRole('table', { name: 'Sub-accounts' }).getByText('Open doors').waitFor()
  await isSound()
  const { data: subs } = await service.api.subAccounts.list({})
  assert.deepEqual(
    subs.map(({ rights }) => rights),
    [2],
  )
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByText('Sub-account created').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await go('/sign-in?next=/doors')
  await page.getByLabel('Email address').fill(CARETAKER.email)
  await page.getByLabel(/^Password/).fill(CARETAKER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const card = page.getByRole('article', { name: 'Front door' })
  await card.getByRole('button', { name: 'Unlock: Front door' }).click()
  await card.getByText('Unlocked', { exact: true }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'My account' }).waitFor()
  for (const name of ['Team', 'Sandbox']) assert.equal(await menu.getByRole('link', { name }).count(), 0)
  await isSound()
  await card.getByRole('link', { name: 'Front door' }).click()
  await page.getByRole('tab', { name: 'Capability' }).waitFor()
  for (const name of ['Access', 'Activity', 'Settings']) {
    assert.equal(await page.getByRole('tab', { name }).count(), 0, name)
  }
  await go('/welcome')
  await page.getByRole('link', { name: 'See the doors' }).waitFor()
  for (const to of ['/console/sandbox', '/console/add-door'])
    assert.equal(await page.getByRole('main').locator(`a[href^="${to}"]`).count(), 0, to)
  await go('/account')
  await page.getByRole('tab', { name: 'Settings' }).waitFor()
  assert.equal(await page.getByRole('tab', { name: 'Notifications' }).count(), 0)
  // Whoever types the address all the same is told the truth.
  await go('/team')
  await page.getByRole('alert').waitFor()
  await isSound()
})

deepTest(
  'an access manager of one address, made in the console, works there and is shown nothing else',
  async (t) => {
    const { page, service, signIn, go, isSound } = await visit(t)
    const { data: locks } = await service.api.smartlocks.list({})
    const [inside, outside] = locks.map(({ smartlockId, name }) => ({ smartlockId, name }))
    assert.ok(inside && outside)
    await service.api.addresses.create({ body: { name: 'West wing', smartlockIds: [inside.smartlockId] } })
    await signIn('/team')
    await page.getByRole('button', { name: 'New sub-account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(CARETAKER.name)
    await dialog.getByLabel('Email address').fill(CARETAKER.email)
    await dialog.getByLabel('Invite by mail').uncheck({ force: true })
    await dialog.getByLabel(/^First password/).fill(CARETAKER.password)
    await dialog.getByLabel('Only some doors or addresses').check({ force: true })
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Access manager' }).click()
    await dialog.getByRole('combobox', { name: 'Addresses' }).click()
    await page.getByRole('option', { name: 'West wing' }).click()
    await isSound()
    await dialog.getByRole('button', { name: 'New sub-account' }).click()
    await page.getByText('Access manager: West wing').waitFor()
    await isSound()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await go('/sign-in?next=/doors')
    await page.getByLabel('Email address').fill(CARETAKER.email)
    await page.getByLabel(/^Password/).fill(CARETAKER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('article', { name: inside.name }).waitFor()
    await soon(async () => assert.equal(await page.getByRole('article').count(), 1))
    assert.equal(await page.getByRole('link', { name: 'Add a door' }).count(), 0)
    for (const [path, heading] of Object.entries({
      '/access': 'Access',
      '/people': 'People',
      '/addresses': 'Addresses',
    })) {
      await go(path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await isSound()
      assert.equal(await page.getByRole('alert').count(), 0, path)
      assert.equal(await page.getByText(outside.name).count(), 0, path)
    }
  },
)

deepTest(
  'the own account, on a phone, fits the screen; a new password ends the session and counts',
  async (t) => {
    const { page, signIn, isSound, owner } = await visit(t, { screen: PHONE })
    await signIn('/account')
    await page.getByLabel(/^City/).waitFor()
    await fits(page)
    await isSound()
    await page.getByLabel(/^City/).fill('Graz')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Sign-in' }).click()
    await isSound()
    await page.getByLabel('New password').fill('another horse')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Sign in with the new one', { exact: false }).waitFor()
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel(/^Password/).fill('another horse')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  },
)
