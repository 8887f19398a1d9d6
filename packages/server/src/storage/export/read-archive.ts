import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../../platform/startup-error.ts'
import { streamOpener } from '../backup/sealed-file.ts'
import { type ArchivedRow, ArchiveRows } from './archive-rows.ts'
import { CODES_FILE } from './export-account.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { type ArchivedFile, filesOf, linesOf } from './untar.ts'

/** How rows of a table are found again: below what, and by which id. Tables that nobody asks for are skipped. */
export type KeptAs = Readonly<Record<string, KeptRow>>

interface KeptRow {
  parent?: string
  id: string
  /** Further columns of the id. */
  also?: readonly string[]
  isNumbered?: true
}

/** Numbers as ids, in the order of the numbers. */
export const numbered = (id: unknown): string => String(id).padStart(16, '0')

export interface Archive {
  readonly accountId: number
  readonly exportedAt: number
  /** The codes are in it and could be opened. */
  readonly hasCodes: boolean
  readonly rows: ArchiveRows
}

/** Kind of the rows with codes. */
export const CODE = 'code'

/** The table whose rows have codes. */
const OF_CODES = 'smartlock_auth'

/** The longest rows that are read are pictures. */
const LONGEST_ROW = 1024 * 1024
/** Rows of a house pack to a tenth or a twentieth; what packs to a hundredth was made to fill a disk. */
const FREE_BYTES = 64 * 1024 * 1024
const MOST_TIMES = 100

interface Reading {
  readonly keep: KeptAs
  readonly passphrase: string | undefined
  readonly manifest: Manifest
  readonly rows: ArchiveRows
  /** Rows found, by table. */
  readonly found: Map<string, number>
  /** The account and its sub-accounts: rows of others have no business in it. */
  readonly owners: Set<unknown>
  hasCodes: boolean
}

/**
 * Reads an archive that this service, or another one like it, has written; refuses what is none, not whole, or not as its
 * manifest says, before anything is made of it. Nothing of it is ever written under a name that it says.
 */
export async function readArchive(
  bytes: AsyncIterable<Buffer>,
  { keep, passphrase }: { keep: KeptAs; passphrase?: string | undefined },
): Promise<Archive> {
  const rows = new ArchiveRows()
  const packed = { bytes: 0 }
  const unpacked = createGunzip()
  // What goes wrong on the way is told to whoever reads.
  void pipeline(Readable.from(counted(bytes, packed)), unpacked).catch(() => undefined)
  try {
    const { manifest, hasCodes } = await readFiles(filesOf(bounded(unpacked, packed)), {
      ...{ keep, passphrase, rows, found: new Map(), owners: new Set(), hasCodes: false },
    })
    rows.settle()
    return { accountId: manifest.accountId, exportedAt: manifest.exportedAt, hasCodes, rows }
  } catch (error) {
    rows.close()
    if (error instanceof StartupError) throw error
    throw new StartupError(`The archive cannot be read: ${(error as Error).message}.`)
  } finally {
    unpacked.destroy()
  }
}

async function* counted(bytes: AsyncIterable<Buffer>, packed: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const part of bytes) {
    packed.bytes += part.length
    yield part
  }
}

async function* bounded(
  unpacked: AsyncIterable<Buffer>,
  packed: Readonly<{ bytes: number }>,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of unpacked) {
    bytes += part.length
    if (bytes > FREE_BYTES + MOST_TIMES * packed.bytes)
      throw new Error('it unpacks to far more than an archive of its size holds')
    yield part
  }
}

async function readFiles(
  files: AsyncIterable<ArchivedFile>,
  parts: Omit<Reading, 'manifest'>,
): Promise<Reading> {
  let reading: Reading | undefined
  const missing = new Set<string>()
  for await (const file of files) {
    if (reading) await readNamed(file, reading, missing)
    else {
      reading = { ...parts, manifest: await readManifest(file) }
      for (const name of reading.manifest.files.keys()) missing.add(name)
    }
  }
  if (!reading) throw new Error('it is empty')
  for (const name of missing) throw new Error(`${printed(name)} is missing`)
  assertWhole(reading)
  return reading
}

/** Names come from a file that anybody may have written. */
const printed = (name: string): string => JSON.stringify(name.slice(0, 100))

/** A file that the manifest names, once, with the sum that it says. */
async function readNamed(file: ArchivedFile, reading: Reading, missing: Set<string>): Promise<void> {
  const { name } = file
  const sum = reading.manifest.files.get(name)
  if (sum === undefined) throw new Error(`its manifest does not name ${printed(name)}`)
  if (!missing.delete(name)) throw new Error(`${printed(name)} is in it twice`)
  const hash = createHash('sha256')
  const content = {
    async *[Symbol.asyncIterator]() {
      for await (const part of file.content) {
        hash.update(part)
        yield part
      }
    },
  }
  await readTableOrCodes({ name, content }, reading)
  for await (const _ of content);
  if (hash.digest('hex') !== sum) throw new Error(`${printed(name)} does not have the checksum that is told`)
}

async function readTableOrCodes({ name, content }: ArchivedFile, reading: Reading): Promise<void> {
  const { keep, manifest, rows, found, passphrase } = reading
  if (name === CODES_FILE && passphrase !== undefined) {
    const most = manifest.rows.get(OF_CODES) ?? 0
    await readRows(await opened(content, passphrase), most, (row) =>
      rows.put(CODE, '', keyText(CODES_FILE, row, 'id'), row),
    )
    reading.hasCodes = true
    return
  }
  const table = /^json\/(\w+)\.json$/.exec(name)?.[1] ?? ''
  const kept = Object.hasOwn(keep, table) ? keep[table] : undefined
  if (!kept) return
  const count = await readRows(content, manifest.rows.get(table) ?? 0, (row) => {
    assertOwned(table, row, reading)
    const text = (column: string) => keyText(table, row, column)
    const id = [kept.id, ...(kept.also ?? [])].map(text).join(' ')
    const parent = kept.parent === undefined ? '' : text(kept.parent)
    rows.put(table, parent, kept.isNumbered ? numbered(id) : id, row)
  })
  found.set(table, count)
}

/** What a row is found by. */
function keyText(table: string, row: ArchivedRow, column: string): string {
  const value = row[column]
  if (typeof value === 'object' && value !== null)
    throw new Error(`it has a row of ${table} whose ${column} is no id`)
  return String(value)
}

/** The account comes first, with its sub-accounts; whatever else there is belongs to one of them. */
function assertOwned(table: string, row: ArchivedRow, { manifest, owners }: Reading): void {
  const isAccount = row.account_id === manifest.accountId && row.master_account_id === null
  if (table === 'account' && (isAccount || row.master_account_id === manifest.accountId))
    owners.add(row.account_id)
  if (!owners.has(row.account_id)) throw new Error(`it has rows of ${table} that belong to another account`)
}

/** One row is one line, between lines with a bracket. */
async function readRows(
  content: AsyncIterable<Uint8Array>,
  most: number,
  take: (row: ArchivedRow) => void,
): Promise<number> {
  let count = 0
  for await (const line of linesOf(content, LONGEST_ROW)) {
    const text = line.endsWith(',') ? line.slice(0, -1) : line
    if (text === '[' || text === ']' || text === '[]' || text === '') continue
    const row: unknown = JSON.parse(text)
    if (typeof row !== 'object' || row === null) throw new Error('it has a row that is none')
    if (++count > most) throw new Error('it has more rows than its manifest says')
    take(row as ArchivedRow)
  }
  return count
}

function assertWhole({ manifest, keep, found, passphrase, hasCodes }: Reading): void {
  for (const table of Object.keys(keep)) {
    const [said, there] = [manifest.rows.get(table), found.get(table)]
    if (said !== there)
      throw new Error(`its manifest says ${said ?? 'no'} rows of ${table}, and it has ${there ?? 'none'}`)
  }
  if (passphrase !== undefined && !hasCodes) throw new Error('no codes are in it, so it needs no passphrase')
}

async function opened(
  content: AsyncIterable<Buffer>,
  passphrase: string,
): Promise<AsyncIterable<Uint8Array>> {
  const open = await streamOpener({ passphrase })
  const from = Readable.toWeb(Readable.from(content)) as globalThis.ReadableStream<Uint8Array>
  try {
    return Readable.fromWeb((await open(from)) as ReadableStream<Uint8Array>)
  } catch (error) {
    throw new Error(`the codes in it cannot be opened (${(error as Error).message})`)
  }
}
