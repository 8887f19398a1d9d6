import { close, fdatasync, fstatSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { FoldAnswer, FoldOrder } from './sqlite-fold.ts'

/** Nobody writes on before the write-ahead log is folded into the database file when it is longer. */
const FOLD_BYTES = 16 * 1024 * 1024
/** At this part of that length folding begins, while others write on. */
const AHEAD = 0.5

const syncFile = promisify(fdatasync)
const closeFile = promisify(close)

/** A sync of the log or the file failed. */
export class UnconfirmedError extends Error {}

/** What takes the disk's time, and therefore never happens on the event loop (ADR 0038). */
export interface Disk {
  /** Resolves when every commit so far would survive a loss of power. */
  sync(): Promise<void>
  /** Is the write-ahead log so long that it should be folded into the file, or even before anything else is written? */
  length(): 'short' | 'long' | 'tooLong'
  /**
   * Moves what is in the write-ahead log into the file while others write on. What comes meanwhile stays in the log, and
   * mostly it is `fold` that syncs the file.
   */
  foldAhead(): Promise<void>
  /**
   * Moves what is in the write-ahead log into the file and empties the log, while nobody writes. False: somebody is
   * reading from it, so that it stays, and is left alone until it has grown as much again.
   */
  fold(): Promise<boolean>
  close(): Promise<void>
}

/**
 * The write-ahead log beside a database. SQLite makes it when the database is opened and removes it when it is closed,
 * so that one descriptor serves in between. SQLite itself keeps no lock on this file that closing ours could drop.
 */
export class SqliteDisk implements Disk {
  readonly #path: string
  readonly #foldBytes: number
  #log: number | undefined
  #longBytes: number
  #folder: Worker | undefined

  constructor(path: string, foldBytes = FOLD_BYTES) {
    this.#path = path
    this.#foldBytes = foldBytes
    this.#longBytes = foldBytes
  }

  /** By a thread of the pool. Syncing by any descriptor of a file syncs what was written by all of them. */
  async sync(): Promise<void> {
    this.#log ??= openSync(`${this.#path}-wal`, 'r+')
    await syncFile(this.#log)
  }

  length(): 'short' | 'long' | 'tooLong' {
    const bytes = this.#log === undefined ? 0 : fstatSync(this.#log).size
    if (bytes >= this.#longBytes) return 'tooLong'
    return bytes >= this.#longBytes - (1 - AHEAD) * this.#foldBytes ? 'long' : 'short'
  }

  async foldAhead(): Promise<void> {
    refuseFailed(await this.#ask('ahead'))
  }

  async fold(): Promise<boolean> {
    const answer = await this.#ask('fold')
    const size = this.#log === undefined ? 0 : fstatSync(this.#log).size
    this.#longBytes = size + this.#foldBytes
    refuseFailed(answer)
    return answer.isEmpty
  }

  async close(): Promise<void> {
    await this.#folder?.terminate()
    if (this.#log !== undefined) await closeFile(this.#log)
    this.#log = undefined
  }

  /**
   * One question at a time. The thread is started when it is first needed: a service where little happens never has it.
   */
  #ask(order: FoldOrder): Promise<FoldAnswer> {
    this.#folder ??= this.#start()
    const folder = this.#folder
    return new Promise((resolve, reject) => {
      const give = (answer: FoldAnswer) => {
        folder.unref()
        folder.off('error', fail)
        resolve(answer)
      }
      const fail = (error: Error) => {
        folder.off('message', give)
        this.#folder = undefined
        reject(error)
      }
      folder.once('message', give)
      folder.once('error', fail)
      // Somebody waits for this: a command that has nothing else to do must not end before.
      folder.ref()
      folder.postMessage(order)
    })
  }

  #start(): Worker {
    const folder = new Worker(new URL('./sqlite-fold.ts', import.meta.url), {
      workerData: this.#path,
      execArgv: [],
      // It holds one connection and next to no JavaScript.
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 24 },
    })
    folder.unref()
    return folder
  }
}

function refuseFailed({ error, errcode, isUnconfirmed }: FoldAnswer): void {
  if (error === undefined) return
  const message = `The write-ahead log cannot be folded into the database: ${error}`
  throw Object.assign(new (isUnconfirmed ? UnconfirmedError : Error)(message), { errcode })
}
