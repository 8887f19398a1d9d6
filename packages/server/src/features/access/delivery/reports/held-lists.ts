import type { AccessEntry, HeldAccess } from '../../../../devices/driver.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { emit } from '../../../events/outbox/service.ts'
import * as smartlocks from '../../../locks/service.ts'
import * as history from '../../history/service.ts'
import { authsEvent } from '../../present.ts'
import * as store from '../../store.ts'
import * as queue from '../queue-store.ts'
import { entryNow, isToComeOff, type Keeping, keepingOf, standing } from '../windows.ts'
import { proofColumns } from './outcomes.ts'

/** A part of what a lock says it holds: it speaks for all ids after `after` up to and with `upTo`. */
export interface HeldList {
  after?: string
  upTo?: string
  entries: Readonly<Record<string, HeldAccess>>
}

/**
 * Compares what a lock holds with what it is to hold (8.3). What is missing or different is sent once more; if that did
 * not help, it has failed. What nobody granted is removed.
 */
export async function applyHeldList(
  ctx: Ctx<never>,
  lock: smartlocks.SmartlockRow,
  list: HeldList,
  digestOf: (entry: AccessEntry) => string,
): Promise<void> {
  const rows = await store.listInSpan(ctx.db, ctx.accountId, lock.smartlock_id, list)
  const known = new Set(rows.map(({ id }) => id))
  const strays = Object.keys(list.entries).filter((id) => !known.has(id))
  // Whoever adopted a lock did not ask for what was on it to be removed (D145).
  const isOurs = smartlocks.switchesOf(lock).removeUngranted
  if (isOurs && strays.length > 0) await queue.addStrays(ctx.db, lock, strays)
  // What waits for the lock is sent anyway, and what it refused is for somebody to decide.
  const keeping = keepingOf(lock)
  const findings = rows
    .filter((row) => isSpokenOf(ctx, keeping, row, list.entries[row.id]))
    .map((row) => ({ row, next: compare(ctx, keeping, row, list.entries[row.id], digestOf) }))
  const changed = findings.filter(({ row, next }) => FINDING_COLUMNS.some((name) => row[name] !== next[name]))
  const found = changed.map(({ next }) => next)
  await store.storeColumns(ctx.db, found, FINDING_COLUMNS)
  await history.note(ctx, found)
  const isRepairing = found.some(({ sync_state }) => sync_state === 'pending')
  if ((isOurs && strays.length > 0) || isRepairing) await enqueue(ctx, lock)
  const given = changed
    .filter(
      ({ row, next }) =>
        next.sync_state === 'failed' || row.sync_state === 'failed' || row.place !== next.place,
    )
    .map(({ next }) => next)
  await emit(
    ctx,
    given.map((row) => authsEvent(row)),
  )
}

/** Right, whatever was known of it before. */
const PROVEN = { sync_state: 'synced', error: null, unproven: 0, repaired: 0 }

/** It was written and not proven; now the device says that it has it. */
const isProvenLate = (row: store.AuthRow, held: HeldAccess | undefined): boolean =>
  row.sync_state === 'failed' && row.unproven === 1 && held !== undefined

/** It was put aside until its time comes, and is on the lock all the same: a lock may come back with an older memory. */
const isHeldEarly = (
  ctx: Ctx<never>,
  keeping: Keeping,
  row: store.AuthRow,
  held: HeldAccess | undefined,
): boolean =>
  held !== undefined && row.sync_state === 'pending' && row.place === 'kept' && isToComeOff(ctx, keeping, row)

const isSpokenOf = (
  ctx: Ctx<never>,
  keeping: Keeping,
  row: store.AuthRow,
  held: HeldAccess | undefined,
): boolean => row.sync_state === 'synced' || isProvenLate(row, held) || isHeldEarly(ctx, keeping, row, held)

/** What a held list can change about an authorization. */
const FINDING_COLUMNS = [
  'sync_state',
  'pending_since',
  'repaired',
  'error',
  'unproven',
  'device_number',
  'delivered',
  'proof',
  'place',
  'switch_at',
] as const

/** What is held of one that is to be there: right, repaired once without a word, or something somebody has to know. */
function compare(
  ctx: Ctx<never>,
  keeping: Keeping,
  row: store.AuthRow,
  held: HeldAccess | undefined,
  digestOf: (entry: AccessEntry) => string,
): store.AuthRow {
  if (isRight(entryNow(ctx, keeping, row), held, digestOf))
    return {
      ...row,
      ...PROVEN,
      ...proofColumns(held),
      ...standing(ctx, keeping, row, held !== undefined),
      device_number: held?.number ?? null,
      delivered: held ? 1 : 0,
    }
  // However often: nobody decides to leave a code on a lock outside of its time.
  if (held && isToComeOff(ctx, keeping, row)) return toComeOff(ctx, row, held)
  if (row.sync_state === 'failed') return row
  if (row.repaired === 0)
    return { ...row, sync_state: 'pending', pending_since: ctx.clock.now(), repaired: 1 }
  const error = 'The device lost or changed it again after it was repaired.'
  return { ...row, sync_state: 'failed', error }
}

/** It opens although its time is over, or has not come; that it is still there is news where the lock had said otherwise. */
const toComeOff = (ctx: Ctx<never>, row: store.AuthRow, held: HeldAccess): store.AuthRow => ({
  ...row,
  sync_state: 'pending',
  pending_since: row.pending_since ?? ctx.clock.now(),
  device_number: held.number,
  delivered: 1,
  place: row.delivered === 0 ? 'stuck' : null,
})

/** A device that masks its codes only says that it holds something. */
function isRight(
  wanted: AccessEntry | null,
  held: HeldAccess | undefined,
  digestOf: (entry: AccessEntry) => string,
): boolean {
  if (!held || !wanted) return !held && !wanted
  return held.digest === undefined || held.digest === digestOf(wanted)
}

async function enqueue(ctx: Ctx<never>, lock: smartlocks.SmartlockRow): Promise<void> {
  await queue.makeDue(ctx.db, ctx.accountId, [lock.smartlock_id], ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('access', lock.smartlock_id))
}
