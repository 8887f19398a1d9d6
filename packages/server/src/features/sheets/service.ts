import type { Sheet, SheetKind, SheetOutcome } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import { type EndedAccess, makerOf } from '../events/makers/service.ts'
import { presentRun } from './present.ts'
import { readSheet, type SheetFile, Unreadable } from './reader.ts'
import * as rows from './row-store.ts'
import { guessOf, keptUntil, lackOf } from './rules.ts'
import { find, get, isVisible, ownerOf, seesAll } from './runs.ts'
import * as store from './store.ts'

export { check } from './checks.ts'
export { find } from './runs.ts'
export { createSheetWorker } from './worker.ts'

/** For each account that brings files, so nobody takes the places of others who share the doors. */
const MOST_OPEN = 5

/** The file, if it is one and the caller may do what it is for. */
export async function read(
  ctx: RequestCtx<'invalid_parameter' | 'scope_missing' | 'right_missing'>,
  { kind, file }: { kind: SheetKind; file: string },
): Promise<SheetFile> {
  const lack = lackOf(ctx.principal, kind)
  if (lack) ctx.fail(lack)
  try {
    return await readSheet(Buffer.from(file, 'base64'))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return failParameter(ctx.fail, 'file', error.message)
  }
}

/** Keeps the file, sealed; nothing of it is done. */
export const create = (
  ctx: RequestCtx<'resource_locked'>,
  kind: SheetKind,
  file: SheetFile,
): Promise<Sheet> =>
  inTransaction(ctx, async (tx) => {
    if ((await store.countOpen(tx.db, ownerOf(tx))) >= MOST_OPEN) tx.fail('resource_locked')
    await store.removeOld(tx.db, ownerOf(tx))
    const run = newRun(tx, kind, file)
    await store.insert(tx.db, run)
    await rows.insertFile(tx, run.id, file)
    const detail = { kind, total: String(run.total) }
    await audit.record(tx, { action: 'sheet.created', subject: run.id, detail })
    tx.afterCommit(() => tx.wake.notify('sheet'))
    return presentRun(run, tx.principal, file.columns)
  })

function newRun(ctx: RequestCtx, kind: SheetKind, { columns, rows: { length: total } }: SheetFile) {
  const { principal } = ctx
  const now = ctx.clock.now()
  return {
    id: ctx.ids.timeOrdered(),
    account_id: ctx.accountId,
    kind,
    state: 'read' as const,
    mapping: JSON.stringify(guessOf(kind, columns)),
    ...{ revision: 0, total, position: 0, made: 0, changed: 0, same: 0, failed: 0 },
    actor_account_id: principal.accountId,
    actor_name: principal.name,
    api_key_id: principal.apiKeyId,
    ...makerOf(principal),
    // Whoever leaves it here leaves codes here.
    next_at: keptUntil({ created_at: now }),
    leased_until: null,
    lease_owner: null,
    created_at: now,
    ended_at: null,
  }
}

/** The last files of the caller, and for the owner of the doors all open ones of others. */
export async function list(ctx: RequestCtx): Promise<store.RunRow[]> {
  const own = await store.list(ctx.db, ownerOf(ctx))
  const others = seesAll(ctx) ? await store.listOpenOfOthers(ctx.db, ownerOf(ctx)) : []
  // Ids are ordered by time.
  return [...own, ...others].filter((run) => isVisible(ctx, run)).sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** With the first row of the file, while there is one and it is the caller's. */
export async function getWhole(ctx: RequestCtx<'not_found'>, sheetId: string): Promise<Sheet> {
  const run = await find(ctx, sheetId)
  const isOwn = run.actor_account_id === ctx.principal.accountId
  return presentRun(run, ctx.principal, isOwn ? await rows.columnsOf(ctx, sheetId) : [])
}

export async function listRows(
  ctx: RequestCtx<'not_found'>,
  sheetId: string,
  { outcome, id = 0, limit = 100 }: { outcome?: SheetOutcome; id?: number; limit?: number },
): Promise<rows.RowRow[]> {
  await get(ctx, sheetId)
  return rows.list(ctx.db, ctx.accountId, sheetId, { after: id, limit, ...(outcome && { outcome }) })
}

/** Whoever starts it is who does it. */
export const start = (ctx: RequestCtx<'not_found' | 'resource_locked'>, sheetId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const run = await get(tx, sheetId)
    if (run.state !== 'checked') tx.fail('resource_locked')
    await store.update(tx.db, tx.accountId, sheetId, {
      state: 'running',
      ...{ position: 0, made: 0, changed: 0, same: 0, failed: 0 },
      actor_name: tx.principal.name,
      api_key_id: tx.principal.apiKeyId,
      ...makerOf(tx.principal),
      next_at: tx.clock.now(),
    })
    await audit.record(tx, { action: 'sheet.started', subject: sheetId })
    tx.afterCommit(() => tx.wake.notify('sheet'))
  })

/** Ends one that has not ended, what is done stays done; forgets one that has. */
export const remove = (ctx: RequestCtx<'not_found'>, sheetId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const run = await find(tx, sheetId)
    if (run.next_at === null) {
      await store.remove(tx.db, tx.accountId, sheetId)
      return
    }
    const ended = { state: 'canceled' as const, next_at: null, ended_at: tx.clock.now(), ...store.NOBODYS }
    await store.update(tx.db, tx.accountId, sheetId, ended)
    await rows.removeFile(tx.db, tx.accountId, sheetId)
    await audit.record(tx, { action: 'sheet.canceled', subject: sheetId })
    tx.afterCommit(() => tx.wake.notify('sheet'))
  })

/** Files end with the access that brought them, in the same transaction. */
export async function endMadeBy(ctx: Ctx<never>, accountId: number, ended: EndedAccess): Promise<void> {
  if (ended.of === 'sessions' && ended.sessionIds.length === 0) return
  await store.cancelOpen(ctx.db, openOf(accountId, ended), ctx.clock.now())
}

function openOf(accountId: number, ended: EndedAccess): store.OpenOf {
  if (ended.of === 'account') return { accountIds: [accountId] }
  if (ended.of === 'sessions') return { accountId, sessionIds: ended.sessionIds }
  return { accountId, without: 'access' }
}

/** Accounts are being removed, and with them what they brought for the doors of their master. */
export const endOfAccounts = (ctx: Ctx<never>, accountIds: readonly number[]): Promise<void> =>
  store.cancelOpen(ctx.db, { accountIds }, ctx.clock.now())
