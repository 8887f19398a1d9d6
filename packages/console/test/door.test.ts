import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHTS } from '@latchwork/contract'
import { eventually, soon } from '../../server/test/eventually.ts'
import { connectDevice } from '../../server/test/ldp-device.ts'
import { deepTest } from '../../server/test/tier.ts'
import { type Visit, visit } from './browser.ts'

const setConnection = ({ service, frontDoor }: Visit, connection: 'online' | 'offline') =>
  service.api.sandbox.change({ params: { smartlockId: frontDoor }, body: { connection } })

test('a setting, changed while the lock is offline, waits with its age and is taken over when the lock is back', async (t) => {
  const here = await visit(t, { own: 'moves the clock' })
  const { page, service, signIn, isSound, frontDoor } = here
  await signIn(`/doors/${frontDoor}?tab=settings`)
  await page.getByLabel('Brightness of the light').waitFor()
  await setConnection(here, 'offline')
  await page.getByLabel('Brightness of the light').fill('5')
  await page.getByRole('region', { name: 'Device' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Waiting for the lock to take this over').waitFor()
  await isSound()
  await page.getByRole('link', { name: 'All doors' }).click()
  const card = page.getByRole('article', { name: 'Front door' })
  await card.getByText('Offline').waitFor()
  await card.getByText('1 change pending', { exact: false }).waitFor()
  const unlock = card.getByRole('button', { name: 'Unlock: Front door' })
  await soon(async () =>
    assert.equal(await unlock.getAttribute('aria-disabled'), 'true', 'a lock that is offline is not moved'),
  )
  await service.api.sandbox.moveClock({ body: { advance: 'PT2H' } })
  await page.reload()
  await card.getByText('oldest for 2 hours', { exact: false }).waitFor()
  await isSound()
  await setConnection(here, 'online')
  await card.getByText('Online').waitFor()
  await card.getByText('pending', { exact: false }).waitFor({ state: 'detached' })
  const { data } = await service.api.smartlocks.get({ params: { smartlockId: frontDoor } })
  assert.equal(data.config?.ledBrightness, 5)
})

deepTest(
  'a setting that breaks its rule is told at its field and not sent, and one that is not saved is not left by mistake',
  async (t) => {
    const { page, service, signIn, isSound, frontDoor } = await visit(t)
    await signIn(`/doors/${frontDoor}?tab=settings`)
    await page.getByLabel('Brightness of the light').fill('9')
    await page.getByText('A number from 0 to 5').waitFor()
    const save = page.getByRole('region', { name: 'Device' }).getByRole('button', { name: 'Save' })
    assert.ok(await save.isDisabled())
    await isSound()
    const light = page.getByLabel('Brightness of the light')
    await light.fill('4')
    await page.getByRole('status').filter({ hasText: 'Not saved yet' }).waitFor()
    const leave = () => page.getByRole('link', { name: 'All doors' }).click()
    const question = page.getByRole('dialog', { name: 'Not saved yet' })
    await leave()
    await question.waitFor()
    await isSound()
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await light.inputValue(), '4', 'who stays loses nothing')
    await leave()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor()
    const { data } = await service.api.smartlocks.get({ params: { smartlockId: frontDoor } })
    assert.notEqual(data.config?.ledBrightness, 4)
    await page.goBack()
    await light.waitFor()
    await light.fill('4')
    await save.click()
    await page.getByText('Not saved yet').waitFor({ state: 'detached' })
    await leave()
    await page.getByRole('heading', { name: 'Doors', level: 1 }).waitFor()
  },
)

test('the activity of a door shows what happened as it happens, and what was asked for only; so does that of all', async (t) => {
  const { page, service, signIn, isSound, frontDoor } = await visit(t)
  await signIn(`/doors/${frontDoor}?tab=activity`)
  await page.getByRole('heading', { name: 'Nothing happened yet' }).waitFor()
  await isSound()
  await service.api.smartlocks.unlock({ params: { smartlockId: frontDoor } })
  await page.getByRole('listitem').getByText('Unlock', { exact: true }).first().waitFor()
  await page.getByRole('img', { name: /Chart of when 1 entry/ }).waitFor()
  await page.locator('[role=img] [style*="height: 100%"]').hover()
  await page.getByText('Opened: 1').waitFor()
  await isSound()
  await page.getByRole('combobox', { name: 'What happened' }).click()
  await page.getByRole('option', { name: 'Lock', exact: true }).click()
  await page.getByRole('heading', { name: 'No entry fits' }).waitFor()
  assert.match(page.url(), /action=2/)
  await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
  const everywhere = page.getByRole('table', { name: 'Activity' })
  await everywhere.getByRole('link', { name: 'Front door' }).waitFor()
  await everywhere.getByText('Unlock', { exact: true }).waitFor()
  await isSound()
  await page.getByRole('switch', { name: 'Only when somebody was not let in' }).click()
  await page.getByRole('heading', { name: 'No entry fits' }).waitFor()
  assert.match(page.url(), /denied=true/)
  await service.api.sandbox.happen({
    params: { smartlockId: frontDoor },
    body: { event: 'keypad', code: '999999' },
  })
  await everywhere.getByText('Wrong code').waitFor()
  await page.reload()
  await everywhere.getByText('Wrong code').waitFor()
  await page.getByRole('combobox', { name: 'What happened' }).click()
  await page.getByRole('option', { name: 'Doorbell' }).click()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await everywhere.getByText('Unlock', { exact: true }).first().waitFor()
})

test('a door shows who has access and whether the lock knows it, what the lock can do, who could open it before, and where to give more', async (t) => {
  const { page, service, go, signIn, isSound, frontDoor } = await visit(t)
  await service.api.authorizations.createOn({
    params: { smartlockId: frontDoor },
    body: {
      name: 'Cleaner',
      type: 13,
      remoteAllowed: false,
      code: 482913,
      allowedWeekDays: 64 + 4,
      allowedFromTime: 480,
      allowedUntilTime: 720,
    },
  })
  await signIn(`/doors/${frontDoor}?tab=access`)
  const row = page.getByRole('row').filter({ hasText: 'Cleaner' })
  await row.getByText('Mon, Fri, 08:00–12:00').waitFor()
  await row.getByText('On the lock', { exact: true }).waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Capability' }).click()
  await page.getByText(/^1 of \d+ used$/).waitFor()
  await isSound()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByText('4.4.12').waitFor()
  await isSound()
  const before = new Date(Date.now() - 86_400_000).toISOString()
  await go(`/access/past?door=${frontDoor}&at=${before}`)
  await page.getByText(/This far back not everything is known/).waitFor()
  await page.getByRole('heading', { name: 'Nobody could open this door then' }).waitFor()
  await isSound()
  await service.api.authorizations.createOn({
    params: { smartlockId: frontDoor },
    body: { name: 'Neighbour', type: 13, remoteAllowed: false, code: 482914 },
  })
  const isThere = async () => {
    const { data } = await service.api.authorizations.listOf({ params: { smartlockId: frontDoor } })
    return data.every(({ syncState }) => syncState === 'synced')
  }
  await eventually('the lock has both', isThere)
  await go(`/access/past?door=${frontDoor}&at=${new Date().toISOString()}`)
  const neighbour = page.getByRole('row').filter({ hasText: 'Neighbour' })
  await neighbour.getByText('Could open').waitFor()
  await neighbour.getByText('It opened the door.').waitFor()
  await isSound()
  await go(`/doors/${frontDoor}?tab=access`)
  await page.getByRole('link', { name: 'Give access' }).click()
  await page.getByLabel('Name on the lock').fill('Painter')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('group', { name: 'Front door' }).waitFor()
})

deepTest('a door, deleted after its name was typed, is gone from the list and from the API', async (t) => {
  const { page, service, signIn, isSound, frontDoor } = await visit(t)
  await signIn(`/doors/${frontDoor}?tab=settings`)
  await page.getByRole('button', { name: 'Delete this lock' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete this lock' })
  assert.ok(await confirm.isDisabled(), 'its name was not typed yet')
  await dialog.getByLabel('Type Front door to confirm').fill('Front door')
  await isSound()
  await confirm.click()
  await page.getByText('Front door was deleted').waitFor()
  await page.getByRole('article', { name: 'Apartment 1' }).waitFor()
  await soon(async () => assert.equal(await page.getByRole('article', { name: 'Front door' }).count(), 0))
  const { data: locks } = await service.api.smartlocks.list({})
  assert.equal(
    locks.some(({ smartlockId }) => smartlockId === frontDoor),
    false,
  )
})

deepTest('a door that is not there is told, and the way back is shown', async (t) => {
  const { page, text, signIn, isSound } = await visit(t)
  await signIn('/doors/1')
  await page.getByRole('heading', { name: text.kit.missing(text.door.title) }).waitFor()
  await isSound()
})

/** A lock that gave its secret away, by logging in with it. */
async function exposedLock({ service }: Visit) {
  const { data } = await service.api.smartlocks.register({ body: { type: 4, name: 'Old gate' } })
  const { smartlockId } = data
  const deviceId = smartlockId.toString(16).slice(-8).toUpperCase()
  const connect = (credentials: { username: string; secret: string; password?: string }) =>
    connectDevice({ url: service.brokerUrl, deviceId, ...credentials })
  const { username, secret } = data.credentials
  await assert.rejects(connect({ username, secret, password: secret }))
  return { smartlockId, connect, old: { username, secret } }
}

deepTest(
  'a lock that showed its secret says so and leads to new credentials, which are shown once to who proves to be there',
  async (t) => {
    const here = await visit(t, { own: 'moves the clock' })
    const { page, service, text, signIn, isSound, owner } = here
    const words = text.door.credentials
    const { smartlockId, connect, old } = await exposedLock(here)
    await signIn(`/doors/${smartlockId}`)
    const warning = page.getByRole('alert').filter({ hasText: words.exposed })
    await warning.waitFor()
    await isSound()
    await warning.getByRole('link', { name: words.replace }).click()
    const section = page.getByRole('region', { name: words.title, exact: true })
    await section.getByText(words.exposed).waitFor()
    await service.api.sandbox.moveClock({ body: { advance: 'PT11M' } })
    await section.getByRole('button', { name: words.replace }).click()
    const dialog = page.getByRole('dialog', { name: words.replace })
    await dialog.getByText(words.detail).waitFor()
    await isSound()
    await dialog.getByRole('button', { name: words.replace }).click()
    const proof = page.getByRole('dialog', { name: text.kit.stepUp.title })
    await proof.getByLabel(text.kit.stepUp.password).fill(owner.password)
    await proof.getByRole('button', { name: text.kit.stepUp.submit }).click()
    const shown = async (label: string) =>
      (await dialog.getByRole('region', { name: label, exact: true }).textContent()) ?? ''
    const fresh = {
      username: await shown(words.username),
      secret: await shown(words.secret),
      password: await shown(words.password),
    }
    await isSound()
    await dialog.getByRole('button', { name: text.kit.close }).last().click()
    assert.equal(
      (await page.content()).includes(fresh.secret),
      false,
      'the values are gone with their dialog',
    )
    await section.getByText(words.exposed).waitFor({ state: 'detached' })
    await assert.rejects(connect(old), 'the old ones are dead')
    const device = await connect(fresh)
    await device.drop()
  },
)

deepTest(
  'who may not change a lock is warned about its credentials, and not led to where it cannot go',
  async (t) => {
    const here = await visit(t)
    const { page, service, text, signIn, owner } = here
    const { smartlockId } = await exposedLock(here)
    const email = 'watcher@example.org'
    await service.api.subAccounts.create({
      body: {
        ...{ email, password: owner.password, name: 'Watcher', language: 'en' },
        ...{ rights: RIGHTS.operateSmartlock, profile: {}, currentPassword: owner.password },
      },
    })
    await signIn(`/doors/${smartlockId}`, { email, password: owner.password })
    await page.getByRole('alert').filter({ hasText: text.door.credentials.exposed }).waitFor()
    assert.equal(await page.getByRole('link', { name: text.door.credentials.replace }).count(), 0)
  },
)
