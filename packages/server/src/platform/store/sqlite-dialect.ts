import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { SqliteFile } from './sqlite-file.ts'
import type { SqliteWriter, Turn } from './sqlite-writer.ts'
import { StoreHealth } from './store-health.ts'

/**
 * Kysely on `node:sqlite`. Outside a transaction a SELECT goes to the reader, which sees what is committed and never
 * waits; everything else takes its turn at the writer.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #file: SqliteFile
  readonly #writer: SqliteWriter
  readonly #health: StoreHealth

  constructor(file: SqliteFile, writer: SqliteWriter, health = new StoreHealth()) {
    this.#file = file
    this.#writer = writer
    this.#health = health
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#file, this.#writer, this.#health)
  }

  /** A transaction of its own, once it is its turn. Whoever asked for it ends it. */
  async begin(): Promise<Session> {
    const session = new Session(this.#file, this.#writer, this.#health)
    session.turn = await this.#writer.begin()
    return session
  }

  /** Ends the transaction. Resolves when it is durable. */
  commit({ turn }: Session): Promise<void> | undefined {
    return turn && this.#writer.commit(turn).catch((error: unknown) => noteAndThrow(this.#health, error))
  }

  /** Undoes the transaction, unless it has ended by itself. */
  rollback({ turn }: Session): Promise<void> | undefined {
    return turn && this.#writer.rollback(turn)
  }

  createQueryCompiler(): SqliteQueryCompiler {
    return new NodeSqliteCompiler()
  }

  createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter()
  }

  // biome-ignore lint/suspicious/noExplicitAny: the interface is Kysely's
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db)
  }
}

class NodeSqliteCompiler extends SqliteQueryCompiler {
  /**
   * SQLite takes the value of a bare `limit ?` into its plan and so prepares the statement anew with every value that is
   * bound, also with the same one again: ten times the work of a look-up. It does not look into a sum.
   */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** The writer has its own line of waiting; Kysely's would also make readers wait. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** A migration that fails or is killed half-way leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #file: SqliteFile
  readonly #writer: SqliteWriter
  readonly #health: StoreHealth
  readonly #free: Session[] = []

  constructor(file: SqliteFile, writer: SqliteWriter, health: StoreHealth) {
    this.#file = file
    this.#writer = writer
    this.#health = health
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return this.#free.pop() ?? new Session(this.#file, this.#writer, this.#health)
  }

  /** Isolation level and access mode change nothing here: transactions run one after the other. */
  async beginTransaction(session: Session): Promise<void> {
    session.turn = await this.#writer.begin()
  }

  async commitTransaction(session: Session): Promise<void> {
    const turn = session.turn
    session.turn = undefined
    if (turn) await this.#writer.commit(turn).catch((error: unknown) => noteAndThrow(this.#health, error))
  }

  async rollbackTransaction(session: Session): Promise<void> {
    const turn = session.turn
    session.turn = undefined
    if (turn) await this.#writer.rollback(turn)
  }

  async releaseConnection(session: Session): Promise<void> {
    this.#free.push(session)
  }

  async destroy(): Promise<void> {
    await this.#writer.close()
    await this.#file.close()
  }
}

function noteAndThrow(health: StoreHealth, error: unknown): never {
  health.note(error)
  throw error
}

/** What Kysely takes for a connection: it knows whether its caller is in a transaction. */
export class Session implements DatabaseConnection {
  readonly #file: SqliteFile
  readonly #writer: SqliteWriter
  readonly #health: StoreHealth
  turn: Turn | undefined

  constructor(file: SqliteFile, writer: SqliteWriter, health: StoreHealth) {
    this.#file = file
    this.#writer = writer
    this.#health = health
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const result = this.#execute<R>(query)
      return result instanceof Promise ? await result : result
    } catch (error) {
      noteAndThrow(this.#health, error)
    }
  }

  /** Runs a statement of the transaction at once: SQLite makes nobody wait. */
  runInTurn<R>(turn: Turn, query: CompiledQuery, parameters: readonly unknown[]): QueryResult<R> {
    try {
      if (!isRead(query)) this.#writer.touch()
      return this.#writer.run<R>(turn, query.sql, parameters)
    } catch (error) {
      noteAndThrow(this.#health, error)
    }
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> | Promise<QueryResult<R>> {
    const isReading = isRead(query)
    if (isReading && !this.turn) return this.#file.reader.connection.execute<R>(query.sql, query.parameters)
    if (!this.turn) return this.#writer.execute<R>(query.sql, query.parameters)
    if (!isReading) this.#writer.touch()
    return this.#writer.run<R>(this.turn, query.sql, query.parameters)
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    const turn = this.turn
    if (turn) {
      if (!isRead(query)) this.#writer.touch()
      yield* readInChunks<R>(this.#file.writer, query, chunkSize, () => this.#writer.use(turn))
      return
    }
    // An unfinished read keeps its snapshot. On the common reader it would hide all later commits from everybody.
    const reader = this.#file.openReader()
    try {
      const chunks = readInChunks<R>(reader, query, chunkSize)
      const first = chunks.next()
      // Its snapshot may hold a commit that is not durable yet: nobody sees it before it is.
      await this.#writer.durable()
      if (first.done) return
      yield first.value
      yield* chunks
    } finally {
      reader.close()
    }
  }
}

function* readInChunks<R>(
  connection: SqliteConnection,
  query: CompiledQuery,
  chunkSize: number,
  beforeEach?: () => void,
): Generator<QueryResult<R>> {
  beforeEach?.()
  let rows: R[] = []
  for (const row of connection.iterate<R>(query.sql, query.parameters)) {
    rows.push(row)
    if (rows.length < chunkSize) continue
    yield { rows }
    beforeEach?.()
    rows = []
  }
  if (rows.length > 0) yield { rows }
}

/** A built query says what it is. Of raw SQL only a plain SELECT is known to change nothing. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
