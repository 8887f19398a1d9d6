import type { CommitMark } from './commit-mark.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import { type Disk, UnconfirmedError } from './sqlite-disk.ts'
import type { SqliteReader } from './sqlite-reader.ts'
import { storeTroubleOf } from './store-trouble.ts'

/** Transactions inside the same BEGIN and COMMIT. */
export interface Group {
  size: number
  /** Not all of its statements only read. */
  mayChange: boolean
  /** Resolves when the COMMIT is on the disk. */
  readonly settled: PromiseWithResolvers<void>
}

export interface CommitOptions {
  /** Everybody else reads here, and sees nothing that is not durable. */
  reader: SqliteReader
  /** Without one a COMMIT is good enough as it is. */
  disk?: Disk | undefined
  /** Called with each COMMIT; what it returns is called in the same breath as the commit is shown. */
  onCommit: () => () => void
  /** Counts the commits, once somebody wants that. */
  mark?: () => CommitMark | undefined
  /** Somebody may begin again, or the next group may be committed. */
  goOn: () => void
  /** The disk did not say that it has what was written: nothing can be written any more. */
  onFailure: (error: Error) => void
}

/** What could not be folded is tried again after so long. */
const RETRY_MS = 60_000

/**
 * From COMMIT to the disk (ADR 0038). The COMMIT leaves what it wrote with the operating system; a thread then waits for
 * the disk while the reader stays where it was. When the disk has it everybody sees it, and its members hear of it.
 */
export class SqliteCommits {
  readonly #connection: SqliteConnection
  readonly #options: CommitOptions
  #syncing: Group | undefined
  /** Most of the log is being moved, and nobody waits for that. */
  #foldingAhead: Promise<void> | undefined
  #mustFold = false
  #folding: Promise<void> | undefined
  /** Room is wanted. */
  #givesBack = false
  /** SQLite folds the log by itself, until we can again. */
  #retry: NodeJS.Timeout | undefined

  constructor(connection: SqliteConnection, options: CommitOptions) {
    this.#connection = connection
    this.#options = options
  }

  /** A commit is on its way. One at a time: the reader can be kept before a commit, not between two. */
  get isSyncing(): boolean {
    return this.#syncing !== undefined
  }

  /** The write-ahead log is to be folded; nobody begins until it is. */
  get holdsBack(): boolean {
    return this.#mustFold
  }

  /** Resolves when everything that is committed now is durable. */
  async durable(): Promise<void> {
    await this.#syncing?.settled.promise
  }

  /** Resolves when nobody works on the files any more. */
  async idle(): Promise<void> {
    await this.#syncing?.settled.promise.catch(() => undefined)
    await this.#foldingAhead
    await this.#folding
    this.#forgetRetry()
  }

  /** Throws when nothing of the group is stored. */
  commit(group: Group): void {
    const { disk, reader, onCommit } = this.#options
    const { mayChange } = group
    try {
      if (disk && mayChange) {
        this.#options.mark?.()?.count()
        reader.hold()
      }
      this.#connection.execute('commit')
    } catch (error) {
      reader.release()
      throw error
    }
    const tell = onCommit()
    if (!disk || !mayChange) {
      this.#show(group, tell)
      return
    }
    this.#syncing = group
    disk.sync().then(
      () => this.#synced(group, tell, disk),
      (error: unknown) => this.#fail(error),
    )
  }

  /** Gives back the room that the log takes, too: now, or as soon as nobody reads from it. */
  foldNext(): void {
    this.#mustFold = this.#givesBack = this.#options.disk !== undefined
  }

  /** To be called when no group is open. */
  foldIfDue(): void {
    const { disk } = this.#options
    if (!this.#mustFold || this.#foldingAhead || this.#folding || this.#syncing || !disk) return
    const givesBack = this.#givesBack
    this.#folding = disk
      .fold(() => this.#beginAnew(), givesBack)
      .then(
        (isDone) => this.#folded(isDone, givesBack),
        (error: unknown) => this.#notFolded(error),
      )
  }

  /** In one breath: everybody sees the group, what was read before counts no longer, and its members hear of it. */
  #show(group: Group, tell: () => void): void {
    this.#options.reader.release()
    tell()
    group.settled.resolve()
  }

  #synced(group: Group, tell: () => void, disk: Disk): void {
    this.#syncing = undefined
    this.#options.mark?.()?.isDurable()
    this.#show(group, tell)
    const length = disk.length()
    if (length === 'long' && !this.#mustFold) this.#foldAhead(disk)
    this.#mustFold ||= length === 'tooLong'
    this.#options.goOn()
  }

  /** Writers are held back for the rest of it. Whether it can be done at all is seen then. */
  #foldAhead(disk: Disk): void {
    this.#foldingAhead ??= disk.foldAhead().then(
      () => this.#foldedAhead(),
      (error: unknown) => (error instanceof UnconfirmedError ? this.#failFold(error) : this.#foldedAhead()),
    )
  }

  #foldedAhead(): void {
    this.#foldingAhead = undefined
    this.#mustFold = true
    this.#options.goOn()
  }

  /**
   * Pages that were moved and are lost would not be moved again as long as this process lives: it counts them as moved.
   * The log still has them, and a restart moves all of it.
   */
  #failFold(error: Error): void {
    this.#foldingAhead = undefined
    this.#folding = undefined
    this.#fail(error)
  }

  /**
   * SQLite begins the log anew with the next commit, where everything in it is in the file and nobody reads it. It would sync
   * the new head at once, on the event loop. This commit changes nothing, and whoever asked for it waits for the disk.
   */
  #beginAnew(): void {
    const connection = this.#connection
    const { rows } = connection.execute<{ user_version: number }>('pragma user_version')
    connection.set('synchronous = off')
    try {
      connection.set(`user_version = ${rows[0]?.user_version ?? 0}`)
    } catch {
      // Then the next commit does it, and waits; where it cannot write either it says so to whom it concerns.
    } finally {
      connection.set('synchronous = normal')
    }
  }

  #folded(isDone: boolean, gaveBack: boolean): void {
    if (isDone && gaveBack) this.#givesBack = false
    if (isDone && this.#retry) {
      this.#connection.set('wal_autocheckpoint = 0')
      this.#forgetRetry()
    }
    this.#goOn()
  }

  /** As SQLite does it by itself: slower, on the event loop, and just as safe. Where there is no room neither can. */
  #notFolded(error: unknown): void {
    if (error instanceof UnconfirmedError) {
      this.#failFold(error)
      return
    }
    if (storeTroubleOf(error) !== 'storage_full') {
      this.#connection.set('wal_autocheckpoint = 1000')
      this.#retry ??= setInterval(() => this.#foldAgain(), RETRY_MS).unref()
    }
    this.#goOn()
  }

  #foldAgain(): void {
    this.#mustFold = true
    this.#options.goOn()
  }

  #forgetRetry(): void {
    clearInterval(this.#retry)
    this.#retry = undefined
  }

  #goOn(): void {
    this.#folding = undefined
    this.#mustFold = false
    this.#options.goOn()
  }

  /**
   * What the disk did not confirm may be lost, and nobody can tell how much of it: it is neither shown nor built upon.
   * After a restart SQLite finds out what is there.
   */
  #fail(cause: unknown): void {
    const message = 'The disk did not confirm what was written: the service has to be restarted.'
    const error = new Error(message, { cause })
    const syncing = this.#syncing
    this.#syncing = undefined
    syncing?.settled.reject(error)
    this.#options.onFailure(error)
  }
}
