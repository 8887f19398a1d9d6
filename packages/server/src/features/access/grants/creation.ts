import { type AccessWindow, inZone } from '@latchwork/access-window'
import { AUTH_TYPE, type CreatableAuthType } from '@latchwork/contract'
import { type Ctx, inTransaction, type WorkCtx } from '../../../platform/context.ts'
import { assertMayMail } from '../../identity/account/service.ts'
import * as accountUsers from '../../identity/users/service.ts'
import { checkCode, checkConflicts, checkNewCodes, codeColumns, freeCode, freeCodes } from '../codes.ts'
import * as history from '../history/service.ts'
import * as counts from '../listing/service.ts'
import { assertWindow, checkShape, inviteKeyFrom, kindOf, termsOf, windowColumns } from '../rules.ts'
import * as store from '../store.ts'
import { recordRights } from './audit-entries.ts'
import { acceptCall, acceptEach, type Call } from './calls.ts'
import { inviteColumns, mailInvite } from './invites.ts'
import { checkKeypads, checkRoom, enqueue, findLocks, type LockWithCapability } from './locks.ts'

/** When it is to hold. A date that is a text is a day, by the clock of each lock (D14). */
export type AskedWindow = Omit<AccessWindow, 'fromDate' | 'untilDate'> & {
  fromDate?: number | string
  untilDate?: number | string
}

/** What somebody is to have on locks. */
export interface Grant {
  smartlockIds: readonly number[]
  type: CreatableAuthType
  name: string
  remoteAllowed: boolean
  /** Of keypad codes; made when left out (D51). */
  code?: number
  window?: AskedWindow
  accountUserId?: number
  smartActions?: boolean
  /** The plan that gives it. */
  planId?: string
}

export interface Granted {
  operationId: string
  authIds: string[]
  /** The same on every lock (D55). */
  code?: number
  /** One for each lock (D56). */
  inviteKeys?: string[]
}

export type GrantRefusal =
  | 'not_found'
  | 'invalid_parameter'
  | 'keypad_missing'
  | 'code_not_allowed'
  | 'code_invalid'
  | 'window_invalid'
  | 'code_conflict'
  | 'auth_limit_reached'
  | 'rate_limited'

/** Creates one authorization on each of the locks, or none at all (D27); each waits for its lock to confirm it (D26). */
export async function grant(ctx: WorkCtx<GrantRefusal>, wanted: Grant, call: Call = {}): Promise<Granted> {
  const { type, window = {} } = wanted
  checkShape(ctx.fail, { type, hasCode: wanted.code !== undefined, window: withoutDays(window) })
  return inTransaction(ctx, async (tx) => {
    const { accountUserId } = wanted
    if (accountUserId !== undefined)
      assertGiveable(tx, await accountUsers.listByIds(tx, [accountUserId]), [accountUserId])
    const locks = [...(await findLocks(tx, wanted.smartlockIds)).values()]
    checkKeypads(tx, locks, type)
    const windows = locks.map(({ capability }) => inZone(window, capability.timeZone))
    for (const atLock of windows) assertWindow(tx.fail, atLock)
    if (wanted.code !== undefined) checkCode(tx, locks, wanted.code)
    await checkRoom(tx, locks)
    if (type === AUTH_TYPE.app && wanted.accountUserId !== undefined) await assertMayMail(tx, tx.accountId)
    const code = await codeFor(tx, locks, wanted, windows)
    return storeAll(tx, locks, { ...wanted, windows, ...(code !== undefined && { code }) }, call)
  })
}

/** What of a window can be checked before the locks are known. */
function withoutDays({ fromDate, untilDate, ...window }: AskedWindow): AccessWindow {
  return {
    ...window,
    ...(typeof fromDate === 'number' && { fromDate }),
    ...(typeof untilDate === 'number' && { untilDate }),
  }
}

/** A keypad code on one lock. */
export type CodeGrant = Omit<Grant, 'smartlockIds' | 'type' | 'planId' | 'window'> & {
  smartlockId: number
  window?: AccessWindow
}

/** Creates many keypad codes, each with an operation of its own, or none at all. Their operations, in the same order. */
export async function grantEach(ctx: WorkCtx<GrantRefusal>, wanted: readonly CodeGrant[]): Promise<string[]> {
  if (wanted.length === 0) return []
  const type = AUTH_TYPE.keypadCode
  for (const { code, window = {} } of wanted)
    checkShape(ctx.fail, { type, hasCode: code !== undefined, window })
  return inTransaction(ctx, async (tx) => {
    const people = [...new Set(wanted.flatMap(({ accountUserId }) => accountUserId ?? []))]
    assertGiveable(tx, await accountUsers.listByIds(tx, people), people)
    const locks = await findLocks(
      tx,
      wanted.map(({ smartlockId }) => smartlockId),
    )
    const lockOf = ({ smartlockId }: CodeGrant) => locks.get(smartlockId) as LockWithCapability
    checkKeypads(tx, [...locks.values()], type)
    for (const one of wanted) if (one.code !== undefined) checkCode(tx, [lockOf(one)], one.code)
    await checkRoom(tx, wanted.map(lockOf))
    const codes = await codesFor(
      tx,
      wanted.map((one) => ({ lock: lockOf(one), code: one.code, window: one.window ?? {} })),
    )
    return storeEach(tx, [...locks.values()], wanted, codes)
  })
}

/** Those that were named, if nothing else has them there, and fresh ones for the others. */
async function codesFor(
  ctx: Ctx<'code_conflict'>,
  uses: readonly { lock: LockWithCapability; code: number | undefined; window: AccessWindow }[],
): Promise<number[]> {
  const named = uses.flatMap(({ lock, code, window }) => (code === undefined ? [] : [{ lock, code, window }]))
  await checkNewCodes(ctx, named)
  const unnamed = uses.filter(({ code }) => code === undefined).map(({ lock }) => lock)
  const fresh = await freeCodes(ctx, unnamed, named)
  let next = 0
  return uses.map(({ code }) => code ?? (fresh[next++] as number))
}

async function storeEach(
  ctx: WorkCtx,
  locks: readonly LockWithCapability[],
  wanted: readonly CodeGrant[],
  codes: readonly number[],
): Promise<string[]> {
  const ids = wanted.map(() => ctx.ids.timeOrdered())
  const parts = wanted.map(({ smartlockId }, i) => ({ id: ids[i] as string, smartlockId }))
  const operationIds = await acceptEach(ctx, 'auth.create', parts)
  const rows = wanted.map(({ smartlockId, ...one }, i) => {
    const id = ids[i] as string
    const grant = { ...one, type: AUTH_TYPE.keypadCode, window: one.window ?? {} }
    return {
      ...sharedColumns(ctx, grant),
      id,
      smartlock_id: smartlockId,
      operation_id: operationIds[i] as string,
      ...codeColumns(ctx, id, codes[i]),
      ...inviteColumns(ctx, id, undefined),
    }
  })
  await recordRights(ctx, 'created', rows, await insertRights(ctx, locks, rows))
  return operationIds
}

/** A person who is being deleted gets nothing new. */
export function assertGiveable(
  ctx: Ctx<'not_found'>,
  held: readonly accountUsers.AccountUserRow[],
  accountUserIds: readonly number[],
): void {
  const giveable = new Set(
    held.filter((user) => user.operation_id === null).map((user) => user.account_user_id),
  )
  if (accountUserIds.some((id) => !giveable.has(id))) ctx.fail('not_found')
}

async function codeFor(
  ctx: Ctx<'code_conflict'>,
  locks: readonly LockWithCapability[],
  { type, code }: Grant,
  windows: readonly AccessWindow[],
): Promise<number | undefined> {
  if (type !== AUTH_TYPE.keypadCode) return undefined
  if (code === undefined) return freeCode(ctx, locks)
  await checkConflicts(
    ctx,
    locks.map((lock, i) => ({ lock, code, window: windows[i] as AccessWindow })),
  )
  return code
}

async function storeAll(
  ctx: WorkCtx,
  locks: readonly LockWithCapability[],
  { windows, ...wanted }: Grant & { windows: readonly AccessWindow[] },
  call: Call,
): Promise<Granted> {
  const parts = locks.map(({ smartlock_id: smartlockId }) => ({ id: ctx.ids.timeOrdered(), smartlockId }))
  const { operationId, partIds } = await acceptCall(ctx, 'auth.create', call, parts)
  const shared = sharedColumns(ctx, { ...wanted, window: windows[0] ?? {} })
  const invites = wanted.type === AUTH_TYPE.app ? parts.map(() => inviteKeyFrom(ctx.ids.random())) : undefined
  const rows = parts.map(({ id, smartlockId }, i) => ({
    ...shared,
    ...windowColumns(windows[i] as AccessWindow),
    id,
    smartlock_id: smartlockId,
    operation_id: partIds[i] as string,
    ...codeColumns(ctx, id, wanted.code),
    ...inviteColumns(ctx, id, invites?.[i]),
  }))
  const versions = await insertRights(ctx, locks, rows)
  if (invites && wanted.accountUserId !== undefined)
    await mailInvite(ctx, wanted.accountUserId, locks, invites)
  await recordRights(ctx, 'created', rows, versions)
  return {
    operationId,
    authIds: parts.map(({ id }) => id),
    ...(wanted.code !== undefined && { code: wanted.code }),
    ...(invites && { inviteKeys: invites }),
  }
}

type NewRight = Omit<Parameters<typeof store.insertMany>[1][number], 'seq'> &
  Parameters<typeof history.note>[1][number]

/** With their numbers and the first version of each; what they are is sent to the locks that are online. */
async function insertRights(
  ctx: WorkCtx,
  locks: readonly LockWithCapability[],
  rights: readonly NewRight[],
): Promise<history.Versions> {
  const numbers = await counts.claimNumbers(ctx, rights.length)
  const rows = rights.map((right, i) => ({ ...right, seq: numbers[i] as number }))
  await store.insertMany(ctx.db, rows)
  const versions = await history.note(ctx, rows)
  counts.adjust(
    ctx,
    rows.map(({ seq, kind }) => ({ seq, kind, by: 1 })),
  )
  await enqueue(ctx, locks)
  return versions
}

/** What is the same on every lock. */
function sharedColumns(
  ctx: Ctx<never>,
  wanted: Omit<Grant, 'smartlockIds' | 'window'> & { window: AccessWindow },
) {
  const now = ctx.clock.now()
  const accountUserId = wanted.accountUserId ?? null
  const terms = {
    remote_allowed: wanted.remoteAllowed ? 1 : 0,
    enabled: 1,
    ...windowColumns(wanted.window),
  }
  return {
    ...terms,
    plan_id: wanted.planId ?? null,
    plan_terms: wanted.planId === undefined ? null : termsOf(terms),
    account_id: ctx.accountId,
    kind: kindOf(wanted.type, accountUserId),
    type: wanted.type,
    name: wanted.name,
    account_user_id: accountUserId,
    smart_actions: wanted.smartActions ? 1 : 0,
    lock_count: 0,
    last_active_at: null,
    sync_state: 'pending',
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
    created_at: now,
    updated_at: now,
  }
}
