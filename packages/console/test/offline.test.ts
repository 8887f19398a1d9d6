import assert from 'node:assert/strict'
import { test } from 'node:test'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { visit } from './browser.ts'

test('the service, gone while the page is open and back on the same port, costs nothing that was typed, and the page catches up', async (t) => {
  const { page, service, signIn, isSound, restart } = await visit(t, { own: 'stops the service' })
  const { data: locks } = await service.api.smartlocks.list()
  const door = locks.find(({ name }) => name === 'Front door')
  assert.ok(door)
  await signIn('/doors?q=front')
  await page.getByRole('article', { name: 'Front door' }).waitFor()
  await service.stop()
  const banner = page.getByRole('alert').filter({ hasText: 'No connection to the service' })
  await banner.waitFor()
  await page.getByRole('article', { name: 'Front door' }).waitFor()
  await isSound()
  await page.getByLabel('Search by name').fill('door')
  await page.waitForURL('**/console/doors?q=door')
  // A page whose code was never loaded waits for the service, too.
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  const { api } = await restart()
  await page.getByRole('heading', { name: 'Access', level: 1 }).waitFor()
  await banner.waitFor({ state: 'detached' })
  await api.smartlocks.update({ params: { smartlockId: door.smartlockId }, body: { name: 'Main door' } })
  await page.goBack()
  await page.getByRole('article', { name: 'Main door' }).waitFor()
  await soon(async () => assert.equal(await page.getByLabel('Search by name').inputValue(), 'door'))
  await isSound()
})

deepTest('a part of a page whose code was never loaded waits for the service, too', async (t) => {
  const { page, service, signIn, restart, frontDoor } = await visit(t, { own: 'stops the service' })
  await service.api.authorizations.createOn({
    params: { smartlockId: frontDoor },
    body: { name: 'Gardener', type: 13, remoteAllowed: false },
  })
  await signIn('/access')
  await page.getByRole('row').filter({ hasText: 'Gardener' }).waitFor()
  await service.stop()
  await page.getByRole('alert').filter({ hasText: 'No connection to the service' }).waitFor()
  await page.getByText('Calendar', { exact: true }).click()
  await page.waitForURL('**/console/access?view=calendar')
  await restart()
  await page.getByRole('region', { name: 'Calendar' }).waitFor()
})

deepTest(
  'a session that ends while the page is open leads to the sign-in page, and from there back to the same address',
  async (t) => {
    const { page, service, signIn, enter } = await visit(t, { own: 'moves the clock' })
    await signIn('/doors?q=apartment')
    await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
    // Twelve hours are a session's life; the stream ends with it.
    await service.api.sandbox.moveClock({ body: { advance: 'PT13H' } })
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    await enter()
    await page.waitForURL('**/console/doors?q=apartment')
    await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
    await soon(async () => assert.equal(await page.getByLabel('Search by name').inputValue(), 'apartment'))
  },
)
