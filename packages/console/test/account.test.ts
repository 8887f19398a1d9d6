import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'
import { openMailbox } from './mailbox.ts'

const NEW_ADDRESS = 'owner@example.com'

test('another mail address, asked for in the console, counts once the link of its mail was followed', async (t) => {
  const mailbox = await openMailbox(t)
  const { page, service, signIn, isSound, owner } = await visit(t, {
    settings: mailbox.settings,
    screen: PHONE,
  })
  await signIn('/account?tab=sign-in')
  await page.getByRole('button', { name: 'Change the address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email address').fill(NEW_ADDRESS)
  await isSound()
  await dialog.getByRole('button', { name: 'Change the address' }).click()
  const { to, link, secret } = await mailbox.mail(1)
  assert.equal(to, NEW_ADDRESS)
  await page.reload()
  const code = page.getByLabel('Code from the mail')
  await code.fill(secret === '00000000' ? '11111111' : '00000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('This code is wrong or too old.').waitFor()
  await isSound()
  const { data: before } = await service.api.account.get()
  assert.equal(before.email, owner.email, 'the old address stays meanwhile')
  await page.goto(link)
  await code.waitFor()
  await soon(async () => assert.equal(await code.inputValue(), secret))
  assert.equal(new URL(page.url()).hash, '', 'the code is gone from the address')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('region', { name: 'Email address' }).getByText(NEW_ADDRESS).waitFor()
  await page.getByText('confirmed', { exact: true }).waitFor()
  await code.waitFor({ state: 'detached' })
  const { data: after } = await service.api.account.get()
  assert.deepEqual([after.email, after.emailVerified], [NEW_ADDRESS, true])
})

deepTest(
  'the link of a mail with a code, opened by somebody who is not signed in, waits for the sign-in',
  async (t) => {
    const mailbox = await openMailbox(t)
    const { page, service, isSound, owner } = await visit(t, { settings: mailbox.settings })
    await service.api.emailAddress.verify({ body: {} })
    const { link, secret } = await mailbox.mail(1)
    await page.goto(link)
    await page.getByLabel('Email address').fill(owner.email)
    assert.equal(page.url().includes(secret), false)
    await page.getByLabel(/^Password/).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const code = page.getByLabel('Code from the mail')
    await code.waitFor()
    await soon(async () => assert.equal(await code.inputValue(), secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('confirmed', { exact: true }).waitFor()
    await isSound()
  },
)

test('the settings of the account, changed in the console, are how doors are shown; notes are kept and deleted', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn('/account?tab=settings')
  await page.getByRole('combobox', { name: 'Show doors as' }).click()
  await page.getByRole('option', { name: 'Table' }).click()
  await isSound()
  await page.getByRole('region', { name: 'Doors' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('The settings were saved').waitFor()
  await page.getByRole('button', { name: 'Add a note' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('caretaker')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Call Carla')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('needs a key such as example.com/name').first().waitFor()
  await isSound()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('example.com/caretaker')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const notes = page.getByRole('table', { name: 'Notes' })
  await notes.getByText('Call Carla').waitFor()
  await isSound()
  const { data: kept } = await service.api.accountSettings.get()
  assert.equal(kept.web.deviceViewType, 'LIST')
  assert.deepEqual(kept.web.annotations, { 'example.com/caretaker': 'Call Carla' })
  await page.getByRole('button', { name: 'Delete: example.com/caretaker' }).click()
  await dialog.getByRole('button', { name: 'Delete this note' }).click()
  await page.getByText('No notes yet.').waitFor()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Doors' }).click()
  await page.getByRole('row').filter({ hasText: 'Front door' }).waitFor()
  await page.goBack()
  const retention = page.getByRole('region', { name: 'How long records are kept' })
  await retention.getByLabel('Stays after their end, days').fill('30')
  await retention.getByRole('button', { name: 'Save' }).click()
  await page.getByText('How long records are kept was changed').waitFor()
  await isSound()
  assert.equal((await service.api.retention.get()).data.reservationDays, 30)
  await page.getByRole('button', { name: 'Forget all settings' }).click()
  await dialog.getByRole('button', { name: 'Forget all settings' }).click()
  await page.getByText('The settings were forgotten').waitFor()
  // Its button is still there, and the question is answered.
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Forget all settings' }).waitFor()
  assert.deepEqual((await service.api.accountSettings.get()).data, { web: {} })
})

deepTest(
  'an account, deleted in the console after its address was typed, is gone with everything in it',
  async (t) => {
    const { page, service, signIn, isSound, owner } = await visit(t)
    await signIn('/account')
    await page.getByRole('button', { name: 'Delete this account' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Delete this account' })
    assert.ok(await confirm.isDisabled(), 'nothing was typed yet')
    await dialog.getByLabel(`Type ${owner.email} to confirm`).fill(owner.email)
    await isSound()
    await confirm.click()
    await page.getByText('The account and everything in it was deleted.').waitFor()
    await isSound()
    await page.getByLabel('Email address').fill(owner.email)
    await page.getByLabel(/^Password/).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').getByText('Wrong email address or password.').waitFor()
    await assert.rejects(service.api.smartlocks.list(), { code: 'token_invalid' })
  },
)
