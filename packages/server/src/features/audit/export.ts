import type { AuditEntry } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
import { csvField } from '../../platform/csv-field.ts'
import { presentEntry } from './present.ts'
import * as store from './store.ts'

const PAGE = 500

/** The whole log of an account, oldest first, some entries at a time: its length costs time and no memory. */
async function* pages(ctx: Ctx<never>, accountId: number): AsyncGenerator<AuditEntry[]> {
  for (let after = 0; ; ) {
    const rows = await store.follow(ctx.db, accountId, after, PAGE)
    yield rows.map(presentEntry)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.seq ?? after
  }
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
): AsyncGenerator<string> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`
  for await (const entries of pages(ctx, accountId))
    yield entries.map(format === 'csv' ? csvLine : (entry) => `${JSON.stringify(entry)}\n`).join('')
}
