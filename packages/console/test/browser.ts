import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { after, type TestContext } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type ServiceProcess, startProcess } from '../../server/test/service-process.ts'
import { newStorage } from '../../server/test/world.ts'

/** The same list as in scripts/setup/chromium.mjs. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const PASSWORD = 'correct horse battery staple'
export const OWNER = { email: 'owner@latchwork.local', password: PASSWORD }

/** A person at a real browser, and the service they look at. */
export interface Visit {
  readonly service: ServiceProcess
  readonly page: Page
  /** Opens an address of the console: `visit.go('/doors')`. */
  go(path: string): Promise<void>
  /** Signs in as the owner and goes to the address. */
  signIn(path?: string): Promise<void>
  /** Fails when the page has a serious accessibility problem, or broke the content security policy. */
  isSound(): Promise<void>
}

export interface VisitOptions {
  /** Simulated locks; on unless told otherwise. */
  sandbox?: boolean
  settings?: Record<string, string>
  /** Size of the screen, language, look. */
  screen?: BrowserContextOptions
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  hasTouch: true,
  isMobile: true,
}

/** One browser for all tests of a file; each test has a profile of its own in it. */
let browser: Promise<Browser> | undefined
after(async () => (await browser)?.close())

/** The real service as its own process, and a real browser that looks at it. */
export async function visit(t: TestContext, options: VisitOptions = {}): Promise<Visit> {
  const { sandbox = true, settings = {}, screen = {} } = options
  const storage = await newStorage('sqlite')
  t.after(() => rm(storage.dataDir, { recursive: true, force: true }))
  const service = await startProcess(
    storage,
    { LATCHWORK_ADMIN_PASSWORD: PASSWORD, ...settings },
    sandbox ? ['--sandbox'] : [],
  )
  t.after(() => service.kill())
  browser ??= chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
  const context = await (await browser).newContext({
    locale: 'en-GB',
    baseURL: service.url,
    // What fades in is looked at when it is there.
    reducedMotion: 'reduce',
    ...screen,
  })
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems = watchProblems(page)
  const go = async (path: string) => {
    await page.goto(`/console${path}`)
  }
  return {
    service,
    page,
    go,
    async signIn(path = '/doors') {
      await go(`/sign-in?next=${encodeURIComponent(path)}`)
      await page.getByLabel('Email address').fill(OWNER.email)
      await page.getByLabel(/^Password/).fill(OWNER.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => url.pathname === `/console${path.split('?')[0]}`)
    },
    async isSound() {
      await isAccessible(page)
      assert.deepEqual(problems, [])
    },
  }
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

function chromiumPath(): string {
  const path = process.env.LATCHWORK_TEST_CHROMIUM ?? PLACES.find((place) => existsSync(place))
  assert.ok(path, 'Chromium is missing; `npm test` installs it')
  return path
}

/** What the browser complains about on its own: broken policies and errors nobody caught. */
function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|Warning:|Maximum update/.test(message.text())) problems.push(message.text())
  })
  return problems
}

/** No finding that keeps people from using the page. */
async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`).join('\n')}`,
  )
  assert.deepEqual(found, [])
}
