import type { Sheet, SheetMapping, SheetOutcome } from '@latchwork/contract'
import { failParameter } from '../../platform/app-error.ts'
import { inTransaction, type RequestCtx } from '../../platform/context.ts'
import type { Cells } from './cells.ts'
import { KINDS, newLedger, type Result, type WantedRow } from './kinds/service.ts'
import { presentRun } from './present.ts'
import type { CellRow } from './reader.ts'
import * as rows from './row-store.ts'
import { asFor, mappingProblem } from './rules.ts'
import { get } from './runs.ts'
import * as store from './store.ts'

/** The cells of a row by what they are said to hold. */
export const wantedOf =
  (mapping: SheetMapping) =>
  ([number, ...cells]: CellRow): WantedRow => {
    const named: Cells = {}
    for (const { field, column } of mapping) named[field] = cells[column - 1] ?? ''
    return { number, cells: named }
  }

export const rowOf = (run: Pick<store.RunRow, 'id' | 'account_id'>, result: Result) => ({
  account_id: run.account_id,
  run_id: run.id,
  number: result.number,
  outcome: result.outcome,
  smartlock_id: result.smartlockId ?? null,
  field: result.field ?? null,
  rule: result.rule ?? null,
  operation_id: result.operationId ?? null,
})

export const countsOf = (results: readonly { outcome: SheetOutcome }[]) => {
  const counts = { made: 0, changed: 0, same: 0, failed: 0 }
  for (const { outcome } of results) counts[outcome]++
  return counts
}

type Checking = RequestCtx<'not_found' | 'invalid_parameter' | 'resource_locked'>

/**
 * What would become of each row, by the rules of the calls about one thing. Kept part by part, so that others are served in
 * between; of two checks at the same time the later one stands.
 */
export async function check(ctx: Checking, sheetId: string, mapping: SheetMapping): Promise<Sheet> {
  const { kind } = await get(ctx, sheetId)
  const columns = (await rows.columnsOf(ctx, sheetId)) ?? ctx.fail('resource_locked')
  const problem = mappingProblem(kind, mapping, columns.length)
  if (problem) failParameter(ctx.fail, ...problem)
  const run = await begin(ctx, sheetId, mapping)
  const asker = { ...ctx, principal: asFor(ctx.principal, kind) }
  const ledger = newLedger()
  for (let part = 0; ; part++) {
    const cells = await rows.cellsOf(ctx, sheetId, part)
    if (!cells) break
    const judged = await KINDS[kind].judge(asker, cells.map(wantedOf(mapping)), ledger)
    await whileCurrent(ctx, run, async (tx) => {
      await rows.insert(
        tx.db,
        judged.map((one) => rowOf(run, one)),
      )
      await store.count(tx.db, tx.accountId, sheetId, countsOf(judged), 0)
    })
  }
  await whileCurrent(ctx, run, (tx) => store.update(tx.db, tx.accountId, sheetId, { state: 'checked' }))
  return presentRun(await get(ctx, sheetId), ctx.principal, columns)
}

const begin = (ctx: Checking, sheetId: string, mapping: SheetMapping): Promise<store.RunRow> =>
  inTransaction(ctx, async (tx) => {
    const run = await get(tx, sheetId)
    if (run.state !== 'read' && run.state !== 'checked') tx.fail('resource_locked')
    const changes = {
      state: 'read' as const,
      mapping: JSON.stringify(mapping),
      revision: run.revision + 1,
      ...{ made: 0, changed: 0, same: 0, failed: 0 },
    }
    await store.update(tx.db, tx.accountId, sheetId, changes)
    await rows.remove(tx.db, tx.accountId, sheetId)
    return { ...run, ...changes }
  })

/** Somebody checks it anew, or it was canceled: then this check is nobody's any more. */
const whileCurrent = (
  ctx: Checking,
  { id, revision }: store.RunRow,
  work: (tx: Checking) => Promise<unknown>,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const run = await get(tx, id)
    if (run.revision !== revision || run.state !== 'read') tx.fail('resource_locked')
    await work(tx)
  })
