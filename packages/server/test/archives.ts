import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import type { Outcome, Terminal } from '../src/cli/command.ts'
import { exportCommands } from '../src/cli/export-commands.ts'
import { archiveCommand } from '../src/cli/import/archive-command.ts'
import { loadConfig } from '../src/config.ts'
import type { World } from './world.ts'

/** A file of an exported archive. */
export interface Packed {
  name: string
  content: Buffer
  /** Of tar: a file unless something else is said. */
  type?: string
}

const BLOCK = 512
const padded = (bytes: number): number => Math.ceil(bytes / BLOCK) * BLOCK

/** What is in an archive that the service has written. */
export function filesIn(archive: Buffer): Packed[] {
  const tar = gunzipSync(archive)
  const files: Packed[] = []
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('latin1', at, at + 100).split('\0')[0] as string
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    files.push({ name, content: tar.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + padded(size)
  }
  return files
}

function headOf({ name, content, type = '0' }: Packed): Buffer {
  const head = Buffer.alloc(BLOCK)
  head.write(name, 0, 'latin1')
  head.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  head.write(`        ${type}`, 148, 'latin1')
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}

/** An archive of these files, whatever they are. */
export const packed = (files: readonly Packed[], after = Buffer.alloc(2 * BLOCK)): Buffer =>
  gzipSync(
    Buffer.concat([
      ...files.flatMap((file) => [
        headOf(file),
        file.content,
        Buffer.alloc(padded(file.content.length) - file.content.length),
      ]),
      after,
    ]),
  )

/** The same files with a manifest that is true of them. */
export function described(files: readonly Packed[], rows: Record<string, number> = {}): Packed[] {
  const [manifest, ...others] = files as [Packed, ...Packed[]]
  const said = JSON.parse(manifest.content.toString('utf8')) as {
    files: Record<string, string>
    rows: Record<string, number>
  }
  Object.assign(said.rows, rows)
  said.files = Object.fromEntries(
    others.map(({ name, content }) => [name, createHash('sha256').update(content).digest('hex')]),
  )
  return [{ ...manifest, content: Buffer.from(JSON.stringify(said)) }, ...others]
}

/** The rows of a table changed, all else as it was, and the manifest true again. */
export function withRows(
  files: readonly Packed[],
  table: string,
  change: (rows: Record<string, unknown>[]) => unknown[],
): Packed[] {
  const file = files.find(({ name }) => name === `json/${table}.json`) as Packed
  const rows = change(JSON.parse(file.content.toString('utf8')) as Record<string, unknown>[])
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n')
  const content = Buffer.from(`[\n${lines}\n]\n`)
  return described(
    files.map((one) => (one === file ? { ...file, content } : one)),
    { [table]: rows.length },
  )
}

export const PASSPHRASE = 'correct horse battery'

const TERMINAL: Terminal = {
  readText: (path) => readFile(path, 'utf8'),
  async readPart(path, from) {
    const file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(10_000), 0, 10_000, from)
    await file.close()
    return buffer.subarray(0, bytesRead)
  },
}

const configOf = ({ storage: { dataDir, databaseUrl } }: World) =>
  loadConfig({
    LATCHWORK_DATA_DIR: dataDir,
    ...(databaseUrl && { LATCHWORK_DATABASE_URL: databaseUrl }),
  })

/** Writes everything of the owner into a file. */
export async function exported(w: World, name: string, ...more: string[]): Promise<string> {
  const [command] = exportCommands
  assert.ok(command)
  const file = join(w.storage.dataDir, `${name}.tar.gz`)
  const restore = weakenPassphrases()
  try {
    await command.runWith(configOf(w), [String(w.owner.accountId), '--to', file, ...more])
  } finally {
    restore()
  }
  return file
}

/**
 * Deriving a key from a passphrase takes 1.5 s of a core, for writing and for reading. The file names the cost, so a file
 * with a low one is read the same way.
 */
function weakenPassphrases(): () => void {
  const { setPassphrase } = Encrypter.prototype
  Encrypter.prototype.setPassphrase = function (passphrase) {
    setPassphrase.call(this, passphrase)
    this.setScryptWorkFactor(4)
  }
  return () => {
    Encrypter.prototype.setPassphrase = setPassphrase
  }
}

/** Brings a file over at the command line. */
export async function brought(w: World, ...values: string[]): Promise<{ text: string; exitCode: number }> {
  const outcome = await archiveCommand
    .run(w.service.contextFor(0), values, configOf(w), TERMINAL)
    .catch((error: Error): Outcome => ({ text: error.message, failed: true }))
  let { text } = outcome
  for await (const part of outcome.parts ?? []) text += part
  return { text, exitCode: outcome.failed ? 1 : ((await outcome.exitAfter) ?? 0) }
}
