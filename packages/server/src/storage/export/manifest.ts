import { type ArchivedFile, linesOf } from './untar.ts'

/** What it is written in; whoever reads it has to know it. */
export const FORMAT = 1

/** What an archive says of itself, in its first file. */
export interface Manifest {
  accountId: number
  exportedAt: number
  /** By table. */
  rows: ReadonlyMap<string, number>
  /** SHA-256 of every other file, by its name. */
  files: ReadonlyMap<string, string>
}

const LONGEST = 256 * 1024
/** More rows than anybody has in one table: a log of a thousand entries a day for fifty years. */
const MOST_ROWS = 20_000_000

const isCount = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MOST_ROWS
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

export async function readManifest({ name, content }: ArchivedFile): Promise<Manifest> {
  if (name !== 'manifest.json') throw new Error('it does not begin with manifest.json')
  const said = await readObject(content)
  if (said.format !== FORMAT)
    throw new Error(`its format is ${shortly(said.format)}, and this version reads ${FORMAT}`)
  const exportedAt = Date.parse(String(said.exportedAt))
  const [rows, files] = [entriesOf(said.rows, isCount), entriesOf(said.files, isDigest)]
  if (!Number.isSafeInteger(said.accountId) || !Number.isFinite(exportedAt) || !rows || !files)
    throw new Error('its manifest is not whole')
  return {
    accountId: Number(said.accountId),
    exportedAt,
    rows: rows as Map<string, number>,
    files: files as Map<string, string>,
  }
}

async function readObject(content: AsyncIterable<Buffer>): Promise<Record<string, unknown>> {
  let text = ''
  for await (const line of linesOf(content, LONGEST)) {
    text += line
    if (text.length > LONGEST) throw new Error('its manifest is too long')
  }
  const said = parsed(text)
  if (typeof said !== 'object' || said === null) throw new Error('its manifest is not whole')
  return said as Record<string, unknown>
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function entriesOf(value: unknown, isGood: (value: unknown) => boolean): Map<string, unknown> | undefined {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.length > 0 && entries.every(([, one]) => isGood(one)) ? new Map(entries) : undefined
}

const shortly = (value: unknown): string => (JSON.stringify(value) ?? 'not said').slice(0, 40)
