import type { Changes, Language } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { withinQuota } from '../../identity/account/service.ts'
import * as addresses from '../addresses/service.ts'
import * as units from '../units/service.ts'
import * as feed from './bookings/service.ts'
import * as codes from './codes/service.ts'
import * as byHand from './entry.ts'
import { newRow } from './new-row.ts'
import { contactReachOf } from './rules.ts'
import * as searching from './search/service.ts'
import * as store from './store.ts'

export type { FeedEntry } from './bookings/service.ts'
export { type BroughtStay, bring } from './brought/service.ts'

export const search = searching.search
export type { FeedCounts, FeedResult } from './bookings/service.ts'
export const applyFeed = feed.applyFeed
export const applyUnchanged = feed.applyUnchanged

export { assertStay, type GuestStay, ofGuest, vouch } from './for-guest.ts'
export { contactReachOf, messageTimes } from './rules.ts'
export type { ReservationView } from './store.ts'

export interface ReservationFields {
  name: string
  email: string
  phone?: string
  language?: Language
  guests: number
  startDate: string
  endDate: string
  reference?: string
  unitId?: string
}

export async function list(
  ctx: RequestCtx<'not_found'>,
  addressId: number,
): Promise<store.ReservationView[]> {
  await addresses.get(ctx, addressId)
  return store.list(ctx.db, ctx.accountId, addressId)
}

export async function get(
  ctx: Ctx<'not_found'>,
  addressId: number,
  id: string,
): Promise<store.ReservationView> {
  const [view] = await store.list(ctx.db, ctx.accountId, addressId, id)
  return view ?? ctx.fail('not_found')
}

type CreateRefusal = 'not_found' | 'quota_exceeded' | 'invalid_parameter'

export async function create(
  ctx: RequestCtx<CreateRefusal>,
  addressId: number,
  fields: ReservationFields,
): Promise<store.ReservationView> {
  const startsAt = Date.parse(fields.startDate)
  const endsAt = Date.parse(fields.endDate)
  assertOrder(ctx, startsAt, endsAt)
  const quota = {
    limit: ctx.limits.reservationsPerAddress,
    of: 'reservations per address',
    count: (tx: typeof ctx) => store.count(tx.db, tx.accountId, addressId),
  }
  return withinQuota(ctx, quota, async (tx) => {
    const { startDate: _start, endDate: _end, reference = null, unitId = null, ...guest } = fields
    const address = await addresses.get(tx, addressId)
    if (unitId !== null) await units.assertThere(tx, addressId, unitId)
    const reach = contactReachOf(tx.principal, { addressId })
    const stay = { ...guest, addressId, unitId, reach, reference, startsAt, endsAt }
    const row = newRow(tx, addresses.timesOf(tx, address), stay)
    await store.insert(tx.db, [row])
    tx.afterCommit(() => tx.wake.notify('stay'))
    return { row, codes: [] }
  })
}

function assertOrder(ctx: Ctx<'invalid_parameter'>, startsAt: number, endsAt: number): void {
  if (startsAt >= endsAt) failParameter(ctx.fail, 'endDate', 'must be after startDate')
}

/** A calendar decides about the dates of its bookings; sent back, they are read-only fields like any other (D8). */
function columnsOf(
  ctx: Ctx<'invalid_parameter'>,
  row: store.ReservationRow,
  { name, email, phone, language, guests, startDate, endDate, reference, unitId }: Changes<ReservationFields>,
) {
  const guest = {
    ...(name != null && { name }),
    ...(email != null && { email }),
    ...(phone !== undefined && { phone }),
    ...(language !== undefined && { language }),
    ...(guests != null && { guests }),
  }
  if (row.feed_key !== null) return guest
  const starts_at = startDate == null ? row.starts_at : Date.parse(startDate)
  const ends_at = endDate == null ? row.ends_at : Date.parse(endDate)
  assertOrder(ctx, starts_at, ends_at)
  return {
    ...guest,
    starts_at,
    ends_at,
    ...(reference !== undefined && { reference }),
    ...(unitId !== undefined && { unit_id: unitId }),
  }
}

const isContactNew = (
  row: store.ReservationRow,
  { email = row.email, phone = row.phone }: { email?: string; phone?: string | null },
): boolean => email !== row.email || phone !== row.phone

/** Whoever sets another address answers for it, as far as they may (D181); the same one again changes nothing. */
function reachOfNew(
  ctx: RequestCtx,
  row: store.ReservationRow,
  { email = row.email, phone = row.phone }: { email?: string; phone?: string | null },
) {
  const reach = contactReachOf(ctx.principal, { addressId: row.address_id })
  return {
    ...(email !== row.email && { email_reach: reach }),
    ...(phone !== row.phone && { phone_reach: reach }),
  }
}

export async function update(
  ctx: RequestCtx<codes.CodeRefusal>,
  addressId: number,
  id: string,
  changes: Changes<ReservationFields>,
): Promise<store.ReservationView> {
  return inTransaction(ctx, async (tx) => {
    if (changes.unitId != null) await units.assertThere(tx, addressId, changes.unitId)
    const stay = await byHand.find(tx, addressId, id)
    const columns = columnsOf(tx, stay.row, changes)
    const isSame = Object.entries(columns).every(
      ([name, value]) => stay.row[name as keyof typeof columns] === value,
    )
    if (isSame) return stay
    if ('starts_at' in columns || columns.name !== undefined) await byHand.assertFree(tx, stay)
    await byHand.moved(tx, stay, { ...columns, ...reachOfNew(tx, stay.row, columns) })
    if (isContactNew(stay.row, columns)) await tx.ports.guestContactChanged(tx, id)
    return get(tx, addressId, id)
  })
}

export const issue = byHand.issue
export const revoke = byHand.revoke
export const remove = byHand.remove
export const updateAccessTimes = byHand.updateAccessTimes

/** The authorizations of all stays at an address. */
export async function authIdsAt(ctx: Ctx<never>, addressId: number): Promise<string[]> {
  return (await codes.listOfAddress(ctx.db, ctx.accountId, addressId)).map((code) => code.auth_id)
}

/** Units go: their stays are looked at again, since the units' doors are no longer theirs. */
export async function leaveUnits(ctx: Ctx<never>, unitIds: readonly string[]): Promise<void> {
  const stays = await store.listIn(ctx.db, ctx.accountId, unitIds)
  const open = stays.filter(({ due_at }) => due_at !== null).map(({ id }) => id)
  if (open.length === 0) return
  await store.updateAll(ctx.db, ctx.accountId, open, { due_at: ctx.clock.now() })
  ctx.afterCommit(() => ctx.wake.notify('stay'))
}

/** The address changed: everything that is not over follows, at once (D83). */
export async function lookAgain(ctx: Ctx<never>, addressId: number): Promise<void> {
  await store.lookAgain(ctx.db, ctx.accountId, addressId, ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('stay'))
}

/** How many accepted reservations came through each link. */
export async function countOfLinks(ctx: Ctx<never>): Promise<Map<number, number>> {
  const rows = await store.countOfLinks(ctx.db, ctx.accountId)
  return new Map(rows.map((row) => [row.link_id as number, Number(row.n)]))
}

/** A link goes: stays without codes go with it, the others stay until their end (D70). */
export const leaveLink = (ctx: Ctx<never>, linkId: number) =>
  store.removeUnissued(ctx.db, ctx.accountId, linkId, ctx.clock.now())

/** A calendar is linked again: what it left behind belongs to it. */
export const joinLink = (
  ctx: Ctx<never>,
  link: { linkId: number; serviceId: string; addressId: number; unitId: string | null },
) => store.adopt(ctx.db, ctx.accountId, link)

const HOUR_MS = 3_600_000

/** How many codes of guests who arrive within so many hours are on their locks. */
export async function measureReadiness(ctx: Ctx<never>, hours: number): Promise<void> {
  const now = ctx.clock.now()
  const rows = await codes.countArriving(ctx.db, now, now + hours * HOUR_MS)
  const counts = new Map(rows.map((row) => [row.state, Number(row.n)]))
  const of = (state: codes.CodeRow['state']) => counts.get(state) ?? 0
  for (const state of ['confirmed', 'pending', 'failed'] as const)
    ctx.metrics.arrivalCodes.set({ state }, of(state))
  const total = of('confirmed') + of('pending') + of('failed')
  ctx.metrics.arrivalReadiness.set(total === 0 ? 1 : of('confirmed') / total)
}
