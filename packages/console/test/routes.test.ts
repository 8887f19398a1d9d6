import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ACCESS_VIEWS } from '../src/pages/access/access-search.ts'
import { PHONE, type Visit, type VisitOptions, visit } from './browser.ts'
import { fits } from './fits.ts'

/** What the addresses below lead to. */
interface Things {
  readonly gateway: string
  readonly address: number
  readonly auth: string
  readonly door: number
  readonly key: number
  readonly stay: string
  readonly webhook: number
}

/**
 * Addresses of every page: one line for each route of the router, and what of it looks different. Its tabs are
 * found on the page. A route that is missing here fails the tests.
 */
const ADDRESSES: Record<string, (things: Things) => string[]> = {
  '/': () => ['/'],
  '/access': () => ACCESS_VIEWS.map((view) => `/access?view=${view}`),
  '/access/$smartlockId/$authId': ({ door, auth }) => [`/access/${door}/${auth}`],
  '/access/new': ({ door }) => [`/access/new?door=${door}`],
  '/access/past': ({ door }) => [`/access/past?door=${door}&at=2026-01-05T03:12:00Z`],
  '/access/why': ({ door, auth }) => [`/access/why?door=${door}&auth=${auth}`],
  '/account': () => ['/account'],
  '/activity': ({ door }) => ['/activity', `/activity?door=${door}&denied=true&kind=doorbell`],
  '/add-door': () => ['/add-door'],
  '/add-door/$smartlockId': ({ door }) => [`/add-door/${door}`],
  '/addresses': () => ['/addresses'],
  '/addresses/$addressId': ({ address }) => [`/addresses/${address}`],
  '/arrivals': () => ['/arrivals'],
  '/confirm-email': () => ['/confirm-email'],
  '/doors': () => ['/doors', '/doors?q=nothing'],
  '/doors/$smartlockId': ({ door }) => [`/doors/${door}`, '/doors/1'],
  '/forgot': () => ['/forgot'],
  '/gateways/$gatewayId': ({ gateway }) => [`/gateways/${gateway}`],
  '/import': () => ['/import'],
  '/integrations': () => ['/integrations'],
  '/integrations/keys/$apiKeyId': ({ key }) => [`/integrations/keys/${key}`],
  '/integrations/webhooks/$webhookId': ({ webhook }) => [`/integrations/webhooks/${webhook}`],
  '/operator': () => ['/operator'],
  '/people': () => ['/people'],
  '/redeem': () => ['/redeem'],
  '/reset': () => ['/reset'],
  '/sandbox': () => ['/sandbox'],
  // Whoever needs no second factor is led on; passkeys.test looks at the page itself.
  '/second-factor': () => ['/second-factor'],
  '/sign-in': () => ['/sign-in'],
  '/stays': () => ['/stays', '/stays?span=month', '/stays?view=list', '/stays?q=nothing'],
  '/stays/$addressId/$reservationId': ({ address, stay }) => [
    `/stays/${address}/${stay}`,
    `/stays/${address}/${'f'.repeat(24)}`,
  ],
  '/team': () => ['/team'],
  '/welcome': () => ['/welcome'],
}

async function make({ api }: Visit['service']): Promise<Things> {
  const { data: locks } = await api.smartlocks.list()
  const door = locks.find(({ name }) => name === 'Front door')?.smartlockId ?? 0
  const { data: person } = await api.accountUsers.create({ body: { name: 'Ada', email: 'ada@example.org' } })
  const { accountUserId } = person
  await api.authorizations.create({
    body: {
      name: 'Ada',
      smartlockIds: [door],
      type: 13,
      remoteAllowed: false,
      accountUserId,
      allowedWeekDays: 64,
    },
  })
  const { data: auths } = await api.authorizations.list()
  const { data: gateway } = await api.gateways.create({ body: { name: 'Cellar' } })
  const { data: key } = await api.apiKeys.create({ body: { description: 'Booking system' } })
  await api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId }, body: { description: 'Nightly' } })
  const { data: webhook } = await api.webhooks.register({
    body: {
      apiKeyId: key.apiKeyId,
      webhookUrl: 'https://example.org/hook',
      webhookFeatures: ['DEVICE_STATUS'],
    },
  })
  await api.addresses.create({ body: { name: 'Mill Street 1', smartlockIds: [door] } })
  const { data: addresses } = await api.addresses.list()
  const address = addresses[0]?.addressId ?? 0
  const { data: clock } = await api.sandbox.clock()
  const tomorrow = Date.parse(clock.now) + 86_400_000
  const { data: stay } = await api.reservations.create({
    params: { addressId: address },
    body: {
      name: 'Grace Hopper',
      email: '',
      guests: 1,
      startDate: new Date(tomorrow).toISOString(),
      endDate: new Date(tomorrow + 86_400_000).toISOString(),
    },
  })
  return {
    gateway: gateway.gatewayId,
    address,
    auth: auths[0]?.id ?? '',
    door,
    key: key.apiKeyId,
    stay: stay.id,
    webhook: webhook.id,
  }
}

/** Everything that was asked for is there, or was refused. */
async function settle(page: Page, { kit }: Visit['text']): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('status', { name: kit.loading, exact: true }).first().waitFor({ state: 'detached' })
}

/** Rules whose outcome may change with look, size or language; the others are looked at once. */
const LOOK_RULES = ['color-contrast', 'html-lang-valid', 'scrollable-region-focusable']

/** What every page owes everybody. */
async function isWellMade({ page, text, isSound }: Visit, rules?: string[]): Promise<string> {
  await settle(page, text)
  const headings = await page.getByRole('heading', { level: 1 }).allTextContents()
  assert.equal(headings.length, 1, `one heading of the first level, not ${headings.join(', ')}`)
  assert.equal(await page.title(), `${headings[0]} · Latchwork`)
  await fits(page)
  await isSound(rules)
  await showsFocus(page)
  return page.title()
}

/** Whatever the keyboard reaches is seen to be reached. */
async function showsFocus(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const unseen = await page.evaluate<string[]>(`
    [...document.querySelectorAll('a[href], button:not(:disabled), [tabindex="0"]')]
      .filter((element) => element.tabIndex >= 0 && element.checkVisibility())
      .filter((element) => {
        element.focus()
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return document.activeElement === element && (outlineStyle === 'none' || outlineWidth === '0px')
      })
      .map((element) => element.outerHTML.slice(0, 200))`)
  assert.deepEqual(unseen, [])
}

/** The first thing the keyboard reaches. */
async function leadsPastMenu(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), '#content')
}

/** Opens the other parts of a page, one after the other. */
async function eachTab(page: Page, look: () => Promise<unknown>): Promise<void> {
  for (const tab of (await page.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await look()
  }
}

/** Looks at every page: the way in before anybody is signed in, then all others. */
async function walk(t: TestContext, options: VisitOptions, rules?: string[]): Promise<void> {
  const here = await visit(t, options)
  const { page } = here
  const things = await make(here.service)
  await here.go('/sign-in')
  await isWellMade(here, rules)
  await t.test('every route has an address', async () => {
    const paths = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')
    assert.deepEqual(paths.sort(), Object.keys(ADDRESSES).sort())
  })
  await here.signIn('/nowhere')
  const routeOf = new Map([[await isWellMade(here, rules), '/nowhere']])
  for (const [route, addressesOf] of Object.entries(ADDRESSES)) {
    for (const address of addressesOf(things)) {
      await t.test(address, async () => {
        await here.go(address)
        await settle(page, here.text)
        if ((await page.locator('nav').count()) > 0) await leadsPastMenu(page)
        const title = await isWellMade(here, rules)
        await eachTab(page, () => isWellMade(here, rules))
        if (!new URL(page.url()).pathname.endsWith(address.replace(/\?.*/, ''))) return
        assert.equal(routeOf.get(title) ?? route, route, `${title} is the title of another page, too`)
        routeOf.set(title, route)
      })
    }
  }
}

/** Half a minute each on two idle cores; some fifty pages on a busy machine take more than a test usually may. */
const PATIENT = { timeout: 300_000 }

test('every page, in English, light, at a desk, is well made', PATIENT, (t) => walk(t, {}))

test('every page, in German, dark, on a phone, is well made', PATIENT, (t) =>
  walk(t, { screen: { ...PHONE, locale: 'de-DE', colorScheme: 'dark' } }, LOOK_RULES),
)
