import assert from 'node:assert/strict'
import { RIGHTS, type Scope } from '@latchwork/contract'
import { calendarOf, startCalendarServer } from '../calendar-server.ts'
import {
  ADA,
  booked,
  codeOf,
  messagesOf,
  messageTest,
  newestWords,
  PROOF,
  type Rig,
  untilSent,
  writingHouse,
} from '../guest-messages.ts'
import { booking } from '../linked-calendars.ts'
import { clockOf, HOUR_MS, untilIssued } from '../stays.ts'

/**
 * Nobody has a code mailed to an address of their choice who could not read it (D181): a guest's address is anybody's
 * to set who may keep reservations, and what is written there opens doors.
 */
const EVE = 'eve@example.com'
const WIFI = { ssid: 'Mill', password: 'grain-and-water', security: 'WPA' } as const

const narrow = ({ w }: Rig, ...scopes: Scope[]) => w.caller({ of: w.owner, scopes })

const assertTellsNothing = (words: string, code: string) => {
  for (const secret of [code, '/g/', WIFI.password])
    assert.ok(!words.includes(secret), `${secret} in ${words}`)
}

messageTest(
  'a token that may not read codes has none mailed to an address that it sets, nor a page, nor the Wi-Fi',
  async (rig) => {
    const { w, smtp } = rig
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    await w.api.house.update({ params: { addressId }, body: { wifi: WIFI } })
    const eve = await narrow(rig, 'account')
    const own = await booked(w, addressId, { email: EVE }, eve.api)
    const guests = await booked(w, addressId)
    await clockOf(w).moveTo(own.from - 6 * HOUR_MS)
    for (const place of [own, guests]) await untilIssued(w, place)
    assert.equal((await untilSent(w, own)).code, 'withheld')
    assert.equal((await untilSent(w, guests)).code, 'included')
    const toEve = () => smtp.mails.filter(({ to }) => to[0] === EVE)
    assert.equal(toEve().length, 1)
    for (const code of [...door.held.values()].map(({ entry }) => String(entry.code)))
      assertTellsNothing(newestWords({ ...smtp, mails: toEve() }), code)
    await eve.api.reservations.update({ params: guests, body: { email: EVE } })
    assert.equal((await untilSent(w, guests, 2)).code, 'withheld')
    for (const code of [...door.held.values()].map(({ entry }) => String(entry.code)))
      assertTellsNothing(newestWords({ ...smtp, mails: toEve() }), code)
    const params = { addressId }
    const template = {
      channel: 'mail',
      kind: 'arrival',
      language: 'en',
      subject: 'S',
      text: '{code}',
    } as const
    const url = 'https://eve.example/sms'
    for (const call of [
      () => eve.api.guestMessages.send({ params: guests, body: { recipient: EVE } }),
      () => eve.api.guestMessages.update({ params, body: { enabled: true } }),
      () => eve.api.guestMessages.putTemplate({ params, body: template }),
      () => eve.api.guestMessages.removeTemplate({ params: { ...params, ...template } }),
      () => eve.api.guestMessages.testGateway({ params, body: { phone: '+436601234567' } }),
      () => eve.api.guestMessages.setGateway({ params, body: { url, ...PROOF } }),
      () => eve.api.guestMessages.trustCalendars({ params, body: { calendarContacts: true, ...PROOF } }),
    ])
      await w.refuses(call(), 'scope_missing')
    await w.refuses(w.api.guestMessages.setGateway({ params, body: { url } }), 'step_up_required')
    const trusting = w.api.guestMessages.trustCalendars({ params, body: { calendarContacts: true } })
    await w.refuses(trusting, 'step_up_required')
    const sub = await w.caller({ rights: RIGHTS.manageAuthorizations })
    await w.refuses(sub.api.guestMessages.setGateway({ params, body: { url, ...PROOF } }), 'master_required')
    await w.service.quiet()
    assert.equal(toEve().length, 2)
    // The owner sees the address and says that it is the guest's: that is a guest like any other.
    await w.api.guestMessages.send({ params: guests, body: { recipient: EVE } })
    assert.equal((await untilSent(w, guests, 3)).code, 'included')
  },
)

messageTest(
  'a page that came by message opens doors only if whoever set the address may open them, and ends with it',
  async (rig) => {
    const { w, smtp } = rig
    const { addressId, door } = await writingHouse(w, { hoursBefore: 0 })
    door.obeyAll()
    const openerOf = async (scopes: Scope[]) => {
      const { api } = await narrow(rig, ...scopes)
      const place = await booked(w, addressId, {}, api)
      return place
    }
    const reader = await openerOf(['account', 'smartlock.auth'])
    const opener = await openerOf(['account', 'smartlock.auth', 'smartlock.action'])
    await clockOf(w).moveTo(reader.from + 1)
    const tokens = new Map<string, string>()
    for (const place of [reader, opener]) {
      await untilIssued(w, place)
      await untilSent(w, place)
    }
    for (const mail of smtp.mails) {
      const token = /\/g\/([A-Za-z0-9_-]{43})/.exec(newestWords({ ...smtp, mails: [mail] }))?.[1] ?? ''
      const page = (await w.request('GET', '/guest', { token })).json()
      tokens.set(String(page.doors[0].canOpen), token)
    }
    assert.deepEqual([...tokens.keys()].sort(), ['false', 'true'])
    const { api } = await narrow(rig, 'account')
    await api.reservations.update({ params: opener, body: { email: EVE } })
    const ended = await w.request('GET', '/guest', { token: tokens.get('true') ?? '' })
    assert.equal(ended.statusCode, 401, 'whoever had the address before is no guest')
  },
)

messageTest(
  'an address that a calendar names gets a code only while the owner answers for the calendar as it is linked',
  async (rig, t) => {
    const { w, smtp } = rig
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    const server = await startCalendarServer(t)
    const link = (path: string, api = w.api) =>
      api.services.link({ params: { serviceId: 'ical' }, body: { url: server.url(path), addressId } })
    const withGuest = (email: string) => ({ lines: [`ATTENDEE:mailto:${email}`] })
    server.calendars.set('/house.ics', calendarOf([booking(w, 'a', 2, withGuest(ADA.email))]))
    server.calendars.set('/eve.ics', calendarOf([booking(w, 'e', 5, withGuest(EVE))]))
    await link('/house.ics')
    const stayOf = (email: string) =>
      w.until(`the booking of ${email}`, async () => {
        const { data } = await w.api.reservations.list({ params: { addressId } })
        const found = data.find((one) => one.email === email)
        return found && { addressId, id: found.id, from: Date.parse(found.allowedFromDate) }
      })
    const ada = await stayOf(ADA.email)
    await clockOf(w).moveTo(ada.from - 6 * HOUR_MS)
    assert.equal((await untilSent(w, ada)).code, 'withheld')
    assertTellsNothing(newestWords(smtp), codeOf(door))
    const params = { addressId }
    const trust = { calendarContacts: true, ...PROOF }
    const { data: trusting } = await w.api.guestMessages.trustCalendars({ params, body: trust })
    assert.equal(trusting.calendarContacts, true)
    assert.equal((await untilSent(w, ada, 2)).code, 'included')
    assert.ok(newestWords(smtp).includes(codeOf(door)))
    const { api } = await narrow(rig, 'account')
    await link('/eve.ics', api)
    assert.equal((await w.api.guestMessages.get({ params })).data.calendarContacts, false)
    const eve = await stayOf(EVE)
    await clockOf(w).moveTo(eve.from - 6 * HOUR_MS)
    assert.equal((await untilSent(w, eve)).code, 'withheld')
    assert.equal((await messagesOf(w, eve)).length, 1)
  },
)

messageTest(
  'messages count with the mails of the account, and what is beyond its share waits for the next hour (D118)',
  async ({ w, smtp }) => {
    const { addressId } = await writingHouse(w, { settings: {} })
    const places: Awaited<ReturnType<typeof booked>>[] = []
    for (const n of [1, 2, 3]) places.push(await booked(w, addressId, { email: `guest${n}@example.com` }))
    const [first] = places as [(typeof places)[0]]
    await clockOf(w).moveTo(first.from - 6 * HOUR_MS)
    const all = async () => (await Promise.all(places.map((place) => messagesOf(w, place)))).flat()
    await w.until('two were sent', async () => smtp.mails.length === 2)
    const waiting = await w.until('one waits', async () =>
      (await all()).find(({ state, error }) => state === 'queued' && error?.includes('share')),
    )
    assert.ok(Date.parse(waiting.dueDate ?? '') > clockOf(w).now() && waiting.attempts === 0)
    await clockOf(w).advance(HOUR_MS)
    await w.until('the third was sent', async () => smtp.mails.length === 3)
    assert.equal(new Set(smtp.mails.flatMap(({ to }) => to)).size, 3)
  },
  { quota: { mailsPerHour: 2 } },
)
