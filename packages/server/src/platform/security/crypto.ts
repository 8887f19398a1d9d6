import { argon2, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Asker, createHashingTurns } from './hashing-turns.ts'

/** How tokens are stored: they are random enough that a plain hash cannot be searched. */
export const hashToken = (token: string): string => hash('sha256', token)

/** A secret nobody can guess: 256 random bits, safe in headers and URLs. */
export const newToken = (): string => randomBytes(32).toString('base64url')

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

/**
 * Two at a time bound the memory of a flood of logins, and leave threads of Node's pool of four to files and DNS. One
 * takes some 30 ms: who is let in waits for less than a second, also when every place is taken.
 */
const turns = createHashingTurns({ running: 2, waiting: 40, waitingPerNetwork: 8, waitingPerAccount: 4 })

interface Hashing {
  password: string
  salt: Buffer
  tagLength: number
  cost: Cost
}

const derive = ({ password, salt, tagLength, cost }: Hashing, asker: Asker): Promise<Buffer> =>
  turns.take(
    asker,
    () =>
      new Promise((resolve, reject) => {
        // The same letters can be typed as different code points; NFKC makes them one password.
        const parameters = { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost }
        argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
      }),
  )

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** Returns a PHC string that carries its own parameters, so that the cost can be raised without breaking old ones. */
export async function hashPassword(password: string, asker: Asker): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive({ password, salt, tagLength: HASH_BYTES, cost: COST }, asker)
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
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  asker: Asker,
): Promise<boolean> {
  if (stored === undefined) {
    await derive({ password, salt: Buffer.alloc(SALT_BYTES), tagLength: HASH_BYTES, cost: COST }, asker)
    return false
  }
  const { salt, tag, ...cost } = parse(stored)
  return timingSafeEqual(await derive({ password, salt, tagLength: tag.length, cost }, asker), tag)
}
