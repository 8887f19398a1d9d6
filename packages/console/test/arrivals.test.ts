import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, startCalendarServer } from '../../server/test/calendar-server.ts'
import { eventually } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, visit } from './browser.ts'
import { fits } from './fits.ts'

const DAY_MS = 86_400_000

/** A house with check-in at 15:00 and check-out at 11:00; `autoIssueHours` has it make codes by itself. */
async function houseOf({ service: { api }, frontDoor }: Visit, name: string, autoIssueHours?: number) {
  const body = { name, smartlockIds: [frontDoor], timeZone: 'UTC', checkInTime: 900, checkOutTime: 660 }
  const { data } = await api.addresses.create({ body })
  const params = { addressId: data.addressId }
  if (autoIssueHours) await api.addresses.update({ params, body: { settings: { autoIssueHours } } })
  return data.addressId
}

/** The service stands at nine in the morning of the day that is `today`. */
async function morning({ service: { api } }: Visit) {
  const { data: clock } = await api.sandbox.clock()
  const today = new Date(Date.parse(clock.now) + DAY_MS).toISOString().slice(0, 10)
  await api.sandbox.moveClock({ body: { at: `${today}T09:00:00Z` } })
  const day = (ahead: number) => new Date(Date.parse(today) + ahead * DAY_MS).toISOString().slice(0, 10)
  return day
}

test('a host on the day of arrival sees who comes and what is not ready, makes it ready, and shifts check-in and check-out with a click', async (t) => {
  const here = await visit(t, { own: 'moves the clock', screen: { ...PHONE, timezoneId: 'UTC' } })
  const { page, service, signIn, isSound, frontDoor } = here
  const { api } = service
  const day = await morning(here)
  const [mill, loft] = [await houseOf(here, 'Mill Street 1', 24), await houseOf(here, 'Harbour loft')]
  const stayOf = async (addressId: number, name: string, first: number, last: number) => {
    const dates = { startDate: `${day(first)}T15:00:00Z`, endDate: `${day(last)}T11:00:00Z` }
    const { data } = await api.reservations.create({
      params: { addressId },
      body: { name, email: '', guests: 2, ...dates },
    })
    return { addressId, id: data.id }
  }
  const ada = await stayOf(mill, 'Ada Lovelace', 0, 2)
  await stayOf(loft, 'Grace Hopper', 1, 3)
  await stayOf(mill, 'Mary Shelley', 4, 6)
  await stayOf(mill, 'Jane Austen', 20, 22)
  await signIn('/arrivals')
  const arrival = (when: string, guest: string) =>
    page.getByRole('list', { name: when, exact: true }).getByRole('listitem').filter({ hasText: guest })
  await arrival('Today', 'Ada Lovelace').getByText('Ready', { exact: true }).waitFor()
  const grace = arrival('Tomorrow', 'Grace Hopper')
  await grace.getByText('There is no code: this address does not make codes by itself.').waitFor()
  await arrival('This week', 'Mary Shelley')
    .getByText(/^The code is issued by itself on /)
    .waitFor()
  assert.equal(await page.getByText('Jane Austen').count(), 0, 'later than this week')
  await fits(page)
  await isSound()
  await grace.getByRole('button', { name: 'Issue the code now: Grace Hopper' }).click()
  await grace.getByText('Ready', { exact: true }).waitFor()
  const shift = async (button: string, time: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('menuitem', { name: time }).click()
  }
  const windowOf = async () => {
    const { data } = await api.reservations.list({ params: { addressId: ada.addressId } })
    const stay = data.find(({ id }) => id === ada.id)
    return [stay?.allowedFromDate, stay?.allowedUntilDate, stay?.readiness]
  }
  const becomes = (from: string, until: string) =>
    eventually(`the code holds from ${from} to ${until}`, async () => {
      const [begins, ends, readiness] = await windowOf()
      return (
        begins === `${day(0)}T${from}:00.000Z` && ends === `${day(2)}T${until}:00.000Z` && readiness === 1
      )
    })
  await shift('Early check-in: Ada Lovelace', '13:00')
  await becomes('13:00', '11:00')
  await shift('Late check-out: Ada Lovelace', '14:00')
  await becomes('13:00', '14:00')
  await arrival('Today', 'Ada Lovelace').getByText(/13:00/).waitFor()
  await api.sandbox.change({ params: { smartlockId: frontDoor }, body: { connection: 'offline' } })
  await shift('Early check-in: Ada Lovelace', '12:00')
  const waiting = arrival('Today', 'Ada Lovelace').getByText('Not ready', { exact: true })
  await waiting.waitFor()
  await page.getByText('Only 0% of the doors have the code; the others are waited for.').first().waitFor()
  await isSound()
  await api.sandbox.change({ params: { smartlockId: frontDoor }, body: { connection: 'online' } })
  await waiting.waitFor({ state: 'detached' })
})

deepTest(
  'two calendars of one flat that have it at the same time are told to the host, with both guests',
  async (t) => {
    const here = await visit(t, { own: 'moves the clock', screen: { timezoneId: 'UTC' } })
    const { page, service, signIn, isSound } = here
    const server = await startCalendarServer(t)
    const dayText = (ahead: number) =>
      new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
    const booking = (uid: string, guest: string, first: number, last: number) => ({
      uid,
      summary: guest,
      start: dayText(first),
      end: dayText(last),
    })
    server.calendars.set('/one.ics', calendarOf([booking('a', 'Ada', 2, 5), booking('m', 'Mary', 5, 6)]))
    server.calendars.set('/other.ics', calendarOf([booking('g', 'Grace', 4, 5)]))
    const addressId = await houseOf(here, 'Mill Street 1')
    const { data: unit } = await service.api.addressUnits.create({
      params: { addressId },
      body: { name: 'Attic' },
    })
    await signIn('/arrivals')
    await page.getByText('Nobody arrives this week').waitFor()
    const link = (serviceId: 'ical' | 'airbnb', path: string) =>
      service.api.services.link({
        params: { serviceId },
        body: { url: server.url(path), addressId, unitId: unit.id },
      })
    await link('ical', '/one.ics')
    await link('airbnb', '/other.ics')
    await eventually('the bookings', async () => {
      const { data: stays } = await service.api.reservations.list({ params: { addressId } })
      return stays.length === 3
    })
    await page.reload()
    const alert = page.getByRole('alert')
    await alert.getByText('Two guests have the same place at the same time').waitFor()
    // Whoever comes on the day another leaves collides with nobody.
    const [first, second, ...more] = await alert.getByRole('link').allTextContents()
    assert.deepEqual([first, second !== 'Mary', more], ['Ada', true, []])
    await alert.getByText(/^Attic: /).waitFor()
    await isSound()
  },
)
