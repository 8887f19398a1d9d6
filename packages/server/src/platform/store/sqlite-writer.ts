import type { QueryResult } from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'

/** So many transactions share one COMMIT at most, so that the first of them does not wait for ever. */
const GROUP_LIMIT = 64

/** A transaction that has the writer to itself until it ends. */
export interface Turn {
  /** The first of a group needs no savepoint: undoing it undoes everything there is. */
  readonly hasSavepoint: boolean
  /** Set once the transaction has ended: why its statements are refused. */
  over?: Error
}

/** Transactions inside the same BEGIN and COMMIT. */
interface Group {
  size: number
  /** Resolves when the COMMIT is on the disk. */
  readonly settled: PromiseWithResolvers<void>
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
 */
export class SqliteWriter {
  readonly #connection: SqliteConnection
  readonly #idleLimitMs: number
  readonly #onCommit: () => void
  readonly #watchdog: NodeJS.Timeout
  readonly #queue: Waiting[] = []
  #turn: Turn | undefined
  #group: Group | undefined
  #isSettling = false
  #isClosed = false
  #transactions = 0
  #commits = 0

  /**
   * A transaction that runs no statement for `idleLimitMs` is undone, so that it cannot stop all the others. `onCommit` is
   * called in the same breath as each COMMIT: no reader runs in between.
   */
  constructor(connection: SqliteConnection, idleLimitMs: number, onCommit: () => void) {
    this.#connection = connection
    this.#onCommit = onCommit
    this.#idleLimitMs = idleLimitMs
    this.#watchdog = setTimeout(() => this.#evict(), idleLimitMs).unref()
  }

  /** How many transactions shared how many commits. */
  get statistics(): { transactions: number; commits: number } {
    return { transactions: this.#transactions, commits: this.#commits }
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
          this.#watchdog.refresh()
          resolve(turn)
        },
      })
    })
  }

  /** Runs a statement of the transaction. */
  run<R>(turn: Turn, sql: string, parameters: readonly unknown[]): QueryResult<R> {
    this.use(turn)
    try {
      return this.#connection.execute<R>(sql, parameters)
    } catch (error) {
      this.#checkForLoss(error)
      throw error
    } finally {
      this.#watchdog.refresh()
    }
  }

  /** To be called before each use: what comes after the end of a transaction would land in somebody else's. */
  use(turn: Turn): void {
    if (turn.over) throw turn.over
    this.#watchdog.refresh()
  }

  /** Ends the transaction. Resolves when it is durable. */
  async commit(turn: Turn): Promise<void> {
    this.use(turn)
    const group = this.#group
    if (turn.hasSavepoint) this.#connection.execute('release member')
    this.#end(turn, new Error('The transaction has been committed.'))
    await group?.settled.promise
  }

  /** Undoes the transaction and nothing else. */
  async rollback(turn: Turn): Promise<void> {
    if (turn.over) return
    const group = this.#group
    this.#undo(turn, new Error('The transaction has been rolled back.'))
    await group?.settled.promise
  }

  /** Runs one statement as a transaction by itself. SQLite undoes a failed statement, so it needs no savepoint. */
  execute<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        reject,
        start: ({ settled }) => {
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

  /** Waits for everybody in line and takes nobody else. */
  async close(): Promise<void> {
    const last = this.begin()
    this.#isClosed = true
    // Whoever was affected by a failing commit has been told.
    await this.rollback(await last).catch(() => undefined)
    clearTimeout(this.#watchdog)
  }

  #enqueue(waiting: Waiting): void {
    if (this.#isClosed) {
      waiting.reject(new Error('The database is closed.'))
      return
    }
    this.#queue.push(waiting)
    this.#advance()
  }

  /** Lets the next in line begin, unless somebody has the turn. */
  #advance(): void {
    while (!this.#turn) {
      if (this.#group && this.#group.size >= GROUP_LIMIT) this.#settle()
      const next = this.#queue.shift()
      if (!next) {
        this.#settleSoon()
        return
      }
      try {
        const group = this.#group ?? this.#open()
        next.start(group)
        group.size++
        this.#transactions++
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
    this.#group = { size: 0, settled }
    return this.#group
  }

  #end(turn: Turn, over: Error): void {
    turn.over = over
    this.#turn = undefined
    this.#advance()
  }

  #undo(turn: Turn, over: Error): void {
    try {
      if (turn.hasSavepoint) {
        this.#connection.execute('rollback to member')
        this.#connection.execute('release member')
      } else {
        this.#connection.execute('rollback')
        this.#group?.settled.resolve()
        this.#group = undefined
      }
    } catch (error) {
      this.#loseGroup(error)
    }
    if (!turn.over) this.#end(turn, over)
  }

  /**
   * Transactions that use nothing but the database never leave the microtask queue, so "nobody is waiting" is true
   * after each of them. Waiting for the check phase lets the other requests that have already arrived join in.
   */
  #settleSoon(): void {
    if (!this.#group || this.#isSettling) return
    this.#isSettling = true
    setImmediate(() => {
      this.#isSettling = false
      if (!this.#turn) this.#settle()
    })
  }

  #settle(): void {
    const group = this.#group
    if (!group) return
    try {
      this.#connection.execute('commit')
      this.#commits++
      this.#onCommit()
      this.#group = undefined
      group.settled.resolve()
    } catch (error) {
      this.#loseGroup(error)
    }
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
    this.#undo(turn, new Error(`${reason} Inside a transaction, use the transaction for every statement.`))
  }
}
