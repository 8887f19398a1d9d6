import type { OperationType } from '@latchwork/contract'
import type { Updateable } from 'kysely'
import type { Ctx, RequestCtx, WorkCtx } from '../../../platform/context.ts'
import type { SmartlockTable } from '../../../schema/smartlocks.ts'
import { emit, type NewEvent } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import { change } from '../change.ts'
import { configPayload, masterdataPayload, statusPayload } from '../present.ts'
import { isOnline, type Section } from '../rules.ts'
import type * as store from '../store.ts'
import { nextRevision, readReported } from './rules.ts'
import * as desired from './store.ts'

/**
 * What locks are to be like, against what they report (D26). Every function runs in the caller's transaction and holds
 * the lock's row, so that one section of one lock changes in one place at a time.
 */

type Lock = store.SmartlockRow

export interface DesiredChange {
  section: Section
  type: OperationType
  changes: Record<string, unknown>
}

/**
 * Notes how the lock is to be. While an earlier change of the section waits, a lock that is online is busy with it; for
 * one that is offline both become one (D24), and so they do when the earlier one was the service's own (D15): no caller is
 * to wait for what no caller asked for. Returns the operation that reports what became of it.
 */
export async function desire(
  ctx: RequestCtx<'resource_locked'>,
  lock: Lock,
  change: DesiredChange,
): Promise<string> {
  const waiting = await desired.find(ctx.db, lock.account_id, lock.smartlock_id, change.section)
  const blocking = waiting?.operation_id ?? undefined
  if (blocking !== undefined && isOnline(lock.server_state) && !(await operations.adopt(ctx, blocking)))
    ctx.fail('resource_locked', { operationId: blocking })
  return note(ctx, lock, change, waiting)
}

/** Asks for a full report. Several that wait are one, whether the lock is online or not (D65). */
export async function desireReport(ctx: RequestCtx, lock: Lock): Promise<string> {
  const waiting = await desired.find(ctx.db, lock.account_id, lock.smartlock_id, 'sync')
  return waiting?.operation_id ?? note(ctx, lock, { section: 'sync', type: 'sync', changes: {} }, waiting)
}

/** Notes a desired change, together with what waits already. */
export async function note(
  ctx: WorkCtx,
  { account_id, smartlock_id, server_state }: Lock,
  { section, type, changes }: DesiredChange,
  waiting: store.DesiredRow | undefined,
): Promise<string> {
  const isConnected = isOnline(server_state)
  const merged = waiting?.operation_id ? { ...JSON.parse(waiting.changes), ...changes } : changes
  const operationId =
    waiting?.operation_id ?? (await operations.accept(ctx, { type, smartlockId: smartlock_id }))
  await desired.save(ctx.db, {
    account_id,
    smartlock_id,
    section,
    revision: nextRevision(waiting?.revision ?? 0, ctx.clock.now()),
    changes: JSON.stringify(merged),
    operation_id: operationId,
    due_at: isConnected ? ctx.clock.now() : null,
  })
  if (isConnected) ctx.afterCommit(() => ctx.wake.notify('desired', smartlock_id))
  return operationId
}

/** The lock is offline: what it has not answered waits until it is back. */
export async function hold(ctx: Ctx<never>, lock: Lock): Promise<void> {
  for (const row of await desired.listPendingOf(ctx.db, lock.account_id, lock.smartlock_id)) {
    await desired.update(ctx.db, row, { due_at: null })
  }
  await operations.requeueOf(ctx, lock.smartlock_id)
}

/** The lock is online, on a new connection: everything it has not answered is sent, in the order it was asked for. */
export async function release(
  ctx: Ctx<never>,
  lock: Lock,
  pending: readonly store.DesiredRow[],
): Promise<void> {
  for (const row of pending) await desired.update(ctx.db, row, { due_at: ctx.clock.now() })
  if (pending.length > 0) ctx.afterCommit(() => ctx.wake.notify('desired', lock.smartlock_id))
}

export interface SettingsReport {
  section: string
  revision: number
  errors: readonly { path: string; code: number; text: string }[]
  values?: Record<string, unknown>
}

/** The lock's answer to a desired change: what it took is in effect; for what it refused, its own values stand (D26). */
export async function applySettings(ctx: Ctx<never>, lock: Lock, report: SettingsReport): Promise<void> {
  const { section, errors } = report
  const waiting = await desired.find(ctx.db, lock.account_id, lock.smartlock_id, section)
  // An answer to an earlier revision says how the lock is, but not what became of the change that waits now.
  const operationId = waiting?.revision === report.revision ? waiting.operation_id : null
  const before = { ...lock }
  change(ctx, lock, {
    ...reportedColumns(ctx, lock, report),
    ...(operationId !== null && { error: errorText(section, errors) }),
    ...(operationId !== null && section === 'pin' && { admin_pin_state: errors.length > 0 ? 2 : 0 }),
  })
  if (operationId !== null && waiting) {
    await desired.update(ctx.db, waiting, { operation_id: null, due_at: null, changes: '{}' })
    await endOperation(ctx, operationId, errorText(section, errors), errors[0]?.code)
  }
  const isShown = section === 'config' || section === 'advanced'
  const isConfirmed = operationId !== null && errors.length === 0 && isShown
  const isNew = before.config !== lock.config || before.advanced_config !== lock.advanced_config
  const events: NewEvent[] = isConfirmed || isNew ? [await configEvent(ctx, lock)] : []
  if (before.admin_pin_state !== lock.admin_pin_state)
    events.push({
      feature: 'DEVICE_STATUS',
      smartlockId: lock.smartlock_id,
      payload: statusPayload(lock),
    })
  await emit(ctx, events)
  // Its zone may be another: what follows from that is looked at now.
  if (isNew) await ctx.ports.windowsMoved(ctx, lock, false, before)
}

/** Columns for what a device says of its settings; what does not have the contract's shape is not believed. */
function reportedColumns(
  ctx: Ctx<never>,
  lock: Lock,
  { section, values }: Pick<SettingsReport, 'section' | 'values'>,
): Updateable<SmartlockTable> {
  if (values === undefined) return {}
  const text = readReported(section, lock.type, values)
  if (text === undefined) {
    ctx.metrics.droppedMessages.inc({ reason: 'badShape' })
    return {}
  }
  return section === 'config' ? { config: text } : { advanced_config: text }
}

/** The same for a whole report of the device. */
export const infoColumns = (
  ctx: Ctx<never>,
  lock: Lock,
  { config, advanced }: { config: Record<string, unknown>; advanced?: Record<string, unknown> },
): Updateable<SmartlockTable> => ({
  ...reportedColumns(ctx, lock, { section: 'config', values: config }),
  ...(advanced && reportedColumns(ctx, lock, { section: 'advanced', values: advanced })),
})

function errorText(section: string, errors: SettingsReport['errors']): string | null {
  if (errors.length === 0) return null
  const refused = errors.slice(0, 10).map(({ path, code, text }) => `${path}: ${text} (${hex(code)})`)
  const rest = errors.length > 10 ? `, and ${errors.length - 10} more` : ''
  return `${section} refused by the device: ${refused.join(', ')}${rest}`
}

const hex = (code: number) => code.toString(16).padStart(2, '0')

async function endOperation(
  ctx: Ctx<never>,
  operationId: string,
  error: string | null,
  code: number | undefined,
): Promise<void> {
  if (error === null || code === undefined) await operations.move(ctx, operationId, 'confirmed')
  else await operations.move(ctx, operationId, 'failed', { errorCode: hex(code), error })
}

/** DEVICE_CONFIG with everything there is (7.3). */
export async function configEvent(ctx: Ctx<never>, lock: Lock): Promise<NewEvent> {
  const pending = await desired.listPendingOf(ctx.db, lock.account_id, lock.smartlock_id)
  return {
    feature: 'DEVICE_CONFIG',
    smartlockId: lock.smartlock_id,
    payload: configPayload({ row: lock, pending }),
  }
}

/** The lock has reported everything it was asked to (D65). */
export async function applySyncResult(
  ctx: Ctx<never>,
  lock: Lock,
  operationId: string,
  refusal?: { code: number; text: string },
): Promise<void> {
  const waiting = await desired.find(ctx.db, lock.account_id, lock.smartlock_id, 'sync')
  if (waiting?.operation_id !== operationId) return
  await desired.update(ctx.db, waiting, { operation_id: null, due_at: null })
  await endOperation(ctx, operationId, refusal?.text ?? null, refusal?.code)
  if (refusal) return
  const payload = masterdataPayload(lock)
  await emit(ctx, [
    { feature: 'DEVICE_MASTERDATA', smartlockId: lock.smartlock_id, payload },
    await configEvent(ctx, lock),
  ])
}
