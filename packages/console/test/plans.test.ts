import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../server/test/eventually.ts'
import { visit } from './browser.ts'

test('a plan is looked at before it is saved, gives its codes, says what was changed by hand, and takes all away with itself', async (t) => {
  const { page, service, signIn, go, isSound, frontDoor } = await visit(t)
  const { api } = service
  const ids: number[] = []
  for (const name of ['Ada', 'Grace']) {
    const { data } = await api.accountUsers.create({ body: { name, email: `${name}@example.org` } })
    ids.push(data.accountUserId)
  }
  await signIn('/plans')
  await page.getByText('Make both first.').waitFor()
  await isSound()
  const { data: cleaners } = await api.groups.create({ body: { kind: 'people', name: 'Cleaners' } })
  const { data: wing } = await api.groups.create({ body: { kind: 'doors', name: 'West wing' } })
  await api.groups.join({ params: cleaners, body: { ids } })
  await api.groups.join({ params: wing, body: { ids: [frontDoor] } })
  await page.reload()

  await page.getByRole('button', { name: 'New plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cleaning')
  for (const [field, option] of [
    ['Who', /^Cleaners/],
    ['Which doors', /^West wing/],
  ] as const) {
    await dialog.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
  }
  for (const day of ['Tuesday', 'Thursday']) await dialog.getByText(day, { exact: true }).click()
  await dialog.getByLabel('From time').fill('07:00')
  await dialog.getByLabel('Until time').fill('11:00')
  await dialog.getByRole('button', { name: 'Show what would change' }).click()
  await dialog.getByText('+2 new, 0 changed, −0 taken away').waitFor()
  await isSound()
  assert.deepEqual((await api.plans.list({})).data, [], 'nothing is stored yet')
  await dialog.getByRole('button', { name: 'Save and change 2' }).click()

  const row = page.getByRole('table', { name: 'Plans' })
  await row.getByText('Cleaners → West wing → Tue, Thu, 07:00–11:00').waitFor()
  await row.getByText('As planned · 2 rights').waitFor()
  await isSound()
  const ours = async () => (await api.authorizations.list()).data.filter(({ planId }) => planId !== undefined)
  const [right] = await ours()
  assert.partialDeepStrictEqual(right, { allowedWeekDays: 40, allowedFromTime: 420, allowedUntilTime: 660 })
  const params = { smartlockId: frontDoor, id: right?.id ?? '' }
  await eventually('the lock has it', async () => {
    const { data } = await api.authorizations.get({ params })
    return data.syncState === 'synced'
  })
  await api.authorizations.update({ params, body: { allowedWeekDays: 127 } })
  await go('/access?view=table')
  await page.getByRole('link', { name: 'Differs from its plan' }).waitFor()
  await page.getByRole('link', { name: 'By a plan' }).click()
  const { data: plans } = await api.plans.list({})
  await api.plans.update({
    params: { planId: plans[0]?.planId ?? '' },
    body: {
      ...{ name: 'Cleaning', peopleGroupId: cleaners.groupId, doorGroupId: wing.groupId, type: 13 },
      ...{ allowedWeekDays: 40, allowedFromTime: 420, allowedUntilTime: 720 },
    },
  })
  await row.getByText('1 right was changed by hand').waitFor()
  await page.getByRole('button', { name: 'Align: Cleaning' }).click()
  await isSound()
  await dialog.getByRole('button', { name: 'Have everything go by the plan again' }).click()
  await eventually('all go by the plan', async () =>
    (await ours()).every(
      ({ allowedUntilTime, differsFromPlan }) => allowedUntilTime === 720 && !differsFromPlan,
    ),
  )

  await page.getByRole('button', { name: 'Delete: Cleaning' }).click()
  await dialog.getByRole('button', { name: 'Delete this plan' }).click()
  await page.getByText('No plans yet').waitFor()
  assert.deepEqual(await ours(), [])
})
