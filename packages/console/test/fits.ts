import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Nothing on the page is wider than the screen; a phone's `innerWidth` would grow with the page. */
export async function fits(page: Page): Promise<void> {
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(overflow <= 0, `${overflow} px wider than the screen`)
}
