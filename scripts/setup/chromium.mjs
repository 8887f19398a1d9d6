import { existsSync } from 'node:fs'
import { exclusively } from './exclusive.mjs'
import { SetupFailure } from './failure.mjs'
import { timed } from './programs.mjs'
import { canInstallSystemPackages, installSystemPackage, isKnownPackage } from './system-packages.mjs'

/** The same lists as in packages/console/test/chromium.ts. */
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const SHELL = ['/usr/bin/chromium-headless-shell']

const isAnyThere = (places) => places.some((place) => existsSync(place))
const isInstalled = () => process.env.LATCHWORK_TEST_CHROMIUM !== undefined || isAnyThere(WHOLE)

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
    await timed('installing the browser chromium for the tests', async () => {
      await installSystemPackage('chromium')
      // Most journeys are quicker in it. Not every system has it.
      if (!isAnyThere(SHELL) && (await isKnownPackage('chromium-headless-shell')))
        await installSystemPackage('chromium-headless-shell')
    })
  })
  if (!isInstalled())
    throw new SetupFailure('the system package `chromium` was installed, but holds no `chromium`.')
}
