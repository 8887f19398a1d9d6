import { existsSync } from 'node:fs'
import { exclusively } from './exclusive.mjs'
import { SetupFailure } from './failure.mjs'
import { timed } from './programs.mjs'
import { canInstallSystemPackages, installSystemPackage } from './system-packages.mjs'

/** The same list as in packages/console/test/chromium.ts. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const isInstalled = () =>
  process.env.LATCHWORK_TEST_CHROMIUM !== undefined || PLACES.some((place) => existsSync(place))

/** The journeys through the console run in a real browser, so there must be one. */
export async function ensureChromium() {
  if (isInstalled()) return
  if (!canInstallSystemPackages()) {
    throw new SetupFailure(
      'the tests need the browser Chromium; install the system package `chromium`, or name one with LATCHWORK_TEST_CHROMIUM, and run the command again.',
    )
  }
  await exclusively(async () => {
    if (isInstalled()) return
    await timed('installing the browser chromium for the tests', () => installSystemPackage('chromium'))
  })
  if (!isInstalled())
    throw new SetupFailure('the system package `chromium` was installed, but holds no `chromium`.')
}
