import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { PHONE, type Visit, type VisitOptions, visit } from './browser.ts'
import { ADDRESSES, eachTab, makeThings, settle } from './every-page.ts'
import { fits } from './fits.ts'

/** For some fifty pages on a busy machine. On two idle cores they take half a minute. */
export const PAGE_WALK_MS = 1_200_000

/** What every page owes everybody. */
async function isWellMade({ page, text, isSound }: Visit, rules?: string[]): Promise<string> {
  await settle(page, text)
  const headings = await page.getByRole('heading', { level: 1 }).allTextContents()
  assert.equal(headings.length, 1, `one heading of the first level, not ${headings.join(', ')}`)
  assert.equal(await page.title(), `${headings[0]} · Latchwork`)
  await fits(page)
  if (PHONE.viewport?.width === page.viewportSize()?.width) await hasNoColumns(page)
  await isSound(rules)
  await showsFocus(page)
  return page.title()
}

/** A phone has no room for columns: rows are cards. Only a month is a grid there, too. */
async function hasNoColumns(page: Page): Promise<void> {
  const tables = await page.evaluate<string[]>(`
    [...document.querySelectorAll('table:not(.mantine-DatePicker-month)')]
      .filter((table) => [...table.rows].some(({ cells: [first, second] }) =>
        second?.checkVisibility() && first.getBoundingClientRect().top === second.getBoundingClientRect().top))
      .map((table) => table.innerText.slice(0, 80))`)
  assert.deepEqual(tables, [])
}

/** Whatever the keyboard reaches is seen to be reached. */
async function showsFocus(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const unseen = await page.evaluate<string[]>(`
    [...document.querySelectorAll('a[href], button:not(:disabled), [tabindex="0"]')]
      .filter((element) => element.tabIndex >= 0 && element.checkVisibility())
      .filter((element) => {
        element.focus()
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return document.activeElement === element && (outlineStyle === 'none' || outlineWidth === '0px')
      })
      .map((element) => element.outerHTML.slice(0, 200))`)
  assert.deepEqual(unseen, [])
}

/** The first thing the keyboard reaches, from the beginning of the page on. */
async function leadsPastMenu(page: Page): Promise<void> {
  if ((await page.locator('nav').count()) === 0) return
  await page.evaluate(`{
    const beginning = document.createElement('span')
    beginning.tabIndex = -1
    document.body.prepend(beginning)
    beginning.focus()
    beginning.remove()
  }`)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), '#content')
}

/** Looks at every page: the way in before anybody is signed in, then all others. */
export async function walk(
  t: TestContext,
  options: VisitOptions,
  open: (address: string, here: Visit) => Promise<void>,
  rules?: string[],
): Promise<void> {
  const here = await visit(t, { own: 'looks at what the operator of the service sees', ...options })
  const { page } = here
  const things = await makeThings(here.service)
  await here.go('/sign-in')
  await isWellMade(here, rules)
  await t.test('every route has an address', async () => {
    const paths = await page.evaluate<string[]>('Object.keys(__TSR_ROUTER__.routesByPath)')
    assert.deepEqual(paths.sort(), Object.keys(ADDRESSES).sort())
  })
  await here.signIn('/nowhere')
  const routeOf = new Map([[await isWellMade(here, rules), '/nowhere']])
  for (const [route, addressesOf] of Object.entries(ADDRESSES)) {
    for (const address of addressesOf(things)) {
      await t.test(address, async () => {
        await open(address, here)
        await settle(page, here.text)
        await leadsPastMenu(page)
        const title = await isWellMade(here, rules)
        await eachTab(page, () => isWellMade(here, rules))
        if (!new URL(page.url()).pathname.endsWith(address.replace(/\?.*/, ''))) return
        assert.equal(routeOf.get(title) ?? route, route, `${title} is the title of another page, too`)
        routeOf.set(title, route)
      })
    }
  }
}
