import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { soon } from '../../server/test/eventually.ts'
import { connectDevice } from '../../server/test/ldp-device.ts'
import { FOUND_CAPABILITY, foundLock } from '../../server/test/played-gateway.ts'
import { deepTest } from '../../server/test/tier.ts'
import { en } from '../src/messages/en/index.ts'
import { visit } from './browser.ts'

type Login = { deviceId: string; username: string; secret: string }

test('a gateway is made from an empty list, told what to do, and its lock adopted, all of it live', async (t) => {
  const { page, service, signIn, isSound } = await visit(t, { sandbox: false })
  await signIn('/doors')
  await page.getByRole('link', { name: 'Add a door' }).click()
  await page.getByRole('heading', { name: 'Add a door', level: 1 }).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Make a gateway' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the gateway').fill('Cellar')
  await dialog.getByRole('button', { name: 'Make a gateway' }).click()
  const claimCode = (await dialog.getByRole('region', { name: 'Claim code' }).textContent()) ?? ''
  const command = (await dialog.getByRole('region', { name: 'Command' }).textContent()) ?? ''
  assert.ok(command.endsWith(`--claim ${claimCode}`))
  await isSound()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const token = `lwg_${randomBytes(32).toString('base64url')}`
  const say = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${service.url}/gateway/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    assert.equal(answer.status, 200, await answer.clone().text())
    return answer
  }
  await page.getByText('Waiting for its claim code').waitFor()
  await say('claim', { claimCode, token, version: '1.2.3' })
  const hub = { id: 'zwave', family: 'zwave-js', address: 'ws://127.0.0.1:3000' }
  const report = { version: '1.2.3', queue: { waiting: 2, oldestSeconds: 40 } }
  const error = 'connect ECONNREFUSED'
  await say('self/report', { ...report, hubs: [{ ...hub, state: 'unreachable', error }], locks: [] })
  await page.getByRole('link', { name: 'Cellar' }).click()
  await page.getByText('Nobody answers at this address').waitFor()
  await page.getByText(`Last error: ${error}`).waitFor()
  await page.getByText('2, the oldest for 40 seconds').waitFor()
  const unready = foundLock({ ready: false, notes: ['interviewUnfinished'] })
  await say('self/report', { ...report, hubs: [{ ...hub, state: 'ready' }], locks: [unready] })
  await page.getByText('has not finished asking it').waitFor()
  await soon(async () =>
    assert.ok(await page.getByRole('button', { name: 'Adopt: Front door' }).isDisabled()),
  )
  await isSound()

  const capability = { ...FOUND_CAPABILITY, pairings: { change: true, add: false } }
  const checks = [
    { check: 'noRetries', result: 'wrong' },
    { check: 'rights', result: 'ok' },
  ]
  await say('self/report', {
    ...report,
    hubs: [{ ...hub, state: 'ready' }],
    locks: [{ ...foundLock(), checks, capability }],
  })
  await page.getByText('a latch may be pulled twice. (to be changed)').waitFor()
  await page.getByText('Lock actions are allowed. (as it should be)').waitFor()
  await isSound()
  await page.locator('button:enabled', { hasText: 'Adopt' }).click()
  await dialog.getByRole('button', { name: 'Adopt' }).click()
  await page.getByRole('heading', { name: 'First steps: Front door', level: 1 }).waitFor()
  await page.getByText('Waiting for the lock. Its gateway connects it').waitFor()
  await page.getByRole('button', { name: 'Allow opening from afar' }).click()
  await page.getByText('Opening from afar is off').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Give a first code' }).waitFor()
  await isSound()
  const login = (await say(`self/adoptions/${foundLock().key}/credentials`, {})).json()
  const device = await connectDevice({ url: service.brokerUrl, ...((await login) as Login) })
  t.after(() => device.end())
  const phone = { pairingId: 7, kind: 'app', name: 'Phone of Anna', enabled: true, timeLimited: false }
  const own = { ...phone, pairingId: 1, kind: 'bridge', name: 'NukiHub', isOwn: true, remoteAllowed: true }
  const pairings = [own, { ...phone, isOwn: false, remoteAllowed: false }]
  await device.publish('foreign', { sess: device.session, pairings })
  await page.getByRole('link', { name: 'Open its page' }).click()
  await page.getByRole('heading', { name: 'Front door', level: 1 }).waitFor()
  await page.getByRole('tab', { name: en.door.tabs.access }).click()
  await page.getByText('Latchwork lists them, and never touches them').waitFor()
  await page.getByText(en.pairings.own).waitFor()
  await isSound()
  await page.getByRole('button', { name: 'Switch off: Phone of Anna' }).click()
  await page.getByText(en.pairings.waiting).waitFor()
  const orders = () => device.received.filter(({ payload }) => payload.includes('"pairings"'))
  await soon(async () => assert.match(orders().at(-1)?.payload ?? '', /"enabled":false/))
  await isSound()
  await page.getByRole('tab', { name: en.door.tabs.capability }).click()
  await page.getByText('may still carry out an unlock 10 seconds').waitFor()
  await isSound()
  const { data: locks } = await service.api.smartlocks.list()
  assert.deepEqual(
    locks.map(({ name, vendor }) => [name, vendor]),
    [['Front door', 'Schlage']],
  )
})

deepTest(
  'a gateway for a Nuki lock is made with what to write into its file and into the app of the lock, which nobody else learns',
  async (t) => {
    const { page, service, signIn, isSound } = await visit(t, { sandbox: false })
    await signIn('/add-door')
    await page.getByRole('button', { name: 'Connect a Nuki lock' }).click()
    const dialog = page.getByRole('dialog')
    const submit = dialog.getByRole('button', { name: 'Connect a Nuki lock' })
    await dialog.getByLabel('Name of the gateway').fill('Cellar')
    await dialog.getByLabel('Address of the machine').fill('8.8.8.8')
    await dialog.getByText('A private address in numbers is needed').waitFor()
    await dialog.getByLabel('Id of the lock').fill('2bb2857X')
    await dialog.getByText('The id has eight digits').waitFor()
    await soon(async () => assert.ok(await submit.isDisabled()))
    await isSound()
    await dialog.getByLabel('Address of the machine').fill('192.168.1.10')
    await dialog.getByLabel('Id of the lock').fill('2bb28570')
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(request.postData() ?? ''))
    await submit.click()
    const shown = async (name: string) => (await dialog.getByRole('region', { name }).textContent()) ?? ''
    const password = await shown('Password in the Nuki app')
    assert.match(password, /^[A-Za-z2-9]{24}$/)
    assert.equal(await shown('Host name in the Nuki app'), '192.168.1.10')
    assert.equal(await shown('User name in the Nuki app'), '2BB28570')
    const config = JSON.parse(await shown('Config file gateway.json'))
    assert.deepEqual(config.hubs, [
      { family: 'nuki-mqtt', address: 'mqtt://192.168.1.10:1883', logins: { '2BB28570': password } },
    ])
    assert.ok(!bodies.join().includes(password))
    await isSound()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Connect through the cloud' }).click()
    await dialog.getByLabel('Name of the gateway').fill('Cloud')
    await dialog.getByRole('button', { name: 'Make a gateway' }).click()
    const cloud = JSON.parse(await shown('Config file gateway.json'))
    assert.deepEqual(cloud.hubs, [{ family: 'nuki-web', address: 'https://api.nuki.io', token: '…' }])
    await isSound()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const { data: gateways } = await service.api.gateways.list()
    assert.deepEqual(
      gateways.map(({ name }) => name),
      ['Cellar', 'Cloud'],
    )
  },
)
