import { test } from 'node:test'
import { emptyAccount, startOther } from '../../server/test/other-service.ts'
import { visit } from './browser.ts'

const hex = (n: number) => n.toString(16).padStart(24, '0')
const LOCK = 0x4_0000_00a1
const CODE = { type: 13, enabled: true, smartlockId: LOCK }

test('an account is compared, brought over and its locks are listed, all of it live', async (t) => {
  const other = await startOther(t, {
    ...emptyAccount(),
    locks: [{ smartlockId: LOCK, type: 4, name: 'Mill door', config: { keypadPaired: true } }],
    rights: {
      [LOCK]: [
        { ...CODE, id: hex(1), name: 'Cleaner', code: 384_365 },
        { ...CODE, id: hex(2), name: 'Phone', type: 0 },
      ],
    },
  })
  const { page, signIn, isSound } = await visit(t)
  await signIn('/add-door')
  await page.getByRole('link', { name: 'Bring an account over' }).click()
  await page.getByRole('heading', { name: 'Bring an account over', level: 1 }).waitFor()
  await page.getByLabel('Address of the other side').fill(other.url)
  await page.getByLabel('API token of the other account').fill('token-of-there')
  await isSound()
  await page.getByRole('button', { name: 'Read and compare' }).click()
  await page.getByRole('region', { name: 'What would be brought over' }).waitFor()
  await page.getByText('Keys of apps, fobs and bridges are pairings').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Bring it over' }).click()
  await page.getByRole('region', { name: 'What was brought over' }).waitFor()
  const locks = page.getByRole('region', { name: 'Locks brought over' })
  await locks.getByRole('link', { name: 'Mill door' }).waitFor()
  await locks.getByText('Not connected').waitFor()
  await isSound()
  await locks.getByRole('button', { name: 'Connect: Mill door' }).click()
  await page.getByText('No gateway has found a lock that is free').waitFor()
  await isSound()
})
