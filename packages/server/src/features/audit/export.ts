import type { AuditEntry } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
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

/**
 * A field of a CSV file. Spreadsheets run what begins like a formula, and names are written by strangers: such a text
 * gets an apostrophe before it, as OWASP advises.
 */
export function csvField(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal obeys them
  const plain = value.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
  // Where lists are separated by semicolons a field without quotes would begin anew after each; full-width signs count too.
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\n]/.test(plain) ? `'${plain}` : plain
  return /[",;\t\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
