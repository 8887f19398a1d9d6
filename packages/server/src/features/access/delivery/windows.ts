import { type AccessWindow, crossesMidnight, nextWindows } from '@latchwork/access-window'
import type { WindowKeeper } from '@latchwork/contract'
import type { AccessEntry } from '../../../devices/driver.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import { windowOf } from '../rules.ts'
import type { AuthRow } from '../store.ts'
import { entryOf, type NameRoom } from './entries.ts'

/**
 * Windows of rights on locks that keep none: the service puts a right onto the lock when its time begins, and takes it off
 * when it ends. A lock says so in its capability, or by refusing a right that has dates, weekdays or times of day.
 */

/** What matters about a lock for what it is sent. */
export interface Keeping {
  zone: string
  /** The service keeps these for all of its rights. */
  dates: boolean
  weekly: boolean
  /** Its gateway keeps what the service does not. */
  isByGateway: boolean
  /** It keeps weekdays and times itself, but none that go past midnight. */
  endsAtMidnight: boolean
  nameRoom: NameRoom
}

export function keepingOf(lock: smartlocks.SmartlockRow): Keeping {
  // By what the lock last reported: it is the clock on its wall that counts (D15).
  const { window, timeZone, nameMaxLength, told } = smartlocks.capabilityOf({ row: lock, pending: [] })
  return {
    zone: timeZone,
    dates: window.datesKeptBy === 'service',
    weekly: window.weeklyKeptBy === 'service',
    isByGateway: window.datesKeptBy === 'gateway' || window.weeklyKeptBy === 'gateway',
    // A gateway sees to that by itself.
    endsAtMidnight:
      lock.gateway_id === null && window.weeklyKeptBy === 'lock' && told?.windows.acrossMidnight === false,
    nameRoom: nameMaxLength,
  }
}

const hasDates = ({ from_date, until_date }: AuthRow) => from_date !== null || until_date !== null

const hasWeekly = ({ week_days, from_time, until_time }: AuthRow) =>
  week_days !== null || from_time !== null || until_time !== null

const areDatesHere = (keeping: Keeping, row: AuthRow): boolean => keeping.dates || row.keeps_dates === 0

const isWeeklyHere = (keeping: Keeping, row: AuthRow): boolean =>
  keeping.weekly || row.keeps_weekly === 0 || (keeping.endsAtMidnight && crossesMidnight(windowOf(row)))

/** The window that the service keeps for a right; undefined when there is nothing to keep. */
function windowHere(keeping: Keeping, row: AuthRow): AccessWindow | undefined {
  // With its dates, whoever keeps those: outside of them there is nothing to open.
  if (hasWeekly(row) && isWeeklyHere(keeping, row)) return windowOf(row)
  if (!hasDates(row) || !areDatesHere(keeping, row)) return undefined
  return windowOf({ ...row, week_days: null, from_time: null, until_time: null })
}

/** Who keeps the times of a right; undefined when it has none. */
export function keeperOf(keeping: Keeping, row: AuthRow): WindowKeeper | undefined {
  if (windowHere(keeping, row)) return 'service'
  if (!hasDates(row) && !hasWeekly(row)) return undefined
  return keeping.isByGateway ? 'gateway' : 'lock'
}

/** How a window that is kept here stands at a moment. */
interface Phase {
  isOpen: boolean
  /** When that changes; never, if it is undefined. */
  edge: number | undefined
}

/** Undefined for what the lock keeps itself, or what has no limits. */
function phaseOf(keeping: Keeping, row: AuthRow, now: number): Phase | undefined {
  const window = windowHere(keeping, row)
  if (!window) return undefined
  const [next] = nextWindows(window, keeping.zone, now, 1)
  if (!next) return { isOpen: false, edge: undefined }
  return next.from <= now ? { isOpen: true, edge: next.until } : { isOpen: false, edge: next.from }
}

/** What the lock is to hold now: nothing, outside of a window that it cannot keep itself. */
export function entryNow(ctx: Ctx<never>, keeping: Keeping, row: AuthRow): AccessEntry | null {
  if (row.sync_state === 'deleting') return null
  if (phaseOf(keeping, row, ctx.clock.now())?.isOpen === false) return null
  const { fromDate, untilDate, weekDays, fromTime, untilTime, ...entry } = entryOf(ctx, row, keeping.nameRoom)
  return {
    ...entry,
    ...(!areDatesHere(keeping, row) && defined({ fromDate, untilDate })),
    ...(!isWeeklyHere(keeping, row) && defined({ weekDays, fromTime, untilTime })),
  }
}

const defined = (values: Record<string, number | undefined>): Record<string, number> =>
  Object.fromEntries(Object.entries(values).filter((pair): pair is [string, number] => pair[1] !== undefined))

/** A lock's word that it cannot do that. */
const NOT_CAPABLE = 0xf4

/** What the service keeps for a right from now on, if it is for its window that the lock did not take it. */
export function takenOver(
  keeping: Keeping,
  row: AuthRow,
  code: number,
): Partial<Pick<AuthRow, 'keeps_dates' | 'keeps_weekly'>> | undefined {
  if (code !== NOT_CAPABLE || row.sync_state !== 'pending') return undefined
  if (hasDates(row) && !areDatesHere(keeping, row)) return { keeps_dates: 0 }
  return hasWeekly(row) && !isWeeklyHere(keeping, row) ? { keeps_weekly: 0 } : undefined
}

/** It is not on the lock, and will be when its time comes. */
const isKept = (phase: Phase | undefined, isHeld: boolean): boolean =>
  phase !== undefined && !phase.isOpen && phase.edge !== undefined && !isHeld

/**
 * What is known of a right after its lock spoke about it, and when to look again. Where it is not sure that the lock does
 * not hold it, it counts as held.
 */
export function standing(ctx: Ctx<never>, keeping: Keeping, row: AuthRow, isHeld: boolean) {
  const now = ctx.clock.now()
  const phase = phaseOf(keeping, row, now)
  if (!phase) return { delivered: 1, switch_at: null }
  // Its time began or ended while the lock was answering: that is still to be done.
  const isLate = (row.switch_at !== null && row.switch_at <= now) || (isHeld && !phase.isOpen)
  return {
    delivered: isHeld || phase.isOpen ? 1 : 0,
    switch_at: isLate ? now : (phase.edge ?? null),
    ...(isKept(phase, isHeld) && { place: 'kept' }),
  }
}

/** What was to come off because its time is over, and did not: that is asked for again, later and later. */
export const isToComeOff = (ctx: Ctx<never>, keeping: Keeping, row: AuthRow): boolean =>
  phaseOf(keeping, row, ctx.clock.now())?.isOpen === false

/** Nobody may call a change done that the lock has not seen because its time has not come. */
export const isWaitedFor = (ctx: Ctx<never>, keeping: Keeping, row: AuthRow): boolean =>
  row.operation_id !== null && isKept(phaseOf(keeping, row, ctx.clock.now()), false)

/** Put aside until its time comes: done, unless somebody waits for the lock to prove a change. */
const aside = (row: AuthRow, edge: number): AuthRow => ({
  ...row,
  place: 'kept',
  switch_at: edge,
  sent_revision: null,
  ...(row.operation_id === null && { sync_state: 'synced', pending_since: null }),
})

/** What is about to be sent, with when to look at it again; `isEarly`: the lock does not have it, and must not have it yet. */
export function beforeSending(
  ctx: Ctx<never>,
  keeping: Keeping,
  row: AuthRow,
): { row: AuthRow; isEarly: boolean } {
  const phase = row.sync_state === 'pending' ? phaseOf(keeping, row, ctx.clock.now()) : undefined
  if (!phase) return { row, isEarly: false }
  if (!phase.isOpen && phase.edge !== undefined && row.delivered === 0)
    return { row: aside(row, phase.edge), isEarly: true }
  return { row: { ...row, switch_at: phase.edge ?? null }, isEarly: false }
}

/** It has to be sent as it is to be now. */
const toSend = (row: AuthRow, now: number, place: 'stuck' | null): AuthRow => ({
  ...row,
  sync_state: 'pending',
  pending_since: row.pending_since ?? now,
  sent_revision: null,
  place,
})

/** What the clock makes of a right when its time begins or ends, or when its lock goes by another clock. */
export function atEdge(ctx: Ctx<never>, keeping: Keeping, row: AuthRow, isAnswering: boolean): AuthRow {
  const now = ctx.clock.now()
  if (row.sync_state === 'deleting') return { ...row, switch_at: null }
  const phase = phaseOf(keeping, row, now)
  const next = { ...row, switch_at: phase?.edge ?? null }
  // The lock is to keep its times from now on. What failed may be there in an earlier form, which had none.
  if (!phase) return row.place === 'kept' || row.sync_state === 'failed' ? toSend(next, now, null) : next
  if (!phase.isOpen) return atEnd(next, now, isAnswering)
  const isSettled = row.sync_state === 'failed' || (row.sync_state === 'synced' && row.delivered === 1)
  return isSettled ? next : toSend(next, now, null)
}

/** Its time is over, or has not come yet. */
function atEnd(row: AuthRow, now: number, isAnswering: boolean): AuthRow {
  // Nobody has to reach the lock to know that it is still there.
  if (row.delivered === 1) return toSend(row, now, isAnswering ? null : 'stuck')
  if (row.sync_state === 'failed') return { ...row, switch_at: null }
  if (row.switch_at !== null) return aside(row, row.switch_at)
  // It never got there: a change that waits for the lock is over when the lock has heard of it.
  return row.operation_id === null
    ? { ...row, sync_state: 'synced', pending_since: null, place: null }
    : toSend(row, now, null)
}

/** Its time is over, and the lock, which may have it, does not answer. */
export const isStuck = (ctx: Ctx<never>, keeping: Keeping, row: AuthRow): boolean =>
  row.sync_state === 'pending' && row.delivered === 1 && isToComeOff(ctx, keeping, row)
