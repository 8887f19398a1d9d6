import { existsSync } from 'node:fs'

/** The same list as in scripts/setup/chromium.mjs. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is on this machine, if it is. */
export const findChromium = (): string | undefined =>
  process.env.LATCHWORK_TEST_CHROMIUM ?? PLACES.find((place) => existsSync(place))

export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
