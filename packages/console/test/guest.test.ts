import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES } from '@latchwork/contract'
import { soon } from '../../server/test/eventually.ts'
import { PIXEL } from '../../server/test/route-objects.ts'
import { startSmtpReceiver, wordsOf } from '../../server/test/smtp-receiver.ts'
import { deepTest } from '../../server/test/tier.ts'
import { PHONE, type Visit, visit } from './browser.ts'
import { fits } from './fits.ts'
import { isInstallable } from './installable.ts'

const DAY_MS = 86_400_000
/** What a first look at the page may load of script, before any compression. */
const MOST_SCRIPT_BYTES = 60_000

/** What a page would obey that takes words for anything else. */
const HOSTILE =
  '<img src="x" onerror="document.body.remove()"> </script><script>document.body.remove()</script> <!-- {{7*7}} javascript:alert(1)'

/** A stay in Berlin from tomorrow on, in a house that tells its guests something, and the page of its guest. */
async function guestOf({ service: { api }, frontDoor }: Visit) {
  const { data: address } = await api.addresses.create({
    body: { name: 'Mühlenstraße 1', smartlockIds: [frontDoor], timeZone: 'Europe/Berlin', checkInTime: 900 },
  })
  const params = { addressId: address.addressId }
  await api.addresses.update({ params, body: { settings: { autoIssueHours: 24 } } })
  const wifi = { ssid: 'Mühle', password: 'wasser;rad', security: 'WPA' } as const
  await api.house.update({
    params,
    body: { note: `Der Müll geht am Montag. ${HOSTILE}`, rules: HOSTILE, wifi },
  })
  await api.house.addPicture({ params, body: { data: PIXEL } })
  const { data: clock } = await api.sandbox.clock()
  const day = (n: number) => new Date(Date.parse(clock.now) + n * DAY_MS).toISOString().slice(0, 10)
  const { data: stay } = await api.reservations.create({
    params,
    body: {
      name: 'Ada Lovelace',
      email: '',
      guests: 1,
      startDate: `${day(2)}T15:00:00+01:00`,
      endDate: `${day(4)}T11:00:00+01:00`,
    },
  })
  const stayParams = { ...params, id: stay.id }
  const { data: link } = await api.guestLinks.createForStay({ params: stayParams, body: {} })
  const arrival = Date.parse(stay.allowedFromDate)
  const moveTo = (at: number) => api.sandbox.moveClock({ body: { at: new Date(at).toISOString() } })
  return { path: link.path, arrival, moveTo, stayParams, linkId: link.id }
}

/** A phone on slow 4G as Lighthouse has it, four times slower than this machine; and what it loads. */
async function slowPhone({ page }: Visit) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const loaded: { path: string; type: string; bytes: number }[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    void response
      .body()
      .then((body) =>
        loaded.push({ path: pathname, type: response.request().resourceType(), bytes: body.length }),
      )
      .catch(() => undefined)
  })
  return { loaded, atFullSpeed: () => devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 }) }
}

/** Its processor is slowed down fourfold. */
const PATIENT = { timeout: 600_000 }

test(
  'a guest on a slow phone sees the stay, then the proven code, opens by holding, and reads on without a network (D175 to D178)',
  PATIENT,
  async (t) => {
    const screen = {
      ...PHONE,
      locale: 'de-DE',
      timezoneId: 'America/New_York',
      serviceWorkers: 'allow' as const,
    }
    const here = await visit(t, { own: 'moves the clock', screen })
    const { page, service, isSound } = here
    const { path, arrival, moveTo } = await guestOf(here)
    const { loaded, atFullSpeed } = await slowPhone(here)
    const answer = await page.goto(path)
    await page.getByRole('heading', { name: 'Willkommen, Ada' }).waitFor()
    const needed = loaded.map((one) => one.path)
    assert.deepEqual(
      needed.filter((one) => /^\/guest|assets\/(de|guest)/.test(one)),
      [],
      'it came with the page',
    )
    assert.match(answer?.headers()['content-security-policy'] ?? '', /default-src 'none'/)
    assert.equal(answer?.headers()['referrer-policy'], 'no-referrer')
    assert.match(answer?.headers()['x-robots-tag'] ?? '', /noindex/)
    await page.getByText('Mühlenstraße 1', { exact: true }).waitFor()
    assert.match((await page.getByText(/15:00/).first().textContent()) ?? '', /15:00/)
    await page.getByText('Alle Zeiten gelten am Ort der Unterkunft (Europe/Berlin).').waitFor()
    await page.getByText(/^Ihr Code steht hier ab .*15:00\.$/).waitFor()
    assert.equal(await page.getByRole('button', { name: /Zum Öffnen halten/ }).count(), 0)
    await page.getByRole('img', { name: /scannen/ }).waitFor()
    // The page has its script in it.
    const scripts = loaded.filter(({ type }) => type === 'script' || type === 'document')
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    assert.ok(bytes > 5000 && bytes < MOST_SCRIPT_BYTES, `${bytes} bytes of script`)
    const first = loaded.filter(({ path: one }) => !/picture|manifest|worker|icon|frame/.test(one))
    assert.ok(first.length <= 3, `${first.length} requests: ${first.map((one) => one.path).join(' ')}`)
    await atFullSpeed()
    await page.getByText(`Der Müll geht am Montag. ${HOSTILE}`, { exact: true }).waitFor()
    const obeyed = await page.evaluate<number>(
      `document.querySelectorAll('[src="x"], main a, main script').length`,
    )
    assert.equal(obeyed, 0, 'words of a host are words')
    const picture = page.locator('.pictures img')
    await picture.scrollIntoViewIfNeeded()
    await soon(async () => assert.match((await picture.getAttribute('src')) ?? '', /^data:image\/png;/))
    await isInstallable(page, path)
    await isSound()
    await moveTo(arrival + 60_000)
    await page.reload()
    await page.getByText('Code funktioniert', { exact: true }).waitFor()
    const code = (await page.locator('.code').textContent()) ?? ''
    assert.match(code, /^\d{6}$/)
    const button = page.getByRole('button', { name: 'Zum Öffnen halten: Front door' })
    await button.click()
    await page.getByText('Halten Sie die Taste eine Sekunde lang gedrückt.').waitFor()
    await button.hover()
    await page.mouse.down()
    await page.getByText('Die Tür ist offen.').waitFor()
    await page.mouse.up()
    await page.getByRole('button', { name: 'Der Code funktioniert nicht' }).click()
    await page.getByText(/Der Code ist auf dieser Tür und gilt jetzt/).waitFor()
    await page.getByText('Ihr Gastgeber weiß ebenfalls Bescheid.').waitFor()
    await isSound()
    const isKept = `caches.match('/g/frame').then((held) => held !== undefined)`
    await page.waitForFunction(isKept)
    const frame = await page.evaluate<string>(`caches.match('/g/frame').then((held) => held.text())`)
    for (const secret of [code, 'wasser', 'Ada']) assert.ok(!frame.includes(secret), 'kept for every link')
    await page.evaluate('navigator.serviceWorker.ready')
    await service.stop()
    await page.reload()
    await page.getByText(/^Keine Verbindung\. Das ist der Stand von/).waitFor()
    await soon(async () => assert.equal(await page.locator('.code').textContent(), code))
    await page.getByText('wasser;rad').waitFor()
    await soon(async () => assert.equal(await button.isDisabled(), true))
    await isSound()
  },
)

deepTest(
  'the page of a guest, in each of its eight languages, on a small phone, shows its words whole',
  PATIENT,
  async (t) => {
    const viewport = { width: 360, height: 740 }
    const here = await visit(t, {
      own: 'moves the clock',
      screen: { ...PHONE, viewport, timezoneId: 'America/New_York' },
    })
    const { page, isSound } = here
    const { path, arrival, moveTo } = await guestOf(here)
    await moveTo(arrival + 60_000)
    await page.goto(path)
    await page.locator('.code').waitFor()
    const [asked] = await Promise.all([
      page.waitForResponse(/\/guest\/help$/),
      page.locator('.help button').click(),
    ])
    const answer = await asked.json()
    // Asked as often as there are languages, the service would have had enough.
    await page.route(/\/guest\/help$/, (route) => route.fulfill({ json: answer }))
    const choice = page.getByRole('combobox')
    const seen = new Set<string>()
    for (const language of LANGUAGES) {
      await choice.selectOption(language)
      await page.locator(`html[lang=${language}]`).waitFor()
      await page.locator('.help button').click()
      await page.locator('.answer li').first().waitFor()
      seen.add(await page.locator('h1').innerText())
      await fits(page)
      await isSound(['color-contrast', 'html-lang-valid'])
    }
    assert.ok(seen.size > 5, [...seen].join())
  },
)

test('an invited person opens an account where that is allowed, and redeems the token of a unit (D80)', async (t) => {
  const here = await visit(t, { screen: PHONE, settings: { LATCHWORK_SIGN_UP: 'true' } })
  const { page, service, text, enter, isSound, frontDoor } = here
  const { data: address } = await service.api.addresses.create({
    body: { name: 'Mill Street 1', smartlockIds: [frontDoor] },
  })
  const params = { addressId: address.addressId }
  const { data: unit } = await service.api.addressUnits.create({ params, body: { name: 'Flat 1' } })
  await page.goto('/console/redeem#invitation=mistyped')
  await page.getByText(/^This invitation is not there/).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Type another token' }).click()
  await page.getByLabel('Token of the invitation').fill(` ${unit.addressTokenId}`)
  await page.getByRole('button', { name: 'Look at the invitation' }).click()
  await page.getByText('You are invited to Mill Street 1').waitFor()
  await page.goto(`/console/redeem?new#invitation=${unit.addressTokenId}`)
  await page.getByText('You are invited to Mill Street 1').waitFor()
  await page.getByText('Front door').waitFor()
  assert.ok(!page.url().includes(unit.addressTokenId as string), 'the token does not stay in the address')
  await isSound()
  const ida = { email: 'ida@example.com', password: 'long enough 1' }
  await page.getByLabel('Your name').fill('Ida')
  await page.getByLabel('Email address').fill(ida.email)
  await page.getByRole('textbox', { name: 'A password for it' }).fill(ida.password)
  await page.getByRole('button', { name: 'Open an account' }).click()
  // The address changes before the page: the form of before has fields of the same names.
  await page.getByRole('button', { name: text.signIn.submit, exact: true }).waitFor()
  await enter(ida)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText(/^Done\. The doors are being told/).waitFor()
  await isSound()
  const { data: tokens } = await service.api.addressUnits.tokens({ params })
  assert.equal(tokens[0]?.inviteKeys?.length, 1)
})

deepTest(
  'a host writes what guests are told, sees it as they would, and on the stay what became of it (D179, D180)',
  async (t) => {
    const smtp = await startSmtpReceiver(t)
    const settings = {
      LATCHWORK_SMTP_URL: smtp.url,
      LATCHWORK_SMTP_CA_FILE: smtp.config.smtp.caFile,
      LATCHWORK_MAIL_FROM: smtp.config.mail.from,
    }
    const here = await visit(t, { settings, screen: { timezoneId: 'UTC' } })
    const { page, service, text, signIn, go, isSound, frontDoor } = here
    const words = text.guestMessages
    const { data: address } = await service.api.addresses.create({
      body: { name: 'Mill Street 1', smartlockIds: [frontDoor], timeZone: 'UTC', checkInTime: 900 },
    })
    const params = { addressId: address.addressId }
    await service.api.addresses.update({ params, body: { settings: { autoIssueHours: 72 } } })
    await service.api.guestMessages.update({ params, body: { hoursBefore: 72, language: 'en' } })
    await signIn(`/addresses/${address.addressId}?tab=guests`)
    // The switch stands where the service says, a moment later.
    await page.getByLabel(words.on).click({ force: true })
    await page.getByText(words.saved).first().waitFor()
    const texts = page.getByRole('region', { name: words.template })
    await texts.getByLabel(words.text).fill('Your pin is {pin}')
    await texts.getByRole('button', { name: words.preview }).click()
    await texts
      .getByText(/unknown placeholder \{pin\}/)
      .first()
      .waitFor()
    await texts.getByLabel(words.text).fill('Welcome {firstName}, your code is {code}')
    await texts.getByRole('button', { name: words.preview }).click()
    await texts.getByText('Welcome Ada, your code is 483916').waitFor()
    await isSound()
    await texts.getByRole('button', { name: text.kit.save }).click()
    await texts.getByText(words.own).waitFor()
    const { data: clock } = await service.api.sandbox.clock()
    const day = (n: number) => new Date(Date.parse(clock.now) + n * DAY_MS).toISOString()
    const { data: stay } = await service.api.reservations.create({
      params,
      body: { name: 'Ada Lovelace', email: 'ada@example.com', guests: 1, startDate: day(1), endDate: day(3) },
    })
    await go(`/stays/${address.addressId}/${stay.id}`)
    const list = page.getByRole('region', { name: words.list })
    await list.getByText(words.states.sent, { exact: true }).waitFor()
    await list.getByText(new RegExp(words.codes.included)).waitFor()
    const [mail] = smtp.mails
    assert.match(mail ? wordsOf(mail) : '', /Welcome Ada, your code is \d{6}/)
    await isSound()
    await list.getByRole('button', { name: new RegExp(words.sendAgain) }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.sendAgain }).click()
    await page.getByText(words.sent).waitFor()
  },
)
