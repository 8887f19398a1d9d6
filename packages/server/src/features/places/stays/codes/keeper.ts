import { AUTOMATION } from '@latchwork/contract'
import { AppError, fail } from '../../../../platform/app-error.ts'
import {
  type Ctx,
  inTransaction,
  type Platform,
  systemContext,
  type WorkCtx,
} from '../../../../platform/context.ts'
import { timeOfId } from '../../../../platform/ids.ts'
import type { Db } from '../../../../platform/store/database.ts'
import { createWorkLoop, type WorkLoop } from '../../../../platform/work/work-loop.ts'
import * as authorizations from '../../../access/service.ts'
import * as addresses from '../../addresses/service.ts'
import { isNear, isWarningDue, LATE_GRACE_MS, messageLookAt, RETRY_MS, scheduleOf } from '../rules.ts'
import * as store from '../store.ts'
import { codeNotReady } from './alerts.ts'
import { settleStay } from './answers.ts'
import * as codes from './codes.ts'
import { hasFailed, needsFreshCode } from './rules.ts'
import * as codeStore from './store.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** A lock that is online is busy with another change of the same code. */
const BUSY_MS = 5 * SECOND_MS

/** Codes that are still to go: a lock that refused is asked again. */
const REVOKING_MS = 60 * MINUTE_MS
/** Looked at together: they share one wait for the disk, and leave the store room for others. */
const AT_ONCE = 20

/** Issues, moves and revokes the codes of stays by the clock. It sees what is due and nothing else. */
export function createStayKeeper(platform: Platform, db: Db): WorkLoop {
  const system = systemContext(platform, db, 0)

  async function pass(): Promise<void> {
    for (;;) {
      const due = await store.listDue(db, system.clock.now(), AT_ONCE)
      await Promise.all(due.map(({ id, account_id: accountId }) => tend({ ...system, accountId }, id)))
      if (due.length < AT_ONCE) return
    }
  }

  return createWorkLoop(platform, 'stay', 'keeping stays', pass, () => store.nextDue(db))
}

/** Looks at one stay. Whatever stands in the way of its codes is noted, and tried again. */
async function tend(ctx: Ctx<never>, id: string): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => keep({ ...tx, fail }, id))
  } catch (error) {
    if (!(error instanceof AppError)) {
      ctx.log.error({ err: error, reservation: id }, 'a stay could not be looked after')
      await store.postpone(ctx.db, ctx.accountId, id, ctx.clock.now() + MINUTE_MS)
      return
    }
    await inTransaction(ctx, (tx) => noteRefusal(tx, id, error))
  }
}

async function keep(ctx: WorkCtx<codes.CodeRefusal>, id: string): Promise<void> {
  const now = ctx.clock.now()
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  // Another process was faster.
  if (row?.due_at == null || row.due_at > now) return
  const address = await addresses.find(ctx, row.address_id)
  if (!address) return
  const stay = { row, codes: await codeStore.listOf(ctx.db, ctx.accountId, id) }
  const times = addresses.timesOf(ctx, address)
  const plan = scheduleOf(row, times, true, now)
  const window = { from: plan.valid_from, until: plan.valid_until }
  const isOver = row.state === 'canceled' || window.until <= now
  if (row.issue_state === 'revoking') await finishRevoking(ctx, stay)
  else if (isOver) await end(ctx, stay)
  else if (row.issue_state === 'none') await begin(ctx, stay, window, plan.issueAt)
  else await adjust(ctx, stay, window)
  await leave(ctx, id, times)
}

/** What the next look is for. */
async function leave(ctx: Ctx<never>, id: string, times: addresses.AddressTimes): Promise<void> {
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  if (!row) return
  const settled = await settleStay(ctx, row)
  const held = await codeStore.listOf(ctx.db, ctx.accountId, id)
  const now = ctx.clock.now()
  const isReady = held.every((code) => code.state === 'confirmed')
  const { issueAt, ...schedule } = scheduleOf(settled, times, isReady, now)
  const due_at = settled.issue_state === 'revoking' ? now + REVOKING_MS : schedule.due_at
  const warned = isNear(schedule.valid_from, now) ? settled.warned : 0
  await store.update(ctx.db, ctx.accountId, id, { ...schedule, warned, due_at: later(due_at, now) })
  if (times.messageHours !== undefined) await ctx.ports.stayLookedAt(ctx, id)
}

/** Never the same moment again: a stay that asks for a look at once would be looked at for ever. */
const later = (due: number | null, now: number): number | null =>
  due === null ? null : due <= now ? now + BUSY_MS : due

/** Check-out has passed, or it was canceled: no code may open any more (D83). */
async function end(ctx: WorkCtx<codes.CodeRefusal>, stay: codes.HeldStay): Promise<void> {
  if (stay.codes.length === 0 && stay.row.issue_state === 'none') return
  await codes.revokeAll(ctx, stay, { automation: AUTOMATION.revoked }, { replacesPending: true })
}

/** A lock refused to give a code back: it is asked again. */
async function finishRevoking(ctx: WorkCtx<codes.CodeRefusal>, stay: codes.HeldStay): Promise<void> {
  const refused = stay.codes.filter((code) => code.error !== null)
  if (refused.length > 0)
    await codes.removeCodes(ctx, refused, { type: 'reservation.revoke', replacesPending: true })
}

async function begin(
  ctx: WorkCtx<codes.CodeRefusal>,
  stay: codes.HeldStay,
  window: { from: number; until: number },
  issueAt: number | undefined,
): Promise<void> {
  if (issueAt === undefined || issueAt > ctx.clock.now()) return
  const smartlockIds = await codes.keypadLocksOf(ctx, stay.row)
  if (smartlockIds.length === 0) fail('no_keypad_lock')
  await codes.issue(ctx, stay, { smartlockIds, ...window }, AUTOMATION.issued)
}

/** Codes follow the locks, the times and the guest's name; a refusal gets one fresh code. */
async function adjust(
  ctx: WorkCtx<codes.CodeRefusal>,
  stay: codes.HeldStay,
  window: { from: number; until: number },
): Promise<void> {
  const smartlockIds = await codes.keypadLocksOf(ctx, stay.row)
  await codes.findLocks(ctx, stay, smartlockIds)
  const wanted = { smartlockIds, ...window }
  if (hasFailed(stay.row, stay.codes)) return giveUp(ctx, stay)
  if (isWarningDue(stay.row, window.from, ctx.clock.now())) await warn(ctx, stay)
  const isAnswered = !stay.codes.some((code) => code.state === 'pending')
  if (isAnswered && needsFreshCode(stay.row, stay.codes)) return codes.replaceCode(ctx, stay, wanted)
  const surplus = codes.wantedOf(stay).filter((code) => !smartlockIds.includes(code.smartlock_id))
  const call = { type: 'reservation.update', replacesPending: true } as const
  await codes.addCodes(ctx, stay, wanted, call.type)
  await codes.moveCodes(ctx, stay, wanted, call)
  if (surplus.length > 0) await codes.removeCodes(ctx, surplus, call)
}

/** No lock took either code (8.8). */
async function giveUp(ctx: WorkCtx<codes.CodeRefusal>, stay: codes.HeldStay): Promise<void> {
  const { row } = stay
  const given = { automation: AUTOMATION.failed, auto_off: 1 }
  await codes.revokeAll(ctx, stay, given, { replacesPending: true })
  await codeNotReady(ctx, row, doorsOf(stay.codes))
  logWarning(ctx, row, stay.codes.length, 'no lock took the code')
}

const doorsOf = (of: readonly codeStore.CodeRow[]) => of.map((code) => code.smartlock_id)

/** Its lock has not confirmed it, and has had time to. */
const isLate = ({ state, auth_id }: codeStore.CodeRow, now: number): boolean =>
  state !== 'confirmed' && timeOfId(auth_id) <= now - LATE_GRACE_MS

/** An hour before arrival a code is not on its lock: alerts, events, metrics and the log say so, once. */
async function warn(ctx: WorkCtx<codes.CodeRefusal>, stay: codes.HeldStay): Promise<void> {
  const late = codes.wantedOf(stay).filter((code) => isLate(code, ctx.clock.now()))
  if (late.length === 0) return
  await authorizations.warn(
    ctx,
    late.map((code) => code.auth_id),
    'The code is not on the lock yet, and its guest arrives within the hour.',
  )
  await store.update(ctx.db, ctx.accountId, stay.row.id, { warned: 1 })
  await codeNotReady(ctx, stay.row, doorsOf(late))
  logWarning(ctx, stay.row, late.length, 'not on the lock shortly before arrival')
}

function logWarning(ctx: Ctx<never>, row: store.ReservationRow, count: number, reason: string): void {
  const { id: reservation, account_id: account, address_id: address } = row
  ctx.afterCommit(() => {
    ctx.metrics.arrivalWarnings.inc(count)
    ctx.log.warn(
      { account, address, reservation, codes: count, reason },
      'a guest may stand before a closed door',
    )
  })
}

/** What was refused may be possible later; what would have been issued by itself shows that it was not. */
async function noteRefusal(ctx: Ctx<never>, id: string, { code, message }: AppError): Promise<void> {
  const row = await store.findAnywhere(ctx.db, ctx.accountId, id)
  if (!row) return
  const now = ctx.clock.now()
  const isBusy = code === 'resource_locked'
  const isIssue = row.issue_state === 'none'
  const address = await addresses.find(ctx, row.address_id)
  const messageHours = address && addresses.timesOf(ctx, address).messageHours
  const look = messageLookAt(row.valid_from, messageHours, now)
  await store.update(ctx.db, ctx.accountId, id, {
    ...(isIssue && !isBusy && { automation: AUTOMATION.failed }),
    due_at: Math.min(now + (isBusy ? BUSY_MS : RETRY_MS), look ?? Number.POSITIVE_INFINITY),
  })
  // A guest is written to also where no code can be had.
  if (messageHours !== undefined) await ctx.ports.stayLookedAt(ctx, id)
  if (!isBusy && isAwaited(row, now)) await codeNotReady(ctx, row)
  if (isIssue && row.automation !== AUTOMATION.failed) logWarning(ctx, row, 1, message)
}

/** Its guest arrives within the hour, or is there already. */
const isAwaited = (row: store.ReservationRow, now: number): boolean =>
  row.state === 'accepted' &&
  row.issue_state !== 'revoking' &&
  isNear(row.valid_from, now) &&
  row.valid_until > now
