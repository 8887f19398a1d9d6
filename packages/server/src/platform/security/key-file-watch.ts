import { statSync } from 'node:fs'
import type { Log } from '../observe/log.ts'
import { configuredKeys, type KeySource, keyFileOf, readKeyFile } from './key-file.ts'
import { type KeyRing, keyIdOf } from './sealer.ts'

/** Looks whether the key file changed, and knows which of its keys is the newest. */
export class KeyFileWatch {
  readonly #source: KeySource
  readonly #ring: KeyRing
  readonly #log: Log
  #seen = ''
  #newestId: string

  constructor(source: KeySource, ring: KeyRing, log: Log) {
    this.#source = source
    this.#ring = ring
    this.#log = log
    this.#newestId = ring.currentId
  }

  get newestId(): string {
    return this.#newestId
  }

  /**
   * New keys in the file are known from now on; those that were taken out stay known to this process. False when the
   * file is as it was.
   */
  read(): boolean {
    const stamp = stampOf(this.#source.dataDir)
    if (stamp === this.#seen) return false
    this.#seen = stamp
    const keys = this.#keysNow()
    for (const key of keys) this.#ring.add(key)
    const ids = keys.map(keyIdOf)
    if (ids.includes(this.#ring.currentId)) this.#newestId = ids[0] as string
    else
      this.#log.error(
        { keyId: this.#ring.currentId },
        'the secret key in use is no longer in the key file, and no other is taken from it: bring it back',
      )
    return true
  }

  /** Never makes a file: a service that runs has a key, and a fresh one would stand where the lost one has to return. */
  #keysNow(): readonly Buffer[] {
    try {
      return configuredKeys(this.#source) ?? readKeyFile(keyFileOf(this.#source.dataDir)) ?? []
    } catch (error) {
      this.#log.error({ err: error }, 'the secret keys cannot be read')
      return []
    }
  }
}

/** Changes whenever the file does, and when its owner or rights do: it is always replaced as a whole. */
function stampOf(dataDir: string): string {
  const stat = statSync(keyFileOf(dataDir), { throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.size}` : 'none'
}
