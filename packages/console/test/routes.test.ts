import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PHONE, type Visit, type VisitOptions, visit } from './browser.ts'

/** What the addresses below lead to. */
interface Things {
  readonly door: number
  readonly auth: string
  readonly key: number
  readonly webhook: number
}

/**
 * Addresses of every page: one line for each route of the router, with everything of it that looks different. A route
 * that is missing here fails the test.
 */
const ADDRESSES: Record<string, (things: Things) => string[]> = {
  '/': () => ['/'],
  '/access': () => ['/access', '/access?view=week', '/access?view=calendar'],
  '/access/$smartlockId/$authId': ({ door, auth }) => [`/access/${door}/${auth}`],
  '/access/new': ({ door }) => [`/access/new?door=${door}`],
  '/access/why': ({ door, auth }) => [`/access/why?door=${door}&auth=${auth}`],
  '/account': () => ['/account'],
  '/doors': () => ['/doors', '/doors?q=nothing'],
  '/doors/$smartlockId': ({ door }) => [
    ...['overview', 'access', 'activity', 'settings', 'capability'].map((tab) => `/doors/${door}?tab=${tab}`),
    '/doors/1',
  ],
  '/integrations': () => ['keys', 'webhooks', 'events', 'access'].map((tab) => `/integrations?tab=${tab}`),
  '/integrations/keys/$apiKeyId': ({ key }) => [`/integrations/keys/${key}`, '/integrations/keys/999'],
  '/integrations/webhooks/$webhookId': ({ webhook }) => [`/integrations/webhooks/${webhook}`],
  '/people': () => ['/people'],
  '/sandbox': () => ['/sandbox'],
  // Seen before anybody signed in.
  '/sign-in': () => [],
  '/team': () => ['/team', '/team?tab=audit'],
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
  const { data: key } = await api.apiKeys.create({ body: { description: 'Booking system' } })
  await api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId }, body: { description: 'Nightly' } })
  const { data: webhook } = await api.webhooks.register({
    body: {
      apiKeyId: key.apiKeyId,
      webhookUrl: 'https://example.org/hook',
      webhookFeatures: ['DEVICE_STATUS'],
    },
  })
  return { door, auth: auths[0]?.id ?? '', key: key.apiKeyId, webhook: webhook.id }
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
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overflow <= 0, `${overflow} px wider than the screen`)
  await isSound(rules)
  return page.title()
}

/** The first thing the keyboard reaches leads past the menu, and whatever it reaches is seen to be reached. */
async function showsFocus(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), '#content')
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

async function walk(t: TestContext, options: VisitOptions, rules?: string[]): Promise<void> {
  const here = await visit(t, options)
  const things = await make(here.service)
  const titles = new Map<string, string>()
  await here.go('/sign-in')
  titles.set(await isWellMade(here, rules), '/sign-in')
  await t.test('every route has an address', async () => {
    const paths = await here.page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')
    assert.deepEqual(paths.sort(), Object.keys(ADDRESSES).sort())
  })
  await here.signIn('/nowhere')
  titles.set(await isWellMade(here, rules), '/nowhere')
  for (const [route, addressesOf] of Object.entries(ADDRESSES)) {
    for (const address of addressesOf(things)) {
      await t.test(address, async () => {
        await here.go(address)
        const title = await isWellMade(here, rules)
        await showsFocus(here.page)
        if (route === '/') return
        assert.equal(titles.get(title) ?? route, route, `${title} is the title of another page, too`)
        titles.set(title, route)
      })
    }
  }
}

test('every page, in English, light, at a desk, is well made', (t) => walk(t, {}))

test('every page, in German, dark, on a phone, is well made', (t) =>
  walk(t, { screen: { ...PHONE, locale: 'de-DE', colorScheme: 'dark' } }, LOOK_RULES))
