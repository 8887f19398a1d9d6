import assert from 'node:assert/strict'
import type { AlertChoices, SimEvent, SimLockChange, Smartlock } from '@latchwork/contract'
import { mailsTo } from '../../../../../test/mails.ts'
import { openPushBrowser, type PushBrowser } from '../../../../../test/push-browser.ts'
import { startReceiver, TO_RECEIVERS } from '../../../../../test/webhook-receiver.ts'
import { type Api, apiTest, type World } from '../../../../../test/world.ts'

const options = { sandbox: true, config: { outbound: TO_RECEIVERS } } as const

/** Door states of the interface (6.7). */
const DOOR = { closed: 2, open: 3 }

const doorOf = async (w: World, name: string) => {
  const { data: locks } = await w.api.sandbox.list()
  const smartlockId = locks.find((lock) => lock.name === name)?.smartlockId ?? assert.fail(`no ${name}`)
  const params = { smartlockId }
  /** The clock is moved next: what the lock says must be known by then, or it would be of another time. */
  const untilKnown = (what: string, isSo: (lock: Smartlock) => boolean) =>
    w.until(what, async () => isSo((await w.api.smartlocks.get({ params })).data))
  return {
    smartlockId,
    async set(body: SimLockChange) {
      await w.api.sandbox.change({ params, body })
      const { connection } = body
      if (connection)
        await untilKnown(connection, (lock) => (lock.serverState === 0) === (connection === 'online'))
    },
    async does(body: SimEvent) {
      await w.api.sandbox.happen({ params, body })
      const doorState = { doorOpened: DOOR.open, doorClosed: DOOR.closed }[body.event as string]
      if (doorState) await untilKnown(body.event, ({ state }) => state.doorState === doorState)
    },
  }
}

const browserOf = async (w: World, t: Parameters<typeof openPushBrowser>[0], api: Api = w.api) => {
  const browser = await openPushBrowser(t, async () => (await api.alerts.pushKey()).data.publicKey)
  const { data: channel } = await api.alerts.addChannel({
    body: { kind: 'push', name: 'Phone', language: 'en', ...browser.subscription },
  })
  return { browser, channel }
}

const texts = ({ alerts }: PushBrowser) => alerts.map(({ title, text }) => `${title}: ${text}`)
const pass = (w: World, advance: string) => w.api.sandbox.moveClock({ body: { advance } })
const choose = (w: World, kinds: AlertChoices['rules'][number]['kinds'], more: Partial<AlertChoices> = {}) =>
  w.api.alerts.choose({
    body: { rules: [{ kinds }], offlineMinutes: 15, timeZone: 'Europe/Berlin', ...more },
  })
/** A sign that all before it was looked at: alerts of one browser come in the order things happened. */
const sentinel = async (w: World, browser: PushBrowser, name: string) => {
  await w.service.platform.ports.alertRaised(w.service.contextFor(w.owner.accountId), {
    ...{ kind: 'arrival', key: name, subject: name, timeZone: 'UTC', path: '/stays' },
  })
  await w.until(`${name} is told`, async () => texts(browser).some((text) => text.startsWith(name)))
}

apiTest(
  'a door left open is pushed once for each opening, sealed for the browser, and three wrong codes once (D183, D184)',
  async (w, t) => {
    const { browser } = await browserOf(w, t)
    const door = await doorOf(w, 'Front door')
    await choose(w, ['leftOpen', 'wrongCode', 'arrival'])
    await door.does({ event: 'doorOpened' })
    await pass(w, 'PT10M')
    await w.until('left open', async () => browser.alerts.length === 1)
    await pass(w, 'PT40M')
    await sentinel(w, browser, 'Anna')
    await door.does({ event: 'doorClosed' })
    await door.does({ event: 'doorOpened' })
    await pass(w, 'PT10M')
    await w.until('left open again', async () => browser.alerts.length === 3)
    for (let i = 0; i < 5; i++) await door.does({ event: 'keypad', code: '999999' })
    const logged = w.db.selectFrom('smartlock_log').select('id').where('state', '=', 224)
    await w.until('five wrong codes are logged', async () => (await logged.execute()).length === 5)
    // What is stored may be looked at later than what is raised after it.
    await w.until('three of them are told', async () => browser.alerts.length === 4)
    await sentinel(w, browser, 'Bert')
    await sentinel(w, browser, 'Bert')
    assert.deepEqual(texts(browser), [
      'Front door: The door has been left open.',
      'Anna: Anna has arrived.',
      'Front door: The door has been left open.',
      'Front door: A wrong code was entered three times.',
      'Bert: Bert has arrived.',
    ])
    assert.deepEqual(browser.problems, [])
    assert.ok(!Buffer.concat(browser.sealed).includes('Front'), 'who carries it reads nothing')
    const [first, other] = browser.alerts
    assert.equal(first?.path, `/doors/${door.smartlockId}`)
    assert.equal(new Set(browser.alerts.map(({ alertId }) => alertId)).size, 5)
    assert.deepEqual(
      [browser.headers[0]?.urgency, browser.headers[1]?.urgency, other?.kind],
      ['high', 'normal', 'arrival'],
    )
    const stored = JSON.stringify(await w.db.selectFrom('service_mark').selectAll().execute())
    const kept = JSON.stringify(await w.db.selectFrom('notification').selectAll().execute())
    assert.ok(stored.includes('vapid_keys') && !stored.includes('privateKey'), 'the key is sealed')
    assert.ok(!kept.includes(browser.subscription.auth) && !kept.includes('/send/'), 'so is the way')
  },
  options,
)

apiTest(
  'offline is told after so many minutes unless the lock is back, quiet hours hold what waits, a dead browser goes (D183, D184)',
  async (w, t) => {
    const { browser, channel } = await browserOf(w, t)
    const door = await doorOf(w, 'Apartment 1')
    await choose(w, ['offline', 'arrival'], { offlineMinutes: 5 })
    await door.set({ connection: 'offline' })
    await pass(w, 'PT3M')
    await door.set({ connection: 'online' })
    await pass(w, 'PT10M')
    await sentinel(w, browser, 'Anna')
    await door.set({ connection: 'offline' })
    await pass(w, 'PT4M')
    await sentinel(w, browser, 'Bert')
    await pass(w, 'PT2M')
    await w.until('offline', async () => texts(browser).includes('Apartment 1: Offline for 5 minutes.'))
    assert.equal(browser.alerts.length, 3)
    // All day but one minute, which was an hour ago: whatever happens now waits until tomorrow.
    const local = new Date(w.service.platform.clock.now() - 60 * 60_000)
    const until = local.getUTCHours() * 60 + local.getUTCMinutes()
    const from = (until + 1) % 1440
    await choose(w, ['arrival'], { quiet: { from, until, except: [] }, timeZone: 'UTC' })
    const ctx = w.service.contextFor(w.owner.accountId)
    await ctx.ports.alertRaised(ctx, { kind: 'arrival', key: 'Cleo', subject: 'Cleo', timeZone: 'UTC' })
    const waiting = () => w.db.selectFrom('notification_delivery').selectAll().execute()
    await w.until('it waits', async () => (await waiting()).length === 1)
    await w.api.alerts.testChannel({ params: channel })
    await w.until('a test comes all the same', async () => browser.alerts.at(-1)?.kind === 'test')
    assert.equal(browser.alerts.length, 4)
    await pass(w, 'PT24H')
    await w.until('the night is over', async () => browser.alerts.at(-1)?.title === 'Cleo')
    browser.status = 410
    await w.api.alerts.testChannel({ params: channel })
    await w.until('gone', async () => (await w.api.alerts.channels()).data.length === 0)
  },
  options,
)

apiTest(
  'mail and other services are told the same, until the person may not know any more (D184)',
  async (w, t) => {
    const receiver = await startReceiver(t)
    const sub = await w.caller({ rights: 16 })
    for (const api of [w.api, sub.api])
      await api.alerts.choose({
        body: { rules: [{ kinds: ['arrival'] }], offlineMinutes: 15, timeZone: 'UTC' },
      })
    const add = (api: Api, room: string) =>
      api.alerts.addChannel({
        body: { kind: 'matrix', name: room, url: new URL(receiver.url).origin, token: 'mx', room },
      })
    await add(w.api, '!owner:x')
    await add(sub.api, '!sub:x')
    const mailed = await w.api.alerts.addChannel({ body: { kind: 'mail', name: 'Mail', language: 'de' } })
    const ctx = w.service.contextFor(w.owner.accountId)
    const arrive = (subject: string) =>
      ctx.ports.alertRaised(ctx, {
        ...{ kind: 'arrival', key: subject, subject, timeZone: 'UTC', path: '/stays/1' },
      })
    const rooms = () =>
      receiver.messages.map(({ path }) => /rooms\/!(\w+)/.exec(decodeURIComponent(path))?.[1]).sort()
    await arrive('Anna')
    await w.until('both', async () => rooms().join() === 'owner,sub')
    assert.equal(receiver.messages[0]?.headers.authorization, 'Bearer mx')
    const [mail] = await w.until('a mail', async () => {
      const all = await mailsTo(w, w.credentials.email)
      return all.some(({ template }) => template === 'alert') && all
    })
    assert.match(mail?.text ?? '', /Anna: Anna ist angekommen\./)
    await w.db.updateTable('account').set({ rights: 15 }).where('account_id', '=', sub.accountId).execute()
    await arrive('Bert')
    await w.until('the owner alone', async () => rooms().join() === 'owner,owner,sub')
    const channels = await w.until('both work', async () => {
      const { data } = await w.api.alerts.channels()
      return (
        data.map(({ kind, state }) => `${kind} ${state}`).join() === 'matrix working,mail working' && data
      )
    })
    assert.ok(!JSON.stringify(channels).includes('mx'), 'no token is shown again')
    assert.equal(
      (await w.api.notifications.list()).data.length,
      0,
      'they are no notifications of the interface',
    )
    await w.api.alerts.removeChannel({ params: mailed.data })
    await w.refuses(w.api.alerts.testChannel({ params: mailed.data }), 'not_found')
  },
  options,
)

apiTest(
  'who opened, a jam and a low battery are pushed, each as what it is and once (D183)',
  async (w, t) => {
    const { browser } = await browserOf(w, t)
    const door = await doorOf(w, 'Front door')
    await choose(w, ['opened', 'jammed', 'batteryLow', 'arrival'])
    const { operationId } = await w.api.authorizations.create({
      body: { name: 'Anna', type: 13, code: 481_629, remoteAllowed: false, smartlockIds: [door.smartlockId] },
    })
    await w.untilOperation(operationId, 'confirmed')
    const tells = (words: string) =>
      w.until(words, async () => texts(browser).includes(`Front door: ${words}`))
    await door.does({ event: 'keypad', code: '481629' })
    await tells('Opened by Anna.')
    await door.set({ jam: true })
    await w.api.smartlocks.lock({ params: { smartlockId: door.smartlockId } })
    await tells('The lock is jammed: its motor is blocked.')
    await door.set({ batteryCharge: 7 })
    await tells('A battery is low.')
    await door.set({ batteryCharge: 6 })
    await sentinel(w, browser, 'Bert')
    assert.equal(browser.alerts.length, 4, texts(browser).join(' '))
    assert.deepEqual(
      browser.alerts.slice(0, 3).map(({ timeZone }) => timeZone),
      Array(3).fill('Europe/Berlin'),
    )
  },
  options,
)

apiTest(
  'an alert by mail tells when by the clock of the door or the house, and names it, wherever its reader is (D210)',
  async (w) => {
    await w.api.alerts.addChannel({ body: { kind: 'mail', name: 'Mail', language: 'en' } })
    await choose(w, ['opened', 'arrival'], { timeZone: 'America/New_York' })
    const mailAbout = (word: string) =>
      w.until(`a mail about ${word}`, async () => {
        const all = await mailsTo(w, w.credentials.email)
        return all.find(({ template, text }) => template === 'alert' && text.includes(word))?.text
      })
    const clockAt = (timeZone: string, date: string | number) =>
      new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(date))
    const { smartlockId } = await doorOf(w, 'Front door')
    await w.api.smartlocks.unlock({ params: { smartlockId } })
    const opened = await mailAbout('Front door: Opened')
    const { data: log } = await w.api.smartlocks.logOf({ params: { smartlockId } })
    assert.match(opened, new RegExp(` at ${clockAt('Europe/Berlin', log[0]?.date ?? '')} GMT\\+[12]\\.`))
    const ctx = w.service.contextFor(w.owner.accountId)
    const timeZone = 'Pacific/Chatham'
    const raised = ctx.clock.now()
    await ctx.ports.alertRaised(ctx, { kind: 'arrival', key: 'Anna', subject: 'Anna', timeZone })
    const times = [clockAt(timeZone, raised), clockAt(timeZone, raised + 60_000)].join('|')
    assert.match(await mailAbout('Anna has arrived'), new RegExp(` at (${times}) GMT\\+1[23]:45\\.`))
  },
  options,
)

apiTest(
  'a way to be alerted leads nowhere inside, needs what it needs, and in a session a fresh proof (D184)',
  async (w) => {
    const add = (body: object, api: Api = w.api) =>
      api.alerts.addChannel({ body: { name: 'x', ...body } as never })
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    await w.refuses(add({ kind: 'push', endpoint: 'https://169.254.169.254/x', ...keys }), 'url_not_allowed')
    await w.refuses(add({ kind: 'ntfy', url: 'http://ntfy.example/doors' }), 'url_not_allowed')
    await w.refuses(add({ kind: 'gotify', url: 'https://gotify.example' }), 'invalid_parameter')
    await w.refuses(
      w.api.alerts.choose({ body: { rules: [], offlineMinutes: 5, timeZone: 'Mars/Olympus' } }),
      'invalid_parameter',
    )
    const unknown = [{ smartlockId: 1, kinds: ['opened' as const] }]
    await w.refuses(
      w.api.alerts.choose({ body: { rules: unknown, offlineMinutes: 5, timeZone: 'UTC' } }),
      'not_found',
    )
    const { api } = await w.session()
    await w.db.updateTable('session').set({ verified_at: 0 }).execute()
    await w.refuses(add({ kind: 'ntfy', url: 'https://ntfy.example/doors' }, api), 'step_up_required')
    await add({ kind: 'mail' }, api)
  },
)
