import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../../server/test/eventually.ts'
import { type Visit, visit } from './browser.ts'
import { signedInAs } from './stored-session.ts'

/** Friday, 15:00 in Berlin, where the doors of the sandbox are. */
const FROM = '2026-11-20T14:00:00.000Z'
const IN_BERLIN = 'from 20 Nov 2026, 15:00, Tue, 08:00–12:00 (Berlin time)'
/** Check-in at 15:00 in Chatham, which is thirteen hours and three quarters ahead then. */
const ON_CHATHAM = /20 Nov 2026, 15:00 – 23 Nov 2026, 11:00 \(Chatham time\)/

/** A second person in the same browser, who is somewhere else. */
async function visitFrom({ page, service, owner }: Visit, timezoneId: string, path: string): Promise<Page> {
  const browser = page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId,
    baseURL: service.url,
    reducedMotion: 'reduce',
  })
  const there = await context.newPage()
  there.setDefaultTimeout(PATIENCE_MS)
  await signedInAs(there, service.url, owner)
  await there.goto(`/console${path}`)
  return there
}

async function stayOnChatham({ service: { api } }: Visit): Promise<string> {
  const { data } = await api.addresses.create({
    body: {
      name: 'Waitangi',
      smartlockIds: [],
      timeZone: 'Pacific/Chatham',
      checkInTime: 900,
      checkOutTime: 660,
    },
  })
  const stay = await api.reservations.create({
    params: { addressId: data.addressId },
    body: {
      name: 'Grace Hopper',
      email: '',
      guests: 1,
      startDate: '2026-11-20T01:15:00Z',
      endDate: '2026-11-22T21:15:00Z',
    },
  })
  return `/stays/${data.addressId}/${stay.data.id}`
}

test('access given from New York is in the time of the door, and looks the same from Kathmandu and Lord Howe', async (t) => {
  const here = await visit(t, { screen: { timezoneId: 'America/New_York' } })
  const { page, service, go, signIn, isSound, frontDoor } = here
  const stayPath = await stayOnChatham(here)
  await signIn(`/access/new?door=${frontDoor}`)
  await page.getByLabel('Name on the lock').fill('Anna')
  await page.getByRole('button', { name: 'When' }).click()
  await page.getByText('All times are those of the door: Berlin time.').waitFor()
  await page.getByText('Tuesday', { exact: true }).click()
  await page.getByLabel('From time').fill('08:00')
  await page.getByLabel('Until time').fill('12:00')
  await page.getByLabel('From', { exact: true }).fill('2026-11-20T15:00')
  await page.getByRole('button', { name: 'Next' }).click()
  const summary = page.getByRole('region', { name: 'In short' }).getByText(IN_BERLIN)
  await summary.hover()
  await page.getByText('By your clock: 20 Nov 2026, 09:00 (New York time)').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Give access' }).click()
  await page.getByRole('row').filter({ hasText: 'Anna' }).getByText(IN_BERLIN).waitFor()
  const { data: auths } = await service.api.authorizations.list({ query: {} })
  assert.deepEqual(
    auths.map(({ allowedFromDate, allowedFromTime }) => [allowedFromDate, allowedFromTime]),
    [[FROM, 480]],
  )
  await isSound()
  await go(stayPath)
  await page.getByText(ON_CHATHAM).first().waitFor()
  for (const zone of ['Asia/Kathmandu', 'Australia/Lord_Howe']) {
    const there = await visitFrom(here, zone, '/access')
    await there.getByRole('row').filter({ hasText: 'Anna' }).getByText(IN_BERLIN).waitFor()
    await there.goto(`/console${stayPath}`)
    await there.getByText(ON_CHATHAM).first().waitFor()
    await there.context().close()
  }
})
