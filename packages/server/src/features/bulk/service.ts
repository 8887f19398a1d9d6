import type { BulkItem, BulkOrder, BulkOutcome, BulkPreview } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import { type EndedAccess, makerOf } from '../events/makers/service.ts'
import * as items from './item-store.ts'
import { AT_ONCE, type Planned, planOf } from './plan.ts'
import { presentItem } from './present.ts'
import { lackOf } from './rules.ts'
import * as store from './store.ts'

export { createBulkWorker } from './worker.ts'

type Asking = RequestCtx<'invalid_parameter' | 'scope_missing' | 'right_missing'>

/** Of one account; the others wait for their turn. */
const MOST_OPEN = 5
const EXAMPLES = 5

/** What would become of many things, without doing it. */
export async function preview(ctx: Asking, order: BulkOrder): Promise<BulkPreview> {
  const planned = await planOf(ctx, order)
  const refused = Map.groupBy(
    planned.filter(({ error }) => error !== undefined),
    ({ error }) => error as string,
  )
  return {
    total: planned.length,
    refused: [...refused].map(([error, { length: count }]) => ({ error, count })),
    examples: planned
      .filter(({ error }) => error === undefined)
      .slice(0, EXAMPLES)
      .map((one, i): BulkItem => presentItem(rowOf(ctx, '', one, i + 1))),
  }
}

/** Stores that it is to be done; what of it cannot be done is known at once. */
export async function create(
  ctx: RequestCtx<'invalid_parameter' | 'scope_missing' | 'right_missing' | 'resource_locked'>,
  order: BulkOrder,
): Promise<string> {
  const planned = await planOf(ctx, order)
  return inTransaction(ctx, async (tx) => {
    if ((await store.countOpen(tx.db, tx.accountId)) >= MOST_OPEN) tx.fail('resource_locked')
    await store.removeOld(tx.db, tx.accountId)
    const id = tx.ids.timeOrdered()
    await store.insert(tx.db, newRun(tx, id, order, planned))
    const rows = planned.map((one, i) => rowOf(tx, id, one, i + 1))
    for (let i = 0; i < rows.length; i += AT_ONCE) await items.insert(tx.db, rows.slice(i, i + AT_ONCE))
    const detail = { action: order.action, total: String(planned.length) }
    await audit.record(tx, { action: 'bulk.created', subject: id, detail })
    tx.afterCommit(() => tx.wake.notify('bulk'))
    return id
  })
}

function newRun(
  ctx: RequestCtx,
  id: string,
  { action, untilDate, days }: BulkOrder,
  planned: readonly Planned[],
) {
  const { principal } = ctx
  const now = ctx.clock.now()
  const failed = planned.filter(({ error }) => error !== undefined).length
  return {
    id,
    account_id: ctx.accountId,
    action,
    terms: JSON.stringify({ untilDate, days }),
    state: 'running' as const,
    total: planned.length,
    done: 0,
    same: 0,
    failed,
    actor_account_id: principal.accountId,
    actor_name: principal.name,
    api_key_id: principal.apiKeyId,
    ...makerOf(principal),
    next_at: now,
    leased_until: null,
    lease_owner: null,
    created_at: now,
    ended_at: null,
  }
}

const rowOf = (ctx: Ctx<never>, runId: string, { id, name, newName, error }: Planned, number: number) => ({
  account_id: ctx.accountId,
  run_id: runId,
  number,
  item_id: id,
  name,
  new_name: newName ?? null,
  outcome: error === undefined ? ('waiting' as const) : ('failed' as const),
  error: error ?? null,
  operation_id: null,
})

/**
 * Who asked for it sees it, and the master all of them. A token that is for some doors sees its own alone, and nobody what
 * they could not ask for: names of people are in it.
 */
function isTheirs({ principal }: RequestCtx, run: store.RunRow): boolean {
  if (lackOf(principal, run.action)) return false
  const { token_id, grant_id, session_id } = makerOf(principal)
  const isOwnAccess = run.token_id === token_id && run.grant_id === grant_id && run.session_id === session_id
  if (principal.tokenLimits) return isOwnAccess
  return principal.isMaster || run.actor_account_id === principal.accountId
}

export const list = async (ctx: RequestCtx): Promise<store.RunRow[]> =>
  (await store.list(ctx.db, ctx.accountId)).filter((run) => isTheirs(ctx, run))

/** The run, or the same 404 whether it is missing, somebody else's (D38) or none of the caller's. */
export async function get(ctx: RequestCtx<'not_found'>, bulkId: string): Promise<store.RunRow> {
  const run = await store.find(ctx.db, ctx.accountId, bulkId)
  return run && isTheirs(ctx, run) ? run : ctx.fail('not_found')
}

export async function listItems(
  ctx: RequestCtx<'not_found'>,
  bulkId: string,
  { outcome, id = 0, limit = 100 }: { outcome?: BulkOutcome; id?: number; limit?: number },
): Promise<items.ItemRow[]> {
  await get(ctx, bulkId)
  return items.list(ctx.db, ctx.accountId, bulkId, { after: id, limit, ...(outcome && { outcome }) })
}

/** Ends one that runs, what is done stays done; forgets one that has ended. */
export const remove = (ctx: RequestCtx<'not_found'>, bulkId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const run = await store.find(tx.db, tx.accountId, bulkId)
    if (!run || !isTheirs(tx, run)) return tx.fail('not_found')
    if (run.state !== 'running') {
      await store.remove(tx.db, tx.accountId, bulkId)
      return
    }
    await store.update(tx.db, tx.accountId, bulkId, canceled(tx))
    await audit.record(tx, { action: 'bulk.canceled', subject: bulkId })
  })

const canceled = ({ clock }: Ctx<never>) => ({
  ...{ state: 'canceled' as const, next_at: null, ended_at: clock.now() },
  ...store.NOBODYS,
})

/** Somebody was shut out: what they began goes no further. What a token or a grant began asks for it itself. */
export async function endMadeBy(ctx: Ctx<never>, accountId: number, ended: EndedAccess): Promise<void> {
  if (ended.of === 'account') await store.updateRunningOf(ctx.db, accountId, undefined, canceled(ctx))
  else if (ended.of === 'sessions' && ended.sessionIds.length > 0)
    await store.updateRunningOf(ctx.db, accountId, ended.sessionIds, canceled(ctx))
}
