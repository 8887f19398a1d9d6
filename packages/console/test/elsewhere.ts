import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'

/** Somebody at another browser who is signed in, too. */
export async function signInElsewhere(
  t: TestContext,
  page: Page,
  baseURL: string,
  { email, password }: { email: string; password: string },
  path: string,
): Promise<Page> {
  const browser = page.context().browser()
  assert.ok(browser)
  const context = await browser.newContext({ locale: 'en-GB', baseURL })
  t.after(() => context.close())
  const other = await context.newPage()
  other.setDefaultTimeout(30_000)
  await other.goto(`/console/sign-in?next=${encodeURIComponent(path)}`)
  await other.getByLabel('Email address').fill(email)
  await other.getByLabel(/^Password/).fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL((url) => url.pathname === `/console${path}`)
  return other
}
