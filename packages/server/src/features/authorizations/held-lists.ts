import type { AccessEntry, HeldAccess } from '../../devices/driver.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit, type NewEvent } from '../../platform/outbox.ts'
import type * as smartlocks from '../smartlocks/service.ts'
import { entryNow } from './dates.ts'
import { authsPayload } from './present.ts'
import * as queue from './queue-store.ts'
import * as store from './store.ts'

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
  if (strays.length > 0) await queue.addStrays(ctx.db, lock, strays)
  const events: NewEvent[] = []
  let isRepairing = false
  for (const row of rows) {
    // What waits for the lock is sent anyway, and what it refused is for somebody to decide.
    if (row.sync_state !== 'synced') continue
    const held = list.entries[row.id]
    const wanted = entryNow(ctx, row)
    if (isRight(wanted, held, digestOf)) await noteRight(ctx, row, held)
    else if (row.repaired === 0) {
      isRepairing = true
      await repair(ctx, row)
    } else events.push(await giveUp(ctx, row))
  }
  if (strays.length > 0 || isRepairing) await enqueue(ctx, lock)
  await emit(ctx, events)
}

/** A device that masks its codes only tells that it holds something. */
function isRight(
  wanted: AccessEntry | null,
  held: HeldAccess | undefined,
  digestOf: (entry: AccessEntry) => string,
): boolean {
  if (!held || !wanted) return !held && !wanted
  return held.digest === undefined || held.digest === digestOf(wanted)
}

async function noteRight(ctx: Ctx<never>, row: store.AuthRow, held: HeldAccess | undefined): Promise<void> {
  const known = { device_number: held?.number ?? null, delivered: held ? 1 : 0, repaired: 0 }
  if (row.device_number === known.device_number && row.delivered === known.delivered && row.repaired === 0)
    return
  await store.update(ctx.db, row, known)
}

/** Once without a word. */
const repair = (ctx: Ctx<never>, row: store.AuthRow) =>
  store.update(ctx.db, row, { sync_state: 'pending', pending_since: ctx.clock.now(), repaired: 1 })

/** A second time somebody has to know. */
async function giveUp(ctx: Ctx<never>, row: store.AuthRow): Promise<NewEvent> {
  const error = 'The device lost or changed it again after it was repaired.'
  const next = await store.update(ctx.db, row, { sync_state: 'failed', error })
  return { feature: 'DEVICE_AUTHS', smartlockId: row.smartlock_id, payload: authsPayload(next) }
}

async function enqueue(ctx: Ctx<never>, lock: smartlocks.SmartlockRow): Promise<void> {
  await queue.makeDue(ctx.db, ctx.accountId, [lock.smartlock_id], ctx.clock.now())
  ctx.afterCommit(() => ctx.wake.notify('access'))
}
