import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@latchwork/contract'
import type { Page } from 'playwright-core'
import { soon } from '../../server/test/eventually.ts'
import { type Visit, visit } from './browser.ts'

const MANY = 10_000

/** Lets the service answer a list with so many copies of one entry. */
const answerMany = (page: Page, path: string, copies: readonly object[]) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ json: copies }),
  )

/** Ten thousand people, each with an access right of their own. */
async function fillHouse({ page, service, frontDoor }: Visit): Promise<void> {
  const { data: person } = await service.api.accountUsers.create({
    body: { name: 'Ada', email: 'ada@example.org' },
  })
  await service.api.authorizations.createOn({
    params: { smartlockId: frontDoor },
    body: { name: 'Ada', type: 13, remoteAllowed: false },
  })
  const { data: rights } = await service.api.authorizations.list()
  const numbers = Array.from({ length: MANY }, (_, index) => index + 1)
  const people = numbers.map((n) => ({ ...person, accountUserId: n, name: `Person ${n}` }))
  const many = numbers.map((n) => ({
    ...rights[0],
    id: n.toString(16).padStart(24, '0'),
    name: `Right ${n}`,
    accountUserId: n,
  }))
  await answerMany(page, api.accountUsers.list.path, people)
  await answerMany(page, api.authorizations.list.path, many)
}

/** Only what is in sight is drawn, at the beginning and at the end of the list. */
async function isDrawnInParts(page: Page, first: string, last: string): Promise<void> {
  const rows = page.getByRole('row')
  await rows.filter({ hasText: first }).first().waitFor()
  assert.ok((await rows.count()) < 60, `${await rows.count()} rows at the beginning`)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await rows.filter({ hasText: last }).waitFor()
  assert.ok((await rows.count()) < 60, `${await rows.count()} rows at the end`)
}

test('ten thousand access rights and people, in every view, are drawn only as far as they are in sight', async (t) => {
  const here = await visit(t)
  const { page, go, signIn, isSound } = here
  await fillHouse(here)
  await signIn('/access')
  await page.getByText('10000 access rights').waitFor()
  for (const view of ['table', 'week', 'calendar']) {
    await go(`/access?view=${view}`)
    await isDrawnInParts(page, 'Right 1', 'Right 10000')
  }
  await go('/people')
  await isDrawnInParts(page, 'Person 1', 'Person 10000')
  await isSound()
})

test('the wizard, among a thousand doors and ten thousand people, offers some at once and asks only about the chosen door', async (t) => {
  const here = await visit(t)
  const { page, service, go, signIn, isSound, frontDoor } = here
  await fillHouse(here)
  const { data: lock } = await service.api.smartlocks.get({ params: { smartlockId: frontDoor } })
  const doors = Array.from({ length: 999 }, (_, n) => ({
    ...lock,
    smartlockId: n + 1,
    name: `Door ${n + 1}`,
  }))
  await answerMany(page, api.smartlocks.list.path, [...doors, lock])
  await signIn('/welcome')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await go('/access/new')
  await page.getByRole('combobox', { name: 'Person' }).click()
  await soon(async () => assert.equal(await page.getByRole('option').count(), 100))
  await page.getByRole('combobox', { name: 'Person' }).fill('Person 7777')
  await page.getByRole('option', { name: 'Person 7777' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: 'Choose the doors' }).click()
  await soon(async () => assert.equal(await page.getByRole('option').count(), 100))
  await page.getByRole('combobox', { name: 'Choose the doors' }).fill('Front')
  await page.getByRole('option', { name: 'Front door' }).click()
  await page.keyboard.press('Escape')
  await page
    .getByRole('group', { name: 'Front door' })
    .getByText(/places free$/)
    .waitFor()
  await isSound()
  const ofDoors = asked.filter(
    (path) => path.startsWith(`${api.smartlocks.list.path}/`) && path !== api.authorizations.list.path,
  )
  assert.deepEqual(ofDoors, [`/smartlock/${frontDoor}/capability`])
})
