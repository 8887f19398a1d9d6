import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'
import { giveToOwner } from './data-owner.ts'
import { BUSY_TIMEOUT_MS, type SqliteConnection } from './sqlite-connection.ts'

/** One sector, which disks write whole. */
const MARK_BYTES = 512
/** After a kill the mark is behind the database by this much at most. */
const EVERY_MS = 100
const SQLITE_ERROR = 1

/** The mark in the database, by its name there. */
export const COMMITS = 'commits'
/** An operator writes these words into the file instead of a mark. They count for one start. */
export const TAKE_AS_IT_IS = 'take the database as it is\n'
export const BEGIN_ANEW = 'begin anew\n'

const markFileOf = (dataDir: string): string => join(dataDir, 'latchwork.mark')
const writeAt = promisify(write)

/** Makes a new file each time, so that nothing is written through a link that may be there. */
export function tellNextStart(dataDir: string, words: string): void {
  const path = markFileOf(dataDir)
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, words, { mode: 0o600, flag: 'wx', flush: true })
  giveToOwner(dataDir, fresh)
  renameSync(fresh, path)
}

/** The number of a COMMIT, and when it was. Written as `<commit> <milliseconds>`. */
interface Mark {
  readonly commit: number
  readonly at: number
}

const print = (commit: number): string => `${commit} ${Date.now()}`

function readMark(text: unknown): Mark | undefined {
  const [, commit, at] = /^(\d+) (\d+)$/.exec(String(text)) ?? []
  return commit === undefined ? undefined : { commit: Number(commit), at: Number(at) }
}

export type CommitMark = ReturnType<typeof createCommitMark>

export interface MarkOptions {
  readonly dataDir: string
  readonly connection: SqliteConnection
  readonly seal: (text: string) => string
  /** The last count in the database. */
  readonly counted: string | undefined
}

/**
 * Counts commits, in the database and, when they are on the disk, in a sealed file beside it. A start refuses a database
 * that is behind that file: it lost its write-ahead log, or somebody put an older copy in its place (ADR 92).
 */
export function createCommitMark({ dataDir, connection, seal, counted: before }: MarkOptions) {
  let counted = readMark(before)?.commit ?? 0
  let durable = counted
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<unknown> = Promise.resolve()
  // Empties the file: the words of an operator count once, and the seal may be that of an older key.
  const file = openSync(markFileOf(dataDir), 'w', 0o600)
  const sealed = () => Buffer.from(`${seal(print(durable)).padEnd(MARK_BYTES - 1)}\n`)
  writeSync(file, sealed(), 0, MARK_BYTES, 0)

  /** A mark that cannot be written stays behind the database, which is harmless. */
  function writeMark(): Promise<unknown> {
    timer = undefined
    writing = writing.then(() => writeAt(file, sealed(), 0, MARK_BYTES, 0)).catch(() => undefined)
    return writing
  }

  return {
    /** Call this in the transaction that is about to be committed. */
    count() {
      counted += 1
      connection.execute('update service_mark set value = ? where name = ?', [print(counted), COMMITS])
    },
    /** Call this when everything that was counted is on the disk. */
    isDurable() {
      durable = counted
      timer ??= setTimeout(writeMark, EVERY_MS).unref()
    },
    async close() {
      clearTimeout(timer)
      await writeMark()
      closeSync(file)
    },
  }
}

export interface Inspection {
  readonly dataDir: string
  /** Throws where the text was altered or its key is not known. Returns undefined where there is no key yet. */
  readonly open: (sealed: string) => string | undefined
  /** There was a key before this start, and so there was a database. */
  readonly hadKey: boolean
  readonly onUnreadableMark: () => void
}

/**
 * Refuses a database that lost something, before anybody writes to it: SQLite takes a log that it cannot read for an empty
 * one, and overwrites it with the first change.
 */
export function inspectDatabase({ dataDir, open, hadKey, onUnreadableMark }: Inspection): void {
  const path = join(dataDir, 'latchwork.db')
  const said = sizeOf(markFileOf(dataDir)) > 0 ? readFileSync(markFileOf(dataDir), 'latin1') : undefined
  if (sizeOf(path) === 0) {
    if (said === BEGIN_ANEW || (said === undefined && !hadKey)) return
    throw new StartupError(
      `The database ${path} is empty or gone, and the key beside it shows that there was one. Put it back from a backup. ` +
        'To begin with an empty house, without any lock, run: latchwork database begin-anew',
    )
  }
  if (said === undefined || said === TAKE_AS_IT_IS || said === BEGIN_ANEW) return
  // Earlier versions wrote a second line, which is as good as the first.
  const [line = ''] = said.split('\n')
  const mark = openedMark(line.trim(), open)
  if (!mark) {
    onUnreadableMark()
    return
  }
  const there = markIn(path)
  if (there.commit >= mark.commit) return
  const after = there.at > 0 ? `, all after ${new Date(there.at).toISOString()}` : ''
  throw new StartupError(
    `The newest changes are missing from ${path}: ${mark.commit - there.commit} commits${after}, up to ${new Date(mark.at).toISOString()}. ` +
      `Its write-ahead log (${path}-wal) was removed or damaged, or an older copy was put in its place. Put the files back if you have them. ` +
      'To go on with what is there, as after restoring a backup, run: latchwork database accept',
  )
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function openedMark(sealed: string, open: Inspection['open']): Mark | undefined {
  try {
    return readMark(open(sealed))
  } catch {
    return undefined
  }
}

/** Reads the mark in the database without changing anything. Without its table everything that was written is missing. */
function markIn(path: string): Mark {
  const none = { commit: 0, at: 0 }
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    const row = database.prepare('select value from service_mark where name = ?').get(COMMITS)
    return readMark(row?.value) ?? none
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_ERROR) return none
    throw error
  } finally {
    database.close()
  }
}
