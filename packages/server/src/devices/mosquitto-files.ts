import { createHash, pbkdf2Sync } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Somebody who may log in to an external broker, and the topic filters he may use. */
export interface BrokerAccount {
  readonly username: string
  readonly secret: string
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/** Secrets of devices are random and long, so the number of rounds that Mosquitto itself starts with is enough. */
const ROUNDS = 101

/**
 * Keeps the files in which Mosquitto looks up passwords and rights. Mosquitto has to be told to read them again
 * (SIGHUP); then it also ends the connections of users who are no longer there.
 */
export function createMosquittoFiles(directory: string) {
  let hashes = new Map<string, string>()

  function hashOf(account: BrokerAccount): string {
    const known = hashes.get(account.username)
    return known ?? passwordHash(account)
  }

  return {
    async write(accounts: readonly BrokerAccount[]): Promise<void> {
      hashes = new Map(accounts.map((account) => [account.username, hashOf(account)]))
      const passwords = [...hashes].map(([username, hash]) => `${username}:${hash}\n`)
      await mkdir(directory, { recursive: true })
      await replace(join(directory, 'passwords'), passwords.join(''))
      // Last, because an operator waits for a change of this one.
      await replace(join(directory, 'acl'), accounts.map(rulesOf).join('\n'))
    },
  }
}

/** Nobody ever sees half a file. */
async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o640 })
  await rename(`${path}.new`, path)
}

function passwordHash({ username, secret }: BrokerAccount): string {
  // A user name is given out once, so its hash is as good as a random salt, and the file only changes with its users.
  const salt = createHash('sha256').update(username).digest().subarray(0, 12)
  const hash = pbkdf2Sync(secret, salt, ROUNDS, 64, 'sha512')
  return `$7$${ROUNDS}$${salt.toString('base64')}$${hash.toString('base64')}`
}

const rulesOf = ({ username, publish, subscribe }: BrokerAccount): string =>
  [
    `user ${username}`,
    ...publish.map((filter) => `topic write ${filter}`),
    ...subscribe.map((filter) => `topic read ${filter}`),
    '',
  ].join('\n')
