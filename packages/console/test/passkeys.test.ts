import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, type VisitOptions, visit } from './browser.ts'
import { fits } from './fits.ts'

/** The console under a name: browsers make passkeys for nothing else. */
async function visitByName(t: TestContext, options: VisitOptions = {}) {
  const visited = await visit(t, { sandbox: false, ...options })
  const url = visited.service.url.replace('127.0.0.1', 'localhost')
  const devices = await visited.page.context().newCDPSession(visited.page)
  await devices.send('WebAuthn.enable')
  const go = (path: string) => visited.page.goto(`${url}/console${path}`)
  return { ...visited, devices, go }
}

type Named = Awaited<ReturnType<typeof visitByName>>

/** A device with a finger that is always there. */
async function plugIn(devices: CDPSession, transport: 'internal' | 'usb'): Promise<string> {
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return authenticatorId
}

const section = ({ page }: Pick<Visit, 'page'>, name: string) =>
  page.getByRole('region', { name, exact: true })

async function openSignInTab({ go, enter, page, text }: Named): Promise<void> {
  await go('/sign-in?next=%2Faccount%3Ftab%3Dsign-in')
  await enter()
  await section({ page }, text.account.passkeys.title).waitFor()
}

async function add({ page, text }: Pick<Named, 'page' | 'text'>, name: string): Promise<void> {
  const words = text.account.passkeys
  await page.getByLabel(words.name).fill(name)
  await page.getByRole('button', { name: words.add }).click()
  await section({ page }, words.title).getByText(name, { exact: true }).waitFor()
}

async function leave({ page, go }: Named): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await go('/sign-in')
}

test('two passkeys are added, one is renamed, one signs in without a password, one is removed', async (t) => {
  const named = await visitByName(t)
  const { page, devices, text, isSound } = named
  const phone = await plugIn(devices, 'internal')
  await openSignInTab(named)
  await add(named, 'Phone')
  await devices.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId: phone, enabled: false })
  await plugIn(devices, 'usb')
  await add(named, 'Stick')
  const list = section(named, text.account.passkeys.title)
  await soon(async () => assert.equal(await list.getByRole('row').count(), 2))
  await isSound()
  await list.getByRole('button', { name: 'Edit: Stick' }).click()
  const renaming = page.getByRole('dialog', { name: text.account.passkeys.rename })
  await renaming.getByLabel(text.account.passkeys.renameLabel).fill('Blue stick')
  await isSound()
  await renaming.getByRole('button', { name: text.kit.save }).click()
  await list.getByText('Blue stick', { exact: true }).waitFor()
  await leave(named)
  await page.getByRole('button', { name: text.signIn.withPasskey }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
  await named.go('/account?tab=sign-in')
  await list.getByText(/last used/).waitFor()
  await list.getByRole('button', { name: 'Remove: Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the passkey' }).click()
  await list.getByText('Phone', { exact: true }).waitFor({ state: 'detached' })
  await soon(async () => assert.equal(await list.getByRole('row').count(), 1))
})

deepTest(
  'ten minutes later one is asked again who is there, and a passkey answers, or the password',
  async (t) => {
    const named = await visitByName(t, { sandbox: true })
    const { page, devices, text, service } = named
    await plugIn(devices, 'internal')
    await openSignInTab(named)
    await add(named, 'Phone')
    await service.api.sandbox.moveClock({ body: { advance: 'PT11M' } })
    const codes = section(named, text.account.recovery.title).locator('code')
    await page.getByRole('button', { name: text.account.recovery.make }).click()
    const dialog = page.getByRole('dialog', { name: text.kit.stepUp.title })
    await dialog.waitFor()
    await named.isSound()
    await dialog.getByRole('button', { name: text.kit.stepUp.withPasskey }).click()
    await codes.first().waitFor()
    const first = (await codes.first().textContent()) ?? ''
    await service.api.sandbox.moveClock({ body: { advance: 'PT11M' } })
    await page.getByRole('button', { name: text.account.recovery.renew }).click()
    await page.getByRole('dialog').getByRole('button', { name: text.account.recovery.renew }).click()
    await dialog.getByLabel(text.kit.stepUp.password).fill(named.owner.password)
    await dialog.getByRole('button', { name: text.kit.stepUp.submit }).click()
    // The old ones go when the new ones are asked for.
    await codes.filter({ hasText: first }).waitFor({ state: 'detached' })
    await codes.first().waitFor()
    await soon(async () => assert.equal(await codes.count(), 10))
  },
)

test('where a second factor is demanded one is led to it; recovery codes are shown once, and one signs in', async (t) => {
  const named = await visitByName(t, { settings: { LATCHWORK_SECOND_FACTOR: 'all' } })
  const { page, devices, text, go, enter } = named
  await plugIn(devices, 'internal')
  await go('/sign-in')
  await enter()
  await page.getByRole('heading', { name: text.account.secondFactor.title }).waitFor()
  await go('/doors')
  await page.getByRole('heading', { name: text.account.secondFactor.title }).waitFor()
  await named.isSound()
  await page.getByLabel(text.account.passkeys.name).fill('Phone')
  await page.getByRole('button', { name: text.account.passkeys.add }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/doors'))
  await go('/account?tab=sign-in')
  await page.getByRole('button', { name: text.account.recovery.make }).click()
  const codes = section(named, text.account.recovery.title).locator('code')
  await codes.first().waitFor()
  await soon(async () => assert.equal(await codes.count(), 10))
  const code = (await codes.first().textContent()) ?? ''
  await page.reload()
  await section(named, text.account.recovery.title).getByText('10 codes left').waitFor()
  await soon(async () => assert.equal(await codes.count(), 0))
  await leave(named)
  await enter()
  await page.getByLabel(text.signIn.otp).fill(code)
  await page.getByRole('button', { name: text.signIn.submit, exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'))
  await go('/account?tab=sign-in')
  await section(named, text.account.recovery.title).getByText('9 codes left').waitFor()
})

deepTest(
  'where there can be no passkeys the console says why, in words of the reader, and what to do',
  async (t) => {
    const visited = await visit(t, { sandbox: false, screen: { ...PHONE, locale: 'de-DE' } })
    const { page, text, go } = visited
    await go('/sign-in')
    await page.getByRole('button', { name: text.signIn.withPasskey }).click()
    await page.getByText(text.kit.passkeys.problems.address).waitFor()
    const named = await page.getByRole('link', { name: text.kit.passkeys.openNamed }).getAttribute('href')
    assert.match(named ?? '', /^http:\/\/localhost:\d+\/console\/sign-in/)
    await fits(page)
    await visited.isSound()
  },
)
