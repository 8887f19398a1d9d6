import type { QueryResult } from 'kysely'
import { whenQuiet } from '../work/when-quiet.ts'
import { IdleWatch } from './idle-watch.ts'
import { type CommitOptions, type Group, SqliteCommits } from './sqlite-commits.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** So many transactions share one COMMIT, so that the first of them does not wait for ever. */
const GROUP_LIMIT = 64
/** So many at most, while the COMMIT has to wait for the disk all the same. */
const WAITING_GROUP_LIMIT = 1024

/** Nearly all transactions end well and are never asked again, so an error is made only for those that are. */
type Ended = string | Error

/** A transaction that has the writer to itself until it ends. */
export interface Turn {
  /** The first of a group needs no savepoint: undoing it undoes everything there is. */
  readonly hasSavepoint: boolean
  /** Set once the transaction has ended: why its statements are refused. */
  over?: Ended
}

/** What comes after the end of a transaction would land in somebody else's. */
function refuseEnded({ over }: Turn): void {
  if (over) throw typeof over === 'string' ? new Error(over) : over
}

export interface WriterOptions extends Omit<CommitOptions, 'goOn' | 'onFailure'> {
  /** A transaction that runs no statement for so long is undone, so that it cannot stop all the others. */
  idleLimitMs: number
  /** Called when the disk does not say that it has what was written. Nothing is written any more. */
  onDiskFailure: (error: Error) => void
}

interface Waiting {
  start(group: Group): void
  reject(error: unknown): void
}

/**
 * Hands the one writing connection to one transaction after the other, first come, first served, and commits many of
 * them at once (group commit): almost all of the cost of a small transaction is waiting for the disk.
 *
 * The first transaction opens BEGIN IMMEDIATE. Those that come before the COMMIT run in the same one, each in its own
 * SAVEPOINT, so that each can be undone alone. The COMMIT follows when nobody is waiting and the event loop has handled
 * the input that was ready, or when the group is full. Nobody hears of an outcome before that: a commit is only
 * reported when it is durable, and a refusal may rest on a row that another member has just written.
 *
 * A thread then waits for the disk, while the reader stays where it was and the next group works on (ADR 0038).
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #commits: SqliteCommits
  readonly #idleLimitMs: number
  readonly #watchdog: IdleWatch
  readonly #queue: Waiting[] = []
  #turn: Turn | undefined
  #group: Group | undefined
  #isSettling = false
  #isClosed = false
  #failure: Error | undefined
  #transactionCount = 0
  #commitCount = 0

  constructor(connection: SqliteConnection, { idleLimitMs, onDiskFailure, ...options }: WriterOptions) {
    this.#connection = connection
    this.#idleLimitMs = idleLimitMs
    this.#watchdog = new IdleWatch(idleLimitMs, () => this.#evict())
    this.#commits = new SqliteCommits(connection, {
      ...options,
      goOn: () => this.#advance(),
      onFailure: (error) => {
        this.#giveUp(error)
        onDiskFailure(error)
      },
    })
  }

  /** How many transactions shared how many commits. */
  get statistics(): { transactions: number; commits: number } {
    return { transactions: this.#transactionCount, commits: this.#commitCount }
  }

  /** Notes that the group under way may change something. */
  touch(): void {
    if (this.#group) this.#group.mayChange = true
  }

  /** Folds the write-ahead log into the file as soon as nobody writes. */
  fold(): void {
    this.#commits.foldNext()
    this.#advance()
  }

  /** Resolves when everything that is committed now is durable. */
  durable(): Promise<void> {
    return this.#commits.durable()
  }

  /** Waits for the writer and starts a transaction on it. */
  begin(): Promise<Turn> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        reject,
        start: (group) => {
          const turn: Turn = { hasSavepoint: group.size > 0 }
          if (turn.hasSavepoint) this.#connection.execute('savepoint member')
          this.#turn = turn
          this.#watchdog.used()
          resolve(turn)
        },
      })
    })
  }

  /** Runs a statement of the transaction. */
  run<R>(turn: Turn, sql: string, parameters: readonly unknown[]): QueryResult<R> {
    refuseEnded(turn)
    try {
      return this.#connection.execute<R>(sql, parameters)
    } catch (error) {
      this.#checkForLoss(error)
      throw error
    } finally {
      this.#watchdog.used()
    }
  }

  /** To be called before each use that is not a statement of its own. */
  use(turn: Turn): void {
    refuseEnded(turn)
    this.#watchdog.used()
  }

  /** Ends the transaction. Resolves when it is durable. */
  async commit(turn: Turn): Promise<void> {
    this.use(turn)
    const group = this.#group
    if (turn.hasSavepoint) this.#connection.execute('release member')
    this.#end(turn, 'The transaction has been committed.')
    await group?.settled.promise
  }

  /** Undoes the transaction and nothing else. */
  async rollback(turn: Turn): Promise<void> {
    if (turn.over) return
    const group = this.#group
    this.#undo(turn, 'The transaction has been rolled back.')
    await group?.settled.promise
  }

  /** Runs one statement as a transaction by itself. SQLite undoes a failed statement, so it needs no savepoint. */
  execute<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        reject,
        start: ({ settled }) => {
          this.touch()
          try {
            const result = this.#connection.execute<R>(sql, parameters)
            settled.promise.then(() => resolve(result), reject)
          } catch (error) {
            this.#checkForLoss(error)
            settled.promise.then(() => reject(error), reject)
          }
        },
      })
    })
  }

  /** Waits for everybody in line and takes nobody else. Whoever was affected by a failing commit has been told. */
  async close(): Promise<void> {
    const last = this.begin()
    this.#isClosed = true
    await last.then((turn) => this.rollback(turn)).catch(() => undefined)
    await this.#commits.idle()
    this.#watchdog.stop()
  }

  #enqueue(waiting: Waiting): void {
    const refusal = this.#failure ?? (this.#isClosed ? new Error('The database is closed.') : undefined)
    if (refusal) {
      waiting.reject(refusal)
      return
    }
    this.#queue.push(waiting)
    this.#advance()
  }

  /** Lets the next in line begin, unless somebody has the turn. */
  #advance(): void {
    while (!this.#turn) {
      const size = this.#group?.size ?? 0
      if (size >= WAITING_GROUP_LIMIT && this.#commits.isSyncing) return
      if (size >= GROUP_LIMIT) this.#settle()
      const next = this.#commits.holdsBack ? undefined : this.#queue.shift()
      if (!next) {
        this.#settleSoon()
        return
      }
      try {
        const group = this.#group ?? this.#open()
        next.start(group)
        group.size++
        this.#transactionCount++
      } catch (error) {
        next.reject(error)
      }
    }
  }

  #open(): Group {
    this.#connection.execute('begin immediate')
    const settled = Promise.withResolvers<void>()
    // Every member handles a failure; a group that lost its only member has nobody left to do so.
    settled.promise.catch(() => undefined)
    this.#group = { size: 0, mayChange: false, settled }
    return this.#group
  }

  #end(turn: Turn, over: Ended): void {
    turn.over = over
    this.#turn = undefined
    this.#advance()
  }

  #undo(turn: Turn, over: Ended): void {
    try {
      if (turn.hasSavepoint) {
        this.#connection.execute('rollback to member')
        this.#connection.execute('release member')
      } else {
        this.#connection.execute('rollback')
        // What made it give up may rest on a commit that is not durable yet.
        this.#group?.settled.resolve(this.#commits.durable())
        this.#group = undefined
      }
    } catch (error) {
      this.#loseGroup(error)
    }
    if (!turn.over) this.#end(turn, over)
  }

  /** A transaction that uses nothing but the database never leaves the microtask queue: others join in by the event loop. */
  #settleSoon(): void {
    if (!this.#group) this.#commits.foldIfDue()
    if (!this.#group || this.#isSettling || this.#commits.isSyncing) return
    this.#isSettling = true
    const settle = () => {
      this.#isSettling = false
      if (!this.#turn) this.#settle()
      // A group that only read asks nothing of the disk, which else lets those go on who were held back meanwhile.
      if (!this.#group) this.#advance()
    }
    whenQuiet(() => this.#transactionCount, settle)
  }

  /** While a group is on its way to the disk the next one waits, and takes in more: it is looked at again then. */
  #settle(): void {
    const group = this.#group
    if (!group || this.#commits.isSyncing) return
    try {
      this.#commits.commit(group)
      this.#commitCount++
      this.#group = undefined
    } catch (error) {
      this.#loseGroup(error)
    }
  }

  /** Nobody is served any more. */
  #giveUp(error: Error): void {
    this.#failure = error
    for (const waiting of this.#queue.splice(0)) waiting.reject(error)
    this.#loseGroup(error)
  }

  /** Some failures (disk full, input or output errors) make SQLite itself undo the whole transaction. */
  #checkForLoss(error: unknown): void {
    if (!this.#connection.isTransaction) this.#loseGroup(error)
  }

  /** Nothing of the group will be stored: tells all its members. */
  #loseGroup(error: unknown): void {
    const group = this.#group
    const turn = this.#turn
    this.#group = undefined
    if (this.#connection.isTransaction) this.#connection.execute('rollback')
    group?.settled.reject(error)
    if (turn)
      this.#end(turn, new Error('The transaction was undone by a failure of the database.', { cause: error }))
  }

  #evict(): void {
    const turn = this.#turn
    if (!turn) return
    const reason = `The transaction was undone because it kept the writer for ${this.#idleLimitMs} ms without using it.`
    this.#undo(turn, `${reason} Inside a transaction, use the transaction for every statement.`)
  }
}
