import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartupError } from '../../platform/startup-error.ts'
import { TAKE_AS_IT_IS, tellNextStart } from '../../platform/store/commit-mark.ts'
import { insertMark, NOT_STARTED, RESTORED, setMark, setMarkInFile } from '../../platform/store/marks.ts'
import { holdLock } from '../../platform/store/sqlite-file.ts'
import { assertGenuine, assertWhole, type Manifest, readManifest } from './manifest.ts'
import { restorePostgres } from './postgres-dump.ts'
import { type Opening, openFile } from './sealed-file.ts'
import { type Contents, readCopy } from './sqlite-copy.ts'

/** Where a backup is to go, and what is there to judge it by. */
export interface Target {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly hasKey: (keyId: string) => boolean
  /** With the keys that are here; undefined where there are none. */
  readonly open: ((sealed: string) => string) | undefined
  readonly knowsMigration: (name: string) => boolean
  readonly now: number
}

/** Refuses with a sentence what does not fit, before anything is touched. */
export async function assertFits(folder: string, manifest: Manifest, target: Target): Promise<void> {
  const engine = target.databaseUrl === undefined ? 'sqlite' : 'postgres'
  const missing = manifest.keyIds.filter((id) => !target.hasKey(id))
  if (!target.knowsMigration(manifest.migration))
    throw new StartupError(
      `The backup is of version ${manifest.version} and has ${manifest.migration}, which this version does not know: install that version or a newer one.`,
    )
  if (manifest.engine !== engine)
    throw new StartupError(
      `The backup is of ${nameOf(manifest.engine)}, and the settings name ${nameOf(engine)}: set or unset LATCHWORK_DATABASE_URL.`,
    )
  if (missing.length > 0)
    throw new StartupError(
      `The secret key of the backup is not here (${missing.join(', ')}): put the copy of secret.key that you keep apart into ${target.dataDir}.`,
    )
  assertGenuine(manifest, target.open)
  await assertWhole(folder, manifest)
}

const nameOf = (engine: string): string => (engine === 'sqlite' ? 'SQLite' : 'PostgreSQL')

/** The copy as a plain file in `place`. */
export async function unpack(
  folder: string,
  manifest: Manifest,
  place: string,
  opening: Opening,
): Promise<string> {
  const from = join(folder, manifest.file.name)
  const to = join(place, basename(manifest.file.name, '.age'))
  if (manifest.encryptedTo === 'nobody') await copyFile(from, to)
  else await openFile(from, to, opening)
  await chmod(to, 0o600)
  return to
}

/** Refuses a copy that holds other numbers of rows than were counted when it was made. */
export function assertSame({ counts: wanted }: Manifest, { counts }: Contents): void {
  const different = Object.keys({ ...wanted, ...counts }).filter((table) => wanted[table] !== counts[table])
  if (different.length > 0)
    throw new StartupError(`The backup does not hold what was counted in it: ${different.join(', ')}.`)
}

export interface Restored {
  readonly manifest: Manifest
  /** Where the database that was there is now. */
  readonly movedTo?: string
}

/** Puts a backup into place. The service does not run meanwhile, and what was there is moved aside, never removed. */
export async function restoreBackup(
  folder: string,
  target: Target,
  opening: Opening,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const manifest = await readManifest(folder)
  await assertFits(folder, manifest, target)
  await mkdir(target.dataDir, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(target.dataDir, 'restore-'))
  try {
    if (target.databaseUrl !== undefined) return await intoPostgres(folder, manifest, place, target, opening)
    const lock = holdLock(target.dataDir)
    try {
      return await intoSqlite(folder, manifest, place, target, opening, replace)
    } finally {
      lock.close()
    }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

const markOf = ({ createdAt }: Manifest, now: number): string =>
  `${NOT_STARTED}${createdAt} at ${new Date(now).toISOString()}`

async function intoPostgres(
  folder: string,
  manifest: Manifest,
  place: string,
  { databaseUrl = '', now }: Target,
  opening: Opening,
): Promise<Restored> {
  const copy = await unpack(folder, manifest, place, opening)
  await restorePostgres(databaseUrl, copy, async (contents, tx) => {
    assertSame(manifest, contents)
    // The backup may be of a service that waited to be confirmed itself, and has a mark of its own then.
    await insertMark(tx, RESTORED, '')
    await setMark(tx, RESTORED, markOf(manifest, now))
  })
  return { manifest }
}

async function intoSqlite(
  folder: string,
  manifest: Manifest,
  place: string,
  { dataDir, now }: Target,
  opening: Opening,
  replace: boolean,
): Promise<Restored> {
  const path = join(dataDir, 'latchwork.db')
  if (existsSync(path) && !replace)
    throw new StartupError(`There is a database in ${dataDir} already; --replace moves it aside.`)
  const copy = await unpack(folder, manifest, place, opening)
  assertSame(manifest, readCopy(copy))
  setMarkInFile(copy, RESTORED, markOf(manifest, now))
  const file = await open(copy, 'r+')
  await file.sync().finally(() => file.close())
  const movedTo = existsSync(path) ? await moveAside(path, now) : undefined
  await rename(copy, path)
  tellNextStart(dataDir, TAKE_AS_IT_IS)
  return { manifest, ...(movedTo && { movedTo }) }
}

/** With its log, so that it can be opened again under its new name. */
async function moveAside(path: string, now: number): Promise<string> {
  const to = `${path}.before-${now}`
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(`${path}${suffix}`)) await rename(`${path}${suffix}`, `${to}${suffix}`)
  return to
}
