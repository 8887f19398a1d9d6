import { type AccessWindow, checkWindow, overlaps } from '@latchwork/access-window'
import { AUTH_TYPE } from '@latchwork/contract'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import * as accountUsers from '../../identity/users/service.ts'
import * as smartlocks from '../../locks/service.ts'
import { codeColumns, openCode } from '../codes.ts'
import { recordRights, removeRows } from '../grants/service.ts'
import * as history from '../history/service.ts'
import * as counts from '../listing/service.ts'
import { codeProblem, kindOf, windowColumns, windowOf } from '../rules.ts'
import * as store from '../store.ts'
import { type BroughtCode, compare, type Finding } from './rules.ts'

/**
 * Keypad codes of a lock that another service gave it. As long as the lock is connected to nothing here, the other service
 * rules: what it changes is changed here as a whole, what it takes away is gone here too, so that no code that was
 * revoked there is ever put back onto the lock.
 */

export type { BroughtCode } from './rules.ts'

export interface BroughtCodes {
  smartlockId: number
  codes: readonly BroughtCode[]
  /** Those here that came from there and are not named any more. */
  gone: readonly string[]
}

/** What would become of them; nothing is changed. */
export async function judgeCodes(
  ctx: Ctx<never>,
  capability: ReturnType<typeof smartlocks.capabilityOf>,
  { smartlockId, codes, gone }: BroughtCodes,
): Promise<Finding[]> {
  const rows = await store.listOfLock(ctx.db, ctx.accountId, smartlockId)
  return judge(ctx, capability, rows, codes, gone)
}

function judge(
  ctx: Ctx<never>,
  capability: ReturnType<typeof smartlocks.capabilityOf>,
  rows: readonly store.AuthRow[],
  codes: readonly BroughtCode[],
  gone: readonly string[],
): Finding[] {
  const own = new Map(rows.map((row) => [row.id, row]))
  const going = new Set(gone)
  const brought = new Set(codes.map(({ id }) => id))
  // What was granted here and has nothing to do with the other side.
  const held = rows.filter(({ id }) => !going.has(id) && !brought.has(id))
  const taken = held.flatMap((row) => {
    const code = openCode(ctx, row)
    return code === undefined ? [] : [{ code, window: windowOf(row) }]
  })
  let places = held.length
  return codes.map((wanted) => {
    const problem = problemOf(capability, wanted, taken, places)
    if (problem) return { wanted, outcome: 'leftOut', reason: problem }
    places++
    taken.push(wanted)
    const row = wanted.id === undefined ? undefined : own.get(wanted.id)
    return compare(wanted, row, row && openCode(ctx, row))
  })
}

function problemOf(
  { code: rules, slots }: ReturnType<typeof smartlocks.capabilityOf>,
  wanted: BroughtCode,
  taken: readonly { code: number; window: AccessWindow }[],
  places: number,
): Extract<Finding, { outcome: 'leftOut' }>['reason'] | undefined {
  if (codeProblem(rules, String(wanted.code)) !== undefined) return 'codeInvalid'
  if (checkWindow(wanted.window).length > 0) return 'windowInvalid'
  const isTwice = taken.some(
    ({ code, window }) =>
      code === wanted.code && (rules.uniqueness === 'lock' || overlaps(window, wanted.window)),
  )
  if (isTwice) return 'codeTwice'
  return places >= slots.total ? 'lockFull' : undefined
}

/** Brings them over, all of one lock at once; a lock that was connected meanwhile is left alone. */
export const bringCodes = (
  ctx: Ctx<never>,
  { smartlockId, codes, gone }: BroughtCodes,
): Promise<{ findings: Finding[]; made: ReadonlyMap<string, string> } | 'connected'> =>
  inTransaction(ctx, async (tx) => {
    const users = await accountUsers.listByIds(
      tx,
      codes.flatMap(({ accountUserId }) => accountUserId ?? []),
    )
    const giveable = new Set(
      users.filter((user) => user.operation_id === null).map((user) => user.account_user_id),
    )
    const [lock] = await smartlocks.listByIds(tx, [smartlockId])
    if (!lock || !smartlocks.isUnconnected(lock)) return 'connected'
    const rows = await store.listOfLock(tx.db, tx.accountId, smartlockId)
    const wanted = codes.map(({ accountUserId, ...code }) => ({
      ...code,
      ...(accountUserId !== undefined && giveable.has(accountUserId) && { accountUserId }),
    }))
    const findings = judge(tx, smartlocks.capabilityOf({ row: lock, pending: [] }), rows, wanted, gone)
    const going = new Set(gone)
    const leaving = rows.filter(({ id }) => going.has(id))
    await recordRights(tx, 'deleted', leaving, await removeRows(tx, leaving))
    await change(tx, findings)
    return { findings, made: await make(tx, smartlockId, findings) }
  })

/** Every column that comes from there: a part of it would leave the rest as it was. */
const CHANGED = [
  ...(['name', 'enabled', 'code_sealed', 'code_hash', 'account_user_id', 'kind'] as const),
  ...(['from_date', 'until_date', 'week_days', 'from_time', 'until_time', 'updated_at'] as const),
] as const

async function change(ctx: Ctx<never>, findings: readonly Finding[]): Promise<void> {
  const changed = findings.flatMap((finding) =>
    finding.outcome === 'changed' ? [{ before: finding.row, row: changedRow(ctx, finding) }] : [],
  )
  if (changed.length === 0) return
  const rows = changed.map(({ row }) => row)
  await store.storeColumns(ctx.db, rows, CHANGED)
  counts.adjust(
    ctx,
    changed
      .filter(({ before, row }) => before.kind !== row.kind)
      .flatMap(({ before: { seq, kind }, row }) => [
        { seq, kind, by: -1 as const },
        { seq, kind: row.kind, by: 1 as const },
      ]),
  )
  await recordRights(ctx, 'updated', rows, await history.note(ctx, rows), () => ['import'])
}

const changedRow = (
  ctx: Ctx<never>,
  { row, wanted }: Extract<Finding, { outcome: 'changed' }>,
): store.AuthRow => ({ ...row, ...columnsOf(ctx, row.id, wanted), updated_at: ctx.clock.now() })

function columnsOf(
  ctx: Ctx<never>,
  id: string,
  { name, code, isEnabled, window, accountUserId }: BroughtCode,
) {
  const account_user_id = accountUserId ?? null
  return {
    name,
    enabled: isEnabled ? 1 : 0,
    ...codeColumns(ctx, id, code),
    ...windowColumns(window),
    account_user_id,
    kind: kindOf(AUTH_TYPE.keypadCode, account_user_id),
  }
}

/** What each is here, by what it is called there. */
async function make(
  ctx: Ctx<never>,
  smartlockId: number,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, string>> {
  const fresh = findings.flatMap(({ outcome, wanted }) => (outcome === 'made' ? [wanted] : []))
  if (fresh.length === 0) return new Map()
  const numbers = await counts.claimNumbers(ctx, fresh.length)
  const rows = fresh.map((wanted, i) => newRow(ctx, smartlockId, numbers[i] as number, wanted))
  await store.insertMany(ctx.db, rows)
  counts.adjust(
    ctx,
    rows.map(({ seq, kind }) => ({ seq, kind, by: 1 })),
  )
  await recordRights(ctx, 'created', rows, await history.note(ctx, rows))
  return new Map(fresh.map(({ sourceId }, i) => [sourceId, rows[i]?.id as string]))
}

/** It waits for the lock, which has it from somebody else: who connects the lock finds out. */
function newRow(ctx: Ctx<never>, smartlockId: number, seq: number, wanted: BroughtCode) {
  const now = ctx.clock.now()
  const id = ctx.ids.timeOrdered()
  return {
    id,
    account_id: ctx.accountId,
    smartlock_id: smartlockId,
    seq,
    type: AUTH_TYPE.keypadCode,
    remote_allowed: 0,
    ...columnsOf(ctx, id, wanted),
    smart_actions: 0,
    invite_sealed: null,
    invite_until: null,
    lock_count: 0,
    last_active_at: null,
    sync_state: 'pending',
    operation_id: null,
    pending_since: now,
    error: null,
    sent_revision: null,
    delivered: 0,
    device_number: null,
    proof: null,
    place: null,
    repaired: 0,
    keeps_dates: 1,
    keeps_weekly: 1,
    unproven: 0,
    switch_at: null,
    plan_id: wanted.plan?.id ?? null,
    plan_terms: wanted.plan?.terms ?? null,
    created_at: now,
    updated_at: now,
  }
}

/** How the codes of locks stand with them: by lock and state, and how many others are on each. */
export async function standingOf(ctx: Ctx<never>, smartlockIds: readonly number[]) {
  if (smartlockIds.length === 0) return []
  return store.countByState(ctx.db, ctx.accountId, smartlockIds)
}
