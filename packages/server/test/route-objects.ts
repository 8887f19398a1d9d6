import assert from 'node:assert/strict'
import { api, type Route } from '@latchwork/contract'
import { foundLock, playGateway } from './played-gateway.ts'
import type { World } from './world.ts'

/**
 * What holds for every route, read from its own description: a route is covered on the day it is added.
 */
export const routes = Object.entries(api)
  .flatMap(([area, calls]) =>
    Object.entries<Route>(calls).map(([name, route]) => ({ label: `${area}.${name}`, route })),
  )
  // After this one nothing is left to try.
  .sort((a, b) => Number(a.label === 'account.remove') - Number(b.label === 'account.remove'))

/** The sandbox's routes are there only with it. */
export const withSandbox = { sandbox: true } as const

/** An object of the owner for every path parameter there is. */
export async function ownersObjects(w: World): Promise<Record<string, string | number>> {
  const { smartlockId } = await w.played()
  const { data: key } = await w.api.apiKeys.create()
  const { data: token } = await w.api.apiKeys.createToken({ params: { apiKeyId: key.apiKeyId } })
  const { operationId } = await w.api.smartlocks.unlock({ params: { smartlockId } })
  const { data: webhook } = await w.api.webhooks.register({
    body: { webhookUrl: 'https://receiver.example/hook', webhookFeatures: ['DEVICE_STATUS'] },
  })
  const { data: user } = await w.api.accountUsers.create({
    body: { email: 'guest@example.com', name: 'Guest' },
  })
  const { data: sub } = await w.api.subAccounts.create({
    body: {
      currentPassword: 'correct horse',
      email: 'sub@example.com',
      password: 'sub horse',
      name: 'Sub',
      language: 'en',
      rights: 31,
      profile: {},
    },
  })
  const { data: notification } = await w.api.notifications.create({
    body: { pushId: 'https://receiver.example/push', os: 2, settings: [] },
  })
  const { data: channel } = await w.api.alerts.addChannel({ body: { kind: 'mail', name: 'Mail' } })
  const webhookLogId = await loggedAttempt(w, webhook.id)
  const params = { smartlockId }
  await w.api.authorizations.createOn({ params, body: { name: 'Anna', remoteAllowed: true } })
  const { data: auths } = await w.api.authorizations.listOf({ params })
  const { data: sessions } = await (await w.session()).api.sessions.list()
  await w.api.emailAddress.change({ body: { email: 'other@example.com', currentPassword: 'correct horse' } })
  const [mail] = await w.db.selectFrom('mail').select('id').execute()
  return {
    ...(await ownersStays(w)),
    smartlockId,
    sessionId: sessions[0]?.id as string,
    channelId: channel.channelId,
    passkeyId: await registeredPasskey(w),
    pairingId: await toldPairing(w, smartlockId),
    mailId: mail?.id as string,
    act: 'approve',
    apiKeyId: key.apiKeyId,
    id: token.id,
    operationId: operationId as string,
    webhookId: webhook.id,
    webhookLogId,
    accountUserId: user.accountUserId,
    accountId: sub.accountId,
    notificationId: notification.notificationId,
    authorizationId: auths[0]?.id as string,
    ...(await adoptedLock(w)),
    importId: await endedImport(w),
    bulkId: await askedOfMany(w),
    sheetId: await checkedSheet(w),
    ...(await plansObjects(w, user.accountUserId)),
    // Which template.
    ...{ channel: 'mail', kind: 'arrival', language: 'en' },
    // Nobody has one (D133).
    subscriptionId: 1,
  }
}

/** A gateway of the owner that serves a lock. */
async function adoptedLock(w: World): Promise<Record<string, string | number>> {
  const gateway = await playGateway(w)
  const { key } = foundLock()
  await gateway.report({ locks: [foundLock()] })
  const params = { gatewayId: gateway.gatewayId, key }
  await w.api.gateways.adopt({ params, body: { name: 'Adopted' } })
  return params
}

/** A group of the owner with this person in it, and a plan for them, without doors. */
async function plansObjects(w: World, accountUserId: number) {
  const { data: people } = await w.api.groups.create({ body: { kind: 'people', name: 'Cleaners' } })
  await w.api.groups.join({ params: people, body: { ids: [accountUserId] } })
  const { data: doors } = await w.api.groups.create({ body: { kind: 'doors', name: 'No doors' } })
  const { data: plan } = await w.api.plans.create({
    body: { name: 'Cleaning', peopleGroupId: people.groupId, doorGroupId: doors.groupId, type: 13 },
  })
  await w.until('the plan is settled', async () => {
    const { data } = await w.api.plans.get({ params: plan })
    return data.state === 'settled'
  })
  return { groupId: people.groupId, planId: plan.planId }
}

/** An import of the owner that was canceled. */
async function endedImport(w: World): Promise<string> {
  const { data } = await w.api.imports.create({
    body: { url: 'https://other.example', token: 'token-there' },
  })
  await w.api.imports.remove({ params: data })
  return data.importId
}

/** Something that the owner asked of many, which were none. */
async function askedOfMany(w: World): Promise<string> {
  const { data } = await w.api.bulk.create({ body: { action: 'revokeRights', ids: ['f'.repeat(24)] } })
  return data.bulkId
}

/** A CSV file of the owner that could be started. */
async function checkedSheet(w: World): Promise<string> {
  const file = Buffer.from('door,name\nNowhere,Here\n').toString('base64')
  const { data } = await w.api.sheets.create({ body: { kind: 'doors', file } })
  await w.api.sheets.check({ params: data, body: { mapping: data.mapping } })
  return data.sheetId
}

/** A reservation at an address of the owner with a unit and its token. */
async function ownersStays(w: World): Promise<Record<string, string | number>> {
  const { data: address } = await w.api.addresses.create({ body: { name: 'Address', smartlockIds: [] } })
  const params = { addressId: address.addressId }
  const { data: unit } = await w.api.addressUnits.create({ params, body: { name: 'Unit' } })
  const dates = { startDate: '2030-01-01T00:00Z', endDate: '2030-01-02T00:00Z' }
  const guest = { name: 'Guest', email: '', guests: 1 }
  const { data: reservation } = await w.api.reservations.create({ params, body: { ...guest, ...dates } })
  return {
    ...params,
    unitId: unit.id,
    tokenId: unit.addressTokenId as string,
    reservationId: reservation.id,
    serviceId: 'ical',
    ...(await guestsObjects(w, { ...params, id: reservation.id })),
  }
}

/** A link to the page of a guest, and a picture that it shows. */
async function guestsObjects(w: World, params: { addressId: number; id: string }) {
  const { data: link } = await w.api.guestLinks.createForStay({ params, body: {} })
  const { data: picture } = await w.api.house.addPicture({ params, body: { data: PIXEL } })
  return { guestLinkId: link.id, pictureId: picture.id }
}

/** A PNG of one pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** An app that a lock of the owner knows by itself, as the lock would have told of it. */
async function toldPairing(w: World, smartlock_id: number): Promise<number> {
  const flags = { enabled: 1, remote_allowed: 1, is_own: 0, time_limited: 0, times: null, first_seen_at: 0 }
  const row = {
    account_id: w.owner.accountId,
    smartlock_id,
    pairing_id: 7,
    kind: 'app',
    name: 'Phone',
    ...flags,
  }
  await w.db.insertInto('pairing').values(row).execute()
  return row.pairing_id
}

/** A passkey of the owner, as an authenticator would have registered it. */
async function registeredPasskey(w: World): Promise<string> {
  const id = w.service.platform.ids.timeOrdered()
  const made = { credential_id: 'AA', rp_id: 'localhost', public_key: 'AA', counter: 0, backed_up: 0 }
  const row = { id, account_id: w.owner.accountId, name: 'Phone', created_at: 0, ...made }
  await w.db.insertInto('passkey').values(row).execute()
  return id
}

/** An attempt of the owner's webhook, as the delivery engine would have logged it. */
async function loggedAttempt(w: World, webhookId: number): Promise<string> {
  const id = w.service.platform.ids.timeOrdered()
  const endpoint = await w.db
    .selectFrom('webhook_endpoint')
    .select(['account_id', 'api_key_id', 'event_account_id', 'url'])
    .where('endpoint_id', '=', webhookId)
    .executeTakeFirstOrThrow()
  const outcome = { event_id: null, request_id: null, attempt: 1, succeeded: 1, response_status: 200 }
  const times = { duration: 1, created_at: 0, updated_at: 0 }
  const row = { id, endpoint_id: webhookId, headers: '{}', ...endpoint, ...outcome, ...times }
  await w.db.insertInto('webhook_log').values(row).execute()
  return id
}

/** Several areas call their id `id`. */
function nameOf(route: Route, parameter: string): string {
  if (parameter !== 'id') return parameter
  if (route.path.startsWith('/api/decentralWebhook')) return 'webhookId'
  if (route.path.includes('/unit/')) return 'unitId'
  if (route.path.includes('/reservation/')) return 'reservationId'
  if (route.path.startsWith('/smartlock/{smartlockId}/auth/')) return 'authorizationId'
  return route.path.includes('/webhook/logs/') ? 'webhookLogId' : 'id'
}

export const MISSING: Record<string, string | number> = {
  channel: 'mail',
  kind: 'arrival',
  language: 'en',
  gatewayId: 'f'.repeat(24),
  bulkId: 'f'.repeat(24),
  sheetId: 'f'.repeat(24),
  importId: 'f'.repeat(24),
  pairingId: 4_000_000_000,
  groupId: 'f'.repeat(24),
  planId: 'f'.repeat(24),
  guestLinkId: 'f'.repeat(24),
  pictureId: 'f'.repeat(24),
  key: 'nothing',
  sessionId: 'f'.repeat(24),
  channelId: 'f'.repeat(24),
  passkeyId: 'f'.repeat(24),
  mailId: 'f'.repeat(24),
  act: 'approve',
  accountId: 2_000_000_000,
  accountUserId: 2_000_000_000,
  notificationId: 'f'.repeat(24),
  smartlockId: 17_179_869_184,
  apiKeyId: 2_000_000_000,
  id: 'f'.repeat(24),
  operationId: 'f'.repeat(24),
  webhookId: 2_000_000_000,
  webhookLogId: 'f'.repeat(24),
  addressId: 2_000_000_000,
  unitId: 'f'.repeat(24),
  tokenId: 'f'.repeat(24),
  reservationId: 'f'.repeat(24),
  serviceId: 'nothing',
  authorizationId: 'f'.repeat(24),
  subscriptionId: 2_000_000_000,
}

export const fill = (route: Route, objects: Record<string, string | number>) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => {
    const name = nameOf(route, parameter)
    assert.ok(name in objects, `a test object for {${name}}`)
    return String(objects[name])
  })
