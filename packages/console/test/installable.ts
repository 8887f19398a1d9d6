import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** A phone offers to install the page: the browser finds no fault with its manifest, and gets an icon that is large enough. */
export async function isInstallable(page: Page, opens: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { data = '{}', errors } = await devtools.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const { display, start_url, icons } = JSON.parse(data)
  assert.deepEqual([display, start_url], ['standalone', opens])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // A profile that a test throws away counts as a private window.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  assert.deepEqual(others, [])
  for (const { src } of icons) assert.equal((await page.request.get(src)).status(), 200, src)
}
