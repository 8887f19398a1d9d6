import {
  closeSync,
  constants,
  fsyncSync,
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

/** How far the database was: the number of the last COMMIT that is on the disk, and when that was. */
interface Mark {
  readonly commit: number
  readonly at: number
}

/** Seals what is written beside the database. */
export type Seal = (text: string) => string

const markFileOf = (dataDir: string): string => join(dataDir, 'latchwork.mark')

/** What an operator says instead of a mark; good for one start. */
export const TAKE_AS_IT_IS = 'take the database as it is\n'
export const BEGIN_ANEW = 'begin anew\n'

/** Says so, to the next start. A new file each time: what may be there as a link is not written through. */
export function tellNextStart(dataDir: string, words: string): void {
  const path = markFileOf(dataDir)
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  writeFileSync(fresh, words, { mode: 0o600, flag: 'wx', flush: true })
  giveToOwner(dataDir, fresh)
  renameSync(fresh, path)
}

/** Two places, written in turn: whatever becomes of a write, the one before it is whole. */
const SLOT_BYTES = 512
/** The mark is behind the database by so much at most; a kill in between leaves it there. */
const EVERY_MS = 100

/** The mark in the database, by its name there. */
export const COMMITS = 'commits'
const SET = `update service_mark set value = ? where name = '${COMMITS}'`
const GET = `select value from service_mark where name = '${COMMITS}'`

export interface MarkOptions {
  dataDir: string
  connection: SqliteConnection
  seal: Seal
  /** What the database counts from. */
  counted: string | undefined
}

/**
 * Counts commits, in the database and, once they are on the disk, in a file beside it. A database that is behind that
 * file has lost something: its write-ahead log, or its place to an older copy (ADR 0041). The count costs a page of the
 * log for each COMMIT and no sync; the file is written ten times a second at most, by a thread, and never waited for.
 */
export class CommitMark {
  readonly #connection: SqliteConnection
  readonly #file: number
  readonly #seal: Seal
  #counted: number
  #durable: number
  #written: number | undefined
  #slot = 1
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<unknown> | undefined
  #isClosing = false

  constructor({ dataDir, connection, seal, counted }: MarkOptions) {
    this.#connection = connection
    this.#seal = seal
    this.#counted = this.#durable = readMark(counted)?.commit ?? 0
    this.#file = openSync(markFileOf(dataDir), constants.O_RDWR | constants.O_CREAT, 0o600)
    // What an operator said there has been heard, and the seal may be that of an older key.
    writeSync(this.#file, ...this.#next())
  }

  /** To be called in the transaction that is about to be committed. */
  count(): void {
    this.#counted += 1
    this.#connection.execute(SET, [print({ commit: this.#counted, at: Date.now() })])
  }

  /** Everything that was counted is on the disk. */
  isDurable(): void {
    this.#durable = this.#counted
    this.#timer ??= setTimeout(() => this.#write(), EVERY_MS).unref()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    await this.#writing
    try {
      if (this.#written !== this.#durable) writeSync(this.#file, ...this.#next())
      fsyncSync(this.#file)
    } catch {
      // The database is closed and whole; the mark stays behind it.
    } finally {
      closeSync(this.#file)
    }
  }

  /** What it fails with says nothing about the database: the mark stays where it was. */
  #write(): void {
    this.#writing = writeAt(this.#file, ...this.#next())
      .catch(() => undefined)
      .finally(() => {
        this.#writing = undefined
        this.#timer = undefined
        // The number of a closed file may be that of another by then.
        if (!this.#isClosing && this.#written !== this.#durable) this.isDurable()
      })
  }

  #next(): [text: Buffer, offset: number, length: number, position: number] {
    this.#written = this.#durable
    this.#slot = 1 - this.#slot
    const sealed = this.#seal(print({ commit: this.#durable, at: Date.now() }))
    return [
      Buffer.from(`${sealed.padEnd(SLOT_BYTES - 1)}\n`, 'latin1'),
      0,
      SLOT_BYTES,
      this.#slot * SLOT_BYTES,
    ]
  }
}

const writeAt = promisify(write)

const print = ({ commit, at }: Mark): string => `${commit} ${at}`

function readMark(text: string | undefined): Mark | undefined {
  const [, commit, at] = /^(\d+) (\d+)$/.exec(text ?? '') ?? []
  return commit === undefined ? undefined : { commit: Number(commit), at: Number(at) }
}

/** What the file beside the database says; `unreadable` where there is one and nobody can tell. */
type Said = 'nothing' | 'takeAsItIs' | 'beginAnew' | 'unreadable' | Mark

function saidIn({ dataDir, open }: Inspection): Said {
  const path = markFileOf(dataDir)
  if (!statSync(path, { throwIfNoEntry: false })) return 'nothing'
  const text = readFileSync(path, 'latin1')
  if (text === TAKE_AS_IT_IS) return 'takeAsItIs'
  if (text === BEGIN_ANEW) return 'beginAnew'
  const marks = text.split('\n').flatMap((line) => openedMark(line.trim(), open) ?? [])
  return marks.sort((a, b) => b.commit - a.commit)[0] ?? 'unreadable'
}

function openedMark(line: string, open: Inspection['open']): Mark | undefined {
  try {
    return readMark(open(line))
  } catch {
    return undefined
  }
}

export interface Inspection {
  dataDir: string
  /** Throws where it was altered, or the key is not known; undefined where there is no key yet. */
  open: (sealed: string) => string | undefined
  /** A key was there before this start: so was a database. */
  hadKey: boolean
  onUnreadableMark: () => void
}

/**
 * Refuses a database that is not what it was, before anybody writes to it: SQLite would take a log that it cannot read
 * for none, and throw it away with the first change.
 */
export function inspectDatabase(inspection: Inspection): void {
  const { dataDir, hadKey, onUnreadableMark } = inspection
  const path = join(dataDir, 'latchwork.db')
  const said = saidIn(inspection)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) {
    if (said === 'beginAnew' || (said === 'nothing' && !hadKey)) return
    throw new StartupError(gone(path))
  }
  if (said === 'unreadable') onUnreadableMark()
  if (typeof said === 'string') return
  const there = markIn(path)
  if (there.commit < said.commit) throw new StartupError(behind(path, there, said))
}

const SQLITE_ERROR = 1
const NEVER: Mark = { commit: 0, at: 0 }

/** Read without changing anything. */
function markIn(path: string): Mark {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  try {
    const row = database.prepare(GET).get() as { value: string } | undefined
    return readMark(row?.value) ?? NEVER
  } catch (error) {
    // A database without such a table: all that was ever written is missing.
    if ((error as { errcode?: number }).errcode === SQLITE_ERROR) return NEVER
    throw error
  } finally {
    database.close()
  }
}

const gone = (path: string): string =>
  `The database ${path} is empty or gone, and the key beside it shows that there was one. Put it back from a backup. ` +
  'To begin with an empty house, without any lock, run: latchwork database begin-anew'

function behind(path: string, there: Mark, said: Mark): string {
  const missing = said.commit - there.commit
  const until = there.at > 0 ? `, all after ${new Date(there.at).toISOString()}` : ''
  return (
    `The newest changes are missing from ${path}: ${missing} commits${until}, up to ${new Date(said.at).toISOString()}. ` +
    `Its write-ahead log (${path}-wal) was removed or damaged, or an older copy was put in its place. Put the files back if you have them. ` +
    'To go on with what is there, as after restoring a backup, run: latchwork database accept'
  )
}
