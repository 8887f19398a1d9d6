import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { eventually, soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, visit } from './browser.ts'
import { typeOnKeypad } from './front-door.ts'

/** What a log entry names as its trigger when somebody typed (6.6). */
const KEYPAD = 255

const chooseFrontDoor = async ({ page }: Visit) => {
  await page.getByRole('combobox', { name: 'Choose the doors' }).click()
  await page.getByRole('option', { name: 'Front door' }).click()
  await page.keyboard.press('Escape')
}

/** What was downloaded. */
const textOf = async (file: { path(): Promise<string> }) => readFile(await file.path(), 'utf8')

const next = ({ page }: Visit) => page.getByRole('button', { name: 'Next' }).click()

/** The next Monday at that hour, UTC, which is a quarter of a day clear of midnight in every zone of the sandbox. */
function nextMonday(now: string, hour: number): string {
  const date = new Date(now)
  date.setUTCDate(date.getUTCDate() + ((8 - date.getUTCDay()) % 7 || 7))
  date.setUTCHours(hour, 0, 0, 0)
  return date.toISOString()
}

test('a weekly code, made in the wizard, opens on the keypad in its window and not outside of it (D53)', async (t) => {
  const here = await visit(t, { own: 'moves the clock', screen: { timezoneId: 'UTC' } })
  const { page, service, signIn, isSound, frontDoor } = here
  await signIn('/access')
  await page.getByRole('heading', { name: 'Nobody has access yet' }).waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Give access' }).click()
  // Somebody new, without an address, and without leaving the wizard.
  await page.getByRole('button', { name: 'New person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Clara Clean')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await soon(async () => assert.equal(await page.getByLabel('Name on the lock').inputValue(), 'Clara Clean'))
  await soon(async () =>
    assert.equal(await page.getByRole('combobox', { name: 'Person' }).inputValue(), 'Clara Clean'),
  )
  await isSound()
  await next(here)
  await next(here)
  await page.getByRole('alert').getByText('Choose at least one door.').waitFor()
  await chooseFrontDoor(here)
  await page
    .getByRole('group', { name: 'Front door' })
    .getByText(/^\d+ of \d+ places free$/)
    .waitFor()
  await isSound()
  await next(here)
  await page.getByText('Monday', { exact: true }).click()
  await page.getByLabel('From time').fill('08:00')
  await page.getByLabel('Until time').fill('18:00')
  await isSound()
  await next(here)
  await page.getByLabel('Code', { exact: true }).fill('48291')
  await page.getByText('Front door takes codes of 6 digits.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Give access' }).isDisabled())
  await page.getByLabel('Code', { exact: true }).fill('482913')
  await page.getByText('This code is free on all chosen doors.').waitFor()
  await page.getByRole('region', { name: 'In short' }).getByText('Mon, 08:00–18:00').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Give access' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Clara Clean' })
  await row.getByText('On the lock', { exact: true }).waitFor()
  await isSound()
  const { data: clock } = await service.api.sandbox.clock()
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('button', { name: /Front door/ }).click()
  await page.getByLabel('Move to').fill(nextMonday(clock.now, 11).slice(0, 16))
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('ahead of real time').waitFor()
  const last = page.getByRole('region', { name: 'What the lock reported last' })
  await typeOnKeypad(here, '482913')
  await last.getByText('keypad').waitFor()
  await page.getByRole('button', { name: /Front door Unlocked/ }).waitFor()
  await page.getByRole('button', { name: 'Key: lock' }).click()
  await page.getByRole('button', { name: /Front door Locked/ }).waitFor()
  await page.getByRole('button', { name: '+1 day' }).click()
  await eventually('it is Tuesday', async () => {
    const { data } = await service.api.sandbox.clock()
    return new Date(data.now).getUTCDay() === 2
  })
  await typeOnKeypad(here, '482913')
  await last.getByText('keypad').nth(1).waitFor()
  await page.getByRole('button', { name: /Front door Locked/ }).waitFor()
  const { data: log } = await service.api.smartlocks.logOf({ params: { smartlockId: frontDoor }, query: {} })
  const typed = log.filter(({ trigger }) => trigger === KEYPAD)
  assert.deepEqual(
    typed.map(({ name, state }) => [name, state === 0]),
    [
      ['Clara Clean', false],
      ['Clara Clean', true],
    ],
    'newest first: refused on Tuesday, let in on Monday',
  )
  await page.getByRole('link', { name: 'Access' }).click()
  await page.getByRole('link', { name: 'Why? Clara Clean, Front door' }).click()
  await page.getByText('It is not valid on this day of the week.').waitFor()
  await page.getByText('Opens next').waitFor()
  await isSound()
})

deepTest(
  'a code that somebody else has on the door is told with their name before it is sent, and a free one is suggested (D52)',
  async (t) => {
    const here = await visit(t)
    const { page, service, signIn, isSound, frontDoor } = here
    await service.api.authorizations.createOn({
      params: { smartlockId: frontDoor },
      body: { name: 'Old tenant', type: 13, remoteAllowed: false, code: 482913 },
    })
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/smartlock/auth', async (route) => {
      await answered
      await route.continue()
    })
    await signIn(`/access/new?door=${frontDoor}`)
    await page.getByLabel('Name on the lock').fill('New tenant')
    await next(here)
    await next(here)
    await next(here)
    await page.getByLabel('Code', { exact: true }).fill('482913')
    const free = page.getByText('This code is free on all chosen doors.')
    await soon(async () => assert.ok(await page.getByRole('button', { name: 'Suggest a code' }).isDisabled()))
    assert.equal(await free.count(), 0, 'nothing is called free before the other codes are known')
    answer()
    await page.getByText('Old tenant already uses this code on Front door.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Give access' }).isDisabled())
    await isSound()
    await page.getByRole('button', { name: 'Suggest a code' }).click()
    await free.waitFor()
    await page.getByRole('button', { name: 'Give access' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'New tenant' })
      .getByText('On the lock', { exact: true })
      .waitFor()
  },
)

test('an access right is changed and deleted; a lock that is offline is waited for, and the table says since when', async (t) => {
  const here = await visit(t)
  const { page, service, signIn, isSound, frontDoor } = here
  const { api } = service
  await api.authorizations.createOn({
    params: { smartlockId: frontDoor },
    body: { name: 'Gardener', type: 13, remoteAllowed: false, code: 482913, allowedWeekDays: 64 },
  })
  await signIn('/access?view=week')
  await page.getByRole('row').filter({ hasText: 'Gardener' }).getByText('all day').waitFor()
  await isSound()
  await page.getByText('Calendar', { exact: true }).click()
  await page
    .getByRole('button', { name: /: 1 access right$/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Gardener' }).waitFor()
  await isSound()
  await page.getByText('Table', { exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Gardener' })
  await row.getByText('On the lock', { exact: true }).waitFor()
  await row.getByRole('link', { name: 'Edit: Gardener, Front door' }).click()
  // The table has a heading of that name, too.
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'When' }).click()
  await page.getByText('Friday', { exact: true }).click()
  await next(here)
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Mon, Fri').waitFor()
  await row.getByText('On the lock', { exact: true }).waitFor()
  await api.sandbox.change({ params: { smartlockId: frontDoor }, body: { connection: 'offline' } })
  await row.getByRole('button', { name: 'Delete: Gardener, Front door' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this access right' }).click()
  await row.getByText(/^Waiting to be removed \(for/).waitFor()
  await isSound()
  await api.sandbox.change({ params: { smartlockId: frontDoor }, body: { connection: 'online' } })
  await page.getByRole('heading', { name: 'Nobody has access yet' }).waitFor()
})

test('a person is added, changed and deleted together with what they were given', async (t) => {
  const { page, service, signIn, isSound, frontDoor } = await visit(t, { screen: PHONE })
  await signIn('/people')
  await page.getByRole('heading', { name: 'Nobody here yet' }).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Tom Tenant')
  await page.getByLabel('Email address').fill('tom@example.org')
  await isSound()
  await page.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'tom@example.org' })
  await row.getByRole('button', { name: 'Edit: Tom Tenant' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Thomas Tenant')
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Thomas Tenant').waitFor()
  const { data: users } = await service.api.accountUsers.list({ query: {} })
  await service.api.authorizations.createOn({
    params: { smartlockId: frontDoor },
    body: { name: 'Tom', type: 13, remoteAllowed: false, accountUserId: users[0]?.accountUserId ?? 0 },
  })
  await row.getByRole('link', { name: '1 access right' }).waitFor()
  await isSound()
  await row.getByRole('button', { name: 'Data: Thomas Tenant' }).click()
  const handed = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what is kept' }).click()
  const kept = JSON.parse(await textOf(await handed))
  assert.deepEqual([kept.account_user[0].name, kept.smartlock_auth[0].name], ['Thomas Tenant', 'Tom'])
  await isSound()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Delete: Thomas Tenant' }).click()
  await page.getByRole('button', { name: 'Delete this person' }).click()
  await page.getByRole('heading', { name: 'Nobody here yet' }).waitFor()
  assert.deepEqual((await service.api.authorizations.list({ query: {} })).data, [])
  await service.api.accountUsers.create({ body: { email: 'uma@example.org', name: 'Uma' } })
  await page.reload()
  await page.getByRole('button', { name: 'Data: Uma' }).click()
  const erase = page.getByRole('button', { name: 'Erase this person' })
  assert.ok(await erase.isDisabled(), 'nothing was typed yet')
  await page.getByLabel('Type Uma to confirm').fill('Uma')
  const proven = page.waitForEvent('download')
  await erase.click()
  const proof = JSON.parse(await textOf(await proven))
  assert.equal(proof.removed[0].table, 'account_user')
  assert.doesNotMatch(JSON.stringify(proof), /uma/i)
  await page.getByRole('heading', { name: 'Nobody here yet' }).waitFor()
})
