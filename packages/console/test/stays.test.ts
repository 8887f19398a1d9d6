import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, visit } from './browser.ts'
import { typeOnKeypad } from './front-door.ts'

const DAY_MS = 86_400_000

/** An address whose front door gets the codes of guests a day before check-in at 15:00 UTC. */
async function millStreet({ service: { api }, frontDoor }: Visit): Promise<number> {
  const { data } = await api.addresses.create({
    body: {
      name: 'Mill Street 1',
      smartlockIds: [frontDoor],
      timeZone: 'UTC',
      checkInTime: 900,
      checkOutTime: 660,
    },
  })
  const { addressId } = data
  await api.addresses.update({ params: { addressId }, body: { settings: { autoIssueHours: 24 } } })
  return addressId
}

/** That many days from the service's today, as a date field has it. */
async function dayAhead({ service: { api } }: Visit, days: number): Promise<string> {
  const { data: clock } = await api.sandbox.clock()
  return new Date(Date.parse(clock.now) + days * DAY_MS).toISOString().slice(0, 10)
}

/** A stay at that address from a day to a day, made over the API. */
async function stayOf(here: Visit, addressId: number, [first, last]: [number, number]) {
  const { data } = await here.service.api.reservations.create({
    params: { addressId },
    body: {
      name: 'Grace Hopper',
      email: '',
      guests: 1,
      startDate: `${await dayAhead(here, first)}T15:00:00Z`,
      endDate: `${await dayAhead(here, last)}T11:00:00Z`,
    },
  })
  return data
}

const moveTo = ({ service: { api } }: Visit, at: string) => api.sandbox.moveClock({ body: { at } })

/** The same by hand on the page of the sandbox, which keeps whoever does it signed in. */
async function moveInSandbox({ page }: Visit, at: string): Promise<void> {
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByLabel('Move to').fill(at)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const moment = new Date(`${at}Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })
  await page.getByRole('timer').filter({ hasText: moment }).waitFor()
}

const state = ({ page }: Visit, words: string) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${words}$`) })
    .waitFor()

test('reservation to arrival by moving the clock: planned, ready by itself, opened on the keypad, refused after check-out (D82, D83)', async (t) => {
  const here = await visit(t, { own: 'moves the clock', screen: { timezoneId: 'UTC' } })
  const { page, service, signIn, isSound } = here
  const accessReads: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/smartlock/auth') accessReads.push(searchParams)
  })
  await millStreet(here)
  // An hour before the code is issued, so that a session lasts until then.
  const today = await dayAhead(here, 1)
  await moveTo(here, `${today}T14:00:00Z`)
  const [arrival, departure] = [await dayAhead(here, 1), await dayAhead(here, 3)]
  await signIn('/stays')
  await page.getByRole('region', { name: 'Timeline' }).getByText('Mill Street 1').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'New stay' }).click()
  await page.getByLabel('Name of the guest').fill('Ada Lovelace')
  await page.getByLabel('Arrival').fill(arrival)
  await page.getByLabel('Departure').fill(departure)
  await isSound()
  await page.getByRole('button', { name: 'Save' }).click()
  await state(here, 'Upcoming, code planned')
  await page.getByText(/^The code is issued by itself on .*15:00\.$/).waitFor()
  await isSound()
  const stayUrl = page.url()
  await moveTo(here, `${today}T15:01:00Z`)
  await state(here, 'Ready')
  await page.getByText('Every door with a keypad has the code.').waitFor()
  const code = (await page.getByRole('region', { name: 'Code of this stay' }).textContent()) ?? ''
  assert.match(code, /^\d{6}$/)
  await isSound()
  await moveInSandbox(here, `${arrival}T15:30`)
  await page.getByRole('link', { name: 'Stays' }).click()
  const bar = page.getByRole('link', { name: /^Ada Lovelace: / })
  await page.getByRole('link', { name: /^Ada Lovelace: Can check in, / }).waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('button', { name: /Front door/ }).click()
  await typeOnKeypad(here, code)
  await page.getByRole('button', { name: /Front door Unlocked/ }).waitFor()
  await page.getByRole('link', { name: 'Stays' }).click()
  await page.getByRole('link', { name: /^Ada Lovelace: Arrived, / }).waitFor()
  await bar.click()
  await page.waitForURL(stayUrl)
  await state(here, 'Arrived')
  await page.getByText('yes, the code was used').waitFor()
  await isSound()
  await moveInSandbox(here, `${departure}T10:30`)
  await page.goBack()
  await state(here, 'Arrived')
  await moveTo(here, `${departure}T11:05:00Z`)
  await state(here, 'Gone')
  await page.getByText('There is no code any more.').waitFor()
  await isSound()
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByRole('button', { name: /Front door/ }).click()
  await typeOnKeypad(here, code)
  await page.getByRole('region', { name: 'What the lock reported last' }).getByText('Wrong code').waitFor()
  const { data: auths } = await service.api.authorizations.list({ query: {} })
  assert.deepEqual(auths, [])
  assert.ok(accessReads.length > 0)
  assert.ok(
    accessReads.every((query) => query.has('ids')),
    'for one stay, not all access rights of the account are read',
  )
})

deepTest(
  'a lock that is offline when the code is issued makes the stay not ready and says why; back, it makes it ready; revoked, the code is gone',
  async (t) => {
    const here = await visit(t, { own: 'moves the clock', screen: { timezoneId: 'UTC' } })
    const { page, service, signIn, isSound, frontDoor } = here
    const connect = (connection: 'offline' | 'online') =>
      service.api.sandbox.change({ params: { smartlockId: frontDoor }, body: { connection } })
    const addressId = await millStreet(here)
    const { id } = await stayOf(here, addressId, [3, 5])
    await signIn(`/stays/${addressId}/${id}`)
    await connect('offline')
    await page.getByText('Front door').waitFor()
    await page.getByRole('button', { name: 'Issue the code now' }).click()
    await state(here, 'Not ready')
    await page.getByText('0 of 1 doors have the code.').waitFor()
    await page
      .getByText(/^The lock is offline, last heard of .* It gets the code as soon as it is back\.$/)
      .waitFor()
    await page.getByRole('status').filter({ hasText: 'Waiting for the lock' }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Issue the code now' }).count(), 0, 'it is under way')
    await isSound()
    await connect('online')
    await state(here, 'Ready')
    await page.getByRole('status').filter({ hasText: 'Confirmed by the lock' }).waitFor()
    await page.getByLabel(/^Check-in/).fill('13:00')
    await page.getByRole('region', { name: 'Access times' }).getByRole('button', { name: 'Save' }).click()
    await page.getByText('This stay has times of its own.').waitFor()
    await page.getByText(/^Opens from .* 13:00 to .* 11:00$/).waitFor()
    await state(here, 'Ready')
    await page.getByRole('button', { name: 'Revoke the code' }).click()
    await isSound()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the code' }).click()
    await state(here, 'Upcoming, no code')
    assert.deepEqual((await service.api.authorizations.list({ query: {} })).data, [])
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this stay' }).click()
    await page.waitForURL(/\/stays$/)
    assert.deepEqual((await service.api.reservations.search({ query: {} })).data, [])
  },
)

deepTest(
  'the timeline is moved with keys, narrowed to units and guests, and the address of the page keeps it',
  async (t) => {
    const here = await visit(t, { own: 'moves the clock', screen: { timezoneId: 'UTC' } })
    const { page, service, signIn, isSound } = here
    const addressId = await millStreet(here)
    await service.api.addressUnits.create({ params: { addressId }, body: { name: 'Attic' } })
    await stayOf(here, addressId, [9, 12])
    await signIn('/stays')
    const bar = page.getByRole('link', { name: /^Grace Hopper: / })
    await page.getByRole('link', { name: 'Mill Street 1' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Attic' }).getByText('0 stays').waitFor()
    assert.equal(await bar.count(), 0, 'it begins after this week')
    await page.keyboard.press('ArrowRight')
    await bar.waitFor()
    assert.match(page.url(), /address=\d+.*day=|day=.*address=\d+/)
    await isSound()
    await page.reload()
    await bar.waitFor()
    await page.keyboard.press('Home')
    await bar.waitFor({ state: 'detached' })
    await page.getByText('Month', { exact: true }).click()
    await bar.waitFor()
    await page.getByText('List', { exact: true }).click()
    await page.getByRole('table', { name: 'Stays' }).getByRole('link', { name: 'Grace Hopper' }).waitFor()
    await isSound()
    await page.getByLabel('Guest or booking code').fill('nobody')
    await page.getByRole('heading', { name: 'No stay fits' }).waitFor()
    await isSound()
    await page.getByText('Timeline', { exact: true }).click()
    await page.getByRole('heading', { name: 'No stay fits' }).waitFor()
    await page.getByRole('button', { name: 'Show all stays' }).click()
    await page.getByRole('region', { name: 'Timeline' }).getByText('Mill Street 1').waitFor()
  },
)

deepTest(
  'an address without a time zone goes by that of the service, also for the days of its stays (D15)',
  async (t) => {
    const here = await visit(t, {
      screen: { timezoneId: 'UTC' },
      settings: { LATCHWORK_DEFAULT_TIME_ZONE: 'Pacific/Auckland' },
    })
    const { page, service, signIn } = here
    await service.api.addresses.create({ body: { name: 'Kauri Lodge', smartlockIds: [] } })
    await signIn('/stays')
    await page.getByRole('button', { name: 'New stay' }).click()
    await page.getByText('Days and times are those of the address (Pacific/Auckland).').waitFor()
    await page.getByLabel('Name of the guest').fill('Ada Lovelace')
    await page.getByLabel('Arrival').fill('2030-07-10')
    await page.getByLabel('Departure').fill('2030-07-12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('10 Jul 2030, 15:00 – 12 Jul 2030, 11:00').first().waitFor()
    const { data: stays } = await service.api.reservations.search({ query: {} })
    assert.equal(stays[0]?.allowedFromDate, '2030-07-10T03:00:00.000Z')
  },
)

deepTest('on a phone and in German the stays are a list without anything to the side', async (t) => {
  const here = await visit(t, { own: 'moves the clock', screen: { ...PHONE, timezoneId: 'UTC' } })
  const { page, signIn, isSound } = here
  await signIn('/stays')
  await page.getByRole('heading', { name: 'There is no address yet' }).waitFor()
  await isSound()
  const addressId = await millStreet(here)
  const { id } = await stayOf(here, addressId, [3, 5])
  await page.reload()
  await page.getByRole('table', { name: 'Stays' }).getByRole('link', { name: 'Grace Hopper' }).waitFor()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await page.getByRole('table', { name: 'Aufenthalte' }).getByText('Kommt, Code geplant').waitFor()
  await isSound()
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  assert.equal(await overflow(), 0)
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await page.waitForURL(new RegExp(id))
  await page.getByRole('heading', { name: 'Zugangszeiten' }).waitFor()
  assert.equal(await overflow(), 0)
  await isSound()
})
