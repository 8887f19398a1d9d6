import { fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What came of it: the log is empty, or somebody reads from it, or it could not be done. */
export interface FoldAnswer {
  isEmpty: boolean
  error?: string
  /** SQLite's own. */
  errcode?: number
}

/** Statements of the event loop are short; what reads longer than this keeps the log as it is. */
const WAIT_MS = 20

const path = workerData as string
let database: DatabaseSync | undefined
let log: number | undefined

/**
 * Empties the write-ahead log: SQLite syncs the log, writes the file, syncs the file and cuts the log off. The cut is
 * then made durable too, so that no part of the old log can be seen behind a new beginning after a loss of power.
 */
function fold(): FoldAnswer {
  if (!database) {
    database = new DatabaseSync(path, { timeout: WAIT_MS })
    database.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
  }
  const row = database.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
  if (row.busy !== 0) return { isEmpty: false }
  log ??= openSync(`${path}-wal`, 'r+')
  fsyncSync(log)
  return { isEmpty: true }
}

parentPort?.on('message', () => {
  try {
    parentPort?.postMessage(fold())
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    parentPort?.postMessage({ isEmpty: false, error: message, errcode })
  }
})
