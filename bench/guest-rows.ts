import type { Browser, CDPSession } from 'playwright-core'
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
  const [slow, fast]: [FirstView[], FirstView[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    slow.push(await firstView(browser, url, slowDown))
    fast.push(await firstView(browser, url))
  }
  return limitRow(
    {
      part: 'console',
      row: 'guest page, first view on a slow 4G phone',
      unit: 'ms',
      ours: median(slow.map(({ ms }) => ms)),
      against: 'the same without limits',
      baseline: median(fast.map(({ ms }) => ms)),
      detail: {
        slow: slow.map(({ ms }) => ms),
        fast: fast.map(({ ms }) => ms),
        roundTrips: slow.map(({ roundTrips }) => roundTrips),
        bytes: median(slow.map(({ bytes }) => bytes)),
      },
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

/** What the first view took by the browser's own clock, and what travelled for it. */
interface FirstView {
  ms: number
  roundTrips: number
  bytes: number
}

/**
 * The paint that first shows words: nothing is written before the stay is. By the browser's own clock, because
 * whatever looks for a heading from outside does so in the page, on the slow processor, while the page is being made.
 */
async function firstView(
  browser: Browser,
  url: string,
  prepare?: (devtools: CDPSession) => Promise<void>,
): Promise<FirstView> {
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, locale: 'en-GB' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await prepare?.(devtools)
  await page.goto(url, { waitUntil: 'load' })
  const seen = await soonSeen(devtools)
  if (seen.heading !== 'Welcome, Ada') throw new Error(`The page says ${seen.heading}.`)
  await context.close()
  return seen
}

/** Requests that were answered before the paint, one after the other: each waits for the network once. */
const SEEN = `(() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  if (!paint) return
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd < paint.startTime)
    .sort((a, b) => a.requestStart - b.requestStart)
  let [roundTrips, end] = [0, -1]
  for (const { requestStart, responseEnd } of loaded) {
    if (requestStart < end) continue
    roundTrips += 1
    end = responseEnd
  }
  const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)
  return { ms: paint.startTime, roundTrips, bytes, heading: document.querySelector('h1')?.textContent }
})()`

async function soonSeen(devtools: CDPSession): Promise<FirstView & { heading: string }> {
  for (;;) {
    const { result } = await devtools.send('Runtime.evaluate', { expression: SEEN, returnByValue: true })
    if (result.value) return result.value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}
