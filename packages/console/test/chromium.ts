import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Where `npm test` puts a Chromium if the system has none (scripts/setup/system-programs.mjs). */
const OWN = fileURLToPath(new URL('../../../node_modules/.bin/chromium', import.meta.url))
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', OWN]
/** The same engine without the windows, menus and services around it, which cost a tenth of a journey. */
const SHELL = ['/usr/bin/chromium-headless-shell']

const firstOf = (places: readonly string[]): string | undefined =>
  process.env.LATCHWORK_TEST_CHROMIUM ?? places.find((place) => existsSync(place))

/** Where Chromium is on this machine, if it is. */
export const findChromium = (): string | undefined => firstOf([...SHELL, ...WHOLE])

/** The browser as people have it, where there is one. */
export const findWholeChromium = (): string | undefined => firstOf([...WHOLE, ...SHELL])

/**
 * What a journey never sees, but every window would pay for: the suggestions below the address bar are a page of their
 * own, which takes as long to start as the console, and a spare process waits beside each page.
 */
const UNSEEN = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
]

/** Of Playwright's own list what matters here; Chromium heeds the last list only. */
const UNSTEADY = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--disable-features=${[...UNSEEN, ...UNSTEADY].join()}`,
]

/** A page of a test lives for seconds: what compilers spend on making it fast it never gives back. */
export const SHORT_LIVED = '--js-flags=--no-turbofan --no-maglev'
