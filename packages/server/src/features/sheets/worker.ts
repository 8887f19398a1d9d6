import {
  type ErrorCode,
  SHEET_RULES,
  type SheetField,
  type SheetMapping,
  type SheetRule,
} from '@latchwork/contract'
import { AppError, fail } from '../../platform/app-error.ts'
import {
  type Ctx,
  inTransaction,
  type Platform,
  type Principal,
  systemContext,
  type WorkCtx,
} from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { type Hold, WorkQueue } from '../../platform/work/queue.ts'
import * as audit from '../audit/service.ts'
import { askerOf } from '../events/makers/service.ts'
import { countsOf, rowOf, wantedOf } from './checks.ts'
import { KINDS, newLedger, type Result, type WantedRow } from './kinds/service.ts'
import * as rows from './row-store.ts'
import { asFor, keptUntil, lackOf } from './rules.ts'
import * as store from './store.ts'

/** When a process dies, another one goes on after this. */
const LEASE_MS = 60_000
/** At the same time, each of another account. */
const AT_ONCE = 2
/**
 * Rows of one transaction: on SQLite nobody else writes meanwhile, elsewhere the way there costs more. Before each it is asked
 * whether whoever wants it still may.
 */
const BITE = { sqlite: 100, postgres: 250 } as const

export interface SheetWorker {
  start(): Promise<void>
  stop(): Promise<void>
}

/** So many rows in one turn: then the files of others who share the doors, and of other accounts, have theirs. */
const TURN_ROWS = 1000

/** Takes files in, some rows at a time: what was done and how far it is are one transaction. */
export function createSheetWorker(platform: Platform, db: Db): SheetWorker {
  const system = systemContext(platform, db, 0)
  const queue = new WorkQueue<store.RunRow, string>(
    platform,
    {
      clear: () => store.clear(db),
      claim: (wanted) => store.claim(db, platform.engine, wanted),
      renew: (owner, ids, until) => store.renew(db, owner, ids, until),
      giveBack: (owner, ids) => store.giveBack(db, owner, ids),
      nextDue: () => store.nextDue(db),
      countDue: (now) => store.countDue(db, now),
    },
    {
      name: 'sheets',
      what: 'taking in a CSV file',
      channel: 'sheet',
      places: { all: AT_ONCE },
      lease: { ms: LEASE_MS },
      perKey: { limit: 1, keyOf: ({ account_id: accountId }) => accountId },
      idsOf: ({ id }) => [id],
      run: (run, hold) => visit({ ...system, accountId: run.account_id, fail }, run, hold),
    },
  )
  return { start: () => queue.start(), stop: () => queue.stop() }
}

/** Somebody canceled it, another process has it, or the service stops: what is left is for whoever comes next. */
class Interrupted extends Error {}

interface Visit {
  ctx: WorkCtx<ErrorCode>
  run: store.RunRow
  hold: Hold<string>
}

async function visit(ctx: Ctx<ErrorCode>, run: store.RunRow, hold: Hold<string>): Promise<void> {
  const one = { ctx, run, hold }
  try {
    if (run.state !== 'running') return await end(one, 'canceled')
    const outcome = await takeIn(one)
    await (outcome === 'turnOver' ? passOn(one) : end(one, outcome))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    await store.giveBack(ctx.db, hold.owner, [run.id])
  }
}

async function takeIn({ ctx, run, hold }: Visit): Promise<'done' | 'failed' | 'canceled' | 'turnOver'> {
  const wanted = wantedOf(JSON.parse(run.mapping) as SheetMapping)
  for (let part = Math.floor(run.position / rows.PART); ; part++) {
    const cells = await rows.cellsOf(ctx, run.id, part)
    if (!cells) return 'done'
    const from = Math.max(run.position - part * rows.PART, 0)
    const size = BITE[ctx.engine]
    for (let i = from; i < cells.length; i += size) {
      if (ctx.clock.now() >= keptUntil(run)) return 'canceled'
      if (part * rows.PART + i - run.position >= TURN_ROWS) return 'turnOver'
      const principal = await callerOf(ctx, run)
      if (!principal) return 'failed'
      const bite = cells.slice(i, i + size).map(wanted)
      await settle({ ctx: { ...ctx, principal }, run, hold }, bite, part * rows.PART + i)
    }
  }
}

/** Whoever asked for it, with what they may do now; undefined when they may not do it any more. */
async function callerOf(ctx: Ctx<never>, run: store.RunRow): Promise<Principal | undefined> {
  const asker = await askerOf(ctx, run)
  return !asker || lackOf(asker, run.kind) ? undefined : asFor(asker, run.kind)
}

/** All of these rows in one transaction; if one of them is refused, that one alone fails. */
async function settle(visit: Visit, bite: readonly WantedRow[], position: number): Promise<void> {
  try {
    await settled(visit, bite, position, (tx) => carryOut(tx, visit.run, bite))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [only] = bite
    if (bite.length === 1 && only)
      return await settled(visit, bite, position, async () => [refusedBy(only, error)])
    const half = Math.ceil(bite.length / 2)
    await settle(visit, bite.slice(0, half), position)
    await settle(visit, bite.slice(half), position + half)
  }
}

const RULES: readonly string[] = SHEET_RULES

const refusedBy = ({ number }: WantedRow, { code }: AppError): Result => ({
  number,
  outcome: 'failed',
  rule: code === 'not_found' ? 'notAllowed' : RULES.includes(code) ? (code as SheetRule) : 'refused',
})

/** What is done and that it was done are one transaction, which begins with the row of the run. */
const settled = (
  { ctx, run, hold }: Visit,
  bite: readonly WantedRow[],
  position: number,
  work: (tx: WorkCtx<ErrorCode>) => Promise<Result[]>,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await goOn(tx, run, hold)
    const results = await work(tx)
    const span = [bite[0]?.number ?? 0, bite.at(-1)?.number ?? 0] as const
    await rows.remove(tx.db, tx.accountId, run.id, span)
    await rows.insert(
      tx.db,
      results.map((result) => rowOf(run, result)),
    )
    await store.count(tx.db, tx.accountId, run.id, countsOf(results), position + bite.length)
  })

/** What failed when it was checked is not tried; doors are those that were found then. */
async function carryOut(
  ctx: WorkCtx<ErrorCode>,
  run: store.RunRow,
  bite: readonly WantedRow[],
): Promise<Result[]> {
  const page = { after: (bite[0]?.number ?? 1) - 1, limit: bite.length }
  const checked = await rows.list(ctx.db, ctx.accountId, run.id, page)
  const failed = checked.filter(({ outcome }) => outcome === 'failed')
  const refused = new Set(failed.map(({ number }) => number))
  const doors = new Map(checked.map(({ number, smartlock_id }) => [number, smartlock_id]))
  const wanted = bite
    .filter(({ number }) => !refused.has(number))
    .map((row) => {
      const smartlockId = doors.get(row.number)
      return smartlockId == null ? row : { ...row, smartlockId: Number(smartlockId) }
    })
  const kind = KINDS[run.kind]
  const judged = await kind.judge(ctx, wanted, newLedger())
  const results = await kind.apply(ctx, judged)
  return [...failed.map(resultOf), ...results]
}

const resultOf = ({ number, field, rule, smartlock_id }: rows.RowRow): Result => ({
  number,
  outcome: 'failed',
  ...(field !== null && { field: field as SheetField }),
  ...(rule !== null && { rule: rule as SheetRule }),
  ...(smartlock_id !== null && { smartlockId: Number(smartlock_id) }),
})

async function goOn(ctx: Ctx<never>, run: store.RunRow, hold: Hold<string>): Promise<void> {
  if (hold.isStopping() || !hold.isOurs(run.id)) throw new Interrupted()
  const owner = { accountId: run.account_id, actorAccountId: run.actor_account_id }
  const held = await store.findForUpdate(ctx.db, ctx.engine, owner, run.id)
  if (held?.lease_owner !== hold.owner || held.state !== run.state) throw new Interrupted()
}

/** It is gone on with behind everything that is due already. */
const passOn = ({ ctx, run, hold }: Visit): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await goOn(tx, run, hold)
    await store.update(tx.db, run.account_id, run.id, { next_at: tx.clock.now(), ...store.NOBODYS })
  })

/** The file goes with it. */
const end = ({ ctx, run, hold }: Visit, state: 'done' | 'failed' | 'canceled'): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await goOn(tx, run, hold)
    const ended = { state, next_at: null, ended_at: tx.clock.now(), ...store.NOBODYS }
    await store.update(tx.db, run.account_id, run.id, ended)
    await rows.removeFile(tx.db, run.account_id, run.id)
    const actor = { accountId: run.actor_account_id, name: run.actor_name }
    const detail = { outcome: state }
    await audit.record({ ...tx, actor }, { action: 'sheet.ended', subject: run.id, detail })
  })
