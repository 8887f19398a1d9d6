import assert from 'node:assert/strict'
import { AUTH_TYPE, type GuestPage } from '@latchwork/contract'
import { playedKeypad } from '../../../test/access-device.ts'
import { mailsTo } from '../../../test/mails.ts'
import { PIXEL } from '../../../test/route-objects.ts'
import {
  clockOf,
  codesOn,
  DAY_MS,
  HOUR_MS,
  moveAtLeastTo,
  onMovableClock,
  type Place,
  stay,
  stayAt,
  untilGone,
  untilIssued,
  windowOf,
} from '../../../test/stays.ts'
import { apiTest, type World } from '../../../test/world.ts'
import { ManualClock } from '../../platform/clock.ts'

const HOUSE_CLOCK = { hour: '2-digit', minute: '2-digit' } as const

async function linkFor(w: World, place: Place): Promise<string> {
  const { data } = await w.api.guestLinks.createForStay({ params: place, body: { language: 'de' } })
  assert.match(data.path, /^\/g\/[A-Za-z0-9_-]{43}$/)
  return data.path.slice('/g/'.length)
}

const page = async (w: World, token: string) => {
  const response = await w.request('GET', '/guest', { token })
  return { status: response.statusCode, code: response.json().code, page: response.json() as GuestPage }
}

const open = (w: World, token: string, smartlockId: number) =>
  w.request('POST', `/guest/door/${smartlockId}/open`, { token })

apiTest(
  "a guest's page shows the stay by the house's clock, and the code once a lock has proven it (D176)",
  async (w) => {
    const lock = await playedKeypad(w, 'Front door')
    const place = await stayAt(w, [lock.smartlockId], { inDays: 5, settings: { autoIssueHours: 24 } })
    const [from = 0, until = 0] = windowOf(await stay(w, place))
    const token = await linkFor(w, place)
    const planned = (await page(w, token)).page
    assert.partialDeepStrictEqual(planned, {
      firstName: 'Ada',
      addressName: 'Mill Street 1',
      language: 'de',
      timeZone: 'Europe/Berlin',
      codeState: 'planned',
      fromDate: new Date(from).toISOString(),
      untilDate: new Date(until).toISOString(),
      codeFromDate: new Date(from - DAY_MS).toISOString(),
      doors: [{ name: 'Front door', code: 'waiting', canOpen: false }],
    })
    assert.ok(!('code' in planned))
    await w.api.reservations.issue({ params: place })
    const underway = (await page(w, token)).page
    assert.equal(underway.codeState, 'underway')
    assert.ok(!('code' in underway), 'no code that no lock has confirmed')
    lock.obeyAll()
    await untilIssued(w, place)
    const ready = (await page(w, token)).page
    assert.partialDeepStrictEqual(ready, { codeState: 'ready', doors: [{ code: 'ready', canOpen: false }] })
    assert.equal(ready.code, String(codesOn(lock)[0]?.code))
    const stored = JSON.stringify(await w.db.selectFrom('guest_link').selectAll().execute())
    assert.ok(!stored.includes(token), 'only the hash of the token is kept')
    const { data: links } = await w.api.guestLinks.listOfStay({ params: place })
    assert.ok(links[0]?.lastSeenDate !== undefined && !JSON.stringify(links).includes(token))
  },
  onMovableClock,
)

apiTest(
  'a guest opens a door while the stay lasts, hears what became of it, and is named in the log and the audit (D177)',
  async (w) => {
    const { smartlockId } = await w.simulated()
    const place = await stayAt(w, [smartlockId], { inDays: 1 })
    const token = await linkFor(w, place)
    const other = await linkFor(w, place)
    const [from = 0, until = 0] = windowOf(await stay(w, place))
    assert.equal((await open(w, token, smartlockId)).json().code, 'reservation_not_active')
    await clockOf(w).moveTo(from + HOUR_MS)
    assert.equal((await page(w, token)).page.doors[0]?.canOpen, true)
    const opened = await open(w, token, smartlockId)
    assert.equal(opened.statusCode, 204)
    const operationId = String(opened.headers['operation-id'])
    const status = async (by: string) =>
      (await w.request('GET', `/guest/opening/${operationId}`, { token: by })).json()
    await w.until('the door is open', async () => (await status(token)).status === 'confirmed')
    assert.equal((await status(other)).code, 'not_found', 'another link asked for nothing')
    const { data: log } = await w.api.smartlocks.logOf({ params: { smartlockId } })
    assert.ok(log.some(({ name }) => name === 'Ada Lovelace of London'))
    const { data: entries } = await w.api.audit.list({ query: { limit: 20 } })
    assert.ok(
      entries.some(
        ({ action, name }) => action === 'guestLink.doorOpened' && /^guest link [0-9a-f]{24}$/.test(name),
      ),
    )
    await w.api.house.update({ params: place, body: { opening: false } })
    assert.equal((await page(w, token)).page.doors[0]?.canOpen, false)
    assert.equal((await open(w, token, smartlockId)).json().code, 'remote_unlock_off')
    await clockOf(w).moveTo(until + 1)
    for (const refused of [
      await page(w, token).then(({ code }) => code),
      (await open(w, token, smartlockId)).json().code,
    ])
      assert.equal(refused, 'token_invalid', 'dead after the stay')
  },
  onMovableClock,
)

apiTest(
  'a link ends when it is revoked, and with its stay, its right, its address or the codes it opened with',
  async (w) => {
    const lock = await playedKeypad(w)
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId], { inDays: 0 })
    const revoked = await linkFor(w, place)
    const kept = await linkFor(w, place)
    const { data: links } = await w.api.guestLinks.listOfStay({ params: place })
    await w.api.guestLinks.revokeOfStay({ params: { ...place, guestLinkId: links[0]?.id as string } })
    assert.deepEqual([(await page(w, revoked)).code, (await page(w, kept)).status], ['token_invalid', 200])
    await w.api.reservations.issue({ params: place })
    const issued = await untilIssued(w, place)
    await moveAtLeastTo(clockOf(w), (windowOf(issued)[0] ?? 0) + 1)
    assert.equal((await page(w, kept)).page.doors[0]?.canOpen, true)
    await w.api.reservations.revoke({ params: place })
    assert.equal((await page(w, kept)).page.doors[0]?.canOpen, false, 'the host took the access away')
    await untilGone(w, place)
    await w.api.addresses.remove({ params: { addressId: place.addressId } })
    assert.equal((await page(w, kept)).code, 'token_invalid')
    assert.deepEqual(await w.db.selectFrom('guest_link').select('id').execute(), [])
  },
  onMovableClock,
)

apiTest(
  'a code given to a person has a page too, for the same code on their other doors (D175)',
  async (w) => {
    const [one, two, third] = [
      await playedKeypad(w, 'One'),
      await playedKeypad(w, 'Two'),
      await playedKeypad(w, 'X'),
    ]
    for (const device of [one, two, third]) device.obeyAll()
    const { data: user } = await w.api.accountUsers.create({ body: { email: 'c@example.com', name: 'Cleo' } })
    const code = { type: AUTH_TYPE.keypadCode, code: 348_729, remoteAllowed: false } as const
    const smartlockIds = [one.smartlockId, two.smartlockId]
    const { operationId } = await w.api.authorizations.create({
      body: { ...code, name: 'Cleo Clean', smartlockIds, accountUserId: user.accountUserId },
    })
    await w.untilOperation(operationId, 'confirmed')
    const others = await w.api.authorizations.createOn({
      params: { smartlockId: third.smartlockId },
      body: { ...code, name: 'Somebody else' },
    })
    await w.untilOperation(others.operationId, 'confirmed')
    const { data: auths } = await w.api.authorizations.listOf({ params: { smartlockId: one.smartlockId } })
    const params = { smartlockId: one.smartlockId, id: auths[0]?.id as string }
    const { data: link } = await w.api.guestLinks.createForAuth({ params, body: {} })
    const token = link.path.slice('/g/'.length)
    const { page: shown } = await page(w, token)
    assert.partialDeepStrictEqual(shown, { firstName: 'Cleo', codeState: 'ready', code: '348729' })
    assert.deepEqual(shown.doors.map(({ name }) => name).toSorted(), ['One', 'Two'])
    assert.equal((await open(w, token, third.smartlockId)).json().code, 'not_found')
    const { data: second } = await w.api.guestLinks.createForAuth({ params, body: {} })
    const ids = async () => (await w.api.guestLinks.listOfAuth({ params })).data.map(({ id }) => id)
    assert.deepEqual((await ids()).toSorted(), [link.id, second.id].toSorted())
    await w.api.guestLinks.revokeOfAuth({ params: { ...params, guestLinkId: second.id } })
    assert.deepEqual(await ids(), [link.id])
    assert.equal((await page(w, second.path.slice('/g/'.length))).code, 'token_invalid')
    const gone = await w.api.authorizations.remove({ params })
    assert.equal((await page(w, token)).code, 'token_invalid')
    await w.untilOperation(gone.operationId, 'confirmed')
    assert.equal((await page(w, token)).code, 'token_invalid')
    assert.deepEqual(await w.db.selectFrom('guest_link').select('id').execute(), [])
  },
)

apiTest(
  'a guest whose code does not work learns the likely reason, and the host the same, twice an hour at most (D178)',
  async (w) => {
    const lock = await playedKeypad(w, 'Front door')
    lock.obeyAll()
    const place = await stayAt(w, [lock.smartlockId], { inDays: 3 })
    const token = await linkFor(w, place)
    const help = async () => (await w.request('POST', '/guest/help', { token })).json()
    await w.api.alerts.addChannel({ body: { kind: 'mail', name: 'Mail', language: 'en' } })
    const rules = [{ kinds: ['guestCodeFails' as const] }]
    await w.api.alerts.choose({ body: { rules, offlineMinutes: 15, timeZone: 'Europe/Berlin' } })
    assert.partialDeepStrictEqual(await help(), { doors: [{ name: 'Front door', reason: 'no_code' }] })
    await w.api.reservations.issue({ params: place })
    const [from = 0] = windowOf(await untilIssued(w, place))
    assert.partialDeepStrictEqual(await help(), {
      doors: [{ reason: 'not_yet_valid', fromDate: new Date(from).toISOString() }],
    })
    await help()
    const mails = await w.db.selectFrom('mail').selectAll().where('template', '=', 'guestNeedsHelp').execute()
    assert.equal(mails.length, 2)
    assert.equal(mails[0]?.recipient, w.credentials.email)
    const wordsOf = async (template: string) =>
      (await mailsTo(w, w.credentials.email)).filter((mail) => mail.template === template)
    const [alert] = await w.until('whoever wants alerts has both', async () => {
      const alerts = await wordsOf('alert')
      return alerts.length === 2 && alerts
    })
    assert.match(alert?.text ?? '', /does not work \(Front door: the code is not valid yet\)\./)
    const [told] = await wordsOf('guestNeedsHelp')
    const checkIn = new Intl.DateTimeFormat('en', { ...HOUSE_CLOCK, timeZone: 'Europe/Berlin' }).format(from)
    assert.match(
      told?.text ?? '',
      new RegExp(`Front door: the code is not valid yet \\(→ .* at ${checkIn} GMT\\+[12]\\)`),
    )
    for (let i = 0; i < 20; i++) await help()
    assert.equal((await help()).code, 'rate_limited')
  },
  onMovableClock,
)

apiTest('a part of a network is merged, or refused while no network is stored (D11, D249)', async (w) => {
  const { data: address } = await w.api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
  const url = `/address/${address.addressId}/guestinfo`
  const change = (body: object) => w.request('POST', url, { body })
  const network = async () => (await w.request('GET', url)).json().wifi
  const refused = await change({ wifi: { ssid: 'House', password: 'geheim123' } })
  assert.deepEqual(
    [refused.statusCode, refused.json().errors],
    [400, [{ path: 'wifi.security', message: 'is required: must be one of WPA, WEP, nopass' }]],
  )
  assert.equal(await network(), undefined, 'nothing was stored')
  await change({ wifi: { ssid: 'House', password: 'geheim123', security: 'WPA' } })
  await change({ wifi: { ssid: 'House', password: 'other456' } })
  assert.deepEqual(await network(), { ssid: 'House', password: 'other456', security: 'WPA' })
  await change({ wifi: { security: 'nopass', password: null } })
  assert.deepEqual(await network(), { ssid: 'House', security: 'nopass' })
  await change({ wifi: null })
  assert.equal(await network(), undefined)
})

apiTest(
  'an address with half a network, as earlier versions stored it, can be read and changed',
  async (w) => {
    const { data: address } = await w.api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
    const params = { addressId: address.addressId }
    await w.api.house.update({ params, body: { note: 'Key under the mat' } })
    const half = JSON.stringify({ ssid: 'House', password: 'geheim123' })
    const wifi_sealed = w.service.platform.sealer.seal(half, `house_info.wifi:${params.addressId}`)
    await w.db.updateTable('house_info').set({ wifi_sealed }).execute()
    assert.equal((await w.api.house.get({ params })).data.wifi, undefined)
    const wifi = { ssid: 'House', security: 'WPA' } as const
    assert.deepEqual((await w.api.house.update({ params, body: { wifi } })).data.wifi, wifi)
  },
)

apiTest(
  'what a house tells its guests is checked, kept sealed where it opens something, and shown (D176)',
  async (w) => {
    const { data: address } = await w.api.addresses.create({ body: { name: 'House', smartlockIds: [] } })
    const params = { addressId: address.addressId }
    const wifi = { ssid: 'Mill', password: 'water wheel', security: 'WPA' } as const
    await w.api.house.update({ params, body: { note: 'Key under\nthe mat', wifi } })
    await w.api.house.update({ params, body: { rules: 'No parties' } })
    const { data: picture } = await w.api.house.addPicture({ params, body: { data: PIXEL } })
    assert.deepEqual((await w.api.house.get({ params })).data, {
      note: 'Key under\nthe mat',
      rules: 'No parties',
      wifi,
      opening: true,
      pictures: [{ id: picture.id, type: 'image/png', width: 1, height: 1 }],
    })
    const rows = JSON.stringify(await w.db.selectFrom('house_info').selectAll().execute())
    assert.ok(!rows.includes('water wheel'))
    const shown = await w.api.house.picture({ params: { ...params, pictureId: picture.id } })
    assert.deepEqual(shown.data, { type: 'image/png', data: PIXEL })
    const guest = { name: 'Ada', email: '', guests: 1 }
    const dates = { startDate: '2040-01-01T15:00:00Z', endDate: '2040-01-02T11:00:00Z' }
    const { data: stay } = await w.api.reservations.create({ params, body: { ...guest, ...dates } })
    const { data: link } = await w.api.guestLinks.createForStay({
      params: { ...params, id: stay.id },
      body: {},
    })
    const token = link.path.slice('/g/'.length)
    const seen = await w.request('GET', `/guest/picture/${picture.id}`, { token })
    assert.deepEqual(seen.json(), { type: 'image/png', data: PIXEL })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
    await w.refuses(w.api.house.addPicture({ params, body: { data: svg } }), 'invalid_parameter')
    await w.api.house.removePicture({ params: { ...params, pictureId: picture.id } })
    await w.refuses(w.api.house.removePicture({ params: { ...params, pictureId: picture.id } }), 'not_found')
    await w.api.addresses.remove({ params })
    assert.deepEqual(await w.db.selectFrom('house_info').selectAll().execute(), [])
  },
)

apiTest(
  'links that are none cannot be tried out for long',
  async (w) => {
    const statuses: number[] = []
    for (let i = 0; i < 155; i++)
      statuses.push((await w.request('GET', '/guest', { token: `${i}`.padStart(43, 'x') })).statusCode)
    assert.deepEqual([statuses.indexOf(429), new Set(statuses).size], [150, 2])
  },
  { clock: () => new ManualClock(Date.parse('2026-03-01T12:00:00Z')) },
)
