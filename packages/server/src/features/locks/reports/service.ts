import {
  type LockCapability,
  type MovementProof,
  SMARTLOCK_TYPE,
  type SmartlockLog,
  type SmartlockState,
} from '@latchwork/contract'
import { toWireDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { emit } from '../../events/outbox/service.ts'
import * as mail from '../../mail/service.ts'
import type * as operations from '../../operations/service.ts'
import { endAction } from '../actions/service.ts'
import { noteCharge } from '../battery/service.ts'
import { soundCapability } from '../capability/service.ts'
import { change, statusEvent } from '../change.ts'
import * as log from '../log/service.ts'
import { BATTERY_PART, type BatteryNotice, newlyLow } from '../notices.ts'
import { masterdataPayload, stateOf, webConfigOf } from '../present.ts'
import { judgeEvent, judgeMovement, logDeviceType, toldCapability } from '../rules.ts'
import { applySyncResult, configEvent, desireDefaultZone, infoColumns } from '../settings/service.ts'
import type { SmartlockRow } from '../store.ts'
import { WARNINGS, warn } from '../warnings.ts'

export type { Actor, ForeignPage, HeldList, PairingPage, Use } from './access.ts'

/**
 * What locks report, applied with the events it causes to the rows that the caller holds; they are written before the
 * transaction commits. Applying the same report twice changes nothing.
 */

type Lock = SmartlockRow

export interface DeviceInfo {
  firmware: number
  hardware: number
  config: Record<string, unknown>
  advanced?: Record<string, unknown>
  driver?: string
  vendor?: string
  model?: string
  capability?: LockCapability | 'unreadable'
}

const TOLD = ['driver', 'vendor', 'model', 'capability'] as const

/** What a lock of LDP/1.3 says about itself. */
const toldColumns = (lock: Lock, { driver, vendor, model, capability }: DeviceInfo) => ({
  driver: driver ?? lock.driver,
  vendor: vendor ?? lock.vendor,
  model: model ?? lock.model,
  capability: capabilityText(lock, capability),
})

/**
 * A lock of ours that says nothing any more is known by its type again. A gateway that says nothing has not found its lock
 * yet: what the lock cannot promise is not forgotten over that.
 */
function capabilityText(lock: Lock, told: DeviceInfo['capability']): string | null {
  if (told === 'unreadable' || (told === undefined && lock.gateway_id !== null)) return lock.capability
  return told ? JSON.stringify(soundCapability(told)) : null
}

/** Who keeps the times of its rights, in words that can be compared. */
const keepersOf = (lock: Pick<Lock, 'capability'>): string =>
  JSON.stringify(toldCapability(lock)?.windows ?? KEPT_BY_LOCK)

const KEPT_BY_LOCK: LockCapability['windows'] = { dates: 'lock', weekly: 'lock', acrossMidnight: true }

export async function applyInfo(ctx: Ctx<never>, lock: Lock, info: DeviceInfo): Promise<void> {
  const changed = {
    ...lock,
    ...infoColumns(ctx, lock, info),
    firmware_version: info.firmware,
    hardware_version: info.hardware,
  }
  const told = toldColumns(lock, info)
  const isNewMaster =
    lock.firmware_version !== info.firmware ||
    lock.hardware_version !== info.hardware ||
    TOLD.some((column) => lock[column] !== told[column])
  const isNewConfig = lock.config !== changed.config || lock.advanced_config !== changed.advanced_config
  // Its zone, or who keeps the times of its rights.
  const areKeepersNew = keepersOf(lock) !== keepersOf(told)
  const areWindowsNew = isNewConfig || areKeepersNew
  if (!isNewMaster && !isNewConfig) return
  const before = { ...lock }
  const row = change(ctx, lock, {
    firmware_version: changed.firmware_version,
    hardware_version: changed.hardware_version,
    config: changed.config,
    advanced_config: changed.advanced_config,
    ...told,
    updated_at: ctx.clock.now(),
  })
  const payload = masterdataPayload(row)
  await emit(ctx, [
    ...(isNewMaster
      ? [{ feature: 'DEVICE_MASTERDATA' as const, smartlockId: lock.smartlock_id, payload }]
      : []),
    ...(isNewConfig ? [await configEvent(ctx, row)] : []),
  ])
  // Not after every report: one that refuses the zone would be asked for ever.
  if (isNewConfig) await desireDefaultZone(ctx, row)
  if (areWindowsNew) await ctx.ports.windowsMoved(ctx, row, areKeepersNew, before)
}

/** A timer that counts down is no news; when it ends is. */
const untimed = (state: string) => state.replace(/"ringToOpenTimer":\d+/, '')

/** The newest state wins, whatever order messages arrive in. */
export async function applyState(
  ctx: Ctx<never>,
  lock: Lock,
  seq: number,
  state: SmartlockState,
): Promise<void> {
  if (seq <= lock.state_seq) return
  const text = JSON.stringify(state)
  const isNews = lock.state === null || untimed(lock.state) !== untimed(text)
  const before = stateOf(lock)
  const low = newlyLow(before, state)
  await noteCharge(ctx, lock, before, state)
  const changed = change(ctx, lock, { state_seq: seq, state: text })
  if (isNews) await emit(ctx, [statusEvent(changed, low)])
  if (low.length > 0) await warnByMail(ctx, changed, low)
}

/** Once each time a battery runs low, where the owner asked for it (4.12). */
async function warnByMail(ctx: Ctx<never>, lock: Lock, low: readonly BatteryNotice[]): Promise<void> {
  if (!webConfigOf(lock)?.batteryWarningPerMailEnabled) return
  for (const notice of low) {
    const values = { smartlockName: lock.name, part: BATTERY_PART[notice] }
    await mail.sendToAccount(ctx, lock.account_id, 'lowBattery', values)
  }
}

export interface DeviceEvent {
  at: number
  action: number
  trigger: number
  result: number
  source?: number
  autoUnlock?: boolean
  name?: string
  authId?: number
  commandId?: string
  /** How the movement is known. */
  proof?: MovementProof
  /** Of openers. */
  opener?: NonNullable<SmartlockLog['openerLog']>
}

/** The operations that reports name, by id, as they are in this transaction. */
export type Orders = ReadonlyMap<string, operations.OperationRow>

/** An order that was given to this lock; what names one of another lock, or of another account's, is not believed. */
function orderTo(lock: Lock, orders: Orders, commandId: string | undefined) {
  const operation = commandId === undefined ? undefined : orders.get(commandId)
  const isIts = operation?.smartlock_id === lock.smartlock_id && operation.account_id === lock.account_id
  return isIts ? operation : undefined
}

/** Who it was: the lock names its own people by the numbers it gave them. */
async function actorColumns(
  ctx: Ctx<never>,
  lock: Lock,
  { authId: number, at, result, name = '' }: DeviceEvent,
) {
  const actor =
    number === undefined
      ? undefined
      : await ctx.ports.rightUsed(ctx, lock, { number, at, succeeded: result === 0 })
  return {
    account_user_id: actor?.accountUserId ?? null,
    auth_id: actor?.authId ?? null,
    name: actor?.name ?? name,
  }
}

/** Appends to the lock's log. Only the next event in line is applied; returns the number that is now safe. */
export async function applyEvent(
  ctx: Ctx<never>,
  lock: Lock,
  seq: number,
  event: DeviceEvent,
  orders: Orders,
): Promise<number> {
  if (judgeEvent(lock.event_seq, seq) !== 'next') return lock.event_seq
  const operation = orderTo(lock, orders, event.commandId)
  const isOurs = operation?.type === 'action'
  const warning = judgeMovement(event, isOurs ? operation.status : undefined)
  const row = {
    id: ctx.ids.timeOrdered(),
    account_id: lock.account_id,
    smartlock_id: lock.smartlock_id,
    device_type: logDeviceType(lock.type),
    ...(await actorColumns(ctx, lock, event)),
    ...(isOurs && { name: operation.actor_name }),
    action: event.action,
    trigger: event.trigger,
    state: event.result,
    auto_unlock: event.autoUnlock ? 1 : 0,
    source: event.source ?? null,
    opener_log: event.opener && lock.type === SMARTLOCK_TYPE.opener ? JSON.stringify(event.opener) : null,
    error: warning ? WARNINGS[warning] : null,
    date: event.at,
  }
  log.append(ctx, row)
  if (warning) {
    const detail = { logId: row.id, action: String(row.action), at: toWireDate(row.date) }
    await warn(ctx, lock, warning, detail)
  }
  change(ctx, lock, { event_seq: seq })
  await emit(ctx, [{ feature: 'DEVICE_LOGS', smartlockId: lock.smartlock_id, payload: log.logPayload(row) }])
  // The log entry of our command proves that it ran, even where the ack was lost.
  if (isOurs && event.result === 0)
    await endAction(ctx, lock, operation, 'confirmed', { proof: event.proof ?? 'report' })
  return seq
}

/** Gives up an event that cannot be stored, so that those behind it get through; returns the number that is now safe. */
export async function skipEvent(ctx: Ctx<never>, lock: Lock, seq: number): Promise<number> {
  if (judgeEvent(lock.event_seq, seq) !== 'next') return lock.event_seq
  change(ctx, lock, { event_seq: seq })
  await warn(ctx, lock, 'lostEvent', { event: String(seq) })
  return seq
}

export type Verdict =
  | { status: 'succeeded'; proof: MovementProof }
  | { status: 'rejected'; code: number; text: string }
  | { status: 'neverCame'; text: string }

/** The lock's own word on a command of ours. An answer to a command of another lock is not believed. */
export async function applyResult(
  ctx: Ctx<never>,
  lock: Lock,
  commandId: string,
  verdict: Verdict,
  orders: Orders,
): Promise<void> {
  const operation = orderTo(lock, orders, commandId)
  if (!operation) return
  if (operation.type === 'sync')
    return applySyncResult(ctx, lock, commandId, verdict.status === 'rejected' ? verdict : undefined)
  // The log entry of the movement has often settled it already.
  if (operation.type !== 'action' || operation.status === 'confirmed') return
  if (verdict.status === 'succeeded') {
    await endAction(ctx, lock, operation, 'confirmed', { proof: verdict.proof })
  } else if (verdict.status === 'neverCame') {
    await endAction(ctx, lock, operation, 'expired', { errorCode: 'ff', error: verdict.text })
  } else {
    await endAction(ctx, lock, operation, 'failed', {
      errorCode: verdict.code.toString(16).padStart(2, '0'),
      error: verdict.text,
    })
  }
}
