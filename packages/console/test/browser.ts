import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, type TestContext } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { PATIENCE_MS } from '../../server/test/eventually.ts'
import { type ServiceHere, startHere } from '../../server/test/service-here.ts'
import { newStorage } from '../../server/test/storage.ts'
import { TIER } from '../../server/test/tier.ts'
import { de } from '../src/messages/de/index.ts'
import { en } from '../src/messages/en/index.ts'
import { es } from '../src/messages/es/index.ts'
import { fr } from '../src/messages/fr/index.ts'
import { it } from '../src/messages/it/index.ts'
import { nl } from '../src/messages/nl/index.ts'
import { CHROMIUM_FLAGS, findChromium, findWholeChromium, SHORT_LIVED } from './chromium.ts'
import { FRONT_DOOR } from './front-door.ts'
import { type Person, signedInAs } from './stored-session.ts'

/** What the console says, by the language of the browser. */
const LANGUAGES: Readonly<Record<string, typeof en>> = { de, en, es, fr, it, nl }

const PASSWORD = 'correct horse battery staple'
const OWNER: Person = { email: 'owner@latchwork.local', password: PASSWORD }

/** A person at a real browser, and the service they look at. */
export interface Visit {
  readonly service: Pick<ServiceHere, 'url' | 'brokerUrl' | 'api' | 'stop'>
  /** Whose account it is, with a token for every scope in `service.api`. */
  readonly owner: Person
  /** The simulated lock that journeys use; it has a keypad. */
  readonly frontDoor: number
  readonly page: Page
  /** What the console says in the language of the browser. */
  readonly text: typeof en
  /** Opens an address of the console: `visit.go('/doors')`. */
  go(path: string): Promise<void>
  /** Goes to the address with a session of the owner, or of somebody else, that was begun over the API. */
  signIn(path?: string, as?: Person): Promise<void>
  /** Types the password on the sign-in page. */
  enter(as?: Person): Promise<void>
  /** Starts the service, which was stopped, on the same port with the same data. */
  restart(): Promise<ServiceHere>
  /**
   * Fails when the page broke its own policy or threw an error that nobody caught. Where accessibility is checked, also
   * when it has a serious problem by these rules, or by all.
   */
  isSound(rules?: string[]): Promise<void>
}

export interface VisitOptions {
  /**
   * Why the journey needs a service of its own. All others share one service and have an account and a simulated building
   * each.
   */
  own?: string
  /** Without simulated locks, on a service of its own. */
  sandbox?: boolean
  /** Settings of a service of its own. */
  settings?: Record<string, string>
  /** Size of the screen, language, look. */
  screen?: BrowserContextOptions
  /** Checks accessibility in `npm test` too. `npm run test:deep` checks it in every journey. */
  checksAccessibility?: boolean
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  hasTouch: true,
  isMobile: true,
}

/** One browser of a kind for all tests of a file; each test has a profile of its own in it. */
const browsers = new Map<string, Promise<Browser>>()
after(async () => {
  for (const browser of browsers.values()) await (await browser).close()
})

/** What becomes of a page on a phone, which installs it and pushes to it, is up to more than the engine. */
function browserFor({ serviceWorkers }: BrowserContextOptions): Promise<Browser> {
  const path = serviceWorkers === 'allow' ? findWholeChromium() : findChromium()
  assert.ok(path, 'Chromium is missing; `npm test` installs it')
  const args = [...CHROMIUM_FLAGS, SHORT_LIVED]
  const browser = browsers.get(path) ?? chromium.launch({ executablePath: path, args })
  browsers.set(path, browser)
  return browser
}

/** The service of all journeys in this process that do not need their own. */
let shared: Promise<{ service: ServiceHere; end(): Promise<void> }> | undefined
after(async () => (await shared)?.end())

async function startShared() {
  const storage = await newStorage('sqlite')
  const service = await startHere(storage, {}, ['--sandbox'])
  const end = async () => {
    await service.stop()
    await rm(storage.dataDir, { recursive: true, force: true })
  }
  return { service, end }
}

type Host = Pick<Visit, 'service' | 'owner' | 'frontDoor' | 'restart'>
type Endings = (() => Promise<unknown>)[]

/** A new account on the shared service. */
async function joinShared(endings: Endings): Promise<Host> {
  shared ??= startShared()
  const { service } = await shared
  const { api, person, frontDoor, leave } = await service.account()
  endings.push(leave)
  const refuse = () => assert.fail('other journeys use this service; say in `own` why this one needs its own')
  return { service: { ...service, api, stop: refuse }, owner: person, frontDoor, restart: refuse }
}

async function startOwn({ sandbox = true, settings = {} }: VisitOptions, endings: Endings): Promise<Host> {
  const storage = await newStorage('sqlite')
  endings.push(() => rm(storage.dataDir, { recursive: true, force: true }))
  const start = async (more: Record<string, string> = {}) => {
    const given = { LATCHWORK_ADMIN_PASSWORD: PASSWORD, ...settings, ...more }
    const started = await startHere(storage, given, sandbox ? ['--sandbox'] : [])
    endings.push(() => started.stop())
    return started
  }
  const service = await start()
  const restart = () => start({ LATCHWORK_HTTP_PORT: new URL(service.url).port })
  return { service, owner: OWNER, frontDoor: FRONT_DOOR, restart }
}

/** The real service on a real port, and a real browser that looks at it. */
export async function visit(t: TestContext, options: VisitOptions = {}): Promise<Visit> {
  const { own, sandbox = true, settings, screen = {}, checksAccessibility = TIER === 'deep' } = options
  const endings: Endings = []
  // The page goes before the service it looks at, and the data last.
  t.after(async () => {
    for (const end of endings.reverse()) await end()
  })
  const isShared = own === undefined && sandbox && settings === undefined
  const host = isShared ? await joinShared(endings) : await startOwn(options, endings)
  const { service, owner } = host
  const { locale = 'en-GB' } = screen
  const text = LANGUAGES[locale.slice(0, 2)] ?? en
  const browser = await browserFor(screen)
  const context = await browser.newContext({
    locale,
    baseURL: service.url,
    // What fades in is looked at when it is there.
    reducedMotion: 'reduce',
    // It would answer in the place of a service that is stopped; who looks at it asks for it.
    serviceWorkers: 'block',
    ...screen,
  })
  endings.push(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const problems = watchProblems(page)
  const go = async (path: string) => {
    await page.goto(`/console${path}`)
  }
  const enter = async ({ email, password } = owner) => {
    await page.getByLabel(text.signIn.email).fill(email)
    await page.getByRole('textbox', { name: text.signIn.password }).fill(password)
    await page.getByRole('button', { name: text.signIn.submit, exact: true }).click()
  }
  return {
    ...host,
    page,
    text,
    go,
    enter,
    async signIn(path = '/doors', as = owner) {
      await signedInAs(page, service.url, as)
      await go(path)
      await page.waitForURL((url) => url.pathname === `/console${path.split('?')[0]}`)
    },
    async isSound(rules) {
      if (checksAccessibility) await isAccessible(page, rules)
      assert.deepEqual(problems, [])
    },
  }
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
async function isAccessible(page: Page, rules: string[] | undefined): Promise<void> {
  // A page that was looked at has the checker already: handing over its megabyte takes longer than most checks.
  const isThere = await page.evaluate<boolean>('typeof axe === "object"')
  // No page has frames; looking for them would take longer than the check itself.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  })
  const { violations } = await axe.analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  const found = serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary}`).join('\n')}`,
  )
  assert.deepEqual(found, [])
}
