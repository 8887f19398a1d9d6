import type { Browser, Page } from 'playwright-core'
import type { House } from './console-house.ts'
import { median } from './load.ts'
import { limitRow, type Row } from './row.ts'

const ROUNDS = 5
const FIRST_VIEW_MS = 1500
const DAY_MS = 86_400_000

/** Slow 4G and a phone of the middle class, as Lighthouse has them. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
const SLOWER = 4

/** How long a guest waits for the first view of their page, with nothing kept from before. */
export async function guestRow({ service, browser: { page }, doors }: House): Promise<Row> {
  const url = new URL(await newPage(service.api, doors.slice(0, 3)), service.url).href
  const browser = page.context().browser()
  if (!browser) throw new Error('The browser is gone.')
  const [slow, fast]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    slow.push(await firstView(browser, url, slowDown))
    fast.push(await firstView(browser, url))
  }
  return limitRow(
    {
      part: 'console',
      row: 'guest page, first view on a slow 4G phone',
      unit: 'ms',
      ours: median(slow),
      against: 'the same without limits',
      baseline: median(fast),
      detail: { slow, fast },
    },
    FIRST_VIEW_MS,
  )
}

/** The page of a guest who arrives tomorrow. */
async function newPage(api: House['service']['api'], smartlockIds: number[]): Promise<string> {
  const { data: address } = await api.addresses.create({ body: { name: 'Mill Street 1', smartlockIds } })
  const params = { addressId: address.addressId }
  await api.house.update({
    params,
    body: { note: 'Welcome', wifi: { ssid: 'Mill', password: 'water wheel', security: 'WPA' } },
  })
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const { data: stay } = await api.reservations.create({
    params,
    body: { name: 'Ada', email: '', guests: 1, startDate: at(1), endDate: at(3) },
  })
  const { data: link } = await api.guestLinks.createForStay({
    params: { ...params, id: stay.id },
    body: {},
  })
  return link.path
}

async function firstView(
  browser: Browser,
  url: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'en-GB' })
  const page = await context.newPage()
  await prepare?.(page)
  const begun = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('heading', { name: 'Welcome, Ada' }).waitFor()
  const took = performance.now() - begun
  await context.close()
  return took
}

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}
