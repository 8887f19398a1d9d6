import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeLeftovers } from './leftovers.ts'
import type { Manifest } from './manifest.ts'
import { MANIFEST, readManifest, sealed, sha256Of } from './manifest.ts'
import { dumpPostgres } from './postgres-dump.ts'
import { isSealing, type Sealing, sealFile } from './sealed-file.ts'
import { copySqlite } from './sqlite-copy.ts'

/** What is backed up, by whom. */
export interface Source {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly version: string
  readonly now: number
  /** With the secret key; undefined where there is none yet. */
  readonly seal: ((text: string) => string) | undefined
}

export interface Made {
  readonly folder: string
  readonly manifest: Manifest
}

const stampOf = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '')
const NAME = /^latchwork-\d{8}T\d{6}Z$/

/**
 * Makes a backup in a folder of its own below `directory`, which appears when all of it is on the disk. Nothing of it is
 * there unencrypted where it is to be encrypted: until then the copy is beside the database.
 */
export async function createBackup(source: Source, directory: string, sealing: Sealing): Promise<Made> {
  const folder = join(directory, `latchwork-${stampOf(source.now)}`)
  const partial = `${folder}.partial`
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await removeLeftovers(source.dataDir, directory, source.now)
  await mkdir(partial, { mode: 0o700 })
  await mkdir(source.dataDir, { recursive: true, mode: 0o700 })
  const place = isSealing(sealing) ? await mkdtemp(join(source.dataDir, 'backup-')) : partial
  try {
    const manifest = sealed(await fill(source, { place, partial }, sealing), source.seal)
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    })
    await rename(partial, folder)
    await syncFolder(directory)
    return { folder, manifest }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  } finally {
    if (place !== partial) await rm(place, { recursive: true, force: true })
  }
}

async function fill(
  { dataDir, databaseUrl, version, now }: Source,
  { place, partial }: { place: string; partial: string },
  sealing: Sealing,
): Promise<Manifest> {
  const engine = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const plain = engine === 'sqlite' ? 'database.sqlite' : 'database.dump'
  const copy = join(place, plain)
  // Whoever fills it, nobody else reads it.
  await writeFile(copy, '', { mode: 0o600, flag: 'wx' })
  const contents =
    databaseUrl === undefined ? await copySqlite(dataDir, copy) : await dumpPostgres(databaseUrl, copy)
  const isSealed = isSealing(sealing)
  const name = isSealed ? `${plain}.age` : plain
  const path = join(partial, name)
  if (isSealed) await sealFile(copy, path, sealing)
  else await syncFile(path)
  const file = { name, bytes: (await stat(path)).size, sha256: await sha256Of(path) }
  const encryptedTo = sealing.passphrase !== undefined ? 'passphrase' : isSealed ? 'recipients' : 'nobody'
  const createdAt = new Date(now).toISOString()
  return { format: 1, version, createdAt, engine, ...contents, encryptedTo, file }
}

/**
 * Removes all but the newest; what is no backup of ours is left alone, and so is one that is being made. The one that was
 * just made stays in any case: others may bear dates to come, of a clock that was wrong.
 */
export async function keepNewest(directory: string, keep: number, made: string): Promise<string[]> {
  const isOther = (name: string) => NAME.test(name) && name !== basename(made)
  const others = (await readdir(directory)).filter(isOther).sort()
  const removed: string[] = []
  for (const name of others.slice(0, Math.max(0, others.length + 1 - keep))) {
    const folder = join(directory, name)
    const isOurs = await readManifest(folder).then(
      () => true,
      () => false,
    )
    if (!isOurs) continue
    await rm(folder, { recursive: true, force: true })
    removed.push(name)
  }
  return removed
}

/** When the newest one was made, undefined where there is none; and how many bear a date to come. */
export async function newestBackup(
  directory: string,
  now: number,
): Promise<{ newest: number | undefined; toCome: number }> {
  const names = await readdir(directory).catch(() => [])
  const times = names.filter((name) => NAME.test(name)).map(timeOf)
  const past = times.filter((time) => time <= now)
  return { newest: past.length === 0 ? undefined : Math.max(...past), toCome: times.length - past.length }
}

function timeOf(name: string): number {
  const [, y, mo, d, h, mi, s] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? []
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
