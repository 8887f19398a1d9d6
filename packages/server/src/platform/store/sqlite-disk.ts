import { close, fdatasync, fstatSync, openSync, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { FoldAnswer, FoldOrder } from './sqlite-fold.ts'

/** Nobody writes on before the write-ahead log is folded into the database file when it is longer. */
const FOLD_BYTES = 16 * 1024 * 1024
/** At this part of that length folding begins, while others write on. */
const AHEAD = 0.5

const syncFile = promisify(fdatasync)
const closeFile = promisify(close)

/**
 * A log that is folded again within so long keeps its length. What was written longer ago may have left the memory of the
 * system, and would have to be read before something else is written over it; and then it is no matter that cutting it off
 * takes time.
 */
const IN_PLACE_MS = 10_000

/** A sync of the log or the file failed. */
export class UnconfirmedError extends Error {}

/** What takes the disk's time, and therefore never happens on the event loop (ADR 0038). */
export interface Disk {
  /** Resolves when every commit so far would survive a loss of power. */
  sync(): Promise<void>
  /** Is the write-ahead log so long that it should be folded into the file, or even before anything else is written? */
  length(): 'short' | 'long' | 'tooLong'
  /**
   * Moves what is in the write-ahead log into the file while others write on. What comes meanwhile stays in the log.
   */
  foldAhead(): Promise<void>
  /**
   * Moves what is in the write-ahead log into the file, while nobody writes, and has the log begin anew, from its head:
   * `beginAnew` commits a single page and waits for nothing. Gives the room of the log back if that is wanted. False:
   * somebody is reading from the log, so that it goes on, and is left alone until it has grown by as much as usual.
   */
  fold(beginAnew: () => void, givesBack: boolean): Promise<boolean>
  close(): Promise<void>
}

/** How many bytes of the log come before its first page, and before the content of each. */
const [LOG_HEAD, FRAME_HEAD] = [32, 24]

/**
 * The write-ahead log beside a database, and the file. SQLite makes the log when the database is opened and removes it
 * when it is closed, so that one descriptor serves in between. SQLite itself keeps no lock on the log that closing ours
 * could drop.
 */
export class SqliteDisk implements Disk {
  readonly #path: string
  readonly #foldBytes: number
  readonly #head = Buffer.alloc(LOG_HEAD)
  readonly #frame = Buffer.alloc(FRAME_HEAD)
  #log: number | undefined
  /** Never closed: that would drop all locks which this process has on the file, SQLite's as well (POSIX). */
  #file: number | undefined
  #longBytes: number
  #syncs = 0
  #foldedAt = Number.NEGATIVE_INFINITY
  #folder: Worker | undefined

  constructor(path: string, foldBytes = FOLD_BYTES) {
    this.#path = path
    this.#foldBytes = foldBytes
    this.#longBytes = foldBytes
  }

  /** By a thread of the pool. Syncing by any descriptor of a file syncs what was written by all of them. */
  async sync(): Promise<void> {
    this.#syncs += 1
    this.#log ??= openSync(`${this.#path}-wal`, 'r+')
    await syncFile(this.#log)
  }

  length(): 'short' | 'long' | 'tooLong' {
    if (!this.#reaches(this.#longBytes - (1 - AHEAD) * this.#foldBytes)) return 'short'
    return this.#reaches(this.#longBytes) ? 'tooLong' : 'long'
  }

  /** Whoever folds the log then finds a file that has little left to sync. */
  async foldAhead(): Promise<void> {
    const before = this.#syncs
    refuseFailed(await this.#ask('ahead'))
    // Nobody wrote meanwhile: SQLite has synced the file, and would begin the log anew with the next commit, and wait.
    if (this.#syncs === before) return
    this.#file ??= openSync(this.#path, 'r+')
    await syncFile(this.#file).catch(refuseUnconfirmed)
  }

  /**
   * The log stays as long as it is, and its next pages go where the old ones were. Were several of them written before the
   * new head is on the disk, a loss of power could leave the old head and some of the old pages, and SQLite would take these
   * for newer than the file. Behind a single one nothing is left that it would take (docs/adr/0091-log-begins-anew-in-place.md).
   */
  async fold(beginAnew: () => void, givesBack: boolean): Promise<boolean> {
    const isRare = performance.now() - this.#foldedAt > IN_PLACE_MS
    const isLarge = this.#log !== undefined && fstatSync(this.#log).size > 2 * this.#foldBytes
    const answer = await this.#ask(givesBack || isRare || isLarge ? 'cut' : 'fold')
    refuseFailed(answer)
    if (answer.isDone) {
      beginAnew()
      await this.sync().catch(refuseUnconfirmed)
    }
    this.#foldedAt = performance.now()
    this.#longBytes = this.#foldBytes
    while (this.length() !== 'short') this.#longBytes += AHEAD * this.#foldBytes
    return answer.isDone
  }

  async close(): Promise<void> {
    await this.#folder?.terminate()
    if (this.#log !== undefined) await closeFile(this.#log)
    this.#log = undefined
  }

  /** A page of the log bears the salt of its head; what is behind those is left of before (sqlite.org/fileformat2.html). */
  #reaches(bytes: number): boolean {
    if (this.#log === undefined || readSync(this.#log, this.#head, 0, LOG_HEAD, 0) < LOG_HEAD) return false
    const frameBytes = FRAME_HEAD + this.#head.readUInt32BE(8)
    const last = Math.max(0, Math.ceil((bytes - LOG_HEAD) / frameBytes) - 1)
    const at = LOG_HEAD + last * frameBytes
    if (readSync(this.#log, this.#frame, 0, FRAME_HEAD, at) < FRAME_HEAD) return false
    return this.#frame.compare(this.#head, 16, 24, 8, 16) === 0
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

function refuseUnconfirmed(cause: unknown): never {
  throw new UnconfirmedError('The disk did not confirm the file or its write-ahead log.', { cause })
}

function refuseFailed({ error, errcode, isUnconfirmed }: FoldAnswer): void {
  if (error === undefined) return
  const message = `The write-ahead log cannot be folded into the database: ${error}`
  throw Object.assign(new (isUnconfirmed ? UnconfirmedError : Error)(message), { errcode })
}
