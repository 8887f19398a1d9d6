import { type CompiledQuery, Kysely, type KyselyProps, Transaction } from 'kysely'
import type { Db, Tables } from './engine.ts'
import type { NodeSqliteDialect, Session } from './sqlite-dialect.ts'
import type { Turn } from './sqlite-writer.ts'

/**
 * The short way for what an unlock and every message of a lock ask of SQLite. Kysely waits for a connection, a driver and
 * a result where SQLite lets nobody wait: twenty promises for a statement, and as many for a transaction. Both are still
 * what Kysely takes them for; whatever is not asked for here goes its way.
 */
export class SqliteDatabase extends Kysely<Tables> {
  readonly #dialect: NodeSqliteDialect
  readonly #props: Omit<KyselyProps, 'executor'>

  constructor(dialect: NodeSqliteDialect) {
    super({ dialect })
    this.#dialect = dialect
    this.#props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  }

  /** As `transaction().execute(work)` does. */
  async transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const dialect = this.#dialect
    const session = await dialect.begin()
    try {
      const result = await work(this.#transactionOf(session))
      await dialect.commit(session)
      return result
    } catch (error) {
      await dialect.rollback(session)
      throw error
    }
  }

  #transactionOf(session: Session): SqliteTransaction {
    const connections = { provideConnection: <T>(use: (connection: Session) => Promise<T>) => use(session) }
    const executor = this.getExecutor().withConnectionProvider(connections)
    return new SqliteTransaction({ ...this.#props, executor }, session)
  }
}

/** A transaction that runs statements which are compiled already without waiting. */
export class SqliteTransaction extends Transaction<Tables> {
  readonly #session: Session

  constructor(props: KyselyProps, session: Session) {
    super(props)
    this.#session = session
  }

  /** The rows that the statement returns. */
  run<R>(query: CompiledQuery, parameters: readonly unknown[]): R[] {
    return this.#session.runInTurn<R>(this.#session.turn as Turn, query, parameters).rows
  }
}
