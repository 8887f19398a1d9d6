import type { Ctx, LateWrite } from '../../../platform/context.ts'
import { LATE } from '../../../platform/late-writes.ts'
import { FAN_OUT, LEVELS, nodeOf } from '../rules.ts'
import * as store from './counts-store.ts'

/**
 * How many authorizations an account has, and where the nth of them is. Spans of 64 numbers are counted, spans of 64
 * such spans, and so on: a page at the end of a million costs as much as one at the end of ten thousand (4.15).
 */

export interface CountChange {
  seq: number
  kind: number
  by: 1 | -1
}

/** The next numbers of the account. Until the transaction ends nobody else gets any. */
export async function claimNumbers(ctx: Ctx<never>, count: number): Promise<number[]> {
  const last = await store.advanceHead(ctx.db, ctx.accountId, count)
  return Array.from({ length: count }, (_, i) => last - count + 1 + i)
}

/** Counts what came and went, before the transaction commits: everybody of the account wants these rows. */
export function adjust(ctx: Ctx<never>, changes: readonly CountChange[]): void {
  for (const change of changes) ctx.late.add(COUNTS, { accountId: ctx.accountId, change })
}

const COUNTS: LateWrite<{ accountId: number; change: CountChange }> = {
  rank: LATE.counts,
  async write({ db }, items) {
    const byAccount = Map.groupBy(items, ({ accountId }) => accountId)
    for (const accountId of [...byAccount.keys()].sort((a, b) => a - b)) {
      const deltas = deltasOf((byAccount.get(accountId) ?? []).map(({ change }) => change))
      if (deltas.length > 0) await store.add(db, accountId, deltas)
      const nodes = emptied(deltas)
      if (nodes.length > 0) await store.removeEmpty(db, accountId, nodes)
    }
  },
}

/** What the changes come to in each span, in the order of the rows: two who count wait for each other and go on. */
function deltasOf(changes: readonly CountChange[]): store.Delta[] {
  const sums = new Map<string, store.Delta>()
  for (const { seq, kind, by } of changes)
    for (let level = 0; level < LEVELS; level++) {
      const node = nodeOf(seq, level)
      const key = `${level} ${node} ${kind}`
      sums.set(key, { level, node, kind, n: (sums.get(key)?.n ?? 0) + by })
    }
  const deltas = [...sums.values()].filter(({ n }) => n !== 0)
  return deltas.sort((a, b) => a.level - b.level || a.node - b.node || a.kind - b.kind)
}

const emptied = (deltas: readonly store.Delta[]): number[] => [
  ...new Set(deltas.filter(({ level, n }) => level === 0 && n < 0).map(({ node }) => node)),
]

export interface Place {
  /** How many there are in all. */
  total: number
  /** Start looking at this number, and leave out as many; undefined when there are not so many. */
  start?: { seq: number; skip: number }
}

/** Where the authorization is that has `offset` others of these kinds before it. */
export async function locate(
  ctx: Ctx<never>,
  kinds: readonly number[] | undefined,
  offset: number,
): Promise<Place> {
  let spans = await store.listTop(ctx.db, ctx.accountId, LEVELS - 1, kinds)
  const total = spans.reduce((sum, { n }) => sum + n, 0)
  if (offset >= total) return { total }
  if (offset === 0) return { total, start: { seq: 0, skip: 0 } }
  let skip = offset
  for (let level = LEVELS - 1; ; level--) {
    const node = stepInto(spans, (n) => {
      if (skip < n) return true
      skip -= n
      return false
    })
    if (level === 0) return { total, start: { seq: node * FAN_OUT, skip } }
    const first = node * FAN_OUT
    spans = await store.listSpan(ctx.db, ctx.accountId, level - 1, [first, first + FAN_OUT - 1], kinds)
  }
}

function stepInto(spans: readonly store.Span[], holds: (n: number) => boolean): number {
  const found = spans.find(({ n }) => holds(n))
  if (!found) throw new Error('the counts of authorizations do not add up')
  return found.node
}
