import { SCOPES } from '@latchwork/contract'
import type { Page } from 'playwright-core'
import { ACCESS_VIEWS } from '../src/pages/access/access-search.ts'
import type { Visit } from './browser.ts'

/** What the addresses below lead to. */
export interface Things {
  readonly gateway: string
  readonly address: number
  readonly auth: string
  readonly bulk: string
  readonly door: number
  readonly key: number
  readonly sheet: string
  /** What an application asks for. */
  readonly request: string
  readonly stay: string
  readonly webhook: number
}

/**
 * Addresses of every page: one line for each route of the router, and what of it looks different. Its tabs are
 * found on the page. A route that is missing here fails the tests.
 */
export const ADDRESSES: Record<string, (things: Things) => string[]> = {
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
  '/authorize': ({ request }) => ['/authorize', `/authorize?request=${encodeURIComponent(request)}`],
  '/bulk': () => ['/bulk'],
  '/bulk/$bulkId': ({ bulk }) => [`/bulk/${bulk}`],
  '/components': () => ['/components'],
  '/confirm-email': () => ['/confirm-email'],
  '/doors': () => ['/doors', '/doors?q=nothing'],
  '/doors/$smartlockId': ({ door }) => [`/doors/${door}`, '/doors/1'],
  '/forgot': () => ['/forgot'],
  '/gateways/$gatewayId': ({ gateway }) => [`/gateways/${gateway}`],
  '/groups': () => ['/groups', '/groups?q=nothing'],
  '/import': () => ['/import'],
  '/integrations': () => ['/integrations'],
  '/integrations/keys/$apiKeyId': ({ key }) => [`/integrations/keys/${key}`],
  '/integrations/webhooks/$webhookId': ({ webhook }) => [`/integrations/webhooks/${webhook}`],
  '/operator': () => ['/operator'],
  '/overview': () => ['/overview'],
  '/people': () => ['/people'],
  '/plans': () => ['/plans'],
  '/redeem': () => ['/redeem'],
  '/reference': () => ['/reference', '/reference?q=nothing-at-all'],
  '/reference/$operation': () => [
    '/reference/smartlocks.action',
    '/reference/events.stream',
    '/reference/nothing.here',
  ],
  '/reference/guides/$guide': () => ['/reference/guides/webhooks', '/reference/guides/nothing'],
  '/reset': () => ['/reset'],
  '/sandbox': () => ['/sandbox'],
  // Whoever needs no second factor is led on; passkeys.test looks at the page itself.
  '/second-factor': () => ['/second-factor'],
  '/sheets': () => ['/sheets?kind=rights'],
  '/sheets/$sheetId': ({ sheet }) => [`/sheets/${sheet}`],
  '/sign-in': () => ['/sign-in'],
  '/stays': () => ['/stays', '/stays?span=month', '/stays?view=list', '/stays?q=nothing'],
  '/stays/$addressId/$reservationId': ({ address, stay }) => [
    `/stays/${address}/${stay}`,
    `/stays/${address}/${'f'.repeat(24)}`,
  ],
  '/team': () => ['/team'],
  '/welcome': () => ['/welcome'],
}

export async function makeThings({ api }: Visit['service']): Promise<Things> {
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
  const { data: group } = await api.groups.create({ body: { kind: 'people', name: 'Cleaners' } })
  await api.groups.join({ params: group, body: { ids: [accountUserId] } })
  const { data: wing } = await api.groups.create({ body: { kind: 'doors', name: 'West wing' } })
  await api.groups.join({ params: wing, body: { ids: [door] } })
  await api.plans.create({
    body: { name: 'Cleaning', peopleGroupId: group.groupId, doorGroupId: wing.groupId, type: 13 },
  })
  const { data: auths } = await api.authorizations.list()
  const { data: gateway } = await api.gateways.create({ body: { name: 'Cellar' } })
  const redirectUri = 'https://rooms.example/back'
  const { data: key } = await api.apiKeys.create({
    body: { description: 'Booking system', redirectUris: [redirectUri] },
  })
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
  await api.addressUnits.create({ params: { addressId: address }, body: { name: 'Flat 1' } })
  await api.smartlocks.action({ params: { smartlockId: door }, body: { action: 1 } })
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
  const { data: bulk } = await api.bulk.create({
    body: { action: 'renameDoors', ids: [String(door), '1'], rename: { to: '{name}' } },
  })
  const file = Buffer.from('email,name,language\nbea@example.org,Bea,en\nno mail,Cleo,en\n').toString(
    'base64',
  )
  const { data: sheet } = await api.sheets.create({ body: { kind: 'people', file } })
  await api.sheets.check({ params: sheet, body: { mapping: sheet.mapping } })
  return {
    bulk: bulk.bulkId,
    gateway: gateway.gatewayId,
    address,
    auth: auths[0]?.id ?? '',
    door,
    key: key.apiKeyId,
    sheet: sheet.sheetId,
    request: new URLSearchParams({
      response_type: 'code',
      client_id: key.apiKey ?? '',
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    }).toString(),
    stay: stay.id,
    webhook: webhook.id,
  }
}

/** As from the menu: the console is there already. Loading all of it anew takes as long as looking at the page. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/console${address}' })`)
}

/** Everything that was asked for is there, or was refused. */
export async function settle(page: Page, { kit }: Visit['text']): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('status', { name: kit.loading, exact: true }).first().waitFor({ state: 'detached' })
}

/** Opens the other parts of a page, one after the other. */
export async function eachTab(page: Page, look: () => Promise<unknown>): Promise<void> {
  for (const tab of (await page.getByRole('tab').all()).slice(1)) {
    await tab.click()
    await look()
  }
}
