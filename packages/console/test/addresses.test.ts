import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visit } from './browser.ts'

test('an address, made in the console with doors, shows what holds there and can be changed', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn('/addresses')
  await page.getByText('No address yet').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mill Street 1')
  await dialog.getByRole('combobox', { name: 'Doors of this address' }).fill('Front')
  await page.getByRole('option', { name: 'Front door' }).click()
  await dialog.getByLabel('Check-in').fill('16:00')
  await isSound()
  await dialog.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('heading', { name: 'Mill Street 1', level: 1 }).waitFor()
  await page.getByRole('group', { name: 'Front door' }).waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByLabel(/^Make codes by themselves/).fill('48')
  await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Saved/).waitFor()
  await isSound()
  const { data } = await service.api.addresses.list()
  assert.equal(data[0]?.checkInTime, 960)
  assert.deepEqual(data[0]?.settings, { autoIssueHours: 48 })
})
