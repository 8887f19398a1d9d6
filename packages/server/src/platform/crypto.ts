import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.ts'

/** How tokens are stored: they are random enough that a plain hash cannot be searched. */
export const hashToken = (token: string): string => hash('sha256', token)

/** A secret nobody can guess: 256 random bits, safe in headers and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Encrypts what must be read again: PINs, webhook secrets, device keys. */
export interface Sealer {
  /** `context` names the place of the value (table, column, row): it opens nowhere else. */
  seal(plain: string, context: string): string
  open(sealed: string, context: string): string
  /** A fingerprint that only the holder of the key can make, in hex. */
  mac(text: string, context: string): string
}

const VERSION = 'v1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a random nonce per value; the context is authenticated but not stored. */
export function sealer(key: Buffer): Sealer {
  if (key.length !== 32) throw new RangeError('the sealing key must have 32 bytes')
  // A key of its own: what is learned from fingerprints says nothing about sealed values.
  const macKey = createHmac('sha256', key).update('latchwork mac key').digest()
  return {
    mac: (text, context) => createHmac('sha256', macKey).update(`${context}\0${text}`).digest('hex'),
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return VERSION + sealed.toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
      if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES) {
        throw new Error('not a sealed value')
      }
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new Error('the sealed value was altered, moved, or sealed with another key', { cause })
      }
    },
  }
}

interface Cost {
  memory: number
  passes: number
  parallelism: number
}

interface StoredPassword extends Cost {
  salt: Buffer
  tag: Buffer
}

/** 19 MiB and two passes: the smallest cost OWASP's password storage guidance gives for argon2id. Memory is in KiB. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Two at a time bound the memory of a flood of logins, and leave threads of Node's pool of four to files and DNS. */
const MAX_RUNNING = 2
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1
  // The one that ends hands its place over, so nobody can slip in between.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const derive = (password: string, salt: Buffer, tagLength: number, cost: Cost): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise((resolve, reject) => {
        // The same letters can be typed as different code points; NFKC makes them one password.
        const parameters = { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost }
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Returns a PHC string that carries its own parameters, so that the cost can be raised without breaking old ones. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, salt, HASH_BYTES, COST)
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`
}

const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): StoredPassword {
  const [, memory, passes, parallelism, salt, tag] = STORED.exec(stored) ?? []
  if (!salt || !tag) throw new Error('the stored password is not an argon2id hash')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/**
 * Is it the password? For an account that does not exist pass `undefined`: the answer is no, after the same work, so
 * that the time of the answer does not tell which mail addresses have accounts.
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (stored === undefined) {
    await derive(password, Buffer.alloc(SALT_BYTES), HASH_BYTES, COST)
    return false
  }
  const { salt, tag, ...cost } = parse(stored)
  return timingSafeEqual(await derive(password, salt, tag.length, cost), tag)
}

const KEY_BYTES = 32

/** The key an operator wrote as 64 hex digits or as base64 of 32 bytes; undefined when it is neither. */
export function decodeKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  // Node's base64 decoder takes the URL-safe letters as well.
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return undefined
}

/**
 * The key for `sealer`: the configured one, or the one in the data directory's key file, made on the first start.
 * Without the key every sealed column is lost, so nothing here ever replaces an existing file.
 */
export function loadOrCreateKey(options: { dataDir: string; fromConfig?: string | undefined }): Buffer {
  const path = join(options.dataDir, 'secret.key')
  try {
    const stored = readKeyFile(path)
    if (options.fromConfig === undefined) return stored ?? createKeyFile(options.dataDir, path)
    const configured = decodeKey(options.fromConfig)
    if (!configured)
      throw new StartupError('LATCHWORK_SECRET_KEY must be 32 bytes, written as hex or base64.')
    if (stored && !stored.equals(configured)) throw new StartupError(twoKeys(path))
    return configured
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The key file ${path} cannot be used: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

const twoKeys = (path: string): string =>
  `LATCHWORK_SECRET_KEY differs from the key in ${path}, and what one encrypted the other cannot read. ` +
  'Remove the setting, or move the file away if the setting is the right one.'

function readKeyFile(path: string): Buffer | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return undefined
  // Windows has no such bits.
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    const mode = (stat.mode & 0o777).toString(8)
    throw new StartupError(
      `The key file ${path} can be read by others (mode ${mode}). Run: chmod 600 ${path}`,
    )
  }
  const key = decodeKey(readFileSync(path, 'utf8').trim())
  if (!key) throw new StartupError(`The key file ${path} does not hold a key. Restore it from a backup.`)
  return key
}

/** The file appears complete or not at all, and the first of several processes wins. */
function createKeyFile(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const key = randomBytes(KEY_BYTES)
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    writeDurably(draft, `${key.toString('base64')}\n`)
    // Unlike rename, link refuses to replace a key that another process has just made.
    linkSync(draft, path)
  } catch (error) {
    const winner = (error as NodeJS.ErrnoException).code === 'EEXIST' ? readKeyFile(path) : undefined
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
