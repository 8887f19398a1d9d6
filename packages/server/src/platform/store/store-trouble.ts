import { StartupError } from '../startup-error.ts'
import { isDatabaseAway, isLockTimeout } from './database-away.ts'

/** What is wrong with the place where everything is stored, and not with a statement. */
export type StoreTrouble = 'storage_full' | 'database_damaged'

/** SQLITE_FULL, and IOERR_SHMSIZE: the file beside the log that connections share cannot grow. */
const SQLITE_NO_ROOM = new Set([13, 4874])
/** SQLITE_CORRUPT and NOTADB in all their kinds, and what cannot be read from the disk. */
const SQLITE_DAMAGED = new Set([11, 26])
const SQLITE_UNREADABLE = new Set([266, 522, 8202, 8458])
/** By the codes of PostgreSQL, and of the system for the files beside the database. */
const CODES: Record<string, StoreTrouble> = {
  '53100': 'storage_full',
  ENOSPC: 'storage_full',
  EDQUOT: 'storage_full',
  XX001: 'database_damaged',
  XX002: 'database_damaged',
}

export function storeTroubleOf(error: unknown): StoreTrouble | undefined {
  const { errcode, code, cause } = (error ?? {}) as { errcode?: unknown; code?: unknown; cause?: unknown }
  if (typeof errcode === 'number') {
    if (SQLITE_NO_ROOM.has(errcode)) return 'storage_full'
    if (SQLITE_DAMAGED.has(errcode & 0xff) || SQLITE_UNREADABLE.has(errcode)) return 'database_damaged'
  }
  if (typeof code === 'string' && CODES[code]) return CODES[code]
  return cause === undefined ? undefined : storeTroubleOf(cause)
}

/** The database cannot be reached now or has no room. What was to be stored stays valid and can wait. */
export const canWaitForStore = (error: unknown): boolean =>
  isDatabaseAway(error) || isLockTimeout(error) || storeTroubleOf(error) === 'storage_full'

/** The sentence for a start that met such trouble; anything else is given back as it is. */
export function explainedTrouble(error: unknown, where = 'the database'): unknown {
  if (error instanceof StartupError) return error
  const trouble = storeTroubleOf(error)
  if (trouble === 'storage_full')
    return new StartupError(`The disk that holds ${where} is full: make room there, and start again.`, {
      cause: error,
      mayPass: true,
    })
  if (trouble === 'database_damaged')
    return new StartupError(
      `Damage was found in ${where} (${(error as Error).message}): restore a backup, as docs/operations.md says.`,
      { cause: error },
    )
  return error
}
