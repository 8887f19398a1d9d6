import type { AccessWindow } from '@latchwork/access-window'
import { type Ctx, inTransaction, type WorkCtx } from '../../platform/context.ts'
import { emit } from '../../platform/outbox.ts'
import * as operations from '../operations/service.ts'
import { acceptCall, type Call } from './calls.ts'
import { checkCode, checkConflicts, codeColumns, openCode } from './codes.ts'
import * as counts from './counts.ts'
import { checkUser } from './grants.ts'
import { enqueue, type HeldLock } from './locks.ts'
import { authsPayload } from './present.ts'
import { checkShape, kindOf, windowColumns, windowOf } from './rules.ts'
import * as store from './store.ts'
import { assertFree, holdAll } from './targets.ts'

/** What is to be different about an authorization; null clears, what is left out stays as it is (D11, D12). */
export interface Patch {
  name?: string
  remoteAllowed?: boolean
  enabled?: boolean
  code?: number
  window?: { [K in keyof AccessWindow]?: AccessWindow[K] | null }
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

interface Planned {
  row: store.AuthRow
  lock: HeldLock
  columns: Record<string, unknown>
  /** Whether the lock has to know. */
  isForDevice: boolean
}

/**
 * Changes authorizations, all of them or none (D27). What is under way on a lock that is there blocks a change; on one
 * that is away both become one (D24). Undefined when there was nothing to change.
 */
export function change(
  ctx: WorkCtx<ChangeRefusal>,
  wanted: readonly Change[],
  call: Call = {},
): Promise<string | undefined> {
  return inTransaction(ctx, async (tx) => {
    const targets = await holdAll(
      tx,
      wanted.map(({ id }) => id),
    )
    const planned: Planned[] = []
    for (const { id, patch } of wanted) {
      const target = targets.get(id) ?? tx.fail('not_found')
      const plan = await planChange(tx, target, patch)
      if (!plan) continue
      // What is being deleted stays so, whoever asks.
      if (!call.replacesPending || target.row.sync_state === 'deleting') assertFree(tx, target)
      planned.push(plan)
      await apply(tx, plan)
    }
    await assertUnique(tx, planned)
    return planned.length === 0 ? undefined : receiptOf(tx, planned, call)
  })
}

/** What a patch makes of an authorization; undefined when that is what it is already. An update is checked as merged. */
async function planChange(
  ctx: Ctx<ChangeRefusal>,
  { row, lock }: { row: store.AuthRow; lock: HeldLock },
  patch: Patch,
): Promise<Planned | undefined> {
  const code = patch.code !== undefined && patch.code !== openCode(ctx, row) ? patch.code : undefined
  const merged = {
    name: patch.name ?? row.name,
    remote_allowed: flag(patch.remoteAllowed) ?? row.remote_allowed,
    enabled: flag(patch.enabled) ?? row.enabled,
    ...windowColumns(mergedWindow(row, patch)),
    ...(code !== undefined && { code }),
  }
  const { accountUserId = row.account_user_id } = patch
  const changed = differing(row, merged)
  const isUserNew = accountUserId !== row.account_user_id
  if (Object.keys(changed).length === 0 && !isUserNew) return undefined
  const hasCode = code !== undefined
  checkShape(ctx.fail, { type: row.type, name: merged.name, hasCode, window: mergedWindow(row, patch) })
  if (isUserNew && accountUserId !== null) await checkUser(ctx, accountUserId)
  if (code !== undefined) checkCode(ctx, [lock], code)
  const { code: _code, ...plain } = changed
  return {
    row,
    lock,
    isForDevice: Object.keys(changed).length > 0,
    columns: {
      ...plain,
      ...(code !== undefined && codeColumns(ctx, row.id, code)),
      ...(isUserNew && { account_user_id: accountUserId, kind: kindOf(row.type, accountUserId) }),
    },
  }
}

const flag = (value: boolean | undefined): 0 | 1 | undefined =>
  value === undefined ? undefined : value ? 1 : 0

/** A limit that is not named stays (D11). */
function mergedWindow(row: store.AuthRow, { window = {} }: Patch): AccessWindow {
  const merged = { ...windowOf(row), ...window }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value != null))
}

const differing = (row: store.AuthRow, merged: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(merged).filter(([column, value]) => value !== row[column as keyof store.AuthRow]),
  )

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

/** Stores how it is to be; its operation follows when all of them are known to be possible. */
async function apply(ctx: Ctx<never>, plan: Planned): Promise<void> {
  const now = ctx.clock.now()
  const { row, columns, isForDevice } = plan
  const next = await store.update(ctx.db, row, {
    ...columns,
    updated_at: now,
    ...(isForDevice && {
      sync_state: 'pending',
      pending_since: row.pending_since ?? now,
      sent_revision: null,
      switch_at: null,
      repaired: 0,
      error: null,
    }),
  })
  if (next.kind !== row.kind)
    await counts.adjust(ctx, [
      { seq: row.seq, kind: row.kind, by: -1 },
      { seq: row.seq, kind: next.kind, by: 1 },
    ])
  plan.row = next
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
  for (const [i, plan] of planned.entries()) await begin(ctx, plan, partIds[i] as string)
  return operationId
}

/** What the lock need not know is done already, unless an earlier change still waits for it. */
async function begin(ctx: Ctx<never>, { row, isForDevice }: Planned, operationId: string): Promise<void> {
  if (isForDevice || row.operation_id !== null) {
    await store.update(ctx.db, row, { operation_id: operationId })
    return
  }
  await operations.move(ctx, operationId, 'confirmed')
  await emit(ctx, [{ feature: 'DEVICE_AUTHS', smartlockId: row.smartlock_id, payload: authsPayload(row) }])
}
