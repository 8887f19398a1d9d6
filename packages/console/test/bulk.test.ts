import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { MAX_SHEET_BYTES } from '@latchwork/contract'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, visit } from './browser.ts'

test('doors are chosen, renamed by a pattern after a preview, and each tells what became of it', async (t) => {
  const { page, service, signIn, go, text, isSound } = await visit(t)
  await signIn('/doors')
  await page.locator('label').filter({ hasText: text.doors.table }).click()
  const { data: doors } = await service.api.smartlocks.list()
  await page.getByRole('checkbox', { name: 'Choose: Front door' }).check()
  await page.getByText('1 chosen').waitFor()
  await page.getByRole('button', { name: `Choose all ${doors.length} that match` }).click()
  await page.getByText(`${doors.length} chosen`).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New name').fill('West {n} of a house with a name that is too long')
  await dialog.getByText(`${doors.length} cannot be done: That is no name for a door`).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Rename: 0' }).isDisabled(), true)
  await dialog.getByLabel('New name').fill('West {n}')
  await dialog.getByText(/ becomes West 1$/).waitFor()
  await isSound()
  await dialog.getByRole('button', { name: `Rename: ${doors.length}` }).click()
  await page.getByRole('heading', { name: 'Rename', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Done', level: 2 }).waitFor()
  await page.getByText(`${doors.length} of ${doors.length}`).waitFor()
  await isSound()
  const names = (await service.api.smartlocks.list()).data.map(({ name }) => name)
  assert.deepEqual(names.toSorted(), doors.map((_, i) => `West ${i + 1}`).toSorted())
  await go('/bulk')
  await page.getByRole('link', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Remove from the list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the list' }).click()
  await page.getByText('Nothing was done to many at once yet').waitFor()
  await takesFileIn({ page, service, go, text, isSound })
})

/** A file that is none is refused; one that is one is checked and taken in. */
async function takesFileIn({
  page,
  service,
  go,
  text: { sheets: words },
  isSound,
}: Pick<Visit, 'page' | 'service' | 'go' | 'text' | 'isSound'>): Promise<void> {
  await go('/people')
  await page.getByRole('link', { name: words.title }).click()
  const file = page.locator('input[type=file]')
  for (const [content, problem] of [
    ['PK\x03\x04', words.problems.workbook],
    ['a'.repeat(MAX_SHEET_BYTES + 1), words.problems.tooLarge],
    [','.repeat(1_000_000), words.problems.tooWide],
  ] as const) {
    await file.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByRole('alert').getByText(problem).waitFor()
  }
  await isSound()
  await page.getByLabel(words.paste).fill('Who,Mail\n=Ann,ann@example.org\nBen,no mail\n')
  await page.getByRole('button', { name: words.readPasted }).click()
  await page.getByRole('heading', { name: 'Import: People', level: 1 }).waitFor()
  await page.getByText(words.columnNeeded).waitFor()
  await page.getByRole('combobox', { name: 'Name' }).click()
  await page.getByRole('option', { name: 'Column 1: Who' }).click()
  await page.getByRole('button', { name: words.check }).click()
  await page.getByText('1 new · 1 refused').waitFor()
  await page.getByText('Email address: No email address.').waitFor()
  await isSound()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  const rows = await readFile(await saved.path(), 'utf8')
  assert.equal(rows, 'number,outcome,field,rule,operationId\r\n2,made,,,\r\n3,failed,email,email,\r\n')
  const address = page.url()
  await page.getByRole('button', { name: 'Import rows: 1' }).click()
  await page.getByRole('heading', { name: words.states.done, level: 2 }).waitFor()
  await go('/bulk')
  await page.getByRole('table', { name: words.list }).getByRole('link').click()
  await page.waitForURL(address)
  await page.getByText('2 of 2 · 1 new · 1 refused').waitFor()
  await isSound()
  const { data: people } = await service.api.accountUsers.list()
  assert.deepEqual(
    people.map(({ name }) => name),
    ['=Ann'],
  )
}

deepTest(
  'rights that match a search are revoked on a phone, the others stay; who may only look chooses nothing',
  async (t) => {
    const { page, service, signIn, text, isSound, frontDoor, owner } = await visit(t, { screen: PHONE })
    for (const name of ['Cleaner A', 'Cleaner B', 'Owner'])
      await service.api.authorizations.createOn({
        params: { smartlockId: frontDoor },
        body: { name, type: 13, remoteAllowed: false },
      })
    await signIn('/access?q=cleaner')
    await page.getByRole('checkbox', { name: 'Choose: Cleaner A, Front door' }).check()
    await page.getByRole('button', { name: 'Choose all 2 that match' }).click()
    await isSound()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke: 2' }).click()
    await page.getByRole('heading', { name: 'Revoke', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Done', level: 2 }).waitFor()
    await isSound()
    const { data: left } = await service.api.authorizations.list()
    assert.equal(
      left.filter(({ syncState }) => syncState !== 'deleting').some(({ name }) => name.startsWith('Cleaner')),
      false,
    )
    const viewer = { name: 'Vera', email: 'vera@example.org', password: 'viewer horse' }
    await service.api.subAccounts.create({
      body: {
        ...viewer,
        language: 'en',
        rights: 0,
        profile: {},
        currentPassword: owner.password,
      },
    })
    await page.getByRole('button', { name: text.kit.accountMenu }).click()
    await page.getByRole('menuitem', { name: text.kit.signOut }).click()
    await signIn('/doors', viewer)
    await page.locator('label').filter({ hasText: text.doors.table }).click()
    await page.getByRole('link', { name: 'Front door' }).waitFor()
    assert.equal(await page.getByRole('checkbox').count(), 0)
  },
)
