import { fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** What is asked for: to move what is in the log by now, while others write on, or to empty it, while nobody does. */
export type FoldOrder = 'ahead' | 'fold'

/** What came of it: the log is empty, or somebody reads from it, or it could not be done. */
export interface FoldAnswer {
  isEmpty: boolean
  error?: string
  /** SQLite's own. */
  errcode?: number
  /** A sync failed: what was written before may be lost, and a later sync would not say so. */
  isUnconfirmed?: boolean
}

const SQLITE_IOERR_FSYNC = 1034

/** Statements of the event loop are short; what reads longer than this keeps the log as it is. */
const WAIT_MS = 20

const path = workerData as string
let opened: DatabaseSync | undefined
let log: number | undefined

function database(): DatabaseSync {
  if (!opened) {
    opened = new DatabaseSync(path, { timeout: WAIT_MS })
    opened.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
  }
  return opened
}

/** The log stays as long as it is: who empties it has less to do. */
function foldAhead(): FoldAnswer {
  database().exec('pragma wal_checkpoint(passive)')
  return { isEmpty: false }
}

/**
 * Empties the write-ahead log: SQLite syncs the log, writes the file, syncs the file and cuts the log off. The cut is
 * then made durable too, so that no part of the old log can be seen behind a new beginning after a loss of power.
 */
function fold(): FoldAnswer {
  const row = database().prepare('pragma wal_checkpoint(truncate)').get() as { busy: number }
  if (row.busy !== 0) return { isEmpty: false }
  log ??= openSync(`${path}-wal`, 'r+')
  fsyncSync(log)
  return { isEmpty: true }
}

parentPort?.on('message', (order: FoldOrder) => {
  try {
    parentPort?.postMessage(order === 'ahead' ? foldAhead() : fold())
  } catch (error) {
    const { message, errcode, syscall } = error as Error & { errcode?: number; syscall?: string }
    const isUnconfirmed = errcode === SQLITE_IOERR_FSYNC || syscall === 'fsync'
    parentPort?.postMessage({ isEmpty: false, error: message, errcode, isUnconfirmed })
  }
})
