import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotificationMessage } from '@latchwork/contract'
import { eventually, soon } from '../../server/test/eventually.ts'
import { deepTest } from '../../server/test/tier.ts'
import { startReceiver } from '../../server/test/webhook-receiver.ts'
import { PHONE, visit } from './browser.ts'

const LOBBY = 'Lobby'

test('a notification, made in the console for one door, is really delivered; what is not asked for is not told', async (t) => {
  const { page, service, signIn, isSound, frontDoor } = await visit(t)
  const receiver = await startReceiver(t)
  await signIn('/account?tab=notifications')
  await page.getByText('Nobody is told yet').waitFor()
  await isSound()
  await page.getByRole('button', { name: 'New notification' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('House server')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByRole('combobox', { name: 'Language of the messages' }).click()
  await page.getByRole('option', { name: 'German' }).click()
  await dialog.getByRole('combobox', { name: 'Doors' }).click()
  await page.getByRole('option', { name: 'Front door' }).click()
  await page.keyboard.press('Escape')
  for (const name of ['door unlatched', 'opened by the opener', 'doorbell', 'warnings']) {
    await dialog.getByLabel(name).uncheck()
  }
  await isSound()
  await dialog.getByRole('button', { name: 'New notification' }).click()
  const list = page.getByRole('table', { name: 'Notifications' })
  await list.getByText('Front door: unlocked').waitFor()
  await list.getByText('nothing sent yet').waitFor()
  await isSound()
  const { data: locks } = await service.api.smartlocks.list({})
  const lobby = locks.find(({ name }) => name === LOBBY) ?? assert.fail('no lobby')
  await service.api.smartlocks.unlock({ params: { smartlockId: lobby.smartlockId } })
  await service.api.smartlocks.unlock({ params: { smartlockId: frontDoor } })
  await list.getByText('works').waitFor()
  await list.getByText(/^last delivered /).waitFor()
  const told = receiver.messages.flatMap(({ body }) => JSON.parse(body) as NotificationMessage[])
  assert.deepEqual(
    told.map(({ smartlockId, event, referenceId }) => [smartlockId, event, referenceId]),
    [[frontDoor, 'unlock', 'House server']],
  )
  assert.match(told[0]?.message ?? '', /^Front door: aufgesperrt/)
})

deepTest(
  'a notification, changed in the console, shows its secret and is told of something else; deleted, it is gone',
  async (t) => {
    const { page, service, signIn, isSound, frontDoor } = await visit(t)
    const { data: notification } = await service.api.notifications.create({
      body: {
        os: 2,
        referenceId: 'House server',
        pushId: 'https://hooks.example.com/latchwork',
        settings: [{ smartlockId: frontDoor, triggerEvents: ['unlock'] }],
      },
    })
    await service.api.authorizations.createOn({
      params: { smartlockId: frontDoor },
      body: { name: 'Cleaner', type: 13, remoteAllowed: false, code: 482913 },
    })
    const { data: rights } = await service.api.authorizations.listOf({ params: { smartlockId: frontDoor } })
    await signIn('/account?tab=notifications')
    const list = page.getByRole('table', { name: 'Notifications' })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Edit: House server' }).click()
    const secret = dialog.getByRole('region', { name: 'Signing secret' })
    assert.equal(await secret.textContent(), notification.secret)
    await dialog.getByLabel('unlocked').uncheck()
    assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), 'nothing would be told')
    await dialog.getByLabel('locked', { exact: true }).check()
    await dialog.getByRole('combobox', { name: 'Only if these moved the lock' }).click()
    await page.getByRole('option', { name: 'Cleaner' }).click()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Another rule' }).click()
    await dialog.getByRole('group', { name: 'Rule 2' }).getByLabel('doorbell').check()
    await isSound()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await list.getByText('Front door: locked (only of 1 access right)').waitFor()
    await list.getByText('All doors: doorbell').waitFor()
    const { data: changed } = await service.api.notifications.list({})
    assert.deepEqual(changed[0]?.settings, [
      { smartlockId: frontDoor, triggerEvents: ['lock'], authIds: rights.map(({ id }) => id) },
      { triggerEvents: ['ring'] },
    ])
    await page.getByRole('button', { name: 'Delete: House server' }).click()
    await dialog.getByRole('button', { name: 'Delete this notification' }).click()
    await page.getByText('Nobody is told yet').waitFor()
    assert.deepEqual((await service.api.notifications.list({})).data, [])
  },
)

deepTest(
  'a notification to a phone, where no gateway is configured, says so; in German, on a phone, it fits the screen',
  async (t) => {
    const { page, service, signIn, isSound, frontDoor } = await visit(t, { screen: PHONE })
    const receiver = await startReceiver(t, (_message, response) => response.writeHead(410).end())
    const settings = [{ triggerEvents: ['unlock' as const] }]
    await service.api.notifications.create({ body: { os: 2, pushId: receiver.url, settings } })
    await service.api.smartlocks.unlock({ params: { smartlockId: frontDoor } })
    await eventually('the receiver was told', () => receiver.messages.length > 0)
    await signIn('/account?tab=notifications')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name: 'Deutsch' }).click()
    await page.getByText('The receiver answered 410: it is gone.').waitFor()
    await page.getByRole('button', { name: 'Neue Benachrichtigung' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Wer benachrichtigt wird' }).click()
    await page.getByRole('option', { name: 'Android-Telefon' }).click()
    await dialog.getByRole('textbox', { name: 'Registrierungstoken' }).fill(`token-${'x'.repeat(150)}`)
    await isSound()
    await dialog.getByRole('button', { name: 'Neue Benachrichtigung' }).click()
    await page.getByText(/No push gateway for Android/).waitFor()
    await soon(async () => assert.equal(await page.getByText('fehlgeschlagen').count(), 2))
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    assert.ok(overflow <= 0, `${overflow} px wider than the screen`)
    await isSound()
  },
)
