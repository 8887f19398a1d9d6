import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Engine } from '../../packages/server/src/platform/store/database.ts'
import { calendarOf, startCalendarServer } from '../../packages/server/test/calendar-server.ts'
import { eventually } from '../../packages/server/test/eventually.ts'
import { oneTimePassword } from '../../packages/server/test/one-time-password.ts'
import { type ServiceProcess, startProcess } from '../../packages/server/test/service-process.ts'
import { type SmtpReceiver, startSmtpReceiver, wordsOf } from '../../packages/server/test/smtp-receiver.ts'
import { newStorage, removeStorage } from '../../packages/server/test/storage.ts'
import { BOTH_ENGINES } from '../../packages/server/test/tier.ts'
import { startReceiver, TEST_CA_FILE } from '../../packages/server/test/webhook-receiver.ts'
import { type Answer, InterfaceClient } from './interface-client.ts'

const DAY_MS = 86_400_000
const NEW_EMAIL = 'new-owner@example.com'

interface Walk {
  client: InterfaceClient
  /** The simulated locks by their name. */
  locks: Record<string, number>
  mailbox: SmtpReceiver
  hookUrl: string
  calendarUrl: string
}

for (const engine of BOTH_ENGINES)
  test(`a client that knows only the interface completes all 101 operations with the token of a fresh install [${engine}]`, async (t) => {
    const walk = await beginWalk(t, engine)
    await walkOtpOn(walk)
    await walkKeys(walk)
    await walkWebhooks(walk)
    await walkLocks(walk)
    await walkAuthorizations(walk)
    await walkPeople(walk)
    await walkAddresses(walk)
    await walkStays(walk)
    await walkNotifications(walk)
    await walkOpeners(walk)
    await walkSubAccounts(walk)
    await walkAccount(walk)
    assert.deepEqual(walk.client.notCalled(), [])
  })

async function beginWalk(t: TestContext, engine: Engine): Promise<Walk> {
  const [mailbox, receiver, calendars] = [
    await startSmtpReceiver(t),
    await startReceiver(t),
    await startCalendarServer(t),
  ]
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const later = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  calendars.calendars.set(
    '/calendar.ics',
    calendarOf([{ uid: 'one', start: today, end: later, summary: 'Ada' }]),
  )
  const service = await freshInstall(t, engine, mailbox)
  const token = /API token +(\S+)/.exec(service.output())?.[1] ?? assert.fail('no token was printed')
  const client = new InterfaceClient(service.url, token)
  const listed: Answer[] = await client.call('GET /smartlock')
  const locks = Object.fromEntries(listed.map(({ name, smartlockId }) => [name, smartlockId]))
  return { client, locks, mailbox, hookUrl: receiver.url, calendarUrl: calendars.url() }
}

/** The service as `npm start` runs it, with a mailbox and with receivers on this machine. */
async function freshInstall(t: TestContext, engine: Engine, mailbox: SmtpReceiver): Promise<ServiceProcess> {
  const storage = await newStorage(engine, { untouched: true })
  const settings = {
    LATCHWORK_ADMIN_TOKEN: '',
    LATCHWORK_SMTP_URL: mailbox.url,
    LATCHWORK_SMTP_CA_FILE: TEST_CA_FILE,
    LATCHWORK_MAIL_FROM: mailbox.config.mail.from,
    LATCHWORK_OUTBOUND_NETWORKS: '127.0.0.0/8',
    LATCHWORK_OUTBOUND_CA_FILE: TEST_CA_FILE,
  }
  const service = await startProcess(storage, settings, ['--sandbox'])
  t.after(async () => {
    await service.stop()
    removeStorage(storage)
  })
  return service
}

/** A second factor is on from here until the account is walked through. */
async function walkOtpOn({ client }: Walk): Promise<void> {
  const secret = await client.call('PUT /account/otp')
  await client.call('POST /account/otp', {}, { otp: oneTimePassword(secret, Date.now()) })
}

async function walkKeys({ client, hookUrl }: Walk): Promise<void> {
  const { apiKeyId } = await client.call('PUT /api/key', {}, { description: 'Walk' })
  const key = { apiKeyId }
  await client.call('POST /api/key/{apiKeyId}', key, {
    description: 'Walked',
    redirectUris: ['https://rooms.example/back'],
  })
  assert.ok((await client.call('GET /api/key')).length > 1)
  await client.call('PUT /api/key/{apiKeyId}/advanced', key, {
    ...{ name: 'Rooms', country: 'AT', description: 'Rentals', url: 'https://rooms.example' },
    ...{ email: 'api@rooms.example', type: 'SHORT_RENTAL' },
    ...{ webhookUrl: hookUrl, webhookFeatures: ['DEVICE_STATUS'] },
  })
  assert.equal((await client.call('GET /api/key/{apiKeyId}/advanced', key)).name, 'Rooms')
  await client.call('POST /api/key/{apiKeyId}/advanced', key, { webhookFeatures: ['DEVICE_LOGS'] })
  await client.call('POST /api/key/{apiKeyId}/advanced/reactivate', key)
  await client.call('DELETE /api/key/{apiKeyId}/advanced', key)
  const token = await client.call('PUT /api/key/{apiKeyId}/token', key, { description: 'Walk' })
  await client.call(
    'POST /api/key/{apiKeyId}/token/{id}',
    { ...key, id: token.id },
    { description: 'Walked' },
  )
  await client.call('GET /api/key/{apiKeyId}/token', key)
  await client.call('DELETE /api/key/{apiKeyId}/token/{id}', { ...key, id: token.id })
  const other = await client.call('PUT /api/key/{apiKeyId}/token', key, { description: 'Integration' })
  await client.call('GET /account/integration')
  await client.call('DELETE /account/integration', {}, { apiKeyId: String(apiKeyId), tokenId: other.id })
  await client.call('DELETE /api/key/{apiKeyId}', key)
}

async function walkWebhooks({ client, hookUrl }: Walk): Promise<void> {
  const [{ apiKeyId }] = await client.call('GET /api/key')
  const { id } = await client.call(
    'PUT /api/decentralWebhook',
    {},
    { webhookUrl: hookUrl, webhookFeatures: ['DEVICE_STATUS', 'DEVICE_LOGS'] },
  )
  await client.call('GET /api/decentralWebhook')
  await client.call('GET /api/key/{apiKeyId}/webhook/logs', { apiKeyId })
  await client.call('DELETE /api/decentralWebhook/{id}', { id })
}

/** A lock does one thing at a time. */
const untilIdle = ({ client }: Walk, smartlockId: number) =>
  eventually(`lock ${smartlockId} has done what it was asked for`, async () => {
    const lock = await client.call('GET /smartlock/{smartlockId}', { smartlockId })
    return lock.operationId === undefined
  })

async function walkLocks(walk: Walk): Promise<void> {
  const { client, locks } = walk
  const front = { smartlockId: locks['Front door'] as number }
  const onFront = async (operation: string, body?: unknown) => {
    await client.call(`POST /smartlock/{smartlockId}${operation}`, front, body)
    await untilIdle(walk, front.smartlockId)
  }
  await onFront('', { favorite: true })
  await onFront('/action', { action: 1 })
  await onFront('/action/lock')
  await onFront('/action/unlock')
  await onFront('/action/advanced', { action: 2 })
  await onFront('/action/unlock/advanced')
  await onFront('/action/lock/advanced')
  await onFront('/sync')
  await onFront('/admin/pin', { adminPin: 1234 })
  const { config, advancedConfig } = await client.call('GET /smartlock/{smartlockId}', front)
  await onFront('/config', { ...config, ledBrightness: 2 })
  await onFront('/advanced/config', { ...advancedConfig, lngTimeout: 30 })
  await onFront('/web/config', { batteryWarningPerMailEnabled: true })
  const requests = [{ ...front, webConfig: { batteryWarningPerMailEnabled: false } }]
  await client.call('POST /bulk-web-config', {}, { webConfigRequests: requests })
  const [intercom, lobby] = [locks.Intercom as number, locks.Lobby as number]
  await client.call(
    'POST /smartlock/{smartlockId}/advanced/openerconfig',
    { smartlockId: intercom },
    { rtoTimeout: 5 },
  )
  await client.call(
    'POST /smartlock/{smartlockId}/advanced/smartdoorconfig',
    { smartlockId: lobby },
    { buzzerVolume: 2 },
  )
  await client.call('DELETE /smartlock/{smartlockId}', { smartlockId: locks['Old cellar'] as number })
}

const untilSettled = ({ client }: Walk): Promise<Answer[]> =>
  eventually('no lock is still to learn of a right', async () => {
    const all: Answer[] = await client.call('GET /smartlock/auth')
    return all.every(({ operationId }) => operationId === undefined) && all
  })

async function walkAuthorizations(walk: Walk): Promise<void> {
  const { client, locks } = walk
  const smartlockId = locks['Front door'] as number
  const smartlockIds = [smartlockId, locks['Apartment 1'] as number]
  const right = { name: 'Anna', remoteAllowed: false, type: 13 }
  await client.call('PUT /smartlock/auth', {}, { ...right, smartlockIds, code: 384365 })
  await client.call('PUT /smartlock/auth/advanced', {}, { ...right, name: 'Ben', smartlockIds, code: 496738 })
  await client.call(
    'PUT /smartlock/{smartlockId}/auth',
    { smartlockId },
    { ...right, name: 'Cleo', code: 583749 },
  )
  const neighbour = { name: 'Neighbour' }
  await client.call('POST /smartlock/{smartlockId}/auth/advanced/sharedkey', { smartlockId }, neighbour)
  const all = await untilSettled(walk)
  await client.call('GET /smartlock/auth/paged')
  const own: Answer[] = await client.call('GET /smartlock/{smartlockId}/auth', { smartlockId })
  const one = own.find(({ name }) => name === 'Cleo')
  const params = { smartlockId, id: one.id }
  await client.call('GET /smartlock/{smartlockId}/auth/{id}', params)
  await client.call('POST /smartlock/{smartlockId}/auth/{id}', params, { name: 'Cleopatra' })
  const ben = all.filter(({ name }) => name === 'Ben').map(({ id }) => id)
  await client.call('POST /smartlock/auth', {}, [{ id: ben[0], name: 'Benjamin' }])
  await untilSettled(walk)
  await client.call('DELETE /smartlock/{smartlockId}/auth/{id}', params)
  await client.call('DELETE /smartlock/auth', {}, ben)
}

async function walkPeople({ client }: Walk): Promise<void> {
  const anna = { email: 'anna@example.com', name: 'Anna', language: 'en' }
  const { accountUserId } = await client.call('PUT /account/user', {}, { ...anna, type: '0' })
  const params = { accountUserId }
  await client.call('GET /account/user')
  await client.call('GET /account/user/{accountUserId}', params)
  await client.call('POST /account/user/{accountUserId}', params, { ...anna, name: 'Anna B.' })
  await client.call('DELETE /account/user/{accountUserId}', params)
}

async function walkAddresses(walk: Walk): Promise<void> {
  const { client, locks } = walk
  const smartlockIds = [locks['Apartment 2'] as number]
  const { addressId } = await client.call('PUT /address', {}, { name: 'House', smartlock_ids: smartlockIds })
  const params = { addressId }
  await client.call('GET /address')
  await client.call('POST /address/{addressId}', params, { name: 'House 1' })
  const unit = await client.call('PUT /address/{addressId}/unit', params, { name: 'Flat 1' })
  await client.call('GET /address/{addressId}/unit', params)
  const [{ id: tokenId }] = await client.call('GET /address/{addressId}/token', params)
  await client.call('GET /address/token/{tokenId}', { tokenId })
  await client.call('GET /address/token/{tokenId}/redeem', { tokenId })
  await client.call('POST /address/token/{tokenId}/redeem', { tokenId })
  await eventually('the redemption is on the lock', async () => {
    const [{ operationId }] = await client.call('GET /address/{addressId}/unit', params)
    return operationId === undefined
  })
  await client.call('DELETE /address/{addressId}/unit/{id}', { ...params, id: unit.id })
  const other = await client.call('PUT /address/{addressId}/unit', params, { name: 'Flat 2' })
  await client.call('DELETE /address/{addressId}/unit', params, [other.id])
  // The right that was redeemed for the first unit is being taken off its lock.
  await untilSettled(walk)
  await client.call('DELETE /address/{addressId}', params)
}

async function walkStays({ client, locks, calendarUrl }: Walk): Promise<void> {
  const smartlockIds = [locks['Apartment 1'] as number]
  const { addressId } = await client.call('PUT /address', {}, { name: 'Flat', smartlock_ids: smartlockIds })
  const service = { serviceId: 'ical' }
  await client.call('GET /service')
  await client.call('POST /service/{serviceId}/link', service, { url: calendarUrl, addressId })
  await client.call('GET /service/{serviceId}', service)
  const stay = (state: string, isSo: (stay: Answer) => boolean): Promise<Answer> =>
    eventually(state, async () => {
      const [first] = await client.call('GET /address/{addressId}/reservation', { addressId })
      return first !== undefined && first.operationId === undefined && isSo(first) && first
    })
  const { id } = await stay('the calendar brought a stay', () => true)
  const params = { addressId, id }
  await client.call('POST /service/{serviceId}/sync', service)
  const times = { checkInTime: 0, checkOutTime: 1380 }
  await client.call('POST /address/{addressId}/reservation/{id}/update/accesstimes', params, times)
  await client.call('POST /address/{addressId}/reservation/{id}/issue', params)
  await stay('the code is on the lock', ({ keypadIssued }) => keypadIssued)
  await client.call('POST /address/{addressId}/reservation/{id}/revoke', params)
  await stay('the code is gone', ({ keypadIssued }) => !keypadIssued)
  await client.call('POST /service/{serviceId}/unlink', service)
}

async function walkNotifications({ client, hookUrl }: Walk): Promise<void> {
  const posted = { pushId: hookUrl, os: 2, language: 'en', settings: [] }
  const { notificationId } = await client.call('PUT /notification', {}, { ...posted, referenceId: 'walk' })
  await client.call('GET /notification')
  await client.call('GET /notification/{notificationId}', { notificationId })
  await client.call('POST /notification/{notificationId}', { notificationId }, { ...posted, language: 'de' })
  await client.call('DELETE /notification/{notificationId}', { notificationId })
}

async function walkOpeners({ client }: Walk): Promise<void> {
  const [{ brandId }] = await client.call('GET /opener/brand')
  await client.call('GET /opener/brand/{brandId}', { brandId })
  const [{ intercomId }] = await client.call('GET /opener/intercom', { brandId, ignoreVerified: 'true' })
  await client.call('GET /opener/intercom/{intercomId}', { intercomId })
}

async function walkSubAccounts({ client }: Walk): Promise<void> {
  const sub = {
    ...{
      email: 'sub@example.com',
      password: 'horse of the sub-account',
      name: 'Sub',
      rights: 3,
      language: 'en',
    },
    profile: {
      firstName: 'Su',
      lastName: 'B',
      address: 'Street 1',
      zip: '1010',
      city: 'Wien',
      country: 'AT',
    },
  }
  const { accountId } = await client.call('PUT /account/sub', {}, sub)
  await client.call('GET /account/sub')
  await client.call('GET /account/sub/{accountId}', { accountId })
  const changed = await client.call(
    'POST /account/sub/{accountId}',
    { accountId },
    {
      ...sub,
      ...{ rights: 31, password: 'another horse of theirs', email: 'other-sub@example.com' },
    },
  )
  assert.equal(changed.rights, 31)
  await client.call('DELETE /account/sub/{accountId}', { accountId })
}

/** What gives the account away, with a second factor on; its end comes last. */
async function walkAccount({ client, mailbox }: Walk): Promise<void> {
  const settings = { web: { deviceViewType: 'TILE' } }
  await client.call('PUT /account/setting', {}, settings)
  await client.call('GET /account/setting')
  await client.call('DELETE /account/setting')
  const { email } = await client.call('GET /account')
  await client.call('POST /account/email/change', {}, { email: NEW_EMAIL })
  const code = await eventually('the code was mailed to the new address', async () => {
    const mail = mailbox.mails.find(({ to }) => to.includes(NEW_EMAIL))
    return mail && /\b\d{8}\b/.exec(wordsOf(mail))?.[0]
  })
  assert.notEqual(email, NEW_EMAIL)
  assert.equal((await client.call('POST /account/email/verify', {}, { code })).success, true)
  const password = { password: 'a new horse of the owner', deleteApiTokens: false, language: 'en' }
  assert.equal((await client.call('POST /account', {}, password)).email, NEW_EMAIL)
  await client.call('DELETE /account/otp')
  await client.call('POST /account/password/reset', {}, { email: NEW_EMAIL })
  await client.call('DELETE /account')
}
