import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** `passive` moves what it can and waits for nobody; `truncate` also gives the room of the log back. */
export type CheckpointMode = 'passive' | 'truncate'

/** How long `truncate` waits for somebody who reads from the log. */
const WAIT_MS = 20

const database = new DatabaseSync(workerData as string, { timeout: WAIT_MS })

// An error ends this thread, and the thread that started it gets the error.
parentPort?.on('message', (mode: CheckpointMode) => {
  parentPort?.postMessage(database.prepare(`pragma wal_checkpoint(${mode})`).get())
})
