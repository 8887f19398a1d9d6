import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { backupSourceOf, manifestSeal, sealingOf } from '../compose/backups.ts'
import { keySourceOf, openPlatform } from '../compose/open-platform.ts'
import type { Config } from '../config.ts'
import * as audit from '../features/audit/service.ts'
import { systemClock } from '../platform/clock.ts'
import { systemContext } from '../platform/context.ts'
import { configuredKeys, keyFileOf, readKeyFile } from '../platform/security/key-file.ts'
import { keyIdOf, keyRing } from '../platform/security/sealer.ts'
import { StartupError } from '../platform/startup-error.ts'
import { giveToOwner } from '../platform/store/data-owner.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { createBackup, keepNewest } from '../storage/backup/create.ts'
import { type Manifest, readManifest } from '../storage/backup/manifest.ts'
import { scratchPostgres } from '../storage/backup/postgres-dump.ts'
import { assertFits, assertSame, restoreBackup, type Target, unpack } from '../storage/backup/restore.ts'
import type { Opening, Sealing } from '../storage/backup/sealed-file.ts'
import { readCopy } from '../storage/backup/sqlite-copy.ts'
import type { LocalCommand, Outcome } from './command.ts'

const refused = (text: string): Outcome => ({ text, failed: true })

/** The options that were given, and the one thing that was named; a sentence where that is not what it takes. */
function read<O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O, what: string) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [named, ...others] = positionals
    if (named === undefined || others.length > 0) throw new StartupError(`Name one ${what}.`)
    return { values, named: resolve(named) }
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

const firstLine = (path: string): string => readFileSync(path, 'utf8').split('\n')[0] ?? ''

const keysOf = (config: Config): Buffer[] =>
  configuredKeys(keySourceOf(config)) ?? readKeyFile(keyFileOf(config.dataDir)) ?? []

const sealWith = (keys: readonly Buffer[]) => (keys.length === 0 ? undefined : manifestSeal(keyRing(keys)))

const MAKING = {
  keep: { type: 'string' },
  recipient: { type: 'string', multiple: true },
  'passphrase-file': { type: 'string' },
  key: { type: 'string' },
} as const

async function make(config: Config, args: string[]): Promise<Outcome> {
  const { values, named: directory } = read(args, MAKING, 'directory')
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) return refused('--keep takes a number.')
  const sealing = sealingFor(config, values.recipient, values['passphrase-file'])
  if (values.key !== undefined) copyKey(config, resolve(values.key), directory)
  const { folder, manifest } = await createBackup(
    backupSourceOf(config, Date.now(), sealWith(keysOf(config))?.seal),
    directory,
    sealing,
  )
  const removed = keep === undefined ? [] : await keepNewest(directory, keep, folder)
  const rows = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0)
  return {
    text: [
      `Backup     ${folder}`,
      `Database   ${manifest.file.bytes} bytes, ${rows} rows, ${manifest.migration}`,
      `Encrypted  ${manifest.encryptedTo === 'nobody' ? 'no' : `to ${manifest.encryptedTo}`}`,
      `Key        ${values.key === undefined ? 'not in it: keep a copy of secret.key elsewhere (--key <file>)' : resolve(values.key)}`,
      ...removed.map((name) => `Removed    ${name}`),
    ].join('\n'),
  }
}

function sealingFor(config: Config, recipients: string[] | undefined, file: string | undefined): Sealing {
  if (recipients !== undefined) return { recipients }
  if (file === undefined) return sealingOf(config)
  const passphrase = firstLine(file)
  if (passphrase === '') throw new StartupError(`${file} holds no passphrase.`)
  return { passphrase }
}

/** A key beside what it opens protects nothing. */
function copyKey(config: Config, file: string, directory: string): void {
  if (`${file}/`.startsWith(`${directory}/`))
    throw new StartupError('The key is kept apart: name a file outside the directory of the backup.')
  const keys = keysOf(config)
  if (keys.length === 0) throw new StartupError('There is no secret key to copy.')
  const text = keys.map((key) => `${key.toString('base64')}\n`).join('')
  // The copy of before is there until this one is, and its rights are not taken over.
  const fresh = `${file}.new`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(fresh, file)
}

const OPENING = {
  'identity-file': { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const

function openingOf(
  config: Config,
  values: { 'identity-file'?: string; 'passphrase-file'?: string },
): Opening {
  const identities =
    values['identity-file'] === undefined
      ? undefined
      : readFileSync(values['identity-file'], 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  const passphrase =
    values['passphrase-file'] === undefined ? config.backup.passphrase : firstLine(values['passphrase-file'])
  return { identities, passphrase }
}

function targetOf(config: Config): Target {
  const keys = keysOf(config)
  const ids = new Set(keys.map(keyIdOf))
  return {
    dataDir: config.dataDir,
    databaseUrl: config.database.url,
    hasKey: (id) => ids.has(id),
    open: sealWith(keys)?.open,
    knowsMigration: (name) => name in MIGRATIONS,
    now: Date.now(),
  }
}

async function restore(config: Config, args: string[]): Promise<Outcome> {
  const { values, named: folder } = read(args, { ...OPENING, replace: { type: 'boolean' } }, 'backup')
  const options = { replace: values.replace === true }
  const { manifest, movedTo } = await restoreBackup(
    folder,
    targetOf(config),
    openingOf(config, values),
    options,
  )
  for (const name of ['latchwork.db', 'latchwork.lock']) {
    const path = join(config.dataDir, name)
    if (existsSync(path)) giveToOwner(config.dataDir, path)
  }
  return {
    text: [
      `Restored what was backed up on ${manifest.createdAt} by version ${manifest.version}.`,
      ...(movedTo ? [`What was there is now ${movedTo}.`] : []),
      'No connection of a lock from that time is believed, and no movement from that time is sent: locks connect anew.',
      'Nothing is sent to a lock before you have looked ("latchwork restore review") and said so ("latchwork restore confirm").',
      'The audit log is older than checkpoints made since; "latchwork audit verify" says so.',
    ].join('\n'),
  }
}

/** Opens a backup in a scratch place as a service would, counts, and proves its audit log. */
async function verify(config: Config, args: string[]): Promise<Outcome> {
  const { values, named: folder } = read(args, OPENING, 'backup')
  const manifest = await readManifest(folder)
  await assertFits(folder, manifest, targetOf(config))
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(config.dataDir, 'verify-'))
  try {
    const copy = await unpack(folder, manifest, place, openingOf(config, values))
    if (config.database.url === undefined) {
      assertSame(manifest, readCopy(copy))
      await rename(copy, join(place, 'latchwork.db'))
      return await prove(config, place, undefined, manifest)
    }
    return await scratchPostgres(config.database.url, copy, (url, contents) => {
      assertSame(manifest, contents)
      return prove(config, place, url, manifest)
    })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function prove(
  config: Config,
  dataDir: string,
  url: string | undefined,
  manifest: Manifest,
): Promise<Outcome> {
  const [first, ...others] = keysOf(config).map((key) => key.toString('base64'))
  const scratch: Config = {
    ...config,
    dataDir,
    database: { ...config.database, ...(url !== undefined && { url }) },
    ...(first !== undefined && { secretKey: first }),
    secretKeysOld: others,
  }
  const { platform, database } = await openPlatform({ config: scratch, clock: systemClock })
  try {
    const { chains, entries, problems } = await audit.verify(systemContext(platform, database.db, 0), [])
    const rows = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0)
    const found = `${rows} rows in ${Object.keys(manifest.counts).length} tables as counted, ${entries} entries in ${chains} audit logs`
    if (problems.length > 0)
      return refused(['The audit log in the backup was tampered with.', ...problems].join('\n'))
    return { text: `The backup of ${manifest.createdAt} is whole: ${found}.` }
  } finally {
    await platform.wake.stop()
    await database.close()
  }
}

export const backupCommands: readonly LocalCommand[] = [
  {
    name: 'backup verify',
    parameters: '<backup> [--identity-file <file>] [--passphrase-file <file>]',
    says: 'open a backup in a scratch place, count, and prove its audit log',
    runWith: verify,
  },
  {
    name: 'backup',
    parameters: '<directory> [--keep <n>] [--recipient <age1…>] [--passphrase-file <file>] [--key <file>]',
    says: 'copy the database into a new folder there, also while the service runs',
    runWith: make,
  },
  {
    name: 'restore',
    parameters: '<backup> [--replace] [--identity-file <file>] [--passphrase-file <file>]',
    says: 'put a backup into place while the service is stopped',
    runWith: restore,
  },
]
