import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertMessage } from '@latchwork/contract'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/eventually.ts'
import { openPushBrowser } from '../../server/test/push-browser.ts'
import { PHONE, visit } from './browser.ts'
import { fits } from './fits.ts'
import { isInstallable } from './installable.ts'

/**
 * Chromium reaches no push service here: what it would be given by one is put in its place, and what was sent there is
 * handed to the real service worker as the browser would.
 */
const SUBSCRIBE = (subscription: { endpoint: string; p256dh: string; auth: string }) => `
  let made = null
  const { endpoint, p256dh, auth } = ${JSON.stringify(subscription)}
  PushManager.prototype.subscribe = async () => {
    made = { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => { made = null; return true } }
    return made
  }
  PushManager.prototype.getSubscription = async () => made
`

async function workerOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (origin: string, alert: AlertMessage) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(alert) })
}

const SHOWN = `navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => [title, body, tag].join(' | ')))`

test('a door left open at night reaches the phone of its owner through a real service worker, and the console starts without a network', async (t) => {
  const screen = { ...PHONE, permissions: ['notifications'], serviceWorkers: 'allow' as const }
  const { page, service, signIn, isSound, frontDoor } = await visit(t, { own: 'moves the clock', screen })
  const browser = await openPushBrowser(t, async () => (await service.api.alerts.pushKey()).data.publicKey)
  await page.addInitScript(SUBSCRIBE(browser.subscription))
  await signIn('/account?tab=alerts')
  await page.getByRole('button', { name: 'Alert me on this device' }).click()
  await page.getByText('This device is alerted.').waitFor()
  await page.getByLabel('Keep quiet at night').check({ force: true })
  await page.getByRole('combobox', { name: 'Choose otherwise for one door' }).click()
  await page.getByRole('option', { name: 'Front door' }).click()
  const ofDoor = page.getByRole('group', { name: 'Front door: tell me when' })
  await ofDoor.getByLabel('Opened, and by whom').check({ force: true })
  await ofDoor.getByLabel('Battery low').uncheck({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your choice was saved').waitFor()
  const { data: choices } = await service.api.alerts.choices()
  const [own] = choices.rules.filter(({ smartlockId }) => smartlockId === frontDoor)
  assert.deepEqual(
    [choices.rules.length, own?.kinds.includes('opened'), own?.kinds.includes('batteryLow')],
    [2, true, false],
  )
  assert.deepEqual(choices.quiet?.except, ['leftOpen', 'jammed', 'guestCodeFails'])
  await page
    .getByRole('button', { name: /^Test: / })
    .first()
    .click()
  await eventually('the test', async () => browser.alerts.some(({ kind }) => kind === 'test'))
  await isInstallable(page, '/console/doors')
  await isSound()
  await fits(page)
  const deliver = await workerOf(page)
  const params = { smartlockId: frontDoor }
  await service.api.sandbox.happen({ params, body: { event: 'doorOpened' } })
  await service.api.sandbox.moveClock({ body: { advance: 'PT10M' } })
  const alert = await eventually('the push', async () =>
    browser.alerts.find(({ kind }) => kind === 'leftOpen'),
  )
  await deliver(service.url, alert)
  // Twice is once: the second has the same id.
  await deliver(service.url, alert)
  const expected = `Front door | The door has been left open. | ${alert.alertId}`
  const shown = await eventually('the notification', async () => {
    const all = await page.evaluate<string[]>(SHOWN)
    return all.length > 0 && all
  })
  assert.deepEqual(shown, [expected])
  await page.getByRole('button', { name: 'Switch off on this device' }).click()
  await page.getByRole('button', { name: 'Alert me on this device' }).waitFor()
  assert.deepEqual((await service.api.alerts.channels()).data, [])
  await eventually('the console is kept', async () =>
    page.evaluate<boolean>(
      `caches.open('latchwork-console-1').then(async (cache) => (await cache.keys()).length > 5)`,
    ),
  )
  const kept = await page.evaluate<string[]>(
    `caches.open('latchwork-console-1').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))`,
  )
  assert.deepEqual(
    kept.filter((path) => !/^\/console\/($|assets\/|icon|manifest)/.test(path)),
    [],
    'nothing of the API is kept',
  )
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'My account' }).waitFor()
})
