import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * What is asked for: to move what is in the log by now, while others write on; or all of it, while nobody does; or all of
 * it, and to give the room that it takes back.
 */
export type FoldOrder = 'ahead' | 'fold' | 'cut'

/** What came of it: nobody needs the log any more, or somebody reads from it, or it could not be done. */
export interface FoldAnswer {
  isDone: boolean
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

function database(): DatabaseSync {
  if (!opened) {
    opened = new DatabaseSync(path, { timeout: WAIT_MS })
    opened.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
  }
  return opened
}

/**
 * SQLite syncs the log, writes the file and, where nobody wrote meanwhile, syncs the file. Only a log that is to be as long
 * again anyway stays as long as it is: some file systems take twenty milliseconds to cut eight megabytes off.
 */
const CHECKPOINT: Record<FoldOrder, string> = {
  ahead: 'pragma wal_checkpoint(passive)',
  fold: 'pragma wal_checkpoint(restart)',
  cut: 'pragma wal_checkpoint(truncate)',
}

function fold(order: FoldOrder): FoldAnswer {
  const { busy } = database().prepare(CHECKPOINT[order]).get() as { busy: number }
  return { isDone: busy === 0 }
}

parentPort?.on('message', (order: FoldOrder) => {
  try {
    parentPort?.postMessage(fold(order))
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    const isUnconfirmed = errcode === SQLITE_IOERR_FSYNC
    parentPort?.postMessage({ isDone: false, error: message, errcode, isUnconfirmed })
  }
})
