import type { Sheet, SheetKind, SheetOutcome } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import { type EndedAccess, makerOf } from '../events/makers/service.ts'
import { hold } from '../identity/account/service.ts'
import { presentRun } from './present.ts'
import { readSheet, type SheetFile, Unreadable } from './reader.ts'
import * as rows from './row-store.ts'
import { guessOf, keptUntil, lackOf } from './rules.ts'
import { get, getHeld, isTheirs, ownerOf } from './runs.ts'
import * as store from './store.ts'

export { check } from './checks.ts'
export { get } from './runs.ts'
export { createSheetWorker } from './worker.ts'

/** Of all who share the doors. */
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
    await hold(tx, tx.accountId)
    if ((await store.countOpen(tx.db, tx.accountId)) >= MOST_OPEN) tx.fail('resource_locked')
    await store.removeOld(tx.db, ownerOf(tx))
    const run = newRun(tx, kind, file)
    await store.insert(tx.db, run)
    await rows.insertFile(tx, run.id, file)
    const detail = { kind, total: String(run.total) }
    await audit.record(tx, { action: 'sheet.created', subject: run.id, detail })
    tx.afterCommit(() => tx.wake.notify('sheet'))
    return presentRun(run, file.columns)
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

export const list = async (ctx: RequestCtx): Promise<store.RunRow[]> =>
  (await store.list(ctx.db, ownerOf(ctx))).filter((run) => isTheirs(ctx, run))

/** With the first row of the file, while there is one. */
export async function getWhole(ctx: RequestCtx<'not_found'>, sheetId: string): Promise<Sheet> {
  const run = await get(ctx, sheetId)
  return presentRun(run, await rows.columnsOf(ctx, sheetId))
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
    const run = await getHeld(tx, sheetId)
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
    const run = await getHeld(tx, sheetId)
    if (run.next_at === null) {
      await store.remove(tx.db, tx.accountId, sheetId)
      return
    }
    await cancel(tx, run)
    await audit.record(tx, { action: 'sheet.canceled', subject: sheetId })
  })

async function cancel(ctx: Ctx<never>, run: Pick<store.RunRow, 'id' | 'account_id'>): Promise<void> {
  const ended = { state: 'canceled' as const, next_at: null, ended_at: ctx.clock.now(), ...store.NOBODYS }
  await store.update(ctx.db, run.account_id, run.id, ended)
  await rows.removeFile(ctx.db, run.account_id, run.id)
}

/** Somebody was shut out: what they began goes no further. What a token or a grant began asks for it itself. */
export async function endMadeBy(ctx: Ctx<never>, accountId: number, ended: EndedAccess): Promise<void> {
  const isOver = ended.of === 'account' || (ended.of === 'sessions' && ended.sessionIds.length > 0)
  if (!isOver) return
  const sessionIds = ended.of === 'sessions' ? ended.sessionIds : undefined
  for (const run of await store.listOpenOf(ctx.db, accountId, sessionIds)) await cancel(ctx, run)
}
