import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { eventually, soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, visit } from './browser.ts'
import { fits } from './fits.ts'

interface InPage {
  getComputedStyle(element: unknown): { backgroundColor: string }
}
const groundOf = (element: unknown) =>
  (globalThis as unknown as InPage).getComputedStyle(element).backgroundColor

/** Has it a ground of its own, and one that is a colour? Grey has as much of red as of blue. */
async function isLoud(words: Locator): Promise<boolean> {
  const ground = await words.evaluate(groundOf)
  const [red = 0, green = 0, blue = 0, alpha = 1] = (ground.match(/[\d.]+/g) ?? []).map(Number)
  return alpha === 1 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40
}

deepTest('words that are typed quicker than the address follows are all looked for', async (t) => {
  const { page, signIn, text } = await visit(t)
  await signIn('/doors')
  const search = page.getByLabel(text.doors.search)
  await search.focus()
  // Letter after letter, before anything else has its turn.
  await page.evaluate(`for (const letter of 'cellar') document.execCommand('insertText', false, letter)`)
  assert.equal(await search.inputValue(), 'cellar')
  await page.waitForURL(/\?q=cellar$/)
  await page.evaluate(`__TSR_ROUTER__.navigate({ href: '/console/doors?q=lobby' })`)
  await soon(async () => assert.equal(await search.inputValue(), 'lobby', 'an address has the last word'))
})

test('a door, unlocked in the console, is seen to move and is called done when the lock confirmed', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  await signIn('/doors')
  const card = page.getByRole('article', { name: 'Front door' })
  await card.getByText('Locked', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Unlock: Front door' }).click()
  await card.getByText('Confirmed by the lock').waitFor()
  await card.getByText('Unlocked', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Lock: Front door' }).waitFor()
  const { data: locks } = await service.api.smartlocks.list()
  assert.equal(locks.find((lock) => lock.name === 'Front door')?.state?.state, 3)
  await isSound()
  await card.getByRole('button', { name: 'Lock: Front door' }).click()
  await card.getByText('Confirmed by the lock').waitFor()
  await card.getByRole('link', { name: 'Front door' }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('region', { name: 'Admin PIN' }).waitFor()
  assert.equal(await page.getByText('Confirmed by the lock').count(), 0, 'that was no setting')
})

deepTest('a movement that fails or stays without an answer is told as what it is', async (t) => {
  const { page, service, signIn, isSound } = await visit(t, { own: 'moves the clock' })
  const { data: locks } = await service.api.sandbox.list()
  const idOf = (name: string) => locks.find((lock) => lock.name === name)?.smartlockId ?? 0
  await service.api.sandbox.change({ params: { smartlockId: idOf('Front door') }, body: { jam: true } })
  await service.api.sandbox.change({ params: { smartlockId: idOf('Lobby') }, body: { mute: true } })
  await signIn('/doors')
  await page.getByRole('button', { name: 'Unlock: Front door' }).click()
  await page
    .getByRole('article', { name: 'Front door' })
    .getByText('The lock could not do it: motor blocked')
    .waitFor()
  const inCard = page.getByRole('article', { name: 'Front door' }).getByText('Motor blocked', { exact: true })
  await soon(async () =>
    assert.ok(await isLoud(inCard.last()), 'a jam is loud, and no grey word among others'),
  )
  await page.getByRole('button', { name: 'Unlock: Lobby' }).click()
  const lobby = page.getByRole('article', { name: 'Lobby' })
  await lobby.getByText('Sent, waiting for the lock to answer').waitFor()
  await service.api.sandbox.moveClock({ body: { advance: 'PT2M' } })
  await lobby.getByText('No answer: nobody knows whether it was done').waitFor()
  await isSound()
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click({ force: true })
  const inTable = page.getByRole('row').filter({ hasText: 'Front door' })
  assert.ok(await isLoud(inTable.getByText('Motor blocked', { exact: true })), 'in the table, too')
  await isSound()
  await page.goto('/console/overview')
  await page.getByRole('region', { name: 'Jammed' }).getByRole('link', { name: 'Front door' }).waitFor()
})

deepTest(
  'doors, while the page is loaded, are asked for at once: no call waits for the answer of another',
  async (t) => {
    const { page, go, signIn } = await visit(t)
    await signIn('/welcome')
    const started: string[] = []
    let beforeFirstAnswer: number | undefined
    const isApi = (url: string) => /\/(account\/setting|smartlock|operation|event\/stream)(\?|$)/.test(url)
    page.on('request', (request) => {
      // What the page before still asked for does not count.
      if (request.isNavigationRequest()) started.length = 0
      else if (isApi(request.url())) started.push(request.url())
    })
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) beforeFirstAnswer = undefined
      else if (isApi(response.url()) && !response.url().includes('stream'))
        beforeFirstAnswer ??= started.length
    })
    await go('/doors')
    await page.getByRole('article', { name: 'Front door' }).waitFor()
    assert.deepEqual([...new Set(started.map((url) => new URL(url).pathname))].sort(), [
      '/account/setting',
      '/event/stream',
      '/operation',
      '/smartlock',
    ])
    assert.equal(beforeFirstAnswer, 5)
  },
)

deepTest('a thousand doors are one list of which only what is in sight is drawn', async (t) => {
  const { page, service, signIn } = await visit(t, { sandbox: false })
  for (let first = 1; first <= 1000; first += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        service.api.smartlocks.register({ body: { type: 4, name: `Door ${first + index}` } }),
      ),
    )
  }
  await signIn('/doors')
  await page.getByText('1000 doors').waitFor()
  const cards = page.getByRole('article')
  await cards.first().waitFor()
  assert.ok((await cards.count()) < 60, 'cards out of sight are not drawn')
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await page.getByRole('article', { name: 'Door 1000', exact: true }).waitFor()
  assert.ok((await cards.count()) < 60)
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click({ force: true })
  await page.getByRole('row').nth(3).waitFor()
  assert.ok((await page.getByRole('row').count()) < 80, 'rows out of sight are not drawn')
  await page.getByLabel('Search by name').fill('door 77')
  await page.getByText('11 of 1000 doors').waitFor()
  assert.match(page.url(), /q=door/)
  const { data: setting } = await service.api.accountSettings.get()
  assert.equal(setting.web.deviceViewType, 'LIST', 'the account keeps how doors are shown')
})

deepTest('doors, on a phone, fit the screen, and the menu opens and closes', async (t) => {
  const { page, signIn, isSound } = await visit(t, { screen: PHONE })
  await signIn('/doors')
  await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
  await fits(page)
  await isSound()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('link', { name: 'Start here' }).click()
  await page.getByRole('heading', { name: 'Welcome to Latchwork' }).waitFor()
  await page.getByRole('button', { name: 'Open the menu' }).waitFor()
  await isSound()
})

test('a right code outside its hours, one that is nearly right, and a door that stands open are told as what they are', async (t) => {
  const { page, service, signIn, isSound, frontDoor } = await visit(t, { own: 'moves the clock' })
  const { api } = service
  const { data: clock } = await api.sandbox.clock()
  const inDays = (days: number) => new Date(Date.parse(clock.now) + days * 86_400_000).toISOString()
  const code = { name: 'Anna', type: 13, code: 981_368, remoteAllowed: false } as const
  const { operationId } = await api.authorizations.create({
    body: { ...code, smartlockIds: [frontDoor], allowedFromDate: inDays(1), allowedUntilDate: inDays(3) },
  })
  const params = { smartlockId: frontDoor }
  await eventually('the code is on the lock', async () => {
    const { data } = await api.operations.get({ params: { operationId: operationId ?? '' } })
    return data.status === 'confirmed'
  })
  await api.sandbox.happen({ params, body: { event: 'keypad', code: '981368' } })
  await api.sandbox.happen({ params, body: { event: 'doorOpened' } })
  await signIn('/doors')
  const open = page.getByRole('article', { name: 'Front door' }).getByText('Door open')
  await open.waitFor()
  assert.ok(await isLoud(open), 'loud, and no grey word among others')
  // Of another door there is more to tell than the console asks for at once.
  const other = {
    smartlockId: (await api.smartlocks.list()).data.find(({ name }) => name === 'Lobby')?.smartlockId ?? 0,
  }
  for (let i = 0; i < 26; i++)
    for (const event of ['doorOpened', 'doorClosed'] as const)
      await api.sandbox.happen({ params: other, body: { event } })
  const doorLog = async () => (await api.smartlocks.log({ query: { kind: 'door', limit: 50 } })).data
  await eventually(
    'all of it is in the log',
    async () =>
      (await doorLog()).filter(({ smartlockId }) => smartlockId === other.smartlockId).length === 50,
  )
  await page.reload()
  await open.waitFor()
  assert.equal(await page.getByText('Door open for').count(), 0, 'nobody makes a noise about a minute')
  await api.sandbox.moveClock({ body: { advance: 'PT11M' } })
  await page.reload()
  const article = page.getByRole('article', { name: 'Front door' })
  const long = article.locator('[data-danger]').filter({ hasText: /^Door open for 1\d minutes$/ })
  await long.waitFor()
  assert.ok(await isLoud(long), 'as loud as a jam')
  assert.equal(await page.locator('[data-danger]').count(), 1, 'and nothing else is')
  await isSound()
  await page.goto(`/console/doors/${frontDoor}?tab=activity`)
  const entry = page.getByRole('listitem').filter({ hasText: 'Anna' })
  await entry.getByText('Outside their hours').waitFor()
  assert.equal(await page.getByText('Wrong code').count(), 0)
  await isSound()
  await entry.getByRole('link', { name: 'Why?' }).click()
  await page.getByText('It does not open', { exact: true }).waitFor()
  await page.goto(`/console/access/why?door=${frontDoor}`)
  await page.getByLabel('Code as it is typed').fill('981386')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.getByText('Two digits are swapped: this is nearly the code of Anna.').waitFor()
  await isSound()
})
