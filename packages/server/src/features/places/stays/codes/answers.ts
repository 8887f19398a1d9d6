import { type Ctx, inTransaction } from '../../../../platform/context.ts'
import { groupByChange } from '../../../../platform/store/group-changes.ts'
import * as smartlocks from '../../../locks/service.ts'
import type * as operations from '../../../operations/service.ts'
import * as store from '../store.ts'
import { guestArrived } from './alerts.ts'
import { type Settled, settle } from './rules.ts'
import * as codeStore from './store.ts'

/**
 * Operations on authorizations have ended: where they are codes of stays, the stays' flags follow, in the same
 * transaction. What needs more than that is left to the clock, which looks at the stays at once.
 */
export async function followCodes(ctx: Ctx<never>, ended: readonly operations.OperationRow[]): Promise<void> {
  // An operation without a lock is that of a whole call; its parts are heard of one by one.
  const byAuth = new Map(
    ended.filter((operation) => operation.smartlock_id !== null).map((part) => [authOf(part), part]),
  )
  if (byAuth.size === 0) return
  const codes = await codeStore.listByAuths(ctx.db, ctx.accountId, [...byAuth.keys()])
  if (codes.length === 0) return
  const answers = codes.map((code) => ({
    code,
    operation: byAuth.get(code.auth_id) as operations.OperationRow,
  }))
  await noteAnswers(ctx, answers)
  const ids = [...new Set(codes.map((code) => code.reservation_id))]
  await settleStays(ctx, await store.listByIds(ctx.db, ctx.accountId, ids), shutByHand(answers))
}

const authOf = ({ auth_ids }: operations.OperationRow): string =>
  (JSON.parse(auth_ids ?? '[]') as string[])[0] ?? ''

interface CodeAnswer {
  code: codeStore.CodeRow
  operation: operations.OperationRow
}

async function noteAnswers(ctx: Ctx<never>, answers: readonly CodeAnswer[]): Promise<void> {
  for (const { change, items } of groupByChange(answers, consequenceOf)) {
    const ids = items.map(({ code }) => code.auth_id)
    if ('isGone' in change) await codeStore.remove(ctx.db, ctx.accountId, ids)
    else if (Object.keys(change).length > 0) await codeStore.update(ctx.db, ctx.accountId, ids, change)
  }
}

/** Doors by stay from which somebody else than the stay itself took its code. */
function shutByHand(answers: readonly CodeAnswer[]): Map<string, number[]> {
  const deleted = answers.filter(
    ({ code, operation: { type, status } }) =>
      type === 'auth.delete' && status === 'confirmed' && code.state !== 'removing',
  )
  const byStay = Map.groupBy(deleted, ({ code }) => code.reservation_id)
  return new Map([...byStay].map(([id, of]) => [id, of.map(({ code }) => code.smartlock_id)]))
}

/** What the end of an operation means for a code. */
type Consequence = { isGone: true } | Partial<Pick<codeStore.CodeRow, 'state' | 'error'>>

function consequenceOf({ code, operation: { type, status, error } }: CodeAnswer): Consequence {
  const isConfirmed = status === 'confirmed'
  // A change that a later one took the place of says nothing.
  if (!isConfirmed && status !== 'failed') return {}
  if (type === 'auth.delete') return isConfirmed ? { isGone: true } : { error }
  if (code.state === 'removing') return {}
  return isConfirmed ? { state: 'confirmed', error: null } : { state: 'failed', error }
}

/** Brings the flags of a stay in line with its codes. */
export async function settleStay(
  ctx: Ctx<never>,
  row: store.ReservationRow,
  shut: readonly number[] = [],
): Promise<store.ReservationRow> {
  const [settled] = await settleStays(ctx, [row], new Map([[row.id, shut]]))
  return settled as store.ReservationRow
}

async function settleStays(
  ctx: Ctx<never>,
  rows: readonly store.ReservationRow[],
  shut: ReadonlyMap<string, readonly number[]>,
): Promise<store.ReservationRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const codes = await codeStore.listOfAll(ctx.db, ctx.accountId, ids)
  const waiting = codes.filter((code) => code.state === 'pending').map((code) => code.smartlock_id)
  const online = new Set(await smartlocks.onlineAmong(ctx, [...new Set(waiting)]))
  const byStay = Map.groupBy(codes, (code) => code.reservation_id)
  const outcomes = rows.map((row) => ({
    row,
    settled: settle(row, byStay.get(row.id) ?? [], (id) => online.has(id), shut.get(row.id)),
  }))
  if (outcomes.some(({ row, settled }) => settled.isDue || isEnded(row, settled)))
    ctx.afterCommit(() => ctx.wake.notify('stay'))
  const now = ctx.clock.now()
  const stored: store.ReservationRow[] = []
  for (const { change, items } of groupByChange(outcomes, (outcome) => changesOf(outcome, now))) {
    const alike = items.map(({ row }) => row.id)
    stored.push(...(await store.updateAll(ctx.db, ctx.accountId, alike, change)))
  }
  return stored
}

/** Only what is new, so that stays that fare alike are stored together. */
function changesOf(
  { row, settled: { isDue, ...flags } }: { row: store.ReservationRow; settled: Settled },
  now: number,
): Partial<store.ReservationRow> {
  const changed = Object.entries(flags).filter(([name, value]) => row[name as keyof typeof row] !== value)
  return {
    ...Object.fromEntries(changed),
    // The window and the next look are worked out anew when the state is another one, or a change has come to its end:
    // its guest may be waiting to hear of it.
    ...((isDue || flags.issue_state !== row.issue_state || isEnded(row, flags)) && { due_at: now }),
    updated_at: now,
  }
}

const isEnded = (row: store.ReservationRow, { operation_id }: Pick<Settled, 'operation_id'>): boolean =>
  row.operation_id !== null && operation_id === null

/** Somebody opened with an authorization: if it is the code of a stay, the guest has arrived. */
export async function noteArrival(ctx: Ctx<never>, authId: string): Promise<void> {
  const code = await codeStore.find(ctx.db, ctx.accountId, authId)
  const stay = code && (await store.findAnywhere(ctx.db, ctx.accountId, code.reservation_id))
  if (stay) await checkIn(ctx, stay)
}

async function checkIn(ctx: Ctx<never>, row: store.ReservationRow): Promise<store.ReservationRow> {
  // Two doors may have told of it at the same time.
  if (row.checked_in === 1) return row
  await guestArrived(ctx, row)
  return store.update(ctx.db, ctx.accountId, row.id, { checked_in: 1, updated_at: ctx.clock.now() })
}

/** What a stay has still to follow. */
interface StayNews {
  stay: string
  hasArrived?: boolean
  /** Doors from which its code was deleted by hand. */
  shut?: readonly number[]
}

/** An earlier version put this off to a job when another transaction had the stay. */
export async function followNews(system: Ctx<never>, news: StayNews & { accountId: number }): Promise<void> {
  await inTransaction({ ...system, accountId: news.accountId }, async (tx) => {
    const row = await store.findAnywhere(tx.db, tx.accountId, news.stay)
    if (!row) return
    await settleStay(tx, news.hasArrived ? await checkIn(tx, row) : row, news.shut)
  })
}
