import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { csvField } from '@latchwork/contract'
import { StartupError } from '../../platform/startup-error.ts'
import { sealParts } from '../backup/sealed-file.ts'
import { type Link, pages } from '../link/link.ts'
import type { Row, TableShape, Value } from '../link/tables.ts'
import { FORMAT } from './manifest.ts'
import { type PackedFile, tarOf } from './tar.ts'

/** The columns of each table that are handed out. */
export type ExportedColumns = Readonly<Record<string, readonly string[]>>

/** Codes of rights, encrypted to a passphrase; only where they were asked for. */
export const CODES_FILE = 'codes.json.age'

/** How codes are read, and what they are encrypted to. */
export interface ExportedCodes {
  readonly table: string
  readonly sealedColumn: string
  readonly passphrase: string
  open(id: string, sealed: string): number | undefined
}

export interface Exported {
  readonly accountId: number
  readonly rows: Readonly<Record<string, number>>
}

export interface ExportOptions {
  /** By its number or mail address. */
  readonly account: string
  readonly file: string
  readonly columns: ExportedColumns
  readonly version: string
  readonly now: number
  readonly codes?: ExportedCodes | undefined
}

const NOTE = [
  'Everything the service keeps about the account and its sub-accounts: people, rights, logs, stays, mails and the audit log, each as JSON and as CSV.',
  'Left out: passwords, codes, tokens, keys and other secrets, and whatever stands for them; what devices log in with; addresses of calendars, which are secrets.',
  'Times are milliseconds since 1970-01-01 UTC; truth values are 0 and 1. In CSV a text that a spreadsheet would run begins with an apostrophe.',
]

/**
 * Writes everything of an account into one archive, as it is at one moment. Rows are read a few at a time; each table is a
 * file beside the archive until it is packed, so that the size of an account costs disk and no memory.
 */
export async function exportAccount(
  source: Link,
  tables: readonly TableShape[],
  { account, file, columns, version, now, codes }: ExportOptions,
): Promise<Exported> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const { accountId, owners } = await findAccount(source, byName.get('account'), account)
  const place = await mkdtemp(join(dirname(file), 'export-'))
  try {
    const rows: Record<string, number> = {}
    const packed: PackedFile[] = []
    for (const [name, wanted] of Object.entries(columns)) {
      const table = byName.get(name)
      if (!table) throw new Error(`there is no table ${name}`)
      const spool = await spoolTable(place, table, wanted, pages(source, table, { owners }))
      rows[name] = spool.rows
      packed.push(...spool.files)
    }
    if (codes) packed.push(await spoolCodes(place, source, byName.get(codes.table), owners, codes))
    const manifest = {
      format: FORMAT,
      version,
      exportedAt: new Date(now).toISOString(),
      accountId,
      rows,
      files: await sumsOf(packed),
      note: NOTE,
    }
    const path = join(place, 'manifest.json')
    await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    packed.unshift({ name: 'manifest.json', path, bytes: (await stat(path)).size })
    const partial = join(place, 'archive')
    await pipeline(tarOf(packed, now), createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }))
    await rename(partial, file)
    return { accountId, rows }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** So that whoever reads it knows that it is what was written. */
async function sumsOf(files: readonly PackedFile[]): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const { name, path } of files) {
    const hash = createHash('sha256')
    for await (const part of createReadStream(path)) hash.update(part)
    sums[name] = hash.digest('hex')
  }
  return sums
}

/** The account with its sub-accounts, whose rows are its own as well. */
async function findAccount(source: Link, table: TableShape | undefined, named: string) {
  if (!table) throw new Error('there is no table of accounts')
  const at = (row: Row, column: string) => row[table.columns.indexOf(column)]
  let found: Row | undefined
  const owners: number[] = []
  const isNamed = (row: Row) =>
    String(at(row, 'account_id')) === named || at(row, 'email_key') === named.toLowerCase()
  for await (const rows of pages(source, table)) found ??= rows.find(isNamed)
  if (!found) throw new StartupError(`There is no account ${named}.`)
  const master = at(found, 'master_account_id')
  if (master !== null) throw new StartupError(`${named} is a sub-account of ${master}: export that one.`)
  const accountId = Number(at(found, 'account_id'))
  for await (const rows of pages(source, table))
    for (const row of rows)
      if (at(row, 'account_id') === accountId || at(row, 'master_account_id') === accountId)
        owners.push(Number(at(row, 'account_id')))
  return { accountId, owners }
}

/** They never lie in clear, not even beside the archive that is being made. */
async function spoolCodes(
  place: string,
  source: Link,
  table: TableShape | undefined,
  owners: readonly number[],
  { sealedColumn, passphrase, open: openCode }: ExportedCodes,
): Promise<PackedFile> {
  if (!table) throw new Error('there is no table of codes')
  const [id, sealed] = ['id', sealedColumn].map((column) => table.columns.indexOf(column)) as [number, number]
  const path = join(place, CODES_FILE)
  const lines = async function* () {
    for await (const rows of pages(source, table, { owners }))
      for (const row of rows) {
        const value = row[sealed]
        const code = typeof value === 'string' ? openCode(String(row[id]), value) : undefined
        if (code !== undefined) yield `${JSON.stringify({ id: row[id], code })}\n`
      }
  }
  await sealParts(lines(), path, { passphrase })
  return { name: CODES_FILE, path, bytes: (await stat(path)).size }
}

const csvValue = (value: Value | undefined): string =>
  typeof value === 'string' ? csvField(value) : value === null || value === undefined ? '' : String(value)

async function spoolTable(
  place: string,
  table: TableShape,
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): Promise<{ rows: number; files: PackedFile[] }> {
  const places = columns.map((column) => table.columns.indexOf(column))
  const paths = { json: join(place, `${table.name}.json`), csv: join(place, `${table.name}.csv`) }
  const [json, csv] = [await open(paths.json, 'wx', 0o600), await open(paths.csv, 'wx', 0o600)]
  let rows = 0
  try {
    await csv.write(`${columns.join(',')}\r\n`)
    for await (const batch of batches) {
      const values = batch.map((row) => places.map((i) => row[i]))
      const objects = values.map((row) =>
        JSON.stringify(Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
      )
      await json.write(`${rows === 0 ? '[\n' : ',\n'}${objects.join(',\n')}`)
      await csv.write(values.map((row) => `${row.map(csvValue).join(',')}\r\n`).join(''))
      rows += batch.length
    }
    await json.write(rows === 0 ? '[]\n' : '\n]\n')
  } finally {
    await json.close()
    await csv.close()
  }
  const files = await Promise.all(
    Object.entries(paths).map(async ([folder, path]) => ({
      name: `${folder}/${table.name}.${folder}`,
      path,
      bytes: (await stat(path)).size,
    })),
  )
  return { rows, files }
}
