import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { StartupError } from '../../platform/startup-error.ts'

/** What a backup says about itself, in `manifest.json` beside the copy of the database. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  /** Of Latchwork. */
  version: Type.String(),
  createdAt: Type.String(),
  engine: Type.Enum(['sqlite', 'postgres']),
  /** The newest change of the tables that it has. */
  migration: Type.String(),
  /** Which secret keys its values are sealed with; the keys themselves are kept elsewhere. */
  keyIds: Type.Array(Type.String()),
  encryptedTo: Type.Enum(['nobody', 'passphrase', 'recipients']),
  file: Type.Object({
    name: Type.String({ pattern: '^database\\.(sqlite|dump)(\\.age)?$' }),
    bytes: Type.Integer(),
    sha256: Type.String(),
  }),
  /** Rows of each table. */
  counts: Type.Record(Type.String(), Type.Integer()),
  /** Made with the secret key over all the rest; absent where the store had no key yet. */
  seal: Type.Optional(Type.String()),
})
export type Manifest = Static<typeof Manifest>

export const MANIFEST = 'manifest.json'

/** Refuses with a sentence what is no backup, or one that a later version made in another way. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${folder} is not a backup: its manifest cannot be read (${error.code}).`)
  })
  const value = parsed(text)
  if (Compile(Manifest).Check(value)) return value
  const format = (value as { format?: unknown } | undefined)?.format
  if (typeof format === 'number' && format !== 1)
    throw new StartupError(`${folder} was made by a newer version of Latchwork (format ${format}).`)
  throw new StartupError(`${folder} is not a backup: its manifest is damaged.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The rest of a manifest, in so many digits. */
const essenceOf = ({ seal: _seal, ...rest }: Manifest): string =>
  createHash('sha256').update(JSON.stringify(rest)).digest('hex')

/** Anybody can encrypt to a public key, and write a checksum: only who has the secret key can say that it was backed up here. */
export const sealed = (manifest: Manifest, seal: ((text: string) => string) | undefined): Manifest =>
  seal ? { ...manifest, seal: seal(essenceOf(manifest)) } : manifest

/** Refuses what somebody else made, or changed since. */
export function assertGenuine(manifest: Manifest, open: ((sealed: string) => string) | undefined): void {
  // Without a key here nothing can be checked, and nothing that needs one is restored.
  if (!open) return
  if (manifest.seal === undefined)
    throw new StartupError('The manifest of the backup has no seal of the secret key: it was not made here.')
  if (opened(manifest.seal, open) !== essenceOf(manifest))
    throw new StartupError(
      'The manifest of the backup is not the one that was made with it: somebody changed it.',
    )
}

function opened(seal: string, open: (sealed: string) => string): string | undefined {
  try {
    return open(seal)
  } catch {
    return undefined
  }
}

/** Refuses a copy that is not the one that was made. */
export async function assertWhole(folder: string, { file }: Manifest): Promise<void> {
  const path = join(folder, file.name)
  const size = (await stat(path).catch(() => undefined))?.size
  if (size === undefined) throw new StartupError(`${path} is missing from the backup.`)
  if (size !== file.bytes || (await sha256Of(path)) !== file.sha256)
    throw new StartupError(`${path} is not what was backed up: its checksum does not match the manifest.`)
}
