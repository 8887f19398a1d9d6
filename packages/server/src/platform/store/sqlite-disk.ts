import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { CheckpointMode } from './sqlite-checkpoint.ts'

export type Disk = Pick<SqliteDisk, 'sync' | 'checkpoint' | 'close'>

/** The slow work of a SQLite database. None of it runs on the event loop (ADR 92). */
export class SqliteDisk {
  readonly #path: string
  readonly #isSynced: boolean
  /** SQLite makes the log when it opens the database and removes it when it closes it, and keeps no lock on it. */
  #log: FileHandle | undefined
  #thread: Worker | undefined

  constructor(path: string, isSynced: boolean) {
    this.#path = path
    this.#isSynced = isSynced
  }

  /** Resolves when every commit so far would survive a loss of power. A sync by any descriptor of a file covers all of it. */
  async sync(): Promise<void> {
    if (!this.#isSynced) return
    this.#log ??= await open(`${this.#path}-wal`, 'r+')
    await this.#log.datasync()
  }

  /** SQLite's own checkpoint, in a thread that starts when it is first needed: a service that writes little never has it. */
  async checkpoint(mode: CheckpointMode): Promise<void> {
    this.#thread ??= new Worker(new URL('./sqlite-checkpoint.ts', import.meta.url), {
      workerData: this.#path,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 24 },
    })
    const thread = this.#thread
    thread.ref()
    thread.postMessage(mode)
    try {
      await once(thread, 'message')
      // A process that has nothing else to do may end.
      thread.unref()
    } catch (error) {
      this.#thread = undefined
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
    await this.#log?.close()
  }
}
