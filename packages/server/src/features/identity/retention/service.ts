import type { Changes, Retention, RetentionField } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import * as audit from '../../audit/service.ts'
import * as store from './store.ts'

/** Days that records are kept. */
type KeptDays = Readonly<Record<RetentionField, number>>

const COLUMNS = { logDays: 'log_days', reservationDays: 'reservation_days', mailDays: 'mail_days' } as const
const FIELDS = Object.keys(COLUMNS) as RetentionField[]

/** What was chosen, within what the operator lets one choose now. */
const daysIn = (ctx: Ctx<never>, row: Partial<store.RetentionRow> | undefined): KeptDays => {
  const { leastDays, most } = ctx.limits.retention
  // What the operator keeps at most goes before what everybody has to keep.
  const of = (field: RetentionField) =>
    Math.min(Math.max(row?.[COLUMNS[field]] ?? most[field], leastDays), most[field])
  return { logDays: of('logDays'), reservationDays: of('reservationDays'), mailDays: of('mailDays') }
}

/** How long records of the account are kept. */
export const daysOf = async (ctx: Ctx<never>): Promise<KeptDays> =>
  daysIn(ctx, await store.find(ctx.db, ctx.accountId))

const present = (ctx: Ctx<never>, row: Partial<store.RetentionRow> | undefined): Retention => {
  const { leastDays, most } = ctx.limits.retention
  return { ...daysIn(ctx, row), leastDays, mostDays: { ...most } }
}

export const get = async (ctx: RequestCtx): Promise<Retention> =>
  present(ctx, await store.find(ctx.db, ctx.accountId))

type DaysChanges = Changes<Partial<Record<RetentionField, number>>>

function changed<Row extends Partial<store.RetentionRow>>(row: Row, changes: DaysChanges): Row {
  const chosen = { ...row }
  for (const field of FIELDS)
    if (changes[field] !== undefined) chosen[COLUMNS[field]] = changes[field] ?? null
  return chosen
}

const isShorter = (days: KeptDays, before: KeptDays): boolean =>
  FIELDS.some((field) => days[field] < before[field])

/** Would records go by this change that stay without it? They do not come back (D158). */
export async function isShortened(ctx: RequestCtx<never>, changes: DaysChanges): Promise<boolean> {
  const row = (await store.find(ctx.db, ctx.accountId)) ?? {}
  return isShorter(daysIn(ctx, changed(row, changes)), daysIn(ctx, row))
}

/** Takes over what is named; what is removed earlier by it goes with the next look at what is old. */
export const update = (
  ctx: RequestCtx<'invalid_parameter' | 'step_up_required'>,
  changes: DaysChanges,
  isProved: boolean,
): Promise<Retention> =>
  inTransaction(ctx, async (tx) => {
    const { leastDays, most } = tx.limits.retention
    for (const field of FIELDS) {
      const days = changes[field]
      const least = Math.min(leastDays, most[field])
      if (days != null && (days < least || days > most[field]))
        failParameter(tx.fail, field, `must be ${least} to ${most[field]} days`)
    }
    const before = await store.lock(tx.db, tx.accountId)
    const { account_id: _id, ...chosen } = changed(before, changes)
    if (FIELDS.every((field) => chosen[COLUMNS[field]] === before[COLUMNS[field]])) return present(tx, before)
    const days = daysIn(tx, chosen)
    // What was longer than now when the proof was looked for may be shorter than what somebody chose since.
    if (!isProved && isShorter(days, daysIn(tx, before))) tx.fail('step_up_required')
    await store.update(tx.db, tx.accountId, chosen)
    const detail = Object.fromEntries(FIELDS.map((field) => [field, String(days[field])]))
    await audit.record(tx, { action: 'retention.changed', subject: tx.accountId, detail })
    return present(tx, chosen)
  })

/** What the account had chosen elsewhere, as far as one may choose it here; what was chosen here stays. */
export const bring = (
  ctx: Ctx<never>,
  chosen: Readonly<Partial<Record<RetentionField, number>>>,
): Promise<'made' | 'same'> =>
  inTransaction(ctx, async (tx) => {
    const before = await store.lock(tx.db, tx.accountId)
    if (FIELDS.some((field) => before[COLUMNS[field]] !== null)) return 'same'
    const { account_id: _id, ...row } = changed(before, chosen)
    const days = daysIn(tx, row)
    const kept = FIELDS.map((field) => [COLUMNS[field], chosen[field] === undefined ? null : days[field]])
    await store.update(tx.db, tx.accountId, { ...row, ...Object.fromEntries(kept) })
    const detail = Object.fromEntries(FIELDS.map((field) => [field, String(days[field])]))
    await audit.record(tx, { action: 'retention.changed', subject: tx.accountId, detail })
    return 'made'
  })

const PAGE = 100

/** Accounts whose records of a kind are kept for fewer days than the service keeps them. */
export async function* shorterThan(
  ctx: Ctx<never>,
  field: RetentionField,
  days: number,
): AsyncGenerator<{ accountId: number; days: number }> {
  for (let after = 0; ; ) {
    const rows = await store.listAfter(ctx.db, after, PAGE)
    for (const row of rows) {
      const own = daysIn(ctx, row)[field]
      if (own < days) yield { accountId: row.account_id, days: own }
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.account_id
  }
}
