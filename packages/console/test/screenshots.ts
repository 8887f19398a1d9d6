import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startReceiver } from '../../server/test/webhook-receiver.ts'
import { PHONE, type Visit, visit } from './browser.ts'
import { FRONT_DOOR } from './front-door.ts'

const OWN = 'shows the names and ids of a first start'

/**
 * Makes the pictures of the README anew: `node --test packages/console/test/screenshots.ts`. It is no part of the test
 * suite: nothing here can be wrong.
 */
const PLACE = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const DESK = { viewport: { width: 1200, height: 760 } }
const DARK = { ...DESK, colorScheme: 'dark' } as const
const DAY_MS = 86_400_000

async function untilStill(page: Page): Promise<void> {
  const look = () => page.evaluate<string>('document.body.innerHTML')
  for (let before = '', now = await look(); now !== before; now = await look()) {
    before = now
    await delay(700)
  }
}

/** Takes the picture once nothing moves any more. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(600, 10)
  await untilStill(page)
  await page.screenshot({ path: `${PLACE}${name}.png`, animations: 'disabled' })
}

test('doors', async (t) => {
  const { page, service, signIn } = await visit(t, { own: OWN, screen: DESK })
  await service.api.sandbox.change({
    params: { smartlockId: 9099186244 },
    body: { connection: 'offline' },
  })
  await signIn('/doors')
  await page.getByRole('button', { name: 'Unlock: Front door' }).click()
  await page.getByText('Confirmed by the lock').waitFor()
  await page.screenshot({ path: `${PLACE}doors.png`, animations: 'disabled' })
})

test('activity of a door', async (t) => {
  const { page, service, signIn } = await visit(t, { own: OWN, screen: DARK })
  const address = { params: { smartlockId: FRONT_DOOR } }
  for (const [index, code] of ['482913', undefined, undefined, '739164', undefined].entries()) {
    if (code) await service.api.sandbox.happen({ ...address, body: { event: 'keypad', code } })
    else await service.api.smartlocks.action({ ...address, body: { action: index % 2 === 0 ? 1 : 3 } })
    await service.api.sandbox.moveClock({ body: { advance: 'PT95M' } })
  }
  await signIn(`/doors/${FRONT_DOOR}?tab=activity`)
  await page.getByRole('img', { name: /Chart/ }).waitFor()
  await take(page, 'activity')
})

/** People with access at different times. */
async function giveAccess({ service: { api } }: Visit): Promise<void> {
  const { data: locks } = await api.smartlocks.list()
  const keypads = locks.filter(({ type }) => type !== 2).map(({ smartlockId }) => smartlockId)
  const give = (name: string, smartlockIds: number[], limits: object) =>
    api.authorizations.create({ body: { name, smartlockIds, type: 13, remoteAllowed: false, ...limits } })
  await give('Clara (cleaning)', keypads.slice(0, 2), {
    allowedWeekDays: 64 + 16 + 4,
    allowedFromTime: 480,
    allowedUntilTime: 720,
  })
  await give('Night porter', [FRONT_DOOR], {
    allowedWeekDays: 127,
    allowedFromTime: 1320,
    allowedUntilTime: 360,
  })
  await give('Ada Lovelace', [FRONT_DOOR], {})
  await give('Garden team', [FRONT_DOOR], {
    allowedWeekDays: 3,
    allowedFromTime: 540,
    allowedUntilTime: 1080,
  })
}

test('access in a week, and why a code does not open', async (t) => {
  const here = await visit(t, { own: OWN, screen: DESK })
  const { page, signIn, go } = here
  await giveAccess(here)
  await signIn('/access?view=week')
  await page.getByRole('row').nth(4).waitFor()
  await take(page, 'access-week')
  const { data: rights } = await here.service.api.authorizations.list()
  const right = rights.find(({ name }) => name === 'Clara (cleaning)')
  await go(`/access/why?door=${right?.smartlockId}&auth=${right?.id}`)
  await page.getByRole('status').filter({ hasText: /opens/i }).first().waitFor()
  await take(page, 'why')
})

test('deliveries of a webhook', async (t) => {
  const { page, service, signIn } = await visit(t, { own: OWN, screen: DARK })
  const receiver = await startReceiver(t, (_message, response) => response.end())
  const { data: key } = await service.api.apiKeys.create({ body: { description: 'Booking system' } })
  const { data: webhook } = await service.api.webhooks.register({
    body: { apiKeyId: key.apiKeyId, webhookUrl: receiver.url, webhookFeatures: ['ACCOUNT_USER'] },
  })
  const add = (name: string) =>
    service.api.accountUsers.create({ body: { name, email: `${name.toLowerCase()}@example.org` } })
  await add('Ada')
  await signIn(`/integrations/webhooks/${webhook.id}`)
  await page.getByRole('button', { name: /^200/ }).first().waitFor()
  receiver.answer = (_message, response) => response.writeHead(500).end()
  await add('Grace')
  await page.getByRole('button', { name: /^500/ }).first().click()
  await page.getByRole('region', { name: 'Payload sent' }).waitFor()
  await take(page, 'webhook')
})

test('stays and an address', async (t) => {
  const { page, service, signIn, go } = await visit(t, { own: OWN, screen: { ...DESK, timezoneId: 'UTC' } })
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
  await untilStill(page)
  const { data: mary } = await stay(mill, 'Mary Shelley', 3, 5)
  await api.reservations.issue({ params: { addressId: mill, id: mary.id } })
  await page.reload()
  await page.getByRole('link', { name: /^Mary Shelley: Not ready/ }).waitFor()
  await take(page, 'stays')
  await go('/addresses')
  await page.getByRole('link', { name: 'Mill Street 1' }).click()
  await page.getByRole('heading', { name: 'Mill Street 1', level: 1 }).waitFor()
  await take(page, 'address')
})

test('sandbox', async (t) => {
  const { page, signIn } = await visit(t, { own: OWN, screen: { viewport: { width: 1200, height: 900 } } })
  await signIn('/sandbox')
  await page.getByRole('button', { name: 'Open the door' }).click()
  await page.getByRole('button', { name: 'Close the door' }).waitFor()
  await page.screenshot({ path: `${PLACE}sandbox.png`, animations: 'disabled' })
})

test('doors on a phone', async (t) => {
  const { page, signIn } = await visit(t, { own: OWN, screen: PHONE })
  await signIn('/doors')
  await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
  await take(page, 'phone')
})
