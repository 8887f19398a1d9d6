import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { create } from 'qrcode'
import { calendarOf, type SampleEvent, startCalendarServer } from '../../server/test/calendar-server.ts'
import { soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, visit } from './browser.ts'
import { fits } from './fits.ts'

const DAY_MS = 86_400_000
const dayText = (n: number) =>
  new Date(Date.now() + n * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')

/** Bookings of two nights each, some days apart. */
const bookings = (count: number): SampleEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    uid: `booking-${index}`,
    start: dayText(index * 4 + 3),
    end: dayText(index * 4 + 5),
    summary: `Guest ${index}`,
  }))

const newAddress = async ({ service }: Visit, name = 'Mill Street 1') => {
  const { data: locks } = await service.api.smartlocks.list()
  const smartlockIds = locks.filter((lock) => lock.name === 'Front door').map((lock) => lock.smartlockId)
  return (await service.api.addresses.create({ body: { name, smartlockIds } })).data
}

/** The dark modules of a QR code as they are drawn, and as they are to be; four empty ones are around them. */
const modulesOf = async (image: Locator): Promise<string> =>
  [...((await image.locator('path').getAttribute('d')) ?? '').matchAll(/M(\d+) (\d+)h1v1h-1z/g)]
    .map(([, x, y]) => `${Number(x) - 4},${Number(y) - 4}`)
    .join(' ')

function modulesIn(text: string): string {
  const { data, size } = create(text, { errorCorrectionLevel: 'M' }).modules
  return [...data].flatMap((isDark, i) => (isDark ? `${i % size},${Math.floor(i / size)}` : [])).join(' ')
}

/** Fills and sends the form that links a calendar. */
async function linkCalendar({ page }: Visit, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Link a calendar' }).click()
  await page.getByLabel('Address of the calendar').fill(url)
  await page.getByRole('button', { name: 'Check the calendar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Link a calendar' }).click()
}

test('an address, made in the console with a door and a unit, gets the reservations of a linked calendar', async (t) => {
  const { page, service, signIn, isSound } = await visit(t)
  const server = await startCalendarServer(t)
  server.calendars.set('/calendar.ics', calendarOf(bookings(2)))
  await signIn('/addresses')
  await page.getByText('No address yet').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'New address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mill Street 1')
  await dialog.getByRole('combobox', { name: 'Doors of this address' }).fill('Front')
  await page.getByRole('option', { name: 'Front door' }).click()
  await dialog.getByLabel('Check-in').fill('16:00')
  await isSound()
  await dialog.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('heading', { name: 'Mill Street 1', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Front door' }).waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Units' }).click()
  await page.getByText('No unit yet').waitFor()
  await page.getByRole('button', { name: 'New unit' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Attic')
  await dialog.getByRole('button', { name: 'New unit' }).click()
  await page.getByRole('button', { name: 'Show the token: Attic' }).click()
  const token = await dialog.getByRole('region', { name: 'Token', exact: true }).textContent()
  const link = await dialog.getByRole('region', { name: 'Invitation to hand on' }).textContent()
  assert.equal(link, `${service.url}/console/redeem#invitation=${token}`)
  const qr = dialog.getByRole('img', { name: 'The invitation as a QR code' })
  assert.equal(await modulesOf(qr), modulesIn(link), 'a phone that looks at it reads the link')
  await isSound()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Calendars' }).click()
  await page.getByText('No calendar linked').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Link a calendar' }).click()
  await dialog.getByLabel('Address of the calendar').fill('booking platform')
  await dialog.getByText('This is not the address of a calendar').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Check the calendar' }).isDisabled(), 'nothing is sent')
  await dialog.getByRole('combobox', { name: 'Calendar of' }).click()
  await page.getByRole('option', { name: 'Attic' }).click()
  await dialog.getByLabel('Address of the calendar').fill(server.url('/mistyped.ics'))
  await dialog.getByRole('button', { name: 'Check the calendar' }).click()
  await dialog.getByText('This calendar cannot be read now').waitFor()
  await isSound()
  await dialog.getByLabel('Address of the calendar').fill(server.url())
  await dialog.getByRole('button', { name: 'Check the calendar' }).click()
  await dialog.getByText('The calendar works. It has 2 bookings to come.').waitFor()
  await isSound()
  await dialog.getByRole('button', { name: 'Link a calendar' }).click()
  const card = page.getByRole('region', { name: 'iCalendar, Attic' })
  await card.getByText('Up to date').waitFor()
  await card.getByText(/: 2 new$/).waitFor()
  await isSound()
  const { data: addresses } = await service.api.addresses.list()
  const [address] = addresses
  const settings = { autoIssueHours: 24 }
  assert.partialDeepStrictEqual(address, { checkInTime: 960, unitCount: 1, settings }, 'codes are on')
  const params = { addressId: address?.addressId ?? 0 }
  const { data: units } = await service.api.addressUnits.list({ params })
  assert.equal(token, units[0]?.addressTokenId)
  const { data: stays } = await service.api.reservations.list({ params })
  assert.deepEqual(stays.map(({ name, unitId }) => [name, unitId]).sort(), [
    ['Guest 0', units[0]?.id],
    ['Guest 1', units[0]?.id],
  ])
})

deepTest(
  'a calendar that fails, or loses too much at once, says why and recovers at "Sync now"',
  async (t) => {
    const visited = await visit(t)
    const { page, service, signIn, isSound } = visited
    const server = await startCalendarServer(t)
    server.calendars.set('/calendar.ics', calendarOf(bookings(5)))
    const { addressId } = await newAddress(visited)
    await signIn(`/addresses/${addressId}?tab=calendars`)
    await linkCalendar(visited, server.url())
    const card = page.getByRole('region', { name: 'iCalendar' })
    await card.getByText('Up to date').waitFor()
    server.misbehave = (_request, response) => response.writeHead(503).end()
    const sync = card.getByRole('button', { name: 'Sync now' })
    await sync.click()
    await card.getByText('The platform refused to give the calendar.').waitFor()
    await card.getByText('The server answered 503.').waitFor()
    await isSound()
    server.misbehave = undefined
    await sync.click()
    await card.getByText('Up to date').waitFor()
    await soon(async () => assert.equal(await card.getByText('The platform refused').count(), 0))
    server.calendars.set('/calendar.ics', calendarOf(bookings(1)))
    await sync.click()
    await card.getByText('Paused', { exact: true }).waitFor()
    await card.getByText('So many bookings to come were missing at once').waitFor()
    await card.getByText('none: it is paused until somebody syncs it').waitFor()
    await isSound()
    await page.getByRole('link', { name: 'All addresses' }).click()
    await page.getByRole('row', { name: /Mill Street 1.*Paused/ }).waitFor()
    await isSound()
    await page.goBack()
    await sync.click()
    await card.getByText('Up to date').waitFor()
    await card.getByRole('button', { name: 'Unlink' }).click()
    await page.getByRole('dialog').getByText('It is not fetched any more.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink this calendar' }).click()
    await page.getByText('No calendar linked').waitFor()
    assert.deepEqual((await service.api.reservations.list({ params: { addressId } })).data, [])
  },
)

deepTest('a calendar, fetched by the clock, is shown anew without a reload', async (t) => {
  const visited = await visit(t, { own: 'moves the clock' })
  const { page, service, signIn } = visited
  const server = await startCalendarServer(t)
  server.calendars.set('/calendar.ics', calendarOf(bookings(1)))
  const { addressId } = await newAddress(visited)
  await signIn(`/addresses/${addressId}?tab=calendars`)
  await linkCalendar(visited, server.url())
  await page.getByText(/: 1 new$/).waitFor()
  server.calendars.set('/calendar.ics', calendarOf(bookings(3)))
  await service.api.sandbox.moveClock({ body: { advance: 'PT20M' } })
  await page.getByText(/: 2 new$/).waitFor()
})

deepTest(
  'an address, changed and deleted in the console, is what was typed and then gone with its units',
  async (t) => {
    const visited = await visit(t)
    const { page, service, signIn, isSound } = visited
    const { addressId } = await newAddress(visited)
    const params = { addressId }
    await service.api.addresses.update({ params, body: { settings: { colour: 'red', floor: 2 } } })
    const { data: unit } = await service.api.addressUnits.create({ params, body: { name: 'Attic' } })
    await signIn(`/addresses/${addressId}?tab=settings`)
    const general = page.getByRole('region', { name: 'General' })
    await general.getByRole('combobox', { name: 'Time zone' }).fill('Vienna')
    await page.getByRole('option', { name: 'Europe/Vienna' }).click()
    await general.getByLabel(/^Make codes by themselves/).fill('48')
    await general.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
    const others = page.getByRole('region', { name: 'Further settings' })
    await others.getByLabel('Settings as JSON').fill('{ "colour": "blue"')
    await others.getByText('This is not a JSON object.').waitFor()
    await isSound()
    await others.getByLabel('Settings as JSON').fill('{ "colour": "blue" }')
    await others.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/^Saved/)
      .nth(1)
      .waitFor()
    const [address] = (await service.api.addresses.list()).data
    assert.equal(address?.timeZone, 'Europe/Vienna')
    assert.deepEqual(
      address?.settings,
      { autoIssueHours: 48, colour: 'blue' },
      'a key that was taken out is gone',
    )
    await page.getByRole('tab', { name: 'Units' }).click()
    await page.getByRole('button', { name: 'Edit: Attic' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Roof')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('not redeemed yet').waitFor()
    const tokenId = unit.addressTokenId as string
    await service.api.addressUnits.redeem({ params: { tokenId }, body: { email: false } })
    await page.getByText(/^redeemed /).waitFor()
    await page.getByRole('button', { name: 'Show the token: Roof' }).click()
    await page.getByText('every door has confirmed the access').waitFor()
    assert.match((await page.getByRole('region', { name: /^Invite keys/ }).textContent()) ?? '', /^\d{9}$/)
    await isSound()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete: Roof' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this unit' }).click()
    await page.getByText('No unit yet').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Delete this address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Its units, stays and calendar links are gone at once/).waitFor()
    await dialog.getByLabel('Type Mill Street 1 to confirm').fill('Mill Street 1')
    await isSound()
    await dialog.getByRole('button', { name: 'Delete this address' }).click()
    await page.getByText('No address yet').waitFor()
    assert.deepEqual((await service.api.addresses.list()).data, [])
  },
)

deepTest('addresses, on a phone and in German, fit the screen on every tab', async (t) => {
  const visited = await visit(t, { screen: { ...PHONE, locale: 'de-DE' } })
  const { page, service, signIn, go, isSound } = visited
  const { addressId } = await newAddress(visited, 'Ferienwohnungen am Alten Hafenspeicher')
  await service.api.addressUnits.create({ params: { addressId }, body: { name: 'Dachgeschoss' } })
  await service.api.services.link({
    params: { serviceId: 'airbnb' },
    body: { url: 'https://127.0.0.1:9/calendar.ics', addressId },
  })
  await signIn('/addresses')
  const shown = {
    '/addresses': '1 Adresse',
    '?tab=overview': 'Angaben',
    '?tab=units': 'noch nicht eingelöst',
  }
  const more = {
    '?tab=calendars': 'Der Kalender konnte nicht abgerufen werden.',
    '?tab=settings': 'Allgemein',
  }
  for (const [place, words] of Object.entries({ ...shown, ...more })) {
    await go(place.startsWith('?') ? `/addresses/${addressId}${place}` : place)
    await page.getByText(words, { exact: true }).first().waitFor()
    await fits(page)
    await isSound()
  }
})

deepTest(
  'addresses, for a sub-account that may give access only, offer units and nothing it may not change',
  async (t) => {
    const visited = await visit(t)
    const { page, service, signIn, isSound, owner } = visited
    const { addressId } = await newAddress(visited)
    const person = { email: 'carla@example.org', password: 'caretaker horse' }
    const proof = { currentPassword: owner.password }
    await service.api.subAccounts.create({
      body: { ...person, ...proof, name: 'Carla', language: 'en', rights: 8, profile: {} },
    })
    await signIn('/addresses', person)
    await page.getByRole('link', { name: 'Mill Street 1' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'New address' }).count(), 0)
    await page.getByRole('link', { name: 'Mill Street 1' }).click()
    await page.getByRole('tab', { name: 'Units' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Choose doors' }).count(), 0)
    assert.equal(await page.getByRole('tab', { name: 'Settings' }).count(), 0)
    await page.getByRole('tab', { name: 'Calendars' }).click()
    await page.getByText('No calendar linked').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Link a calendar' }).count(), 0)
    await isSound()
    await page.getByRole('tab', { name: 'Units' }).click()
    await page.getByRole('button', { name: 'New unit' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Attic')
    await page.getByRole('dialog').getByRole('button', { name: 'New unit' }).click()
    await page.getByRole('button', { name: 'Show the token: Attic' }).waitFor()
    const { data: units } = await service.api.addressUnits.list({ params: { addressId } })
    assert.equal(units.length, 1)
  },
)
