import assert from 'node:assert/strict'
import { AUTH_TYPE } from '@latchwork/contract'
import * as bulkRules from '../src/features/bulk/rules.ts'
import * as makers from '../src/features/events/makers/service.ts'
import { maySee } from '../src/features/events/notifications/rules.ts'
import { isFor, targetOf } from '../src/features/events/webhooks/target.ts'
import * as sheetRules from '../src/features/sheets/rules.ts'
import type { Principal } from '../src/platform/context.ts'
import type { Creator } from './creators.ts'
import { grantedBy, newName, type Place } from './places.ts'
import { DAY_MS, iso } from './stays.ts'

/** Every kind of thing that can be made in an owner's account, and what becomes of it when its creator ends. */

/**
 * `stays`: it goes on. `ends`: it does nothing any more. `ends if shut out`: it ends when somebody takes the session away
 * or changes the password. `ends with the account`: it ends when the sub-account is deleted. `refused`: such a creator
 * cannot make it.
 */
export type Outcome = 'stays' | 'ends' | 'ends if shut out' | 'ends with the account' | 'refused'

interface Kind {
  make(by: Creator, at: Place): Promise<string>
  /** Whether it still does what it was made for. */
  works(id: string, at: Place): Promise<boolean>
  program: Outcome
  subAccount: Outcome
  console: Outcome
}

let made = 0

const isGranted = async (id: string, { host, smartlockId }: Place): Promise<boolean> =>
  (await host.authorizations.listOf({ params: { smartlockId } })).data.some((auth) => auth.id === id)

/** Any other answer, such as one about a limit, says nothing about the thing. */
function isThere(statusCode: number, isGone: number): boolean {
  assert.ok([200, isGone].includes(statusCode), `answered ${statusCode}`)
  return statusCode === 200
}

const pageAnswers = async (path: string, { w }: Place): Promise<boolean> =>
  isThere((await w.request('GET', '/guest', { token: path.slice('/g/'.length) })).statusCode, 401)

async function unitBy(by: Creator, { addressId }: Place): Promise<string> {
  const { data } = await by.api.addressUnits.create({ params: { addressId }, body: { name: newName() } })
  return data.addressTokenId as string
}

async function receives(id: string, { w, smartlockId }: Place): Promise<boolean> {
  const row = await w.db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('endpoint_id', '=', Number(id))
    .executeTakeFirst()
  if (!row) return false
  const target = await targetOf(w.service.contextFor(row.account_id), row)
  return target !== undefined && isFor(target, { feature: 'DEVICE_LOGS', smartlock_id: smartlockId } as never)
}

async function isTold(id: string, { w, smartlockId }: Place): Promise<boolean> {
  const row = await w.db.selectFrom('notification').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    row !== undefined && maySee(await makers.sightOf(w.service.contextFor(row.account_id), row), smartlockId)
  )
}

/** Whether whoever asked for work may still do it to the lock of the place. */
function mayAsk(asker: Principal | undefined, { smartlockId }: Place): boolean {
  return asker !== undefined && (asker.limits === undefined || asker.limits.smartlockIds.has(smartlockId))
}

async function isBulkGoingOn(id: string, at: Place): Promise<boolean> {
  const run = await at.w.db.selectFrom('bulk_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const asker = await makers.askerOf(at.w.service.contextFor(run.account_id), run)
  if (run.state === 'canceled' || !asker || bulkRules.lackOf(asker, run.action)) return false
  return mayAsk(bulkRules.asFor(asker, run.action), at)
}

async function isSheetGoingOn(id: string, at: Place): Promise<boolean> {
  const run = await at.w.db.selectFrom('sheet_run').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const asker = await makers.askerOf(at.w.service.contextFor(run.account_id), run)
  if (run.state === 'canceled' || !asker || sheetRules.lackOf(asker, run.kind)) return false
  return mayAsk(sheetRules.asFor(asker, run.kind), at)
}

const has = <T>(rows: readonly T[], id: string, idOf: (row: T) => string | number): boolean =>
  rows.some((row) => String(idOf(row)) === id)

const STAYS = { program: 'stays', subAccount: 'stays', console: 'stays' } as const
const FOLLOWS = { program: 'ends', subAccount: 'ends', console: 'stays' } as const
const ENDS = { program: 'ends', subAccount: 'ends', console: 'ends if shut out' } as const

export const KINDS: Record<string, Kind> = {
  'Keypad code': {
    make: (by, { smartlockId }) => grantedBy(by.api, smartlockId, AUTH_TYPE.keypadCode),
    works: isGranted,
    ...STAYS,
  },
  'App invitation': {
    make: (by, { smartlockId }) => grantedBy(by.api, smartlockId, AUTH_TYPE.app),
    works: isGranted,
    ...STAYS,
  },
  'Guest link of a stay': {
    make: async (by, { addressId, reservationId: id }) =>
      (await by.api.guestLinks.createForStay({ params: { addressId, id }, body: {} })).data.path,
    works: pageAnswers,
    ...FOLLOWS,
  },
  'Guest link of a keypad code': {
    make: async (by, { smartlockId, authId: id }) =>
      (await by.api.guestLinks.createForAuth({ params: { smartlockId, id }, body: {} })).data.path,
    works: pageAnswers,
    ...FOLLOWS,
  },
  'Address token': {
    make: unitBy,
    works: async (tokenId, { w }) =>
      isThere((await w.request('GET', `/address/token/${tokenId}`, { token: null })).statusCode, 404),
    ...FOLLOWS,
  },
  'Access redeemed from an address token': {
    async make(by, at) {
      const guest = await at.w.caller()
      const params = { tokenId: await unitBy(by, at) }
      const { operationId } = await guest.api.addressUnits.redeem({ params, body: { email: false } })
      const { data } = await at.host.operations.get({ params: { operationId: operationId as string } })
      return data.authIds?.[0] as string
    },
    works: isGranted,
    ...FOLLOWS,
  },
  'Decentral webhook': {
    async make(by) {
      const { data: key } = await by.api.apiKeys.create()
      const body = {
        webhookUrl: `https://receiver.example/${made++}`,
        webhookFeatures: ['DEVICE_LOGS' as const],
        apiKeyId: key.apiKeyId,
      }
      return String((await by.api.webhooks.register({ body })).data.id)
    },
    works: receives,
    ...ENDS,
  },
  Notification: {
    make: async (by) =>
      (
        await by.api.notifications.create({
          body: { pushId: `https://receiver.example/${made++}`, os: 2, settings: [] },
        })
      ).data.notificationId,
    works: isTold,
    ...ENDS,
  },
  'Bulk run': {
    async make(by, { w, smartlockId }) {
      const { data } = await by.api.bulk.create({ body: { action: 'lockDoors', ids: [String(smartlockId)] } })
      const { db } = w
      const run = () => db.selectFrom('bulk_run').select('state').where('id', '=', data.bulkId)
      await w.until(
        'the run is over',
        async () => (await run().executeTakeFirstOrThrow()).state !== 'running',
      )
      // One door is soon done; a long run would have its next step later.
      const goingOn = { state: 'running' as const, ended_at: null, next_at: Number.MAX_SAFE_INTEGER }
      await db.updateTable('bulk_run').set(goingOn).where('id', '=', data.bulkId).execute()
      return data.bulkId
    },
    works: isBulkGoingOn,
    ...ENDS,
  },
  'CSV file': {
    async make(by) {
      const file = Buffer.from('door,name\nNowhere,Here\n').toString('base64')
      return (await by.api.sheets.create({ body: { kind: 'doors', file } })).data.sheetId
    },
    works: isSheetGoingOn,
    ...ENDS,
  },
  'API key': {
    make: async (by) => String((await by.api.apiKeys.create()).data.apiKeyId),
    works: async (id, { w }) =>
      (await w.db
        .selectFrom('api_key')
        .select('api_key_id')
        .where('api_key_id', '=', Number(id))
        .executeTakeFirst()) !== undefined,
    ...STAYS,
    subAccount: 'ends with the account',
  },
  Person: {
    make: async (by) =>
      String(
        (
          await by.api.accountUsers.create({
            body: { email: `person${made++}@example.com`, name: newName() },
          })
        ).data.accountUserId,
      ),
    works: async (id, { host }) =>
      has((await host.accountUsers.list()).data, id, (user) => user.accountUserId),
    ...STAYS,
  },
  Group: {
    make: async (by) =>
      (await by.api.groups.create({ body: { kind: 'people', name: newName() } })).data.groupId,
    works: async (id, { host }) => has((await host.groups.list()).data, id, (group) => group.groupId),
    ...STAYS,
  },
  Plan: {
    async make(by) {
      const groupOf = async (kind: 'people' | 'doors') =>
        (await by.api.groups.create({ body: { kind, name: newName() } })).data.groupId
      const body = {
        name: newName(),
        peopleGroupId: await groupOf('people'),
        doorGroupId: await groupOf('doors'),
      }
      return (await by.api.plans.create({ body: { ...body, type: AUTH_TYPE.keypadCode } })).data.planId
    },
    works: async (id, { host }) => has((await host.plans.list()).data, id, (plan) => plan.planId),
    ...STAYS,
  },
  'Linked calendar': {
    async make(by, { addressId }) {
      const url = `https://calendar.example/${made++}.ics`
      await by.api.services.link({ params: { serviceId: 'ical' }, body: { url, addressId } })
      return String(addressId)
    },
    works: async (id, { w }) =>
      (await w.db.selectFrom('service_link').select('status').where('address_id', '=', Number(id)).execute())
        .length === 1,
    ...STAYS,
    subAccount: 'refused',
  },
  Import: {
    make: async (by) =>
      (await by.api.imports.create({ body: { url: 'https://other.example', token: 'token-there' } })).data
        .importId,
    works: async (id, { host }) =>
      (await host.imports.get({ params: { importId: id } })).data.state !== 'canceled',
    ...STAYS,
    subAccount: 'refused',
  },
  Address: {
    make: async (by) =>
      String((await by.api.addresses.create({ body: { name: newName(), smartlockIds: [] } })).data.addressId),
    works: async (id, { host }) =>
      has((await host.addresses.list()).data, id, (address) => address.addressId),
    ...STAYS,
  },
  Reservation: {
    async make(by, { w, addressId }) {
      const now = w.service.platform.clock.now()
      const dates = { startDate: iso(now + 10 * DAY_MS), endDate: iso(now + 12 * DAY_MS) }
      const body = { name: newName(), email: '', guests: 1, ...dates }
      return (await by.api.reservations.create({ params: { addressId }, body })).data.id
    },
    works: async (id, { host, addressId }) =>
      has((await host.reservations.list({ params: { addressId } })).data, id, (stay) => stay.id),
    ...STAYS,
  },
  Lock: {
    make: async (by) =>
      String((await by.api.smartlocks.register({ body: { type: 4, name: newName() } })).data.smartlockId),
    works: async (id, { host }) => has((await host.smartlocks.list()).data, id, (lock) => lock.smartlockId),
    ...STAYS,
  },
  Gateway: {
    make: async (by) => (await by.api.gateways.create({ body: { name: newName() } })).data.gatewayId,
    works: async (id, { host }) => has((await host.gateways.list()).data, id, (gateway) => gateway.gatewayId),
    ...STAYS,
  },
}
