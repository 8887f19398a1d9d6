import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { keypadLock } from './access-device.ts'
import { oneTimePassword } from './one-time-password.ts'
import { TO_RECEIVERS } from './webhook-receiver.ts'
import type { World } from './world.ts'

/** Nobody listens there, so that what goes wrong on the way is kept and told as well. */
const NOBODY = 'https://127.0.0.1:1'

export const withSecrets = { config: { outbound: TO_RECEIVERS, signUp: true } }

/** Every secret that was given to the service or that it made, by what it is. */
export type Planted = Map<string, string>

const word = () => randomBytes(12).toString('hex')
/**
 * No zero, and not 12 at the beginning: a code that every lock takes. No 3 either: there are makers' models in the store
 * that are nothing but digits from there on.
 */
const digits = (count: number) => Array.from({ length: count }, () => randomInt(4, 10)).join('')

/** Goes once through everything that has to do with secrets, each call with an Idempotency-Key where it takes one. */
export async function plantSecrets(w: World): Promise<Planted> {
  const planted: Planted = new Map()
  planted.set('token of the first start', w.owner.token)
  const { send, token } = await signUp(w, planted)
  await makeKeys(send, planted)
  const smartlockId = await makeLock(w, send, planted)
  await makeCodes(w, token, send, smartlockId, planted)
  await makeAddress(w, send, planted)
  await makeNotification(send, planted)
  await changeMailAddress(send, planted)
  await askForReset(w, planted)
  await switchOtpOn(w, send, planted)
  await tellMails(w, planted)
  return planted
}

type Send = <T = Record<string, string>>(method: string, url: string, body?: unknown) => Promise<T>

function sender(w: World, token: string): Send {
  return async (method, url, body) => {
    const key = method === 'GET' ? {} : { 'idempotency-key': `key-${word()}` }
    const answer = await w.request(method, url, { token, headers: key, ...(body !== undefined && { body }) })
    assert.ok(answer.statusCode < 300, `${method} ${url}: ${answer.statusCode} ${answer.payload}`)
    return (answer.payload === '' ? undefined : answer.json()) as never
  }
}

const EMAIL = 'planted@example.com'

async function signUp(w: World, planted: Planted): Promise<{ send: Send; token: string }> {
  const password = `password ${word()}`
  planted.set('password', password)
  const account = { email: EMAIL, password, name: 'Planted', language: 'en' }
  const signedUp = await w.request('PUT', '/account', { token: null, body: account })
  assert.equal(signedUp.statusCode, 200, signedUp.payload)
  const wrong = `password ${word()}`
  planted.set('wrong password', wrong)
  await w.request('POST', '/account/login', { token: null, body: { email: EMAIL, password: wrong } })
  const login = await w.request('POST', '/account/login', { token: null, body: { email: EMAIL, password } })
  const token = login.json().accessToken as string
  planted.set('token of the session', token)
  planted.set('token that is none', word() + word())
  await w.request('GET', '/smartlock', { token: planted.get('token that is none') as string })
  const send = sender(w, token)
  const config = { alexaPin: `pin${word()}`.slice(0, 16), gactionsHomePin: `pin${word()}`.slice(0, 16) }
  await send('POST', '/account', { name: 'Planted', language: 'en', config })
  planted.set('PIN for Alexa', config.alexaPin)
  planted.set('PIN for Google', config.gactionsHomePin)
  return { send, token }
}

async function makeKeys(send: Send, planted: Planted): Promise<void> {
  const { apiKeyId } = await send('PUT', '/api/key', { description: 'planted' })
  const scopes = ['smartlock', 'smartlock.readOnly']
  const { accessToken } = await send('PUT', `/api/key/${apiKeyId}/token`, { description: 'planted', scopes })
  planted.set('API token', accessToken as string)
  const webhookUrl = `${NOBODY}/hook`
  const features = ['DEVICE_MASTERDATA', 'DEVICE_AUTHS', 'DEVICE_CONFIG']
  const webhook = await send('PUT', '/api/decentralWebhook', {
    webhookUrl,
    webhookFeatures: features,
    apiKeyId: Number(apiKeyId),
  })
  planted.set('secret of a webhook', webhook.secret as string)
  await send('POST', `/api/decentralWebhook/${webhook.id}/test`)
  await send('PUT', `/api/key/${apiKeyId}/advanced`, {
    ...{ name: 'Rooms', country: 'AT', description: 'Rentals', url: 'https://rooms.example' },
    ...{ email: 'api@rooms.example', type: 'OTHER', webhookUrl, webhookFeatures: features },
  })
  const advanced = await send('GET', `/api/key/${apiKeyId}/advanced`)
  planted.set('secret of an advanced key', advanced.secret as string)
}

async function makeLock(w: World, send: Send, planted: Planted): Promise<number> {
  const lock = await send<{ smartlockId: number; credentials: { secret: string } }>('PUT', '/smartlock', {
    type: 4,
    name: 'Planted door',
  })
  planted.set('secret of a device', lock.credentials.secret)
  const replaced = await send<{ secret: string }>('POST', `/smartlock/${lock.smartlockId}/credentials`)
  planted.set('new secret of a device', replaced.secret)
  const keypad = await keypadLock(w, 'Owner door')
  const { config } = await w.db
    .selectFrom('smartlock')
    .select('config')
    .where('smartlock_id', '=', keypad.smartlockId)
    .executeTakeFirstOrThrow()
  await w.db.updateTable('smartlock').set({ config }).where('smartlock_id', '=', lock.smartlockId).execute()
  planted.set('secret of the other device', keypad.secret)
  return lock.smartlockId
}

async function makeCodes(
  w: World,
  token: string,
  send: Send,
  smartlockId: number,
  planted: Planted,
): Promise<void> {
  const [code, later] = [digits(6), digits(6)]
  const auth = { name: 'Code', type: 13, smartlockIds: [smartlockId], remoteAllowed: false }
  await send('PUT', '/smartlock/auth', { ...auth, code: Number(code) })
  planted.set('code of a door', code)
  await send('PUT', '/smartlock/auth/advanced', { ...auth, name: 'Later', code: Number(later) })
  planted.set('code of a door, advanced', later)
  await w.request('GET', `/smartlock/${smartlockId}/explain?code=${code}`, { token })
  const pin = digits(4)
  await send('POST', `/smartlock/${smartlockId}/admin/pin`, { adminPin: Number(pin) })
  planted.set('admin PIN', pin)
}

async function makeAddress(w: World, send: Send, planted: Planted): Promise<void> {
  const locks = await send<{ smartlockId: number }[]>('GET', '/smartlock')
  const smartlockIds = locks.map(({ smartlockId }) => smartlockId)
  const { addressId } = await send('PUT', '/address', { name: 'Mill Street 1', smartlockIds })
  const unit = await send('PUT', `/address/${addressId}/unit`, { name: 'Flat' })
  const tokenId = unit.addressTokenId as string
  planted.set('address token', tokenId)
  await w.request('GET', `/address/token/${tokenId}`, { token: null })
  const guest = sender(w, (await w.account()).token)
  await guest('GET', `/address/token/${tokenId}/redeem`)
  const { inviteKeys } = await guest<{ inviteKeys: string[] }>('POST', `/address/token/${tokenId}/redeem`)
  planted.set('invite key of a unit', inviteKeys[0] as string)
  const path = `/calendar-${word()}.ics`
  planted.set('address of a calendar', path)
  await send('POST', '/service/ical/link', { url: `${NOBODY}${path}`, addressId: Number(addressId) })
  await makeGuest(w, send, String(addressId), planted)
}

/** The page is asked for as guests do, and with what a messenger adds to a link. */
async function makeGuest(w: World, send: Send, addressId: string, planted: Planted): Promise<void> {
  const wifi = { ssid: 'Mill', password: `wifi ${word()}`, security: 'WPA' }
  planted.set('password of a network', wifi.password)
  await send('POST', `/address/${addressId}/guestinfo`, { wifi })
  const dates = { startDate: '2030-01-01T00:00Z', endDate: '2030-01-02T00:00Z' }
  const stay = { name: 'Guest', email: GUEST_EMAIL, phone: GUEST_PHONE, guests: 1, ...dates }
  const { id } = await send('PUT', `/address/${addressId}/reservation`, stay)
  const { path = '' } = await send('PUT', `/address/${addressId}/reservation/${id}/guestlink`, {})
  const token = path.slice('/g/'.length)
  await writeToGuest(send, `/address/${addressId}`, id ?? '', planted)
  planted.set("token of a guest's page", token)
  for (const url of ['/guest', path, `${path}/manifest.webmanifest`, `${path}.`])
    await w.request('GET', url, { token: url === '/guest' ? token : null })
  await w.request('POST', '/guest/help', { token, headers: { 'idempotency-key': `key-${word()}` } })
}

/** Who reads a log learns no guest's address from it; the store keeps it with the stay, as it is. */
export const GUEST_EMAIL = 'planted-guest@example.com'
export const GUEST_PHONE = '+436607654321'

/** By mail and by a gateway that nobody answers at. */
async function writeToGuest(send: Send, address: string, stayId: string, planted: Planted): Promise<void> {
  const path = `/sms-${word()}`
  planted.set('address of a gateway for messages', path)
  const { secret } = await send('PUT', `${address}/guestmessage/gateway`, { url: `${NOBODY}${path}` })
  planted.set('secret of a gateway for messages', secret as string)
  await send('POST', `${address}/guestmessage/gateway/test`, { phone: GUEST_PHONE })
  for (const channel of ['mail', 'gateway'])
    await send('POST', `${address}/reservation/${stayId}/message`, { channel })
}

async function makeNotification(send: Send, planted: Planted): Promise<void> {
  const secret = randomBytes(20).toString('hex')
  planted.set('secret of a notification', secret)
  const body = { pushId: `${NOBODY}/push`, secret, os: 2, settings: [{ triggerEvents: ['lock'] }] }
  await send('PUT', '/notification', body)
}

const changeMailAddress = (send: Send, _planted: Planted) =>
  send('POST', '/account/email/change', { email: 'another@example.com' })

async function askForReset(w: World, planted: Planted): Promise<void> {
  await w.request('POST', '/account/password/reset', { token: null, body: { email: EMAIL } })
  await w.until('the reset is mailed', async () =>
    (await mailValues(w)).some(({ template }) => template === 'passwordReset'),
  )
  const wrong = word()
  planted.set('wrong reset token', wrong)
  const body = { token: wrong, password: `password ${word()}` }
  planted.set('password of a reset', body.password)
  await w.request('POST', '/account/password/reset/confirm', { token: null, body })
}

async function switchOtpOn(w: World, send: Send, planted: Planted): Promise<void> {
  const secret = await send<string>('PUT', '/account/otp')
  planted.set('secret of one-time passwords', secret)
  await send('POST', '/account/otp', { otp: oneTimePassword(secret, w.service.platform.clock.now()) })
}

async function mailValues(w: World): Promise<{ template: string; values: Record<string, unknown> }[]> {
  const rows = await w.db.selectFrom('mail').selectAll().where('values_sealed', 'is not', null).execute()
  return rows.map(({ id, template, values_sealed }) => ({
    template,
    values: JSON.parse(w.service.platform.sealer.open(values_sealed ?? '', `mail.values_sealed:${id}`)),
  }))
}

/** Codes and tokens that only mails tell. */
async function tellMails(w: World, planted: Planted): Promise<void> {
  for (const [i, { template, values }] of (await mailValues(w)).entries())
    for (const name of ['code', 'token'])
      if (values[name] !== undefined) planted.set(`${name} of mail ${i} (${template})`, String(values[name]))
  assert.ok(
    [...planted.keys()].some((what) => what.startsWith('code of mail')),
    'mails with codes were sent',
  )
}

/** Finds digits only where no further digits or letters make something else of them. */
export const isIn = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.-])${secret}(?![\\w-])`).test(text) : text.includes(secret)
