import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqliteFile } from './sqlite-file.ts'
import type { SqliteWriter, Turn } from './sqlite-writer.ts'
import type { StoreHealth } from './store-health.ts'

/** Kysely on `node:sqlite`. Outside a transaction a SELECT goes to the reader and never waits; all else goes to the writer. */
export const nodeSqliteDialect = (file: SqliteFile, writer: SqliteWriter, health: StoreHealth): Dialect => ({
  createDriver: () => createDriver(file, writer, health),
  createQueryCompiler: () => new NodeSqliteCompiler(),
  createAdapter: () => new NodeSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

class NodeSqliteCompiler extends SqliteQueryCompiler {
  /** SQLite plans for the value of a bare `limit ?` and prepares the statement anew with every value. It ignores a sum. */
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node)
    this.append(' + 0')
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** The writer has its own queue. Kysely's would make readers wait, too. */
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** A migration that fails or is killed half-way leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** A connection as Kysely knows it: one caller, who is in a transaction or not. */
interface Session extends DatabaseConnection {
  turn?: Turn
}

function createDriver(file: SqliteFile, writer: SqliteWriter, health: StoreHealth): Driver {
  function noteAndThrow(error: unknown): never {
    health.note(error)
    throw error
  }

  const createSession = (): Session => ({
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { sql, parameters } = query
      const changes = !isRead(query)
      try {
        if (this.turn) return writer.run<R>(this.turn, sql, parameters, changes)
        if (!changes) return file.reader.execute<R>(sql, parameters)
        return await runAlone(writer, (turn) => writer.run<R>(turn, sql, parameters, changes))
      } catch (error) {
        noteAndThrow(error)
      }
    },
    /** Nothing reads row by row: lists are read in pages. */
    streamQuery() {
      throw new Error('Reading row by row is not supported.')
    },
  })

  return {
    async init() {},
    // A new one each time, so that a statement that comes after the end of its transaction is refused.
    acquireConnection: async () => createSession(),
    async beginTransaction(session: Session) {
      session.turn = await writer.begin()
    },
    async commitTransaction({ turn }: Session) {
      if (turn) await writer.commit(turn).catch(noteAndThrow)
    },
    async rollbackTransaction({ turn }: Session) {
      if (turn) await writer.rollback(turn)
    },
    async releaseConnection() {},
    async destroy() {
      await writer.close()
      await file.close()
    },
  }
}

/** Runs a statement outside a transaction as a transaction by itself. */
async function runAlone<T>(writer: SqliteWriter, run: (turn: Turn) => T): Promise<T> {
  const turn = await writer.begin()
  try {
    const result = run(turn)
    await writer.commit(turn)
    return result
  } catch (error) {
    await writer.rollback(turn)
    throw error
  }
}

/** A built query says what it is. Of raw SQL only a plain SELECT is known to change nothing. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
