import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PHONE, visit } from './browser.ts'
import { FRONT_DOOR } from './front-door.ts'

/**
 * Makes the pictures of the README anew: `node --test packages/console/test/screenshots.ts`. It is no part of the test
 * suite: nothing here can be wrong.
 */
const PLACE = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const DESK = { viewport: { width: 1200, height: 760 } }

test('doors', async (t) => {
  const { page, service, signIn } = await visit(t, { screen: DESK })
  await service.api.sandbox.change({
    params: { smartlockId: 9099186244 },
    body: { connection: 'offline' },
  })
  await signIn('/doors')
  await page.getByRole('button', { name: 'Unlock: Front door' }).click()
  await page.getByText('Confirmed by the lock').waitFor()
  await page.screenshot({ path: `${PLACE}doors.png` })
})

test('activity of a door', async (t) => {
  const { page, service, signIn } = await visit(t, { screen: { ...DESK, colorScheme: 'dark' } })
  const address = { params: { smartlockId: FRONT_DOOR } }
  for (const [index, code] of ['482913', undefined, undefined, '739164', undefined].entries()) {
    if (code) await service.api.sandbox.happen({ ...address, body: { event: 'keypad', code } })
    else await service.api.smartlocks.action({ ...address, body: { action: index % 2 === 0 ? 1 : 3 } })
    await service.api.sandbox.moveClock({ body: { advance: 'PT95M' } })
  }
  await signIn(`/doors/${FRONT_DOOR}?tab=activity`)
  await page.getByRole('img', { name: /Chart/ }).waitFor()
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${PLACE}activity.png` })
})

test('sandbox', async (t) => {
  const { page, signIn } = await visit(t, { screen: { viewport: { width: 1200, height: 900 } } })
  await signIn('/sandbox')
  await page.getByRole('button', { name: 'Open the door' }).click()
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `${PLACE}sandbox.png` })
})

const DAY_MS = 86_400_000

test('stays', async (t) => {
  const { page, service, signIn } = await visit(t, { screen: { ...DESK, timezoneId: 'UTC' } })
  const { api } = service
  const address = async (name: string, autoIssueHours: number) => {
    const body = { name, smartlockIds: [FRONT_DOOR], timeZone: 'UTC' }
    const { addressId } = (await api.addresses.create({ body })).data
    await api.addresses.update({ params: { addressId }, body: { settings: { autoIssueHours } } })
    return addressId
  }
  const stay = (addressId: number, name: string, from: number, until: number) => {
    const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const body = { name, email: '', guests: 2, startDate: at(from), endDate: at(until) }
    return api.reservations.create({ params: { addressId }, body })
  }
  const [loft, mill] = [await address('Harbour loft', 100), await address('Mill Street 1', 24)]
  await stay(loft, 'Jane Austen', -2, 1)
  await stay(loft, 'Emmy Noether', 2, 6)
  await stay(mill, 'Ada Lovelace', -1, 2)
  await signIn('/stays')
  await page.getByRole('link', { name: /^Emmy Noether: Ready/ }).waitFor()
  await api.sandbox.change({ params: { smartlockId: FRONT_DOOR }, body: { connection: 'offline' } })
  await page.waitForTimeout(2500)
  const { data: mary } = await stay(mill, 'Mary Shelley', 3, 5)
  await api.reservations.issue({ params: { addressId: mill, id: mary.id } })
  await page.reload()
  await page.getByRole('link', { name: /^Mary Shelley: Not ready/ }).waitFor()
  await page.screenshot({ path: `${PLACE}stays.png` })
})

test('doors on a phone', async (t) => {
  const { page, signIn } = await visit(t, { screen: PHONE })
  await signIn('/doors')
  await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
  await page.screenshot({ path: `${PLACE}phone.png` })
})
