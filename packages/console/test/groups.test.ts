import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Visit, visit } from './browser.ts'

test('groups of people and of doors are made, filled, renamed and deleted in the console', async (t) => {
  const here = await visit(t)
  const { page, service, signIn, isSound, frontDoor } = here
  const { api } = service
  const add = async (name: string) =>
    (await api.accountUsers.create({ body: { name, email: `${name}@example.org` } })).data.accountUserId
  const [ada, grace] = [await add('Ada'), await add('Grace')]
  await signIn('/groups')
  await page.getByText('No groups yet').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'New group of people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cleaners')
  await dialog.getByRole('button', { name: 'New group of people' }).click()
  const list = page.getByRole('table', { name: 'Groups' })
  await list.getByText('0 people').waitFor()

  await page.getByRole('button', { name: 'Members: Cleaners' }).click()
  for (const name of ['Ada', 'Grace']) {
    await dialog.getByRole('combobox', { name: 'People' }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await isSound()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('2 people').waitFor()
  await isSound()
  const { data: groups } = await api.groups.list({})
  const params = { groupId: groups[0]?.groupId ?? '' }
  const members = async () => (await api.groups.members({ params })).data.map(({ id }) => id)
  assert.deepEqual(await members(), [ada, grace])

  await page.getByRole('button', { name: 'Members: Cleaners' }).click()
  await dialog.getByRole('combobox', { name: 'People' }).press('Backspace')
  // What can be chosen lies over the button until the field is left.
  await dialog.getByRole('combobox', { name: 'People' }).press('Tab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('1 person').waitFor()
  assert.deepEqual(await members(), [ada])

  await page.getByRole('button', { name: 'Edit: Cleaners' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night cleaners')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('Night cleaners').waitFor()

  await page.getByRole('tab', { name: 'Groups of doors' }).click()
  await page.getByRole('button', { name: 'New group of doors' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('West wing')
  await dialog.getByRole('button', { name: 'New group of doors' }).click()
  await page.getByRole('button', { name: 'Members: West wing' }).click()
  await dialog.getByRole('combobox', { name: 'Doors' }).fill('Front door')
  await page.getByRole('option', { name: 'Front door' }).click()
  await dialog.getByRole('combobox', { name: 'Doors' }).press('Tab')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await list.getByText('1 door').waitFor()
  const { data: doors } = await api.groups.list({ query: { smartlockId: frontDoor } })
  assert.deepEqual(
    doors.map(({ name, kind }) => [name, kind]),
    [['West wing', 'doors']],
  )

  await page.getByRole('button', { name: 'Delete: West wing' }).click()
  await dialog.getByRole('button', { name: 'Delete this group' }).click()
  await page.getByText('No groups yet').waitFor()
  assert.equal((await api.groups.list({})).data.length, 1)
  await showsARoleItsOwn(here)
})

const KEEPER = { email: 'keeper@example.org', password: 'sub horse of the wing' }

/** Who is for one door reads its group, makes groups of people, and sees no others (D206). */
async function showsARoleItsOwn({
  page,
  service: { api },
  go,
  enter,
  isSound,
  frontDoor,
  owner,
}: Visit): Promise<void> {
  const { data: wing } = await api.groups.create({ body: { kind: 'doors', name: 'East wing' } })
  await api.groups.join({ params: wing, body: { ids: [frontDoor] } })
  await api.subAccounts.create({
    body: {
      ...{ ...KEEPER, name: 'Keeper', language: 'en', rights: 0, profile: {} },
      ...{ currentPassword: owner.password, roles: [{ role: 'accessManager', smartlockIds: [frontDoor] }] },
    },
  })
  await page.evaluate('sessionStorage.clear()')
  await go('/sign-in?next=/groups')
  await enter(KEEPER)
  await page.getByRole('link', { name: 'Groups' }).first().click()
  await page.getByText('No groups yet').waitFor()
  await page.getByRole('button', { name: 'New group of people' }).waitFor()
  await page.getByRole('tab', { name: 'Groups of doors' }).click()
  await page.getByRole('table', { name: 'Groups' }).getByText('East wing').waitFor()
  assert.equal(await page.getByRole('button', { name: 'New group of doors' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: /East wing/ }).count(), 0)
  await isSound()
}
