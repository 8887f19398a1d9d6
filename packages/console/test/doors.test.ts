import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PHONE, visit } from './browser.ts'

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
})

test('doors, on a phone, fit the screen, and the menu opens and closes', async (t) => {
  const { page, signIn, isSound } = await visit(t, { screen: PHONE })
  await signIn('/doors')
  await page.getByRole('article', { name: 'Lobby' }).waitFor()
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  assert.ok(overflow <= 0, `${overflow} px wider than the screen`)
  await isSound()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await page.getByRole('link', { name: 'Start here' }).click()
  await page.getByRole('heading', { name: 'Welcome to Latchwork' }).waitFor()
  await page.getByRole('button', { name: 'Open the menu' }).waitFor()
  await isSound()
})
