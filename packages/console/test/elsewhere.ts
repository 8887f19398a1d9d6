import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { PATIENCE_MS } from '../../server/test/eventually.ts'
import { type Person, signedInAs } from './stored-session.ts'

/** Somebody at another browser who is signed in, too. */
export async function signInElsewhere(
  t: TestContext,
  page: Page,
  baseURL: string,
  as: Person,
  path: string,
): Promise<Page> {
  const browser = page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({ locale: 'en-GB', baseURL })
  t.after(() => context.close())
  const other = await context.newPage()
  other.setDefaultTimeout(PATIENCE_MS)
  await signedInAs(other, baseURL, as)
  await other.goto(`/console${path}`)
  await other.waitForURL((url) => url.pathname === `/console${path}`)
  return other
}
