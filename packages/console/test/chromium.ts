import { existsSync } from 'node:fs'

/** The same list as in scripts/setup/chromium.mjs. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is on this machine, if it is. */
export const findChromium = (): string | undefined =>
  process.env.LATCHWORK_TEST_CHROMIUM ?? PLACES.find((place) => existsSync(place))

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
