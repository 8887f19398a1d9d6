import type { QueryResult } from 'kysely'
import { whenQuiet } from '../work/when-quiet.ts'
import type { CommitMark } from './commit-mark.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Disk } from './sqlite-disk.ts'
import { storeTroubleOf } from './store-trouble.ts'

/** At most this many transactions share one COMMIT. */
const GROUP_LIMIT = 64
/** The write-ahead log is moved into the file when it has this many pages: 8 MiB. */
const CHECKPOINT_PAGES = 2048

const ENDED = new Error('The transaction has ended.')

/** A transaction that has the writer to itself until it ends. */
export interface Turn {
  /** Set when the transaction has ended: why later statements are refused. */
  over?: Error
}

/** Transactions between the same BEGIN and COMMIT. */
interface Group {
  size: number
  hasChanged: boolean
  /** Resolves when the COMMIT is on the disk. */
  readonly settled: PromiseWithResolvers<void>
}

export interface WriterOptions {
  /** The connection that everybody else reads from. It never shows a commit that is not on the disk. */
  readonly reader: SqliteConnection
  readonly disk: Disk
  /** A transaction that runs no statement for this long is undone, because it stops all others. */
  readonly idleLimitMs: number
  readonly checkpointPages?: number
  /** Called with each COMMIT. The returned function is called when readers see the commit. */
  readonly onCommit: () => () => void
  readonly mark?: () => CommitMark | undefined
  /** Called when the disk does not confirm what was written. Nothing can be written after that. */
  readonly onDiskFailure: (error: Error) => void
}

/**
 * Gives the one writing connection to one transaction after the other and commits many of them together (group commit).
 * Each runs in a SAVEPOINT of the same transaction, so that it can be undone alone. The COMMIT follows when the event loop
 * has handled the input that was ready. A thread then waits for the disk; meanwhile the reader keeps its snapshot, the next
 * group runs its statements, and nobody hears of an outcome, not even of a refusal: it may rest on a row of the group (ADR 92).
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #options: WriterOptions
  readonly #waiting: PromiseWithResolvers<Turn>[] = []
  readonly #watchdog: NodeJS.Timeout
  readonly #checkpointPages: number
  #turn: Turn | undefined
  #usedAt = 0
  #begun = 0
  #group: Group | undefined
  #syncing: Group | undefined
  #isSettling = false
  #isMoving = false
  /** Nobody may begin, so that a checkpoint can move the whole log. */
  #isHeld = false
  #checkpointAt: number
  #checkpointing = Promise.resolve()
  #refusal: Error | undefined

  constructor(connection: SqliteConnection, options: WriterOptions) {
    this.#connection = connection
    this.#options = options
    this.#checkpointPages = this.#checkpointAt = options.checkpointPages ?? CHECKPOINT_PAGES
    this.#watchdog = setInterval(() => this.#undoIdle(), options.idleLimitMs / 2).unref()
  }

  /** Waits for the writer and starts a transaction on it. */
  begin(): Promise<Turn> {
    if (this.#refusal) return Promise.reject(this.#refusal)
    const waiting = Promise.withResolvers<Turn>()
    this.#waiting.push(waiting)
    this.#advance()
    return waiting.promise
  }

  /** Runs a statement of the transaction. */
  run<R>(turn: Turn, sql: string, parameters: readonly unknown[], changes: boolean): QueryResult<R> {
    refuseEnded(turn)
    if (this.#group) this.#group.hasChanged ||= changes
    try {
      return this.#connection.execute<R>(sql, parameters)
    } catch (error) {
      // A full disk and errors of input and output make SQLite undo the whole group.
      if (!this.#connection.isTransaction) this.#lose(error)
      throw error
    } finally {
      this.#usedAt = performance.now()
    }
  }

  /** Ends the transaction. Resolves when it is on the disk. */
  async commit(turn: Turn): Promise<void> {
    refuseEnded(turn)
    const group = this.#group as Group
    this.#connection.execute('release member')
    this.#end(turn, ENDED)
    await group.settled.promise
  }

  /** Undoes the transaction and nothing else. */
  async rollback(turn: Turn): Promise<void> {
    if (turn.over) return
    const group = this.#group as Group
    this.#undo(turn, ENDED)
    await group.settled.promise
  }

  /** Moves the write-ahead log into the file; `truncate` also gives its room back, unless somebody reads from it. */
  checkpoint(last: 'passive' | 'truncate'): void {
    this.#checkpointing = this.#checkpointing.then(() => this.#moveLog(last))
  }

  /** Waits for everybody in line and takes nobody else. */
  async close(): Promise<void> {
    const last = this.begin().then((turn) => this.rollback(turn))
    this.#refusal ??= new Error('The database is closed.')
    await last.catch(() => undefined)
    await this.#checkpointing
    clearInterval(this.#watchdog)
  }

  /** Lets the next in line begin, unless somebody has the turn. */
  #advance(): void {
    while (!this.#turn) {
      if (this.#group && this.#group.size >= GROUP_LIMIT) {
        if (this.#syncing) return
        void this.#settle()
      }
      const next = this.#isHeld ? undefined : this.#waiting.shift()
      if (!next) {
        this.#settleSoon()
        return
      }
      try {
        this.#group ??= this.#open()
        this.#connection.execute('savepoint member')
        this.#group.size += 1
        this.#begun += 1
        this.#usedAt = performance.now()
        this.#turn = {}
        next.resolve(this.#turn)
      } catch (error) {
        next.reject(error)
      }
    }
  }

  #open(): Group {
    this.#connection.execute('begin immediate')
    const settled = Promise.withResolvers<void>()
    // Members handle a failure. A group may fail when it has none left.
    settled.promise.catch(() => undefined)
    return { size: 0, hasChanged: false, settled }
  }

  #end(turn: Turn, over: Error): void {
    turn.over = over
    this.#turn = undefined
    this.#advance()
  }

  #undo(turn: Turn, over: Error): void {
    try {
      this.#connection.execute('rollback to member')
      this.#connection.execute('release member')
    } catch (error) {
      this.#lose(error)
    }
    if (!turn.over) this.#end(turn, over)
  }

  #undoIdle(): void {
    const { idleLimitMs } = this.#options
    if (!this.#turn || performance.now() - this.#usedAt < idleLimitMs) return
    const reason = `The transaction was undone because it kept the writer for ${idleLimitMs} ms without using it.`
    this.#undo(this.#turn, new Error(reason))
  }

  #settleSoon(): void {
    if (!this.#group || this.#syncing || this.#isSettling) return
    this.#isSettling = true
    whenQuiet(
      () => this.#begun,
      () => {
        this.#isSettling = false
        if (!this.#turn) void this.#settle()
      },
    )
  }

  /** Commits the group, waits for the disk, and then tells everybody at once. One group at a time waits for the disk. */
  async #settle(): Promise<void> {
    const group = this.#group
    if (!group || this.#syncing) return
    const { reader, disk, onCommit, mark } = this.#options
    try {
      if (group.hasChanged) {
        mark?.()?.count()
        holdSnapshot(reader)
      }
      this.#connection.execute('commit')
    } catch (error) {
      releaseSnapshot(reader)
      this.#lose(error)
      this.#advance()
      return
    }
    this.#group = undefined
    const tell = onCommit()
    if (group.hasChanged) {
      this.#syncing = group
      try {
        await disk.sync()
      } catch (error) {
        this.#fail(error)
        return
      }
      this.#syncing = undefined
      mark?.()?.isDurable()
      releaseSnapshot(reader)
    }
    tell()
    group.settled.resolve()
    if (group.hasChanged) this.#checkpointIfLong()
    this.#advance()
  }

  /** Where a long read keeps SQLite from beginning the log anew, this tries again each time the log has grown as much again. */
  #checkpointIfLong(): void {
    const { rows } = this.#options.reader.execute<{ log: number }>('pragma wal_checkpoint(noop)')
    const pages = rows[0]?.log ?? 0
    if (pages < this.#checkpointPages) this.#checkpointAt = this.#checkpointPages
    if (pages < this.#checkpointAt) return
    this.#checkpointAt = pages + this.#checkpointPages
    // The log grows faster than it is moved.
    if (this.#isMoving) this.#isHeld = true
    else this.checkpoint('passive')
  }

  /** Moves most of the log while others write, and the rest while nobody does: then SQLite begins the log anew. */
  async #moveLog(last: 'passive' | 'truncate'): Promise<void> {
    const { disk } = this.#options
    this.#isMoving = true
    try {
      await disk.checkpoint('passive')
      this.#isHeld = true
      await (this.#group ?? this.#syncing)?.settled.promise.catch(() => undefined)
      await disk.checkpoint(last)
    } catch (error) {
      if (storeTroubleOf(error) !== 'storage_full') this.#fail(error)
    }
    this.#isMoving = false
    this.#isHeld = false
    this.#advance()
  }

  /** Nothing of the group will be stored: tells all its members. */
  #lose(error: unknown): void {
    const [group, turn] = [this.#group, this.#turn]
    this.#group = undefined
    if (this.#connection.isTransaction) this.#connection.execute('rollback')
    group?.settled.reject(error)
    if (turn)
      this.#end(turn, new Error('The transaction was undone by a failure of the database.', { cause: error }))
  }

  /** Nobody can tell what of the last commits the disk has: they are not shown, and nothing is built on them. */
  #fail(cause: unknown): void {
    const message = 'The disk did not confirm what was written: the service has to be restarted.'
    const error = new Error(message, { cause })
    this.#refusal = error
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
    this.#syncing?.settled.reject(error)
    this.#lose(error)
    this.#options.onDiskFailure(error)
  }
}

/** A statement that came after the end of its transaction would land in another one. */
function refuseEnded({ over }: Turn): void {
  if (over) throw new Error(over.message, { cause: over.cause })
}

/** A transaction of SQLite sees what there was when it first read. */
function holdSnapshot(reader: SqliteConnection): void {
  reader.execute('begin')
  reader.execute('select 1 from sqlite_schema limit 1')
}

function releaseSnapshot(reader: SqliteConnection): void {
  if (reader.isTransaction) reader.execute('commit')
}
