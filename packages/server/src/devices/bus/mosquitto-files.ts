import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Somebody who may log in to an external broker, and the topic filters he may use. */
export interface BrokerAccount {
  readonly username: string
  /** See `brokerPasswordHash`. */
  readonly passwordHash: string
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}

/**
 * Keeps the files in which Mosquitto looks up passwords and rights. Mosquitto has to be told to read them again
 * (SIGHUP); then it also ends the connections of users who are no longer there.
 */
export const createMosquittoFiles = (directory: string) => ({
  async write(accounts: readonly BrokerAccount[]): Promise<void> {
    const passwords = accounts.map(({ username, passwordHash }) => `${username}:${passwordHash}\n`)
    await mkdir(directory, { recursive: true })
    await replace(join(directory, 'passwords'), passwords.join(''))
    // Last, because an operator waits for a change of this one.
    await replace(join(directory, 'acl'), accounts.map(rulesOf).join('\n'))
  },
})

/** Nobody ever sees half a file. */
async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o640 })
  await rename(`${path}.new`, path)
}

const rulesOf = ({ username, publish, subscribe }: BrokerAccount): string =>
  [
    `user ${username}`,
    ...publish.map((filter) => `topic write ${filter}`),
    ...subscribe.map((filter) => `topic read ${filter}`),
    '',
  ].join('\n')
