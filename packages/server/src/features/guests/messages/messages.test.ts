import assert from 'node:assert/strict'
import { LANGUAGES } from '@latchwork/contract'
import {
  ADA,
  booked,
  CONSOLE,
  codeOf,
  messagesOf,
  messageTest,
  newestWords,
  untilMessage,
  untilSent,
  writingHouse,
} from '../../../../test/guest-messages.ts'
import { type ReceivedMail, wordsOf } from '../../../../test/smtp-receiver.ts'
import { clockOf, HOUR_MS, iso, stay, untilIssued } from '../../../../test/stays.ts'
import { apiTest } from '../../../../test/world.ts'
import { createSmtpTransport } from '../../mail/smtp.ts'
import { createStayKeeper } from '../../places/stays/codes/keeper.ts'
import { createMessageDispatcher } from './delivery/dispatcher.ts'

messageTest(
  'a guest is written to so many hours before arrival, with the code a lock has proven, by the clock of the house (D180)',
  async ({ w, smtp }) => {
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    const params = { addressId }
    const wifi = { ssid: 'Mill', password: 'grain-and-water', security: 'WPA' } as const
    await w.api.house.update({ params, body: { wifi } })
    const place = await booked(w, addressId, { language: 'de' })
    await clockOf(w).moveTo(place.from - 24 * HOUR_MS)
    await untilIssued(w, place)
    assert.deepEqual(await messagesOf(w, place), [], 'nothing before its time')
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    const sent = await untilSent(w, place)
    const { sentDate, creationDate: _made, id: _id, ...rest } = sent
    assert.deepEqual(rest, {
      ...{ channel: 'mail', kind: 'arrival', language: 'de', recipient: ADA.email },
      ...{ state: 'sent', code: 'included', attempts: 1 },
    })
    assert.ok(sentDate !== undefined && Date.parse(sentDate) >= place.from - 6 * HOUR_MS)
    assert.deepEqual([smtp.mails.length, smtp.mails[0]?.to], [1, [ADA.email]])
    const words = newestWords(smtp)
    for (const said of ['Hallo Ada,', codeOf(door), 'Mill / grain-and-water', '15:00', `${CONSOLE}/g/`])
      assert.ok(words.includes(said), `${said} in ${words}`)
    assert.match(words, /15:00 MES?Z/, 'with the name of the zone')
    const token = /\/g\/([A-Za-z0-9_-]{43})/.exec(words)?.[1] ?? ''
    const page = await w.request('GET', '/guest', { token })
    assert.deepEqual([page.statusCode, page.json().code], [200, codeOf(door)])
    const row = JSON.stringify(await w.db.selectFrom('guest_message').selectAll().execute())
    assert.ok(!row.includes(codeOf(door)) && !row.includes(token), 'neither is kept in the clear')
    await clockOf(w).moveTo(place.from + HOUR_MS)
    await w.service.quiet()
    assert.equal(smtp.mails.length, 1, 'once')
  },
)

messageTest(
  'another code, and other times, are told as soon as a lock has proven them; what was taken away is not (D180)',
  async ({ w, smtp }) => {
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    const place = await booked(w, addressId)
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    await untilSent(w, place)
    const first = codeOf(door)
    await w.api.reservations.updateAccessTimes({
      params: place,
      body: { checkInTime: 14 * 60, checkOutTime: 11 * 60 },
    })
    assert.equal((await untilSent(w, place, 2)).kind, 'changed')
    assert.match(newestWords(smtp), /02:00 PM|14:00/)
    await w.api.reservations.revoke({ params: place })
    await w.until('the code is gone', async () => !('authIds' in (await stay(w, place))))
    await w.service.quiet()
    assert.equal(smtp.mails.length, 2)
    await w.api.reservations.issue({ params: place })
    await untilIssued(w, place)
    const third = await untilSent(w, place, 3)
    assert.notEqual(codeOf(door), first)
    assert.deepEqual([third.kind, third.code], ['changed', 'included'])
    assert.ok(newestWords(smtp).includes(codeOf(door)) && !newestWords(smtp).includes(first))
  },
)

messageTest(
  'a message waits for the code until an hour before arrival, then goes without it, and the code follows (D180)',
  async ({ w, smtp }) => {
    const { addressId, door } = await writingHouse(w)
    const place = await booked(w, addressId)
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    await w.service.quiet()
    assert.deepEqual(await messagesOf(w, place), [], 'the lock has not answered')
    await clockOf(w).moveTo(place.from - HOUR_MS)
    assert.equal((await untilSent(w, place)).code, 'later')
    assert.match(newestWords(smtp), /not ready yet/)
    door.obeyAll()
    await untilIssued(w, place)
    assert.deepEqual((await untilSent(w, place, 2)).code, 'included')
    assert.ok(newestWords(smtp).includes(codeOf(door)))
  },
)

messageTest(
  'who is canceled, gone, or switched off is not written to, and who has another address by now gets it there',
  async ({ w, smtp }) => {
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    smtp.refuse = () => ({ code: 451, text: 'try again later' })
    const place = await booked(w, addressId)
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    const waiting = await untilMessage(w, place, 'the mail was put off', ({ attempts }) => attempts === 1)
    assert.deepEqual([waiting.state, waiting.code], ['queued', 'included'])
    assert.ok(waiting.error?.includes('try again later') && waiting.dueDate !== undefined)
    smtp.refuse = () => undefined
    await w.api.reservations.update({ params: place, body: { email: 'ada@elsewhere.example' } })
    await untilSent(w, place)
    assert.deepEqual(
      (await messagesOf(w, place)).map(({ recipient, state }) => [recipient, state]),
      [
        ['ada@elsewhere.example', 'sent'],
        [ADA.email, 'withdrawn'],
      ],
    )
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['ada@elsewhere.example']],
    )
    const token = /\/g\/([A-Za-z0-9_-]{43})/.exec(newestWords(smtp))?.[1] ?? ''
    assert.equal((await w.request('GET', '/guest', { token })).statusCode, 200)
    await w.api.reservations.update({ params: place, body: { email: '' } })
    assert.equal((await w.request('GET', '/guest', { token })).statusCode, 401, 'its link has ended')
    const gone = await booked(w, addressId, { email: 'gone@example.com' })
    await w.api.reservations.remove({ params: gone })
    const off = await booked(w, addressId, { email: 'off@example.com' })
    await w.api.guestMessages.update({ params: { addressId }, body: { enabled: false } })
    await clockOf(w).moveTo(off.from)
    await w.service.quiet()
    assert.equal(smtp.mails.length, 1)
  },
)

messageTest(
  'a booking within the time, without a code or a keypad, is written to at once; one without an address never',
  async ({ w, smtp }) => {
    const { addressId } = await writingHouse(w, { hoursBefore: 24, settings: {} })
    const start = clockOf(w).now() + 2 * HOUR_MS
    const dates = { startDate: iso(start), endDate: iso(start + 48 * HOUR_MS) }
    const place = await booked(w, addressId, dates)
    assert.equal((await untilSent(w, place)).code, 'none')
    assert.ok(!newestWords(smtp).includes('code for the door'), 'the line is left out')
    const nameless = await booked(w, addressId, { ...dates, email: '' })
    await w.service.quiet()
    assert.deepEqual(await messagesOf(w, nameless), [])
  },
)

messageTest(
  'templates are an address’s own, shown as guests read them, and go back to ours (D179)',
  async ({ w }) => {
    const { addressId } = await writingHouse(w)
    const params = { addressId }
    const { data: first } = await w.api.guestMessages.get({ params })
    assert.deepEqual([first.enabled, first.hoursBefore, first.language], [true, 6, 'en'])
    assert.equal(first.templates.length, LANGUAGES.length * 4)
    for (const { isDefault, text, subject, channel } of first.templates)
      assert.ok(isDefault && text.includes('{code}') && (subject !== undefined) === (channel === 'mail'))
    const key = { channel: 'mail', kind: 'arrival', language: 'en' } as const
    const words = {
      subject: '{firstName}, welcome',
      text: 'Code {code}\nWi-Fi {wifi}\n\nPage {link} {braces',
    }
    const { data: shown } = await w.api.guestMessages.preview({ params, body: { ...key, ...words } })
    assert.equal(shown.subject, 'Ada, welcome')
    assert.equal(shown.text, `Code 483916\n\nPage ${CONSOLE}/g/… {braces`, 'there is no Wi-Fi to speak of')
    const refused = await w.refuses(
      w.api.guestMessages.putTemplate({ params, body: { ...key, ...words, text: 'Pin {pincode}' } }),
      'invalid_parameter',
    )
    assert.match(JSON.stringify(refused.body), /text.*\{pincode\}/)
    await w.refuses(
      w.api.guestMessages.putTemplate({ params, body: { ...key, ...words, channel: 'gateway' } }),
      'invalid_parameter',
    )
    const { data: bare } = await w.api.guestMessages.putTemplate({ params, body: { ...key, text: 'Hi' } })
    assert.equal(bare.subject, 'Your stay at {address}', 'left out, it is ours')
    await w.api.guestMessages.putTemplate({ params, body: { ...key, ...words } })
    const { data: stored } = await w.api.guestMessages.get({ params })
    assert.deepEqual(
      stored.templates.filter(({ isDefault }) => !isDefault),
      [{ ...key, ...words, isDefault: false }],
    )
    await w.api.guestMessages.removeTemplate({ params: { ...params, ...key } })
    const { data: back } = await w.api.guestMessages.get({ params })
    assert.deepEqual(back.templates, first.templates)
  },
)

messageTest(
  'a guest who is called like a placeholder or like several lines is called just that',
  async ({ w, smtp }) => {
    const { addressId } = await writingHouse(w, { settings: {} })
    const params = { addressId }
    const key = { channel: 'mail', kind: 'arrival', language: 'en' } as const
    const words = { subject: 'For {name}', text: 'Dear {name}\n<b>&</b> {address}' }
    await w.api.guestMessages.putTemplate({ params, body: { ...key, ...words } })
    const name = '{address}\r\nBcc: all@example.com\n<script>'
    const place = await booked(w, addressId, { name })
    await clockOf(w).moveTo(place.from - 6 * HOUR_MS)
    await untilSent(w, place)
    const [mail] = smtp.mails
    assert.deepEqual(mail?.to, [ADA.email])
    assert.equal(mail?.headers.get('bcc'), undefined)
    assert.ok(newestWords(smtp).includes('Dear {address} Bcc: all@example.com <script>'))
    const html = wordsOf(mail as ReceivedMail).split('<!doctype')[1] ?? ''
    assert.ok(html.includes('&lt;script&gt;') && !html.includes('<script>'))
  },
)

messageTest(
  'a guest is written to once, however many processes look after stays and messages',
  async ({ w, smtp }) => {
    const { addressId, door } = await writingHouse(w)
    door.obeyAll()
    const { platform } = w.service
    const keeper = createStayKeeper(platform, w.db)
    const transport = createSmtpTransport({
      ...smtp.config.smtp,
      from: smtp.config.mail.from,
      allowPlain: false,
    })
    const dispatcher = createMessageDispatcher(platform, w.db, transport)
    // SQLite has one process: its queue begins by ending all leases.
    const others = platform.engine === 'postgres' ? [keeper, dispatcher] : [keeper]
    w.onStop(async () => {
      for (const other of others) await other.stop()
      transport.close()
    })
    for (const other of others) await other.start()
    const places = []
    for (let n = 0; n < 4; n++) places.push(await booked(w, addressId, { email: `guest${n}@example.com` }))
    await clockOf(w).moveTo((places[0]?.from ?? 0) - 6 * HOUR_MS)
    for (const place of places) await untilSent(w, place)
    await clockOf(w).advance(HOUR_MS)
    await w.service.quiet()
    assert.deepEqual(
      smtp.mails.flatMap(({ to }) => to).sort(),
      places.map((_place, n) => `guest${n}@example.com`),
    )
  },
)

apiTest('calendars can be trusted and distrusted at an address that has none (D181)', async (w) => {
  const { data: address } = await w.api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
  const params = { addressId: address.addressId }
  for (const calendarContacts of [true, false]) {
    const body = { calendarContacts, currentPassword: 'correct horse' }
    const { data } = await w.api.guestMessages.trustCalendars({ params, body })
    assert.equal(data.calendarContacts, false, 'no calendar tells anybody')
  }
})
