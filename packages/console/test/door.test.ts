import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectDevice } from '../../server/test/ldp-device.ts'
import { type Visit, visit } from './browser.ts'

const FRONT_DOOR = 17912989040

const setConnection = ({ service }: Visit, connection: 'online' | 'offline') =>
  service.api.sandbox.change({ params: { smartlockId: FRONT_DOOR }, body: { connection } })

test('a setting, changed while the lock is away, waits with its age and is taken over when the lock is back', async (t) => {
  const here = await visit(t)
  const { page, service, signIn, isSound } = here
  await signIn(`/doors/${FRONT_DOOR}?tab=settings`)
  await page.getByLabel('Brightness of the light').waitFor()
  await setConnection(here, 'offline')
  await page.getByLabel('Brightness of the light').fill('5')
  await page.getByRole('region', { name: 'Device' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Waiting for the lock to take this over').waitFor()
  await isSound()
  await page.getByRole('link', { name: 'All doors' }).click()
  const card = page.getByRole('article', { name: 'Front door' })
  await card.getByText('Offline').waitFor()
  await card.getByText('1 change pending', { exact: false }).waitFor()
  const unlock = card.getByRole('button', { name: 'Unlock: Front door' })
  assert.equal(await unlock.getAttribute('aria-disabled'), 'true', 'a lock that is away is not moved')
  await service.api.sandbox.moveClock({ body: { advance: 'PT2H' } })
  await page.reload()
  await card.getByText('oldest for 2 hours', { exact: false }).waitFor()
  await isSound()
  await setConnection(here, 'online')
  await card.getByText('Online').waitFor()
  await card.getByText('pending', { exact: false }).waitFor({ state: 'detached' })
  const { data } = await service.api.smartlocks.get({ params: { smartlockId: FRONT_DOOR } })
  assert.equal(data.config?.ledBrightness, 5)
})

test('a setting that breaks its rule is told at its field and not sent', async (t) => {
  const { page, signIn, isSound } = await visit(t)
  await signIn(`/doors/${FRONT_DOOR}?tab=settings`)
  await page.getByLabel('Brightness of the light').fill('9')
  await page.getByText('A number from 0 to 5').waitFor()
  const save = page.getByRole('region', { name: 'Device' }).getByRole('button', { name: 'Save' })
  assert.ok(await save.isDisabled())
  await isSound()
})

test('the activity of a door shows what happened as it happens, and what was asked for only', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn(`/doors/${FRONT_DOOR}?tab=activity`)
  await page.getByRole('heading', { name: 'Nothing happened yet' }).waitFor()
  await isSound()
  await service.api.smartlocks.unlock({ params: { smartlockId: FRONT_DOOR } })
  await page.getByRole('table').getByText('Unlock', { exact: true }).waitFor()
  await page.getByRole('img', { name: /Chart of when 1 entry/ }).waitFor()
  await page.getByRole('img', { name: /Chart/ }).locator('.recharts-bar-rectangle').first().waitFor()
  await isSound()
  await page.getByRole('combobox', { name: 'What happened' }).click()
  await page.getByRole('option', { name: 'Lock', exact: true }).click()
  await page.getByRole('heading', { name: 'No entry fits' }).waitFor()
  assert.match(page.url(), /action=2/)
})

test('a door shows who has access and whether the lock knows it, what the lock can do, and where to give more', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await service.api.authorizations.createOn({
    params: { smartlockId: FRONT_DOOR },
    body: {
      name: 'Cleaner',
      type: 13,
      remoteAllowed: false,
      code: 482913,
      allowedWeekDays: 64 + 4,
      allowedFromTime: 480,
      allowedUntilTime: 720,
    },
  })
  await signIn(`/doors/${FRONT_DOOR}?tab=access`)
  const row = page.getByRole('row').filter({ hasText: 'Cleaner' })
  await row.getByText('Mon, Fri, 08:00–12:00').waitFor()
  await row.getByText('On the lock', { exact: true }).waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Capability' }).click()
  await page.getByText(/^1 of \d+ used$/).waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('4.4.12').waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('link', { name: 'Give access' }).click()
  await page.getByLabel('Name on the lock').fill('Painter')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('group', { name: 'Front door' }).waitFor()
})

test('a door, deleted after its name was typed, is gone from the list and from the API', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn(`/doors/${FRONT_DOOR}?tab=settings`)
  await page.getByRole('button', { name: 'Delete this lock' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete this lock' })
  assert.ok(await confirm.isDisabled(), 'its name was not typed yet')
  await dialog.getByLabel('Type Front door to confirm').fill('Front door')
  await isSound()
  await confirm.click()
  await page.getByText('Front door was deleted').waitFor()
  await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
  assert.equal(await page.getByRole('article', { name: 'Front door' }).count(), 0)
  const { data: locks } = await service.api.smartlocks.list({})
  assert.equal(
    locks.some(({ smartlockId }) => smartlockId === FRONT_DOOR),
    false,
  )
})

test('a door that is not there is told, and the way back is shown', async (t) => {
  const { page, signIn, isSound } = await visit(t)
  await signIn('/doors/1')
  await page.getByRole('alert').getByText('There is no such object.').waitFor()
  await isSound()
})

test('a lock that showed its secret is shown with what to do about it', async (t) => {
  const { page, service, text, signIn, isSound } = await visit(t)
  const { data } = await service.api.smartlocks.register({ body: { type: 4, name: 'Old gate' } })
  const { username, secret } = data.credentials
  const deviceId = data.smartlockId.toString(16).slice(-8).toUpperCase()
  await assert.rejects(
    connectDevice({ url: service.brokerUrl, deviceId, username, secret, password: secret }),
  )
  await signIn(`/doors/${data.smartlockId}`)
  await page.getByRole('alert').filter({ hasText: text.door.credentials.exposed }).waitFor()
  await isSound()
})
