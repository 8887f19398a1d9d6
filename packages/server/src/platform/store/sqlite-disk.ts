import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { CheckpointMode } from './sqlite-checkpoint.ts'

/** The slow work of a SQLite database. None of it runs on the event loop (ADR 92). */
export interface Disk {
  /** Resolves when every commit so far would survive a loss of power. */
  sync(): Promise<void>
  /** SQLite's own checkpoint: moves the write-ahead log into the file, and syncs both. */
  checkpoint(mode: CheckpointMode): Promise<void>
  close(): Promise<void>
}

export class SqliteDisk implements Disk {
  readonly #path: string
  readonly #isSynced: boolean
  /** SQLite makes the log when it opens the database and removes it when it closes it, and keeps no lock on it. */
  #log: FileHandle | undefined
  #thread: Worker | undefined

  constructor(path: string, isSynced: boolean) {
    this.#path = path
    this.#isSynced = isSynced
  }

  /** A thread of the pool does it. A sync by any descriptor of a file covers what all descriptors wrote. */
  async sync(): Promise<void> {
    if (!this.#isSynced) return
    this.#log ??= await open(`${this.#path}-wal`, 'r+')
    await this.#log.datasync()
  }

  /** The thread starts when it is first needed: a service that writes little never has it. */
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
