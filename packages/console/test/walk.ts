import { writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { animate, type Frame } from './animated-png.ts'
import { visit } from './browser.ts'
import { FRONT_DOOR } from './front-door.ts'

/**
 * Records the walk at the top of the README anew: `node --test packages/console/test/walk.ts`. It is no part of the test
 * suite: nothing here can be wrong.
 */
const FILE = fileURLToPath(new URL('../../../docs/images/walk.png', import.meta.url))
const SCREEN = { viewport: { width: 1200, height: 760 } }

test('a walk through the console', async (t) => {
  const { page, service, signIn, go } = await visit(t, {
    own: 'shows the ids of the first building',
    screen: SCREEN,
  })
  const frames: Frame[] = []
  const show = async (ms: number) => void frames.push({ png: await picture(page), ms })
  const { api } = service
  await signIn('/doors')
  await page.getByRole('button', { name: 'Unlock: Front door' }).waitFor()
  await show(1400)
  await page.getByRole('button', { name: 'Unlock: Front door' }).click()
  await page.getByText('Confirmed by the lock').waitFor()
  await show(1800)
  await go(`/doors/${FRONT_DOOR}?tab=activity`)
  await page.getByRole('img', { name: /Chart/ }).waitFor()
  await show(1600)
  const body = { name: 'Ada Lovelace', smartlockIds: [FRONT_DOOR], type: 13 as const, remoteAllowed: false }
  const weekly = { allowedWeekDays: 84, allowedFromTime: 480, allowedUntilTime: 720 }
  await api.authorizations.create({ body })
  await api.authorizations.create({ body: { ...body, name: 'Clara (cleaning)', ...weekly } })
  await go('/access?view=week')
  await page.getByRole('row').nth(2).waitFor()
  await show(1800)
  const { data: rights } = await api.authorizations.list()
  const clara = rights.find(({ name }) => name === 'Clara (cleaning)')
  await go(`/access/why?door=${FRONT_DOOR}&auth=${clara?.id}`)
  await page.getByRole('status').filter({ hasText: /opens/i }).first().waitFor()
  await show(1800)
  await go('/sandbox')
  await page.getByRole('button', { name: 'Open the door' }).waitFor()
  await show(1600)
  await writeFile(FILE, animate(frames))
})

/** Once nothing moves any more. */
async function picture(page: Page): Promise<Buffer> {
  const look = () => page.screenshot({ animations: 'disabled' })
  await page.mouse.move(600, 10)
  for (let before = await look(); ; ) {
    await page.waitForTimeout(400)
    const now = await look()
    if (now.equals(before)) return now
    before = now
  }
}
