import type { AccessEntry } from '../../../devices/driver.ts'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import * as smartlocks from '../../locks/service.ts'
import * as store from '../store.ts'
import { entryOf } from './entries.ts'
import * as queue from './queue-store.ts'
import * as waitingStore from './waiting-store.ts'

/**
 * Dates of authorizations on devices that cannot keep dates: the service puts them onto the device when they begin, and
 * takes them off when they end. A device says that it cannot by refusing one that has dates.
 */

/** A device's word that it cannot do that. */
const NOT_CAPABLE = 0xf4

type Phase = 'before' | 'within' | 'after'

function phaseOf({ from_date, until_date }: store.AuthRow, now: number): Phase {
  if (until_date !== null && now >= until_date) return 'after'
  return from_date !== null && now < from_date ? 'before' : 'within'
}

const hasDates = (row: store.AuthRow) => row.from_date !== null || row.until_date !== null

/** Is it for its dates that the device did not take it? */
export const isAboutDates = (row: store.AuthRow, code: number): boolean =>
  code === NOT_CAPABLE && row.keeps_dates === 1 && row.sync_state === 'pending' && hasDates(row)

/** What the device is to hold now: nothing, outside of dates that it cannot keep itself. */
export function entryNow(ctx: Ctx<never>, row: store.AuthRow): AccessEntry | null {
  if (row.sync_state === 'deleting') return null
  if (row.keeps_dates === 1) return entryOf(ctx, row)
  if (phaseOf(row, ctx.clock.now()) !== 'within') return null
  const { fromDate: _from, untilDate: _until, ...entry } = entryOf(ctx, row)
  return entry
}

/** Puts aside what the device must not have yet and does not have; returns what is to be sent. */
export async function withoutEarly(
  ctx: Ctx<never>,
  rows: readonly store.AuthRow[],
): Promise<store.AuthRow[]> {
  const isEarly = (row: store.AuthRow) =>
    row.keeps_dates === 0 &&
    row.delivered === 0 &&
    row.sync_state === 'pending' &&
    phaseOf(row, ctx.clock.now()) === 'before'
  const early = rows.filter(isEarly).map(({ id }) => id)
  if (early.length > 0) await waitingStore.putOff(ctx.db, ctx.accountId, early)
  return rows.filter((row) => !isEarly(row))
}

/** Is the device to hold it now? */
const isWanted = (ctx: Ctx<never>, row: store.AuthRow): boolean =>
  row.keeps_dates === 1 || phaseOf(row, ctx.clock.now()) === 'within'

/**
 * What is known of the device after its answer, and when it has to be sent again. Where it is not sure that it does not
 * hold the right, it counts as holding it.
 */
export function afterAnswer(ctx: Ctx<never>, row: store.AuthRow, isHeld: boolean) {
  const delivered = isHeld || isWanted(ctx, row) ? 1 : 0
  if (row.keeps_dates === 1) return { delivered, switch_at: null }
  const now = ctx.clock.now()
  const phase = phaseOf(row, now)
  // It ended while it was on its way.
  if (phase === 'after') return { delivered, switch_at: isHeld ? now : null }
  return { delivered, switch_at: phase === 'before' ? row.from_date : row.until_date }
}

/** It is not on the device because its time has not come: nobody may call that done. */
export const isEarlyStill = (ctx: Ctx<never>, row: store.AuthRow): boolean =>
  row.keeps_dates === 0 && phaseOf(row, ctx.clock.now()) === 'before'

const BATCH = 100

/** Begins and ends what the clock says is due, of all accounts. */
export async function switchDue(system: Ctx<never>): Promise<void> {
  for (;;) {
    const due = await waitingStore.listSwitching(system.db, system.clock.now(), BATCH)
    for (const row of due) await switchOne({ ...system, accountId: row.account_id }, row)
    if (due.length < BATCH) return
  }
}

const switchOne = (
  ctx: Ctx<never>,
  { smartlock_id, id }: Pick<store.AuthRow, 'smartlock_id' | 'id'>,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const [lock] = await smartlocks.hold(tx, [smartlock_id])
    const row = lock && (await store.find(tx.db, tx.accountId, id))
    const now = tx.clock.now()
    if (!row || row.switch_at === null || row.switch_at > now) return
    await store.update(tx.db, row, {
      switch_at: null,
      ...((row.sync_state === 'synced' || row.sync_state === 'failed') && {
        sync_state: 'pending',
        pending_since: now,
        sent_revision: null,
      }),
    })
    if (smartlocks.isOnline(lock.server_state)) await queue.makeDue(tx.db, tx.accountId, [smartlock_id], now)
  })
