import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { soon } from '../../server/test/eventually.ts'
import { type Visit, visit } from './browser.ts'

/** What a laptop of 1440 × 900 shows. */
const LAPTOP = { viewport: { width: 1440, height: 900 } }
const MANY = 40

/** Rows that are in sight from top to bottom. */
const wholeRows = (page: Page) =>
  page.evaluate<number>(`[...document.querySelectorAll('tbody tr[data-index]')].filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  }).length`)

/** The row that has the focus. */
const reached = (page: Page) =>
  page.evaluate<number>(`Number(document.activeElement.closest('tr')?.dataset.index ?? -1)`)

const firstName = (page: Page) => page.getByRole('row').nth(1).getByRole('cell').nth(1).innerText()
const headings = (page: Page) => page.getByRole('columnheader').allInnerTexts()

async function fillHouse({ service }: Visit): Promise<void> {
  await Promise.all(
    Array.from({ length: MANY }, async (_, n) => {
      await service.api.smartlocks.register({ body: { type: 4, name: `Door ${n + 1}` } })
      await service.api.accountUsers.create({
        body: { name: `Person ${n + 1}`, email: `p${99 - n}@example.org` },
      })
    }),
  )
}

async function isDense(here: Visit): Promise<void> {
  const { page, go } = here
  for (const list of ['/doors?view=LIST', '/people']) {
    await go(list)
    await page.getByRole('row').nth(20).waitFor()
    await soon(async () => assert.ok((await wholeRows(page)) >= 20, `${list}: ${await wholeRows(page)} rows`))
    await here.isSound()
  }
}

async function goesByKeys({ page, service, text }: Visit): Promise<void> {
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await page.locator('input[type=search]:focus').waitFor()
  await page.keyboard.type('x?/')
  assert.equal(await search.inputValue(), 'x?/', 'what is typed is no key')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await search.fill('')
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await reached(page), 2)
  await page.keyboard.press('x')
  await page.getByText('1 chosen').waitFor()
  await page.keyboard.press('End')
  await soon(async () => assert.equal(await reached(page), MANY - 1))
  await page.keyboard.press('ArrowDown')
  assert.equal(await reached(page), MANY - 1, 'there is no row below the last')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  assert.equal(await reached(page), MANY - 1, 'still in the row')
  await page.keyboard.press('Home')
  await soon(async () => assert.equal(await reached(page), 0))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: text.people.edit })
  await dialog.getByLabel(text.people.columns.name).press('End')
  await page.keyboard.type('x')
  await page.keyboard.press('ArrowDown')
  assert.equal(await reached(page), -1, 'a dialog that a row opened has keys of its own')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: text.keys.title }).getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await page.getByRole('row').nth(1).focus()
  await page.keyboard.press('?')
  await page.keyboard.press('x')
  assert.equal(await page.getByRole('dialog').count(), 0, 'who does without single keys is left alone')
  await page.getByText('1 chosen').waitFor()
  assert.equal((await service.api.accountUsers.list()).data.length, MANY)
}

async function isKeptByAddress({ page, go, text }: Visit): Promise<void> {
  await page.getByRole('button', { name: text.people.columns.email }).click()
  await page.waitForURL(/sort=email/)
  assert.equal(await firstName(page), 'Person 40')
  await page.getByRole('button', { name: text.table.columns }).click()
  await page.getByRole('checkbox', { name: text.people.columns.access }).uncheck()
  await page.waitForURL(/columns=name\.email\.work/)
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('row').nth(20).waitFor()
  assert.equal(await firstName(page), 'Person 40')
  assert.ok(!(await headings(page)).includes(text.people.columns.access))
  await go('/people')
  await page.waitForURL(/columns=name\.email\.work/)
  await go('/people?columns=name.access&sort=-name&q=31')
  await page.getByText(`1 of ${MANY} people`).waitFor()
  assert.equal(await firstName(page), 'Person 31')
  assert.ok(!(await headings(page)).includes(text.people.columns.email), 'a link shows what its sender saw')
}

/** What nobody would send who means well. */
const HOSTILE = [
  '/people?q={"a":1}&sort=__proto__&columns=constructor&pages=-1',
  '/people?q[]=1&sort=<img>&columns=..&pages=1e9',
  '/doors?q=123&show=constructor&view=toString&sort=valueOf',
  '/access?q=true&view=[]&type=constructor&door=NaN&columns=x.y.z',
  '/activity?kind={}&from=yesterday&pages=999&denied=7',
  '/stays?view=list&show=hasOwnProperty&q=null&day=0000-99-99&pages=2',
  '/team?tab=__proto__&q=7',
]

test('lists show twenty rows on a laptop, go by keys, and are kept by the address, whatever it says', async (t) => {
  const here = await visit(t, { screen: LAPTOP })
  const { page, go, signIn, isSound } = here
  await fillHouse(here)
  await signIn('/people')
  await isDense(here)
  await goesByKeys(here)
  await isKeptByAddress(here)
  for (const address of HOSTILE) {
    await go(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.getByText(here.text.kit.somethingWrong).count(), 0, address)
  }
  await isSound()
  await page.evaluate('sessionStorage.clear()')
  await go('/sign-in?next=//example.org')
  await here.enter()
  await page.waitForURL((url) => url.pathname.startsWith('/console/') && !url.pathname.includes('sign-in'))
})
