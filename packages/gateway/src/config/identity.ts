import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'

/** Who this gateway is, and the key of its book. */
export interface Identity {
  /** Made here, and given to the service with a claim code. */
  readonly token: string
  /** Base64url; opens the book. */
  readonly bookKey: string
  /** Once it is claimed. */
  readonly gatewayId?: string | undefined
  readonly name?: string | undefined
}

const newToken = () => `lwg_${randomBytes(32).toString('base64url')}`

/** The file `identity.json` of the data directory, readable for its owner only. */
export class IdentityFile {
  readonly #path: string
  #identity: Identity

  /** Makes the directory and the identity where there is none yet. */
  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.#path = join(dataDir, 'identity.json')
    this.#identity =
      this.#read() ?? this.#write({ token: newToken(), bookKey: randomBytes(32).toString('base64url') })
  }

  get current(): Identity {
    return this.#identity
  }

  /** A token that nobody has seen yet; on the disk before anybody does. */
  renewToken(): void {
    this.#identity = this.#write({ token: newToken(), bookKey: this.#identity.bookKey })
  }

  claimed(gatewayId: string, name: string): void {
    this.#identity = this.#write({ ...this.#identity, gatewayId, name })
  }

  #read(): Identity | undefined {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Identity
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw new OperatorError(`${this.#path} cannot be read: ${(error as Error).message}`)
    }
  }

  /** Beside the old one and then in its place, so that a crash leaves one of them whole. */
  #write(identity: Identity): Identity {
    const draft = `${this.#path}.new`
    const file = openSync(draft, 'w', 0o600)
    try {
      writeSync(file, `${JSON.stringify(identity, undefined, 2)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, this.#path)
    return identity
  }
}
