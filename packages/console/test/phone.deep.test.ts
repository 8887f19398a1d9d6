import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually, soon } from '../../server/test/eventually.ts'
import { PHONE, visit } from './browser.ts'
import { signInElsewhere } from './elsewhere.ts'
import { makeThings } from './every-page.ts'
import { fits } from './fits.ts'

const SCREEN = { width: 390, height: 780 }
/** What a thumb hits for sure, as those who make phones have it. */
const THUMB = 44

/** Where it is on the screen, and not anywhere on the page. */
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box, 'it is on the screen')
  return { ...box, bottom: box.y + box.height }
}

/** In the lower third of the screen, large enough, and with nothing over it. */
async function isInReach(page: Page, button: Locator): Promise<void> {
  const { x, y, width, height, bottom } = await boxOf(button)
  assert.ok(height >= THUMB && width >= SCREEN.width / 2, `${width} × ${height} px`)
  assert.ok(y > (SCREEN.height * 2) / 3 && bottom <= SCREEN.height, `from ${y} to ${bottom} px`)
  const middle = JSON.stringify([x + width / 2, y + height / 2])
  const hit = await page.evaluate<string | undefined>(
    `document.elementFromPoint(...${middle})?.closest('button')?.ariaLabel`,
  )
  assert.equal(hit, await button.getAttribute('aria-label'), 'nothing lies over it')
}

const toTheEnd = (page: Page) => page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')

test('on a phone, Unlock is within reach of the thumb without scrolling and after it, and says there what became of it', async (t) => {
  const { page, signIn, isSound, frontDoor } = await visit(t, { screen: PHONE })
  await signIn(`/doors/${frontDoor}`)
  const unlock = page.getByRole('button', { name: 'Unlock: Front door' })
  await unlock.waitFor()
  await isInReach(page, unlock)
  await fits(page)
  await toTheEnd(page)
  await isInReach(page, unlock)
  const facts = page.getByRole('region', { name: 'Facts' })
  assert.ok((await boxOf(facts)).bottom <= (await boxOf(unlock)).y, 'the end of the page is not below it')
  await isSound()
  await unlock.tap()
  // It stays for some seconds only: found and measured in one go.
  const { top, bottom } = await eventually('the lock confirms', () =>
    page.evaluate<{ top: number; bottom: number } | null>(`(() => {
      const line = document.querySelector('[data-status=confirmed]')
      return line && line.getBoundingClientRect().toJSON()
    })()`),
  )
  assert.ok(top > SCREEN.height / 2 && bottom <= SCREEN.height, `beside the thumb: ${top} to ${bottom} px`)
  await isInReach(page, page.getByRole('button', { name: 'Lock: Front door' }))
  await isSound()
})

/** Of each row: whether its cells stand below each other within the screen; and whether headings are seen. */
const LAID_OUT = `(() => {
  const rows = [...document.querySelectorAll('tbody tr:not([aria-hidden])')].map((row) => {
    const boxes = [...row.children].map((cell) => cell.getBoundingClientRect()).filter(({ height }) => height > 0)
    const isBelow = (box, i) => i === 0 || box.top >= boxes[i - 1].bottom - 1
    return boxes.every((box, i) => isBelow(box, i) && box.left >= 0 && box.right <= document.documentElement.clientWidth)
  })
  const hasHeadings = [...document.querySelectorAll('thead')].some((head) => head.getBoundingClientRect().width > 1)
  return { cards: rows.filter(Boolean).length, tables: rows.filter((isCard) => !isCard).length, hasHeadings }
})()`

test('on a phone, lists that are tables at a desk are cards', async (t) => {
  const { page, service, signIn, go, isSound } = await visit(t, { screen: PHONE })
  const { address, door } = await makeThings(service)
  await signIn('/access')
  const lists = [
    ...['/access', '/access?view=week', '/people', '/addresses', `/addresses/${address}?tab=units`],
    ...['/activity', `/doors/${door}?tab=access`, '/team?tab=audit'],
  ]
  for (const path of lists) {
    await go(path)
    await page.getByRole('row').nth(1).waitFor()
    await soon(async () => {
      const { cards, tables, hasHeadings } = await page.evaluate<Record<string, number | boolean>>(LAID_OUT)
      assert.deepEqual([Number(cards) > 0, tables, hasHeadings], [true, 0, false], path)
    })
    await fits(page)
    await isSound()
  }
})

test('how doors are shown is chosen for each device: a phone has cards, whatever is chosen at the desk', async (t) => {
  const { page, service, signIn, isSound, owner } = await visit(t, { screen: PHONE })
  const desk = await signInElsewhere(t, page, service.url, owner, '/doors')
  const choose = (there: Page, view: string) =>
    there.getByRole('radiogroup', { name: 'View' }).getByText(view).click({ force: true })
  await desk.getByRole('article', { name: 'Front door' }).waitFor()
  await choose(desk, 'Table')
  await desk.getByRole('row').filter({ hasText: 'Front door' }).waitFor()
  await signIn('/doors')
  const card = page.getByRole('article', { name: 'Front door' })
  await card.waitFor()
  const { height } = await boxOf(card.getByRole('button', { name: 'Unlock: Front door' }))
  assert.ok(height >= THUMB, `${height} px`)
  await choose(page, 'Table')
  const row = page.getByRole('row').filter({ hasText: 'Front door' })
  await row.waitFor()
  await soon(async () => assert.equal((await page.evaluate<{ tables: number }>(LAID_OUT)).tables, 0))
  assert.ok((await boxOf(row.getByRole('button', { name: 'Unlock: Front door' }))).height >= THUMB)
  await fits(page)
  await isSound()
  await choose(desk, 'Cards')
  await desk.getByRole('article', { name: 'Front door' }).waitFor()
  await page.reload()
  await row.waitFor()
  assert.equal(await page.getByRole('article').count(), 0, 'the phone keeps its own choice')
  await soon(async () => {
    const { data } = await service.api.accountSettings.get()
    assert.equal(data.web.deviceViewType, 'TILE', 'the account has that of the desk')
  })
})
