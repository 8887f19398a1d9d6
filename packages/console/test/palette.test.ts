import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'

const SUB = { name: 'Vera', email: 'vera@example.org', password: 'viewer horse' }

test('the palette, by the keyboard alone, finds doors, people, stays and pages, and moves a door after a second question', async (t) => {
  const { page, service, signIn, text, isSound } = await visit(t)
  await service.api.accountUsers.create({ body: { name: 'Frontera Díaz', email: 'diaz@example.org' } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn('/doors')
  await page.getByRole('article', { name: 'Front door' }).waitFor()
  const isLoaded = () => asked.some((path) => /\/palette-[^/]*\.js$/.test(path))
  assert.equal(isLoaded(), false, 'its code is loaded when it is asked for')
  const search = page.getByLabel(text.doors.search)
  await search.focus()
  const field = page.getByRole('combobox', { name: text.palette.open })
  /** Before it has the focus, letters go to where the focus was. */
  const open = async () => {
    await page.keyboard.press('Control+k')
    await page.locator('[role="combobox"]:focus').waitFor()
  }
  await open()
  assert.equal(isLoaded(), true)
  await isSound()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('document.activeElement.type'), 'search', 'the focus is where it was')
  await open()
  await page.keyboard.type('front')
  await page.getByRole('option', { name: 'Frontera Díaz' }).waitFor()
  const first = page.getByRole('option', { name: 'Front door', exact: true })
  // Until the answer to the whole word is there, the lines are those of its first letters.
  await soon(async () => assert.equal(await field.getAttribute('aria-busy'), 'false'))
  assert.equal(await first.getAttribute('aria-selected'), 'true')
  assert.equal(await field.getAttribute('aria-activedescendant'), await first.getAttribute('id'))
  await isSound()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Front door', level: 1 }).waitFor()
  await open()
  await page.keyboard.type('unlock fro')
  await page.getByRole('option', { name: 'Unlock: Front door' }).waitFor()
  await soon(async () =>
    assert.equal(
      await page.getByRole('option', { name: 'Unlock: Front door' }).getAttribute('aria-selected'),
      'true',
    ),
  )
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Yes: Unlock' }).waitFor()
  const { data: before } = await service.api.operations.list({ query: { limit: 50 } })
  assert.equal(before.filter(({ type }) => type.startsWith('action')).length, 0, 'nothing moves before')
  await isSound()
  await page.keyboard.press('Enter')
  await page.getByText('Unlocked', { exact: true }).first().waitFor()
  await open()
  await page.keyboard.type('nothing like it')
  await page.getByText(text.palette.nothing('nothing like it')).waitFor()
  const { promise: isEntered, resolve: entered } = Promise.withResolvers<void>()
  await page.route(/\/search\?/, (route) => isEntered.then(() => route.continue()))
  await field.fill('Who could')
  await page.getByRole('option', { name: 'Who could open?' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await field.getAttribute('aria-busy'), 'true', 'Enter is quicker than the answer')
  entered()
  await page.getByRole('heading', { name: 'Who could open?', level: 1 }).waitFor()
})

/** At the doors, where the palette's code does not come before all is typed. */
async function visitDoors(t: TestContext) {
  const { page, signIn, text } = await visit(t)
  await signIn('/doors')
  await page.getByRole('article', { name: 'Front door' }).waitFor()
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
  await page.route(/\/palette-[^/]*\.js$/, (route) => isTyped.then(() => route.continue()))
  const search = page.getByLabel(text.doors.search)
  return { page, text, search, typed }
}

deepTest(
  'what is typed before the palette is there is typed into it, and touches nothing behind it',
  async (t) => {
    const { page, text, search, typed } = await visitDoors(t)
    await search.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zzz')
    await page.keyboard.press('Escape')
    await page.keyboard.type('cel')
    assert.equal(await search.inputValue(), 'cel', 'who changed their mind types where they were')
    await search.fill('')
    // Enter would follow it.
    await page.getByRole('link', { name: text.stays.title, exact: true }).first().focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('fronx')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    // As a page does that has just been opened: that is no reason to want no palette any more.
    await page.evaluate(`Object.assign(document.querySelector('h1'), { tabIndex: -1 }).focus()`)
    await page.keyboard.type('t')
    typed()
    const field = page.locator('[role="combobox"]:focus')
    await field.waitFor()
    await page.keyboard.type(' d')
    assert.equal(await field.inputValue(), 'front d')
    await page.getByRole('option', { name: 'Front door', exact: true }).waitFor()
    assert.deepEqual([await search.inputValue(), new URL(page.url()).pathname], ['', '/console/doors'])
  },
)

deepTest('whoever goes elsewhere before the palette is there types there, and gets no palette', async (t) => {
  const { page, search, typed } = await visitDoors(t)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('fr')
  await search.click()
  await page.keyboard.type('sec')
  const loaded = page.waitForResponse(/\/palette-[^/]*\.js$/)
  typed()
  await (await loaded).finished()
  await page.keyboard.type('ret')
  assert.equal(await search.inputValue(), 'secret')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.keyboard.press('Control+k')
  await page.locator('[role="combobox"]:focus').waitFor()
})

deepTest(
  'the palette, on a phone and for who may only look, offers no page and no action that they may not use',
  async (t) => {
    const { page, service, signIn, text, isSound, owner } = await visit(t, { screen: PHONE })
    await service.api.accountUsers.create({ body: { name: 'Frontera Díaz', email: 'diaz@example.org' } })
    await service.api.subAccounts.create({
      body: {
        ...SUB,
        language: 'en',
        rights: 0,
        profile: {},
        currentPassword: owner.password,
      },
    })
    await signIn('/doors', SUB)
    await page.getByRole('button', { name: text.palette.open }).tap()
    const field = page.getByRole('combobox', { name: text.palette.open })
    await page.getByRole('option', { name: text.overview.title }).waitFor()
    for (const name of [text.people.title, text.team.title, text.rights.give, text.gateways.add])
      assert.equal(await page.getByRole('option', { name, exact: true }).count(), 0, name)
    await field.fill('front')
    await page.getByRole('option', { name: 'Front door', exact: true }).waitFor()
    assert.equal(await page.getByRole('option', { name: /Unlock|Frontera/ }).count(), 0)
    await isSound()
    await page.getByRole('option', { name: 'Front door', exact: true }).tap()
    await page.getByRole('heading', { name: 'Front door', level: 1 }).waitFor()
  },
)

deepTest('the palette takes verbs of several words, as Dutch has them', async (t) => {
  const { page, signIn, text } = await visit(t, { screen: { locale: 'nl-NL' } })
  await signIn('/overview')
  await page.getByRole('button', { name: text.palette.open }).click()
  const field = page.getByRole('combobox', { name: text.palette.open })
  for (const words of ['op slot doen front', 'op slot front']) {
    await field.fill(words)
    await page.getByRole('option', { name: 'Op slot doen: Front door' }).waitFor()
  }
  assert.equal(await page.getByRole('option', { name: 'Van slot doen: Front door' }).count(), 0)
})

deepTest('an Enter that is quicker than the answer, or held, moves no door', async (t) => {
  const { page, service, signIn, text } = await visit(t)
  await signIn('/overview')
  await page.getByRole('button', { name: text.palette.open }).click()
  const field = page.getByRole('combobox', { name: text.palette.open })
  const { promise: isEntered, resolve: entered } = Promise.withResolvers<void>()
  await page.route(/\/search\?/, (route) => isEntered.then(() => route.continue()))
  await field.fill('unlock fro')
  await page.keyboard.press('Enter')
  assert.equal(await field.getAttribute('aria-busy'), 'true', 'Enter is quicker than the answer')
  entered()
  const line = page.getByRole('option', { name: 'Unlock: Front door' })
  await line.waitFor()
  const confirm = page.getByRole('button', { name: 'Yes: Unlock' })
  assert.equal(await confirm.count(), 0, 'nobody has seen the line yet')
  await page.keyboard.down('Enter')
  await confirm.waitFor()
  await soon(async () =>
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Yes: Unlock'),
  )
  await page.keyboard.down('Enter')
  assert.equal(await confirm.getAttribute('data-loading'), null, 'the key was held')
  await page.keyboard.up('Enter')
  await page.getByRole('button', { name: text.palette.back }).click()
  await line.waitFor()
  const { data } = await service.api.operations.list({ query: { limit: 50 } })
  assert.deepEqual(
    data.filter(({ type }) => type.startsWith('action')),
    [],
  )
})
