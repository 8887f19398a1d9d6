import assert from 'node:assert/strict'
import { keypadLock, playedKeypad } from '../../../../../test/access-device.ts'
import { mailsTo } from '../../../../../test/mails.ts'
import { openPushBrowser } from '../../../../../test/push-browser.ts'
import {
  clockOf,
  DAY_MS,
  HOUR_MS,
  iso,
  onMovableClock,
  stay,
  stayAt,
  until,
  untilIssued,
  windowOf,
} from '../../../../../test/stays.ts'
import { TO_RECEIVERS } from '../../../../../test/webhook-receiver.ts'
import { apiTest } from '../../../../../test/world.ts'

const MINUTE_MS = 60_000

apiTest(
  'people are alerted once to a code that is not ready an hour before arrival, and once to an arrival (D183)',
  async (w, t) => {
    const browser = await openPushBrowser(t, async () => (await w.api.alerts.pushKey()).data.publicKey)
    await w.api.alerts.addChannel({
      body: { kind: 'push', name: 'Phone', language: 'en', ...browser.subscription },
    })
    await w.api.alerts.choose({
      body: { rules: [{ kinds: ['arrival', 'codeNotReady'] }], offlineMinutes: 15, timeZone: 'UTC' },
    })
    const ctx = w.service.contextFor(w.owner.accountId)
    /** All that was raised before it has been looked at: alerts of one browser come in their order. */
    const sentinel = async (subject: string) => {
      await ctx.ports.alertRaised(ctx, { kind: 'arrival', key: subject, subject, timeZone: 'UTC' })
      await w.until(`${subject} is told`, async () => browser.alerts.at(-1)?.title === subject)
    }
    const { smartlockId, simulator } = await w.simulated()
    const away = await keypadLock(w, 'Away')
    const early = { inDays: 2, settings: { autoIssueHours: 720 } }
    const ready = await stayAt(w, [smartlockId], early)
    const waiting = await stayAt(w, [smartlockId, away.smartlockId], early)
    await untilIssued(w, ready)
    await until(w, waiting, 'one of two doors has the code', (seen) => seen.readiness === 0.5)
    const [from = 0] = windowOf(await stay(w, waiting))
    await clockOf(w).moveTo(from - HOUR_MS - MINUTE_MS)
    await w.service.quiet()
    await sentinel('Early')
    await clockOf(w).moveTo(from - HOUR_MS + MINUTE_MS)
    await w.until('it is told', async () => browser.alerts.length === 2)
    await clockOf(w).moveTo(from + MINUTE_MS)
    await w.service.quiet()
    await sentinel('Late')
    const codes = simulator.access().map(({ code }) => code ?? '')
    for (const code of [...codes, ...codes]) simulator.typeCode(code)
    for (const place of [ready, waiting])
      await until(w, place, 'the guest is in', (seen) => seen.checkedIn === true)
    await w.until('both are told', async () => browser.alerts.length === 5)
    await sentinel('Last')
    const told = browser.alerts.map(({ title, text, path }) => `${title}: ${text} ${path}`)
    const name = 'Ada Lovelace of London'
    const pathOf = ({ addressId, id }: typeof ready) => `/stays/${addressId}/${id}`
    assert.deepEqual(
      [...told.slice(0, 3), ...told.slice(3, 5).sort(), ...told.slice(5)],
      [
        'Early: Early has arrived. /stays',
        `${name}: The code for ${name} is not ready yet (Away). ${pathOf(waiting)}`,
        'Late: Late has arrived. /stays',
        ...[ready, waiting].map((place) => `${name}: ${name} has arrived. ${pathOf(place)}`).sort(),
        'Last: Last has arrived. /stays',
      ],
    )
    const zones = browser.alerts.filter(({ title }) => title === name).map(({ timeZone }) => timeZone)
    assert.deepEqual(zones, Array(3).fill('Europe/Berlin'), 'each with the clock of its house (D210)')
    const { startDate, endDate } = await stay(w, waiting)
    const putOff = {
      startDate: iso(Date.parse(startDate) + DAY_MS),
      endDate: iso(Date.parse(endDate) + DAY_MS),
    }
    await w.api.reservations.update({ params: waiting, body: putOff })
    await w.service.quiet()
    await clockOf(w).moveTo((windowOf(putOff)[0] ?? 0) - HOUR_MS + MINUTE_MS)
    await w.until('it is told again', async () => browser.alerts.at(-1)?.kind === 'codeNotReady')
    assert.equal(browser.alerts.length, 7)
    assert.deepEqual(browser.problems, [])
    assert.ok(!codes.some((code) => told.join().includes(code)), 'nobody is told a code')
  },
  { ...onMovableClock, config: { outbound: TO_RECEIVERS } },
)

apiTest(
  'a code that no lock takes is told at once, and one that cannot be issued when its guest is near (D183)',
  async (w) => {
    await w.api.alerts.addChannel({ body: { kind: 'mail', name: 'Mail', language: 'de' } })
    const ctx = w.service.contextFor(w.owner.accountId)
    const told = async () => {
      const mails = await mailsTo(w, w.credentials.email)
      const texts = mails.filter(({ template }) => template === 'alert').map(({ text }) => text)
      return texts.map((text) => /: (Der Code.*|.* meldet)/.exec(text)?.[1]).toReversed()
    }
    const sentinel = async (subject: string) => {
      await w.service.quiet()
      await ctx.ports.alertRaised(ctx, { kind: 'guestCodeFails', key: subject, subject, timeZone: 'UTC' })
      await w.until(`${subject} is told`, async () => (await told()).includes(`${subject} meldet`))
    }
    const picky = await playedKeypad(w, 'Picky')
    picky.obeyAll((_id, entry) => (entry === null ? undefined : 0x13))
    const plain = await w.lock({ name: 'No keypad' })
    const early = { inDays: 2, settings: { autoIssueHours: 720 } }
    const hopeless = await stayAt(w, [plain.smartlockId], early)
    const seen = await until(w, hopeless, 'it is refused', ({ automation }) => automation === 4)
    const [from = 0] = windowOf(seen)
    await stayAt(w, [picky.smartlockId], early)
    const ofPicky = 'Der Code für Ada Lovelace of London ist noch nicht bereit (Picky).'
    await w.until('it is given up', async () => (await told()).includes(ofPicky))
    await clockOf(w).moveTo(from - 2 * HOUR_MS)
    await sentinel('Early')
    await clockOf(w).moveTo(from - HOUR_MS + 20 * MINUTE_MS)
    await w.until('it is told', async () => (await told()).length === 3)
    await clockOf(w).moveTo(from)
    await sentinel('Late')
    const ofPlain = 'Der Code für Ada Lovelace of London ist noch nicht bereit.'
    assert.deepEqual(await told(), [ofPicky, 'Early meldet', ofPlain, 'Late meldet'])
  },
  onMovableClock,
)
