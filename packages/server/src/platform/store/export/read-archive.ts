import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { StartupError } from '../../startup-error.ts'
import { streamOpener } from '../backup/sealed-file.ts'
import { type ArchivedRow, ArchiveRows } from './archive-rows.ts'
import { CODES_FILE, FORMAT } from './export-account.ts'
import { type ArchivedFile, filesOf, linesOf } from './untar.ts'

/** How rows of a table are found again: below what, and by which id. Tables that nobody asks for are skipped. */
export type KeptAs = Readonly<Record<string, { parent?: string; id: string }>>

export interface Archive {
  readonly accountId: number
  readonly exportedAt: number
  /** The codes are in it and could be opened. */
  readonly hasCodes: boolean
  readonly rows: ArchiveRows
}

/** Kind of the rows with codes. */
export const CODE = 'code'

/** The longest rows that are read are those of locks, with everything they are set to. */
const LONGEST_ROW = 256 * 1024

interface Manifest {
  accountId: number
  exportedAt: number
  rows: Record<string, number>
}

/** Reads an archive that this service, or another one like it, has written; refuses what is none, or not whole. */
export async function readArchive(
  bytes: AsyncIterable<Buffer>,
  { keep, passphrase }: { keep: KeptAs; passphrase?: string | undefined },
): Promise<Archive> {
  const rows = new ArchiveRows()
  const unpacked = createGunzip()
  // What goes wrong on the way is told to whoever reads.
  void pipeline(Readable.from(bytes), unpacked).catch(() => undefined)
  try {
    let manifest: Manifest | undefined
    let hasCodes = false
    const read = new Map<string, number>()
    for await (const file of filesOf(unpacked)) {
      if (!manifest) manifest = await manifestOf(file)
      else if (file.name === CODES_FILE && passphrase !== undefined) {
        await readRows(await opened(file.content, passphrase), Number.MAX_SAFE_INTEGER, (row) =>
          rows.put(CODE, '', String(row.id), row),
        )
        hasCodes = true
      } else await readTable(file, manifest, keep, rows, read)
    }
    if (!manifest) throw new Error('it is empty')
    assertWhole(manifest, keep, read)
    if (passphrase !== undefined && !hasCodes)
      throw new Error('no codes are in it, so it needs no passphrase')
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

async function manifestOf({ name, content }: ArchivedFile): Promise<Manifest> {
  if (name !== 'manifest.json') throw new Error('it does not begin with manifest.json')
  let text = ''
  for await (const line of linesOf(content, LONGEST_ROW)) text += line
  if (text.length > LONGEST_ROW) throw new Error('its manifest is too long')
  const said = JSON.parse(text) as Record<string, unknown>
  if (said.format !== FORMAT)
    throw new Error(`its format is ${JSON.stringify(said.format)}, and this version reads ${FORMAT}`)
  const exportedAt = Date.parse(String(said.exportedAt))
  const counts = Object.entries((said.rows ?? {}) as object)
  if (!Number.isSafeInteger(said.accountId) || !Number.isFinite(exportedAt) || counts.length === 0)
    throw new Error('its manifest is not whole')
  return { accountId: Number(said.accountId), exportedAt, rows: Object.fromEntries(counts) }
}

async function readTable(
  { name, content }: ArchivedFile,
  manifest: Manifest,
  keep: KeptAs,
  rows: ArchiveRows,
  read: Map<string, number>,
): Promise<void> {
  const table = /^json\/(\w+)\.json$/.exec(name)?.[1] ?? ''
  const kept = Object.hasOwn(keep, table) ? keep[table] : undefined
  if (!kept) return
  const count = await readRows(content, Number(manifest.rows[table] ?? 0), (row) =>
    rows.put(table, kept.parent === undefined ? '' : String(row[kept.parent]), String(row[kept.id]), row),
  )
  read.set(table, count)
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

function assertWhole(manifest: Manifest, keep: KeptAs, read: ReadonlyMap<string, number>): void {
  for (const table of Object.keys(keep)) {
    const [said, there] = [manifest.rows[table], read.get(table)]
    if (said !== there)
      throw new Error(`its manifest says ${said ?? 'no'} rows of ${table}, and it has ${there ?? 'none'}`)
  }
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
