import { type CDPSession, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findWholeChromium } from '../packages/console/test/chromium.ts'
import type { LatchworkProcess } from './latchwork-process.ts'
import { stopWhenInterrupted } from './processes.ts'

export const OWNER = { email: 'owner@latchwork.local', password: 'correct horse battery staple' }

/** A real browser whose doors are those of a service. */
export interface DoorsPage {
  readonly page: Page
  /** Numbers of Chromium's own about this page; times in seconds. */
  metrics(): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}

/** Opens the doors of the service in a browser of its own; undefined where there is no Chromium. */
export async function openDoors({ url }: LatchworkProcess): Promise<DoorsPage | undefined> {
  const executablePath = findWholeChromium()
  if (executablePath === undefined) return undefined
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  const close = () => browser.close()
  stopWhenInterrupted(close)
  const page = await browser.newPage({
    baseURL: url,
    locale: 'en-GB',
    viewport: { width: 1200, height: 800 },
  })
  const cdp = await page.context().newCDPSession(page)
  // Time the thread really worked, so that what else the machine does is not counted.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await signIn(page)
  return { page, metrics: () => metricsOf(cdp), close }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/console/sign-in?next=/doors')
  await page.getByLabel('Email address').fill(OWNER.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('article').first().waitFor()
}

async function metricsOf(cdp: CDPSession): Promise<Record<string, number>> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}
