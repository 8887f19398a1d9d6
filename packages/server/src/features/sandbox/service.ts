import type { SimClock, SimEvent, SimLockChange, SimulatedLock } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { toWireDate } from '../../platform/clock.ts'
import type { RequestCtx } from '../../platform/context.ts'
import type { MovableClock } from '../../platform/movable-clock.ts'
import * as sessions from '../identity/sessions/service.ts'
import * as smartlocks from '../locks/service.ts'
import * as mail from '../mail/service.ts'
import { readDuration } from './rules.ts'

/** A simulated lock as this area sees it; who simulates it is not known here. */
export interface SimulatedDevice {
  readonly deviceId: string
  view(): Omit<SimulatedLock, 'smartlockId'>
  change(changes: SimLockChange): Promise<void>
  happen(event: SimEvent): Promise<'happened' | 'noKeypad' | 'notPossible'>
}

/** What the process that runs the sandbox hands in. */
export interface SandboxControl {
  readonly clock: MovableClock
  /** Empty until the simulated locks have been started. */
  devices(): readonly SimulatedDevice[]
}

type Call = RequestCtx<'not_found' | 'invalid_parameter'>

/** Set when no move is under way: on the way time is neither what it was nor what it will be. */
export async function clock(sandbox: SandboxControl): Promise<SimClock> {
  await sandbox.clock.atRest()
  const { offsetMs } = sandbox.clock
  return { now: toWireDate(sandbox.clock.now()), moved: offsetMs !== 0, aheadMs: offsetMs }
}

export interface Move {
  advance?: string
  at?: string
  real?: boolean
}

/** Moves time, and returns when everything that was due on the way has happened. */
export async function moveClock(ctx: Call, sandbox: SandboxControl, move: Move): Promise<SimClock> {
  refuseReplay(ctx)
  const { advance, at, real } = move
  if ([advance, at, real].filter((value) => value !== undefined).length !== 1)
    failParameter(ctx.fail, 'body', 'must have exactly one of advance, at and real')
  if (real === false) failParameter(ctx.fail, 'real', 'must be true')
  if (real) await goBack(sandbox)
  else await jump(ctx, sandbox, { advance, at })
  return clock(sandbox)
}

/** Longer than any lock is waited for. */
const UNDER_WAY_MS = 60_000

/**
 * What is under way comes to its end first: its deadline is stored, and after the jump back it would lie so far ahead
 * that its lock stayed busy until then.
 */
async function goBack({ clock: moved }: SandboxControl): Promise<void> {
  if (moved.offsetMs > 0) await moved.advance(UNDER_WAY_MS)
  await moved.returnToRealTime()
}

/** Whoever moves the clock in the console would otherwise be signed out by the first half day. */
async function jump(
  ctx: Call,
  sandbox: SandboxControl,
  move: { advance: string | undefined; at: string | undefined },
): Promise<void> {
  const now = sandbox.clock.now()
  const target = targetOf(ctx, now, move)
  await sessions.outlive(ctx, target - now)
  // Others may move it first.
  await sandbox.clock.move((start) => targetOf(ctx, start, move))
}

const DAY_MS = 86_400_000
/** Every hour has something to do: a year is some ten seconds of work, a century would be an hour. */
const LONGEST_JUMP_MS = 366 * DAY_MS

function targetOf(
  ctx: Call,
  now: number,
  { advance, at }: { advance: string | undefined; at: string | undefined },
): number {
  const field = advance === undefined ? 'at' : 'advance'
  const target = advance === undefined ? Date.parse(at as string) : readDuration(advance, now)
  if (target === undefined)
    return failParameter(ctx.fail, field, 'must be an ISO 8601 duration such as P30D or PT10M')
  if (target < now) failParameter(ctx.fail, field, `time only moves forward; it is ${toWireDate(now)}`)
  if (target > now + LONGEST_JUMP_MS) failParameter(ctx.fail, field, 'time moves 366 days at most at once')
  return target
}

/** A repeated call is answered from the store inside one transaction, which a call that moves the world cannot be part of. */
function refuseReplay(ctx: Call): void {
  if (ctx.db.isTransaction)
    failParameter(
      ctx.fail,
      'header.Idempotency-Key',
      'is not taken by the sandbox: what happens there happens each time',
    )
}

export interface MailQuery {
  to?: string
  /** Older than this one. */
  id?: string
  limit?: number
}

/** What the service wrote to people: in the sandbox nobody has to own the addresses. */
export const listMail = (ctx: RequestCtx, { to, id, limit }: MailQuery): Promise<mail.ReadMail[]> =>
  mail.listOf(ctx, ctx.principal.accountId, {
    ...(to !== undefined && { recipient: to }),
    ...(id !== undefined && { olderThanId: id }),
    ...(limit !== undefined && { limit }),
  })

/** The account's simulated locks, in the order of their ids. */
export async function list(ctx: RequestCtx, sandbox: SandboxControl): Promise<SimulatedLock[]> {
  const byId = new Map(sandbox.devices().map((device) => [device.deviceId, device]))
  const views = await smartlocks.list(ctx, {})
  return views.flatMap(({ row }) => {
    const device = byId.get(row.device_id)
    return device ? [{ smartlockId: row.smartlock_id, ...device.view() }] : []
  })
}

export async function get(
  ctx: RequestCtx<'not_found'>,
  sandbox: SandboxControl,
  smartlockId: number,
): Promise<SimulatedLock> {
  return { smartlockId, ...(await find(ctx, sandbox, smartlockId)).view() }
}

export async function change(
  ctx: Call & RequestCtx<'smartlock_offline'>,
  sandbox: SandboxControl,
  smartlockId: number,
  changes: SimLockChange,
): Promise<SimulatedLock> {
  refuseReplay(ctx)
  const device = await find(ctx, sandbox, smartlockId)
  await device.change(changes).catch(offline(ctx))
  return { smartlockId, ...device.view() }
}

export async function happen(
  ctx: Call & RequestCtx<'keypad_missing' | 'not_supported_by_device' | 'smartlock_offline'>,
  sandbox: SandboxControl,
  smartlockId: number,
  event: SimEvent,
): Promise<SimulatedLock> {
  refuseReplay(ctx)
  const device = await find(ctx, sandbox, smartlockId)
  if (event.event === 'keypad' && event.code === undefined)
    failParameter(ctx.fail, 'code', 'is required for this event')
  if (event.event === 'turn' && event.to === undefined)
    failParameter(ctx.fail, 'to', 'is required for this event')
  switch (await device.happen(event).catch(offline(ctx))) {
    case 'noKeypad':
      return ctx.fail('keypad_missing')
    case 'notPossible':
      return ctx.fail('not_supported_by_device')
    case 'happened':
      return { smartlockId, ...device.view() }
  }
}

/** Its credentials were replaced, and nobody gave the simulated lock the new ones. */
const offline =
  (ctx: RequestCtx<'smartlock_offline'>) =>
  (error: Error & { code?: unknown }): never => {
    if (error.code === 'NO_CONNECTION') ctx.fail('smartlock_offline')
    throw error
  }

/** A lock that is missing, somebody else's or not simulated is the same 404. */
async function find(
  ctx: RequestCtx<'not_found'>,
  sandbox: SandboxControl,
  smartlockId: number,
): Promise<SimulatedDevice> {
  const { device_id } = await smartlocks.get(ctx, smartlockId)
  return sandbox.devices().find(({ deviceId }) => deviceId === device_id) ?? ctx.fail('not_found')
}
