import { AUTOMATION } from '@latchwork/contract'
import type { Ctx } from '../../../../platform/context.ts'
import * as addresses from '../../addresses/service.ts'
import { newRow } from '../new-row.ts'
import type { AddressTimes } from '../rules.ts'
import * as store from '../store.ts'
import {
  type FeedEntry,
  type FeedPlan,
  feedEventOf,
  isOverBudget,
  planAbsentOnly,
  planFeed,
} from './rules.ts'
import * as bookings from './store.ts'

export { type FeedEntry, feedEventOf } from './rules.ts'

/** The link that a calendar came through. */
export interface FeedSource {
  linkId: number
  serviceId: string
  addressId: number
  unitId: string | null
}

export interface FeedOptions {
  /** How many percent of the stays to come may vanish in one fetch. */
  budgetPercent: number
  /** Somebody looked and said yes: the budget does not count. */
  isTrusted: boolean
}

/** What a fetch did to stays. */
export interface FeedCounts {
  added: number
  changed: number
  canceled: number
}

const NOTHING: FeedCounts = { added: 0, changed: 0, canceled: 0 }

export interface FeedResult extends FeedCounts {
  /** Nothing was applied: so many of the stays to come would have vanished. */
  refused?: { vanished: number; future: number }
  /** So many did not fit into the quota. */
  leftOut: number
}

/** Applies a good, non-empty fetch in the caller's transaction (D69). */
export async function applyFeed(
  ctx: Ctx<never>,
  source: FeedSource,
  entries: readonly FeedEntry[],
  options: FeedOptions,
): Promise<FeedResult> {
  const rows = await bookings.listOfLink(ctx.db, ctx.accountId, source.linkId)
  const plan = planFeed(rows, entries, ctx.clock.now())
  if (!options.isTrusted && isOverBudget(plan, options.budgetPercent)) {
    const { vanished, future } = plan
    return { ...NOTHING, refused: { vanished, future }, leftOut: 0 }
  }
  const added = await withinQuota(ctx, source.addressId, plan.added)
  await applyPlan(ctx, source, plan, added)
  const leftOut = plan.added.length - added.length
  return { added: added.length, changed: plan.changed.length, canceled: plan.canceled.length, leftOut }
}

/** The calendar is the same as at the last fetch: what was missing then is missing once more (D69). */
export async function applyUnchanged(ctx: Ctx<never>, source: FeedSource): Promise<FeedCounts> {
  const rows = await bookings.listOfLink(ctx.db, ctx.accountId, source.linkId)
  const plan = planAbsentOnly(rows, ctx.clock.now())
  await applyPlan(ctx, source, plan, [])
  return { ...NOTHING, canceled: plan.canceled.length }
}

async function withinQuota(ctx: Ctx<never>, addressId: number, added: FeedEntry[]): Promise<FeedEntry[]> {
  if (added.length === 0) return added
  const room = ctx.limits.reservationsPerAddress - (await store.count(ctx.db, ctx.accountId, addressId))
  return added.slice(0, Math.max(room, 0))
}

async function applyPlan(
  ctx: Ctx<never>,
  source: FeedSource,
  plan: FeedPlan,
  added: FeedEntry[],
): Promise<void> {
  const address = await addresses.find(ctx, source.addressId)
  if (!address) return
  const times = addresses.timesOf(ctx, address)
  // Bit by bit: ten thousand bookings made into rows at once would hold up everybody else.
  for (let i = 0; i < added.length; i += AT_ONCE) {
    const rows = added.slice(i, i + AT_ONCE).map((entry) => rowOf(ctx, source, entry, times))
    await store.insert(ctx.db, rows)
  }
  for (const { row, entry } of plan.changed) await applyChange(ctx, row, entry)
  for (const row of plan.canceled) await cancel(ctx, row)
  for (const [fetches, group] of Map.groupBy(plan.missing, (one) => one.fetches))
    await setMissing(
      ctx,
      group.map(({ row }) => row.id),
      fetches,
    )
  await setMissing(
    ctx,
    plan.back.map((row) => row.id),
    0,
  )
  const isWorkDue = added.length + plan.changed.length + plan.canceled.length > 0
  if (isWorkDue) ctx.afterCommit(() => ctx.wake.notify('stay'))
}

const AT_ONCE = 500

async function setMissing(ctx: Ctx<never>, ids: string[], fetches: number): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE)
    await bookings.setMissing(ctx.db, ctx.accountId, ids.slice(i, i + AT_ONCE), fetches)
}

const rowOf = (ctx: Ctx<never>, source: FeedSource, entry: FeedEntry, times: AddressTimes) =>
  newRow(ctx, times, {
    addressId: source.addressId,
    unitId: source.unitId,
    name: entry.name,
    email: entry.email,
    guests: entry.guests,
    reference: entry.reference ?? null,
    startsAt: entry.startsAt,
    endsAt: entry.endsAt,
    feed: { serviceId: source.serviceId, linkId: source.linkId, key: entry.key, event: entry },
  })

/** Only what the feed says anew replaces what is stored: a name that somebody corrected stays corrected. */
async function applyChange(ctx: Ctx<never>, row: store.ReservationRow, entry: FeedEntry): Promise<void> {
  const before = feedEventOf(row)
  const isNew = <K extends keyof FeedEntry>(field: K) => before?.[field] !== entry[field]
  const now = ctx.clock.now()
  await store.update(ctx.db, ctx.accountId, row.id, {
    ...(isNew('name') && { name: entry.name }),
    // Nobody vouches for an address that a calendar names, unless for the calendar itself (D181).
    ...(isNew('email') && { email: entry.email, email_reach: 0 }),
    ...(isNew('guests') && { guests: entry.guests }),
    ...(isNew('reference') && { reference: entry.reference ?? null }),
    starts_at: entry.startsAt,
    ends_at: entry.endsAt,
    feed_key: entry.key,
    feed_event: JSON.stringify(entry),
    missing_fetches: 0,
    state: 'accepted',
    // A booking that comes back is a booking like any other.
    ...(row.state === 'canceled' && { automation: AUTOMATION.none }),
    due_at: now,
    updated_at: now,
  })
  if (isNew('email')) await ctx.ports.guestContactChanged(ctx, row.id)
}

/** The clock revokes what was issued for it. */
async function cancel(ctx: Ctx<never>, row: store.ReservationRow): Promise<void> {
  const now = ctx.clock.now()
  await store.update(ctx.db, ctx.accountId, row.id, {
    state: 'canceled',
    missing_fetches: 0,
    due_at: now,
    updated_at: now,
  })
}
