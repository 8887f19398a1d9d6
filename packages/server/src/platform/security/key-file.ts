import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { storeTroubleOf } from '../store/store-trouble.ts'
import { KEY_BYTES, keyIdOf } from './sealer.ts'

export interface KeySource {
  dataDir: string
  /** LATCHWORK_SECRET_KEY; without it the keys are those of the key file. */
  fromConfig?: string | undefined
  /** LATCHWORK_SECRET_KEYS_OLD. */
  oldFromConfig?: readonly string[] | undefined
}

/** The key an operator wrote as 64 hex digits or as base64 of 32 bytes; undefined when it is neither. */
export function decodeKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  // Node's base64 decoder takes the URL-safe letters as well.
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return undefined
}

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key')

/** Whether there is a key to load, so that none would be made. */
export const hasKeys = ({ dataDir, fromConfig }: KeySource): boolean =>
  fromConfig !== undefined || statSync(keyFileOf(dataDir), { throwIfNoEntry: false }) !== undefined

/**
 * The keys for the sealer, the newest first: the configured ones, or those in the data directory's key file, which is
 * made on the first start. Without its key every sealed column is lost, so nothing here ever takes one out of a file.
 */
export function loadOrCreateKeys(source: KeySource): Buffer[] {
  const path = keyFileOf(source.dataDir)
  try {
    const stored = readKeyFile(path)
    const configured = configuredKeys(source)
    if (!configured) return stored ?? [createKeyFile(source.dataDir, path)]
    if (stored?.some((key) => !configured.some((other) => other.equals(key))))
      throw new StartupError(twoKeys(path))
    return configured
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The key file ${path} cannot be used: ${(error as Error).message}`, {
      cause: error,
      mayPass: storeTroubleOf(error) === 'storage_full',
    })
  }
}

const OLD_ALONE =
  'LATCHWORK_SECRET_KEYS_OLD needs LATCHWORK_SECRET_KEY; old keys of a key file stand in that file.'

/** The keys of the settings, the newest first; undefined when they are those of the key file. */
export function configuredKeys({ fromConfig, oldFromConfig = [] }: KeySource): Buffer[] | undefined {
  if (fromConfig !== undefined) return [fromConfig, ...oldFromConfig].map(decodeConfigured)
  if (oldFromConfig.length > 0) throw new StartupError(OLD_ALONE)
  return undefined
}

function decodeConfigured(text: string): Buffer {
  const key = decodeKey(text)
  if (!key) throw new StartupError('LATCHWORK_SECRET_KEY must be 32 bytes, written as hex or base64.')
  return key
}

const twoKeys = (path: string): string =>
  `LATCHWORK_SECRET_KEY differs from the key in ${path}, and what one encrypted the other cannot read. ` +
  'Remove the setting, or move the file away if the setting is the right one.'

/** One key a line, the newest first; undefined when there is no such file. */
export function readKeyFile(path: string): Buffer[] | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return undefined
  // Windows has no such bits.
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    const mode = (stat.mode & 0o777).toString(8)
    throw new StartupError(
      `The key file ${path} can be read by others (mode ${mode}). Run: chmod 600 ${path}`,
    )
  }
  const lines = readFileSync(path, 'utf8').split('\n')
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '')
  const decoded = keys.map(decodeKey)
  if (decoded.length === 0 || decoded.includes(undefined))
    throw new StartupError(`The key file ${path} does not hold a key. Restore it from a backup.`)
  return decoded as Buffer[]
}

/** Puts a fresh key before those in the file and says its id. The file is the old one or the new one, never half of it. */
export function addKeyToFile(dataDir: string): string {
  const path = keyFileOf(dataDir)
  return alone(path, () => {
    const keys = readKeyFile(path)
    if (!keys) throw new StartupError(`There is no key file ${path} yet: it is made on the first start.`)
    const key = randomBytes(KEY_BYTES)
    replaceKeyFile(dataDir, path, [key, ...keys])
    return keyIdOf(key)
  })
}

/** Takes a key out of the file. Whether nothing needs it any more is the caller's to know. */
export function removeKeyFromFile(dataDir: string, id: string): boolean {
  const path = keyFileOf(dataDir)
  return alone(path, () => {
    const keys = readKeyFile(path) ?? []
    const left = keys.filter((key) => keyIdOf(key) !== id)
    if (left.length === keys.length || left.length === 0) return false
    replaceKeyFile(dataDir, path, left)
    return true
  })
}

/** Two commands at once could each write back what the other has just added to, and a key in use would be gone. */
function alone<T>(path: string, work: () => T): T {
  const lock = `${path}.lock`
  try {
    closeSync(openSync(lock, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new StartupError(
      `Another command is changing ${path}. If none is, one was interrupted: remove ${lock}.`,
    )
  }
  try {
    return work()
  } finally {
    rmSync(lock, { force: true })
  }
}

const textOf = (keys: readonly Buffer[]): string => keys.map((key) => `${key.toString('base64')}\n`).join('')

const draftOf = (path: string): string => `${path}.${randomBytes(8).toString('hex')}`

function replaceKeyFile(dataDir: string, path: string, keys: readonly Buffer[]): void {
  const draft = draftOf(path)
  try {
    writeDurably(draft, textOf(keys))
    keepOwner(path, draft)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncDirectory(dataDir)
}

/** The command may be run by root, and the service is somebody else, who has to be able to read the file. */
function keepOwner(path: string, draft: string): void {
  const [before, now] = [statSync(path), statSync(draft)]
  if (before.uid !== now.uid || before.gid !== now.gid) chownSync(draft, before.uid, before.gid)
}

/** The file appears complete or not at all, and the first of several processes wins. */
function createKeyFile(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(KEY_BYTES)
  const draft = draftOf(path)
  try {
    writeDurably(draft, textOf([key]))
    // Unlike rename, link refuses to replace a key that another process has just made.
    linkSync(draft, path)
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKeyFile(path)?.[0] : undefined
    if (!winner) throw error
    return winner
  } finally {
    rmSync(draft, { force: true })
  }
  syncDirectory(dataDir)
  return key
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Without this a power cut could keep the rows sealed with a new key and lose the key's name. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
