import { createHash } from 'node:crypto'
import { type AuditEntry, csvField } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { signatureOver } from './anchor/service.ts'
import { presentEntry } from './present.ts'
import * as store from './store.ts'

const PAGE = 500

/** From this moment on, and before that one. */
export interface Period {
  from?: number
  until?: number
}

/** Entries get their number when they are stored, a moment after their time: neighbours may be the other way round. */
const SLACK_MS = 60_000

/** The log of an account, oldest first, some entries at a time: its length costs time and no memory. */
async function* pages(
  ctx: Ctx<never>,
  accountId: number,
  { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: Period,
): AsyncGenerator<AuditEntry[]> {
  for (let after = await numberBefore(ctx, accountId, from - SLACK_MS); ; ) {
    const rows = await store.follow(ctx.db, accountId, after, PAGE)
    yield rows.filter(({ at }) => at >= from && at < until).map(presentEntry)
    const last = rows.at(-1)
    if (rows.length < PAGE || !last || last.at > until + SLACK_MS) return
    after = last.seq
  }
}

/** A number before all entries of that moment or later. They are numbered in the order of time: it is found by halving. */
async function numberBefore(ctx: Ctx<never>, accountId: number, from: number): Promise<number> {
  if (from === Number.NEGATIVE_INFINITY) return 0
  let [low, high] = [1, ((await store.findHead(ctx.db, accountId))?.seq ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await store.momentFrom(ctx.db, accountId, middle)
    if (row === undefined || row.at >= from) high = middle
    else low = row.seq + 1
  }
  return low - 1
}

const COLUMNS = [
  'id',
  'date',
  'action',
  'accountId',
  'name',
  'subject',
  'detail',
  'requestId',
  'hash',
] as const

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const csvLine = (entry: AuditEntry): string =>
  `${COLUMNS.map((column) => csvField(textOf(entry[column]))).join(',')}\r\n`

export type ExportFormat = 'jsonl' | 'csv'

/** The file, part by part. */
export async function* exported(
  ctx: Ctx<never>,
  accountId: number,
  format: ExportFormat,
  period: Period = {},
): AsyncGenerator<string> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`
  for await (const entries of pages(ctx, accountId, period))
    yield entries.map(format === 'csv' ? csvLine : (entry) => `${JSON.stringify(entry)}\n`).join('')
}

const dateOf = (at: number | undefined) => (at === undefined ? undefined : toWireDate(at))

/**
 * The same as one document that nobody can change unnoticed: the signature is over the digest of the text of `audit`, as it
 * stands there (D242). The hashes in it tie each entry to the one before.
 */
export async function* exportedSigned(
  ctx: Ctx<never>,
  accountId: number,
  { from, until }: Period,
): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const told = (text: string) => {
    digest.update(text)
    return text
  }
  const head = {
    version: 1,
    accountId,
    date: dateOf(ctx.clock.now()),
    fromDate: dateOf(from),
    toDate: dateOf(until),
  }
  yield '{"audit":'
  yield told(`${JSON.stringify(head).slice(0, -1)},"entries":[`)
  let isFirst = true
  for await (const entries of pages(ctx, accountId, {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  })) {
    if (entries.length === 0) continue
    yield told((isFirst ? '' : ',') + entries.map((entry) => JSON.stringify(entry)).join(','))
    isFirst = false
  }
  yield told(']}')
  const hex = digest.digest('hex')
  yield `,"digest":"${hex}",${JSON.stringify(signatureOver(ctx, hex)).slice(1)}`
}
