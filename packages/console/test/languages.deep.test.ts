import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '../src/kit/language/languages.ts'
import { visit } from './browser.ts'
import { ADDRESSES, eachTab, goWithin, makeThings, settle } from './every-page.ts'
import { misfits } from './fits.ts'

const DESK_SIZE = { width: 1280, height: 800 }
const PHONE_SIZE = { width: 390, height: 844 }

test('a language that is chosen in one tab is spoken in the other tabs, too', async (t) => {
  const { page, go } = await visit(t)
  await go('/sign-in')
  const other = await page.context().newPage()
  await other.goto('/console/sign-in')
  await other.evaluate(`localStorage.setItem('latchwork.language', 'nl')`)
  await page.locator('html[lang=nl]').waitFor()
  await page.getByRole('button', { name: 'Inloggen', exact: true }).waitFor()
})

/** Some seventy views, each in six languages and two sizes; on a busy machine that takes more than a test usually may. */
const PATIENT = { timeout: 1_800_000 }

test('every page, in every language, at a desk and on a phone, shows its words whole', PATIENT, async (t) => {
  const here = await visit(t, {
    own: 'looks at what the operator of the service sees',
    screen: { viewport: DESK_SIZE },
  })
  const { page, go, signIn } = here
  const things = await makeThings(here.service)
  // English comes last: the next page is waited for in its words.
  const languages = Object.keys(LANGUAGES).reverse()
  const found: string[] = []
  const look = async () => {
    await settle(page, here.text)
    for (const size of [DESK_SIZE, PHONE_SIZE]) {
      await page.setViewportSize(size)
      const there = `${size.width} px ${page.url().split('/console')[1]}`
      found.push(...(await misfits(page, languages)).map((one) => `${there} ${one}`))
    }
    await page.setViewportSize(DESK_SIZE)
  }
  await go('/sign-in')
  await look()
  await signIn()
  for (const address of Object.values(ADDRESSES).flatMap((addressesOf) => addressesOf(things))) {
    await goWithin(page, address)
    await look()
    await eachTab(page, look)
  }
  assert.deepEqual(found, [])
})
