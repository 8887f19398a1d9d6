import type { SmartlockState } from '@latchwork/contract'
import type { AccessEntry, DeviceReport, ReportedState } from '../../../devices/driver.ts'
import { toWireDate } from '../../../platform/clock.ts'
import { type Ctx, inAccounts } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'
import * as connections from '../connection/service.ts'
import { ringToOpenTimer } from '../present.ts'
import { isOfMemory } from '../rules.ts'
import { applySettings } from '../settings/service.ts'
import * as store from '../store.ts'
import * as reports from './service.ts'

/** How to tell what a lock holds; undefined when the connection it told that on may not be believed any more. */
export type DigestFor = (
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  sessionId: string,
) => Promise<((entry: AccessEntry) => string) | undefined>

/** What a batch needs to know besides the store. */
export interface Means {
  readonly digestFor: DigestFor
  /** Whether this process may store what the device says. */
  readonly isOurs: (deviceId: string) => boolean
}

/** A report with the account of the lock that sent it. */
export interface TakenReport {
  readonly accountId: number
  readonly report: DeviceReport
}

/** Up to which event each device may forget them. */
export type EventAcks = Map<string, number>

/**
 * Applies reports in the order they came, in one transaction. It reads their locks at once, then the operations they name
 * and what is needed about locks that announce themselves. These rows change in memory from report to report and are
 * written once at the end, so a batch is a handful of statements, however many reports it has.
 */
export function applyBatch(
  system: Ctx<never>,
  means: Means,
  batch: readonly TakenReport[],
): Promise<EventAcks> {
  const accountIds = new Set(batch.map(({ accountId }) => accountId))
  return inAccounts(system, accountIds, async (tx) => {
    const deviceIds = new Set(batch.map(({ report }) => report.deviceId))
    const known = await store.listByDeviceIds(tx.db, deviceIds)
    // A lock that has another account since it sent its report: the transaction begins again with that account.
    const owners = known.map(({ account_id }) => account_id)
    const reported = batch.map(({ report }) => report)
    return inAccounts(tx, owners, (own) => applyAll(own, means, known, reported))
  })
}

async function applyAll(
  tx: Ctx<never>,
  { digestFor, isOurs }: Means,
  all: readonly store.SmartlockRow[],
  batch: readonly DeviceReport[],
): Promise<EventAcks> {
  // Asked by the only writer of these accounts: another process that serves a lock by now is a later writer (ADR 36).
  const served = all.filter((lock) => isOurs(lock.device_id))
  const locks = new Map(served.map((lock) => [lock.device_id, lock]))
  const orders = await operations.findAny(tx, new Set(batch.flatMap(commandOf)))
  const arrivals = await connections.readArrivals(tx, arrivingIn(batch, locks))
  const known = { orders, arrivals }
  const acks: EventAcks = new Map()
  for (const report of batch) {
    const lock = locks.get(report.deviceId)
    const upTo =
      lock && (await applyOne({ ...tx, accountId: lock.account_id }, digestFor, lock, known, report))
    if (upTo !== undefined) acks.set(report.deviceId, upTo)
  }
  return acks
}

/** Locks that announce themselves before they say anything else: what is read of them now is still true by then. */
function arrivingIn(batch: readonly DeviceReport[], locks: ReadonlyMap<string, store.SmartlockRow>) {
  const firstWords = new Map<string, DeviceReport>()
  for (const report of batch) if (!firstWords.has(report.deviceId)) firstWords.set(report.deviceId, report)
  return [...firstWords].flatMap(([deviceId, report]) => {
    const lock = locks.get(deviceId)
    return lock && report.kind === 'online' ? [{ lock, announced: report }] : []
  })
}

/** The order that a report is about. */
export function commandOf(report: DeviceReport): string[] {
  if (report.kind === 'commandResult') return [report.commandId]
  return report.kind === 'event' && report.event.commandId !== undefined ? [report.event.commandId] : []
}

/** Of another memory it is what somebody kept, or it came before the lock announced itself, and comes again. */
function isNumberedNow(ctx: Ctx<never>, lock: store.SmartlockRow, { epoch }: { epoch?: string }): boolean {
  if (isOfMemory(lock, epoch)) return true
  ctx.metrics.droppedMessages.inc({ reason: 'replayed' })
  return false
}

async function applyOne(
  ctx: Ctx<never>,
  digestFor: DigestFor,
  lock: store.SmartlockRow,
  known: connections.Known,
  report: DeviceReport,
): Promise<number | undefined> {
  switch (report.kind) {
    case 'online':
      await connections.applyOnline(ctx, lock, report, known)
      return undefined
    case 'offline':
      await connections.applyOffline(ctx, lock, report.sessionId, known.orders)
      return undefined
    case 'info':
      await reports.applyInfo(ctx, lock, report)
      return undefined
    case 'state':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      await reports.applyState(ctx, lock, report.seq, toWireState(ctx, report.state))
      return undefined
    case 'event':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      return reports.applyEvent(ctx, lock, report.seq, report.event, known.orders)
    case 'unreadableEvent':
      if (!isNumberedNow(ctx, lock, report)) return undefined
      return reports.skipEvent(ctx, lock, report.seq)
    case 'commandResult':
      await reports.applyResult(ctx, lock, report.commandId, report.outcome, known.orders)
      return undefined
    case 'settings':
      // What was said in another connection may be long untrue; what it answered is asked again in this one.
      if (report.sessionId === lock.session_id) await applyAnswer(ctx, lock, report)
      return undefined
    case 'accessPage': {
      const digestOf = await digestFor(ctx, lock, report.sessionId)
      if (digestOf) await ctx.ports.rightsHeld(ctx, lock, report, digestOf)
      return undefined
    }
    case 'foreignCodes':
    case 'pairings':
      if (report.sessionId === lock.session_id) await applyForeign(ctx, lock, report)
      return undefined
    case 'commandAccepted':
      return undefined
  }
}

/** What is on it that this service did not put there. */
const applyForeign = (
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  report: Extract<DeviceReport, { kind: 'foreignCodes' | 'pairings' }>,
): Promise<void> =>
  report.kind === 'pairings'
    ? ctx.ports.pairingsHeld(ctx, lock, report)
    : ctx.ports.foreignHeld(ctx, lock, report)

/** Access rights are another area's. */
const applyAnswer = (
  ctx: Ctx<never>,
  lock: store.SmartlockRow,
  report: Extract<DeviceReport, { kind: 'settings' }>,
): Promise<void> =>
  report.section === 'auths' ? ctx.ports.rightsAnswered(ctx, lock, report) : applySettings(ctx, lock, report)

/** The state as the API shows it (4.13). */
function toWireState(ctx: Ctx<never>, { at: _at, ringToOpenEnd, ...state }: ReportedState): SmartlockState {
  return {
    ...state,
    ringToOpenTimer: ringToOpenTimer(ringToOpenEnd, ctx.clock.now()),
    ...(ringToOpenEnd !== undefined && { ringToOpenEnd: toWireDate(ringToOpenEnd) }),
  }
}
