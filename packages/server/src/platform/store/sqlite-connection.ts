import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { bindable } from './bindable.ts'
import type { KeptTable } from './engine.ts'

/** Only another program that writes to the file can make us wait, for example a backup by hand. */
export const BUSY_TIMEOUT_MS = 5000
/** A connection keeps this many prepared statements and drops the oldest first. */
const STATEMENT_LIMIT = 500

interface PreparedStatement {
  readonly statement: StatementSync
  /** Undefined when the statement returns no rows. */
  readonly toRow: ((values: unknown[]) => unknown) | undefined
}

/** One SQLite handle with its prepared statements. Every call is synchronous. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** False outside BEGIN and COMMIT, and after an error that made SQLite undo the transaction by itself. */
  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Runs one statement. There is no `insertId`: PostgreSQL has none, so both engines use RETURNING. */
  execute<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const { statement, toRow } = this.#prepare(sql)
    const values = parameters.map(bindable) as SQLInputValue[]
    if (toRow) return { rows: (statement.all(...values) as unknown as unknown[][]).map(toRow) as R[] }
    const { changes } = statement.run(...values)
    if (/^\s*(create|alter|drop)\b/i.test(sql)) this.forgetStatements()
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  /** Call this after the schema changed: a prepared statement keeps the columns that it had at first. */
  forgetStatements(): void {
    this.#statements.clear()
  }

  /** Calls `note` for every row of these tables that is inserted, updated or deleted, also by a cascade. */
  watchRows(tables: readonly KeptTable[], note: (ownerId: number, id: number) => void): void {
    this.#database.function('note_row', (ownerId, id) => {
      note(Number(ownerId), Number(id))
      return null
    })
    const events = { insert: 'new', update: 'new', delete: 'old' }
    for (const { name, owner, id } of tables)
      for (const [event, row] of Object.entries(events))
        this.execute(
          `create temp trigger note_${name}_${event} after ${event} on main.${name}
           begin select note_row(${row}.${owner}, ${row}.${id}); end`,
        )
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const columns = statement.columns().map(({ name }) => name)
    statement.setReturnArrays(true)
    // Without rows the only numbers are the count of changes and the last rowid, which may need 64 bits.
    statement.setReadBigInts(columns.length === 0)
    const prepared = { statement, toRow: columns.length > 0 ? rowMaker(columns) : undefined }
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined && this.#statements.size >= STATEMENT_LIMIT) this.#statements.delete(oldest)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/** One object literal of all columns: objects that grow property by property are slower to make and to read (ADR 92). */
function rowMaker(columns: readonly string[]): (values: unknown[]) => unknown {
  const members = columns.map((column, i) => `${JSON.stringify(column)}: values[${i}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as (values: unknown[]) => unknown
}
