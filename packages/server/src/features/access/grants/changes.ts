import { type AccessWindow, inZone } from '@latchwork/access-window'
import { type Ctx, inTransaction, type WorkCtx } from '../../../platform/context.ts'
import { emit } from '../../events/outbox/service.ts'
import * as accountUsers from '../../identity/users/service.ts'
import * as operations from '../../operations/service.ts'
import { withhold } from '../by-plan/service.ts'
import { checkCode, checkConflicts, codeColumns, openCode } from '../codes.ts'
import { keeperOf, keepingOf } from '../delivery/service.ts'
import * as history from '../history/service.ts'
import * as counts from '../listing/service.ts'
import { authsEvent } from '../present.ts'
import { checkShape, kindOf, termsOf, windowColumns, windowOf } from '../rules.ts'
import * as store from '../store.ts'
import { recordRights } from './audit-entries.ts'
import { acceptCall, type Call } from './calls.ts'
import { type AskedWindow, assertGiveable } from './creation.ts'
import { enqueue, type LockWithCapability } from './locks.ts'
import { assertFree, findTargets, type Target } from './targets.ts'

/** What is to be different about an authorization; null clears, what is left out stays as it is (D11, D12). */
export interface Patch {
  name?: string
  remoteAllowed?: boolean
  enabled?: boolean
  code?: number
  window?: { [K in keyof AskedWindow]?: AskedWindow[K] | null }
  accountUserId?: number | null
}

export interface Change {
  id: string
  patch: Patch
}

export type ChangeRefusal =
  | 'not_found'
  | 'invalid_parameter'
  | 'code_not_allowed'
  | 'code_invalid'
  | 'window_invalid'
  | 'code_conflict'
  | 'resource_locked'

interface Planned extends Target {
  /** What is different about it. */
  columns: Partial<store.AuthRow>
  /** Whether the lock has to know. */
  isForDevice: boolean
}

/**
 * Changes authorizations, all of them or none (D27). What is under way on a lock that is online blocks a change; on one
 * that is offline both become one (D24). Undefined when there was nothing to change.
 */
export function change(
  ctx: WorkCtx<ChangeRefusal>,
  wanted: readonly Change[],
  call: Call = {},
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const users = await accountUsers.listByIds(
      tx,
      wanted.flatMap(({ patch }) => patch.accountUserId ?? []),
    )
    const targets = await findTargets(
      tx,
      wanted.map(({ id }) => id),
    )
    const planned = wanted.flatMap(({ id, patch }) => {
      const target = targets.get(id) ?? tx.fail('not_found')
      return planChange(tx, target, patch, call.byPlan) ?? []
    })
    if (planned.length === 0) return undefined
    assertGiveable(tx, users, newUsersOf(planned))
    // What is being deleted stays so, whoever asks.
    for (const plan of planned)
      if (!call.replacesPending || plan.row.sync_state === 'deleting') assertFree(tx, plan)
    await withhold(
      tx,
      planned.flatMap(({ row, columns }) => (columns.plan_id === null ? [row] : [])),
    )
    const changed = await applyAll(tx, planned)
    await assertUnique(tx, changed)
    const operationId = await receiptOf(tx, changed, call)
    const rows = changed.map(({ row }) => row)
    await recordRights(tx, 'updated', rows, await history.note(tx, rows), (i) =>
      namesOf(planned[i] as Planned),
    )
    return operationId
  })
}

/** What is different, by the names of the columns: a code shows as such, not as what it is. */
const namesOf = ({ columns }: Planned): string[] =>
  Object.keys(columns)
    .filter((name) => name !== 'code_sealed' && name !== 'kind')
    .map((name) => (name === 'code_hash' ? 'code' : name))

/** What a patch makes of an authorization; undefined when that is what it is already. An update is checked as merged. */
function planChange(
  ctx: Ctx<ChangeRefusal>,
  { row, lock }: Target,
  patch: Patch,
  byPlan: true | undefined,
): Planned | undefined {
  const code = patch.code !== undefined && patch.code !== openCode(ctx, row) ? patch.code : undefined
  const window = mergedWindow(row, lock, patch)
  const merged = {
    name: patch.name ?? row.name,
    remote_allowed: flag(patch.remoteAllowed) ?? row.remote_allowed,
    enabled: flag(patch.enabled) ?? row.enabled,
    ...windowColumns(window),
    ...(code !== undefined && { code }),
  }
  const { accountUserId = row.account_user_id } = patch
  const changed = differing(row, merged)
  const isUserNew = accountUserId !== row.account_user_id
  const planned = byPlan ? differing(row, { plan_terms: termsOf(merged) }) : {}
  if (Object.keys({ ...changed, ...planned }).length === 0 && !isUserNew) return undefined
  const hasCode = code !== undefined
  checkShape(ctx.fail, { type: row.type, hasCode, window })
  if (code !== undefined) checkCode(ctx, [lock], code)
  const { code: _code, ...plain } = changed
  return {
    row,
    lock,
    isForDevice: Object.keys(changed).length > 0,
    columns: {
      ...plain,
      ...planned,
      ...(code !== undefined && codeColumns(ctx, row.id, code)),
      ...(isUserNew && { account_user_id: accountUserId, kind: kindOf(row.type, accountUserId) }),
      // What is somebody else's now is not what the plan gave any more.
      ...(isUserNew && row.plan_id !== null && { plan_id: null, plan_terms: null }),
    },
  }
}

const flag = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : value ? 1 : 0

/** A limit that is not named stays (D11). */
function mergedWindow(
  row: store.AuthRow,
  { capability }: LockWithCapability,
  { window = {} }: Patch,
): AccessWindow {
  const merged = { ...windowOf(row), ...inZone(window, capability.timeZone) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value != null))
}

const differing = (row: store.AuthRow, merged: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(merged).filter(([column, value]) => value !== row[column as keyof store.AuthRow]),
  )

/** Who is to have something they did not have. */
const newUsersOf = (planned: readonly Planned[]): number[] =>
  planned.flatMap(({ columns }) => columns.account_user_id ?? [])

/** What decides whether a code may stand beside the same one (D52). */
const UNIQUE_WITH = ['code_hash', 'from_date', 'until_date']

/** When all of them are stored: two may swap their codes or dates in one call, and none may end up beside the same. */
async function assertUnique(ctx: Ctx<'code_conflict'>, planned: readonly Planned[]): Promise<void> {
  const uses = planned
    .filter(({ columns }) => UNIQUE_WITH.some((column) => column in columns))
    .flatMap(({ row, lock }) => {
      const code = openCode(ctx, row)
      return code === undefined ? [] : [{ lock, code, window: windowOf(row), id: row.id }]
    })
  await checkConflicts(ctx, uses)
}

/** Columns that follow from every change, or from one that the lock has to know. */
const FOLLOWING_COLUMNS = [
  'updated_at',
  'sync_state',
  'pending_since',
  'sent_revision',
  'switch_at',
  'repaired',
  'error',
  'unproven',
  'place',
] as const

/** Stores how they are to be; their operations follow when all of them are known to be possible. */
async function applyAll(ctx: Ctx<never>, planned: readonly Planned[]): Promise<Planned[]> {
  const changed = planned.map((plan) => ({ ...plan, row: changedRow(ctx, plan) }))
  const columns = new Set(planned.flatMap((plan) => Object.keys(plan.columns) as (keyof store.AuthRow)[]))
  await store.storeColumns(
    ctx.db,
    changed.map(({ row }) => row),
    [...columns, ...FOLLOWING_COLUMNS],
  )
  counts.adjust(
    ctx,
    planned.flatMap(({ row: { seq, kind }, columns: { kind: next = kind } }) =>
      next === kind
        ? []
        : [
            { seq, kind, by: -1 },
            { seq, kind: next, by: 1 },
          ],
    ),
  )
  return changed
}

function changedRow(ctx: Ctx<never>, { row, lock, columns, isForDevice }: Planned): store.AuthRow {
  const now = ctx.clock.now()
  const next = { ...row, ...columns, updated_at: now }
  if (!isForDevice) return next
  const isKeptHere = keeperOf(keepingOf(lock.row), next) === 'service'
  return {
    ...next,
    sync_state: 'pending',
    pending_since: row.pending_since ?? now,
    sent_revision: null,
    // What is on the lock has an end, whether or not the lock is there to be told of the change.
    switch_at: isKeptHere && row.delivered === 1 ? now : null,
    repaired: 0,
    error: null,
    unproven: 0,
    // Where it is follows from when it holds, which may be another time now.
    place: null,
  }
}

/** A single change that joins one that waits has the operation of that one (D24). */
async function receiptOf(ctx: WorkCtx, planned: readonly Planned[], call: Call): Promise<string> {
  await enqueue(ctx, new Set(planned.filter(({ isForDevice }) => isForDevice).map(({ lock }) => lock)))
  const [only, ...others] = planned
  const waiting = only && others.length === 0 && call.type === undefined ? only.row.operation_id : null
  if (waiting !== null) return waiting
  const parts = planned.map(({ row }) => ({
    id: row.id,
    smartlockId: row.smartlock_id,
    ...(row.operation_id !== null && { joins: row.operation_id }),
  }))
  const { operationId, partIds } = await acceptCall(ctx, 'auth.update', call, parts)
  const rows = planned.map(({ row }, i) => ({ ...row, operation_id: partIds[i] as string }))
  // What the lock need not know is done already, unless an earlier change still waits for it.
  const isOpen = planned.map(({ row, isForDevice }) => isForDevice || row.operation_id !== null)
  await store.storeColumns(
    ctx.db,
    rows.filter((_, i) => isOpen[i]),
    ['operation_id'],
  )
  const done = rows.filter((_, i) => !isOpen[i])
  await operations.endAll(
    ctx,
    done.map((row) => ({ id: row.operation_id, status: 'confirmed' })),
  )
  await emit(
    ctx,
    done.map((row) => authsEvent({ ...row, operation_id: null })),
  )
  return operationId
}
