import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'
import { bindable } from './bindable.ts'
import type { KeptTable } from './engine.ts'

/** Only a foreign program that writes to the file can make us wait, for instance a backup by hand. */
export const BUSY_TIMEOUT_MS = 5000
/**
 * How many prepared statements a connection keeps; the one it has had for longest goes first. To know which was not used
 * for longest would cost something with every use, and preparing one anew now and then costs less.
 */
const STATEMENT_LIMIT = 500

interface PreparedStatement {
  readonly statement: StatementSync
  /** Empty when the statement returns no rows. */
  readonly columns: readonly string[]
  readonly toRow: (values: unknown[]) => unknown
  readonly changesSchema: boolean
}

/** One SQLite handle with its prepared statements. Everything here is synchronous. */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, PreparedStatement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** True between BEGIN and the end of the transaction, also when SQLite itself ended it. */
  get isTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Runs one statement. There is no `insertId`: PostgreSQL has none, so both engines use RETURNING. */
  execute<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    const { statement, columns, toRow, changesSchema } = this.#keep(sql)
    if (columns.length > 0) {
      const rows = statement.all(...allBindable(parameters)) as unknown as unknown[][]
      return { rows: rows.map((values) => toRow(values) as R) }
    }
    const { changes } = statement.run(...allBindable(parameters))
    if (changesSchema) this.forgetStatements()
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  /** Sets what SQLite does from here on. It does so while a statement is made, so that such a statement is not kept. */
  set(pragma: string): void {
    this.#database.exec(`pragma ${pragma}`)
  }

  /** Reads row by row. The statement is its own: a kept one would be reset by its next use. */
  *iterate<R>(sql: string, parameters: readonly unknown[]): Generator<R> {
    const { statement, toRow } = this.#prepare(sql)
    for (const values of statement.iterate(...allBindable(parameters))) {
      yield toRow(values as unknown as unknown[]) as R
    }
  }

  /** To be called after the schema changed: a kept statement knows its columns from when it was prepared. */
  forgetStatements(): void {
    this.#statements.clear()
  }

  /** Calls `note` for every row of these tables that is inserted, updated or deleted, also by a cascade. */
  watchRows(tables: readonly KeptTable[], note: (ownerId: number, id: number) => void): void {
    this.#database.function('note_row', (ownerId, id) => {
      note(Number(ownerId), Number(id))
      return null
    })
    for (const { name, owner, id } of tables) {
      for (const [event, row] of [
        ['insert', 'new'],
        ['update', 'new'],
        ['delete', 'old'],
      ])
        this.#database.exec(
          `create temp trigger note_${name}_${event} after ${event} on main.${name}
           begin select note_row(${row}.${owner}, ${row}.${id}); end`,
        )
    }
    this.forgetStatements()
  }

  close(): void {
    this.#database.close()
  }

  #keep(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const prepared = this.#prepare(sql)
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined && this.#statements.size >= STATEMENT_LIMIT) this.#statements.delete(oldest)
    this.#statements.set(sql, prepared)
    return prepared
  }

  #prepare(sql: string): PreparedStatement {
    const statement = this.#database.prepare(sql)
    const columns = statement.columns().map((column) => column.name)
    // Rows as arrays are read faster than as objects, and become ordinary objects here as they do with PostgreSQL.
    statement.setReturnArrays(true)
    // Without rows the only integers are the number of changes and the last rowid. The latter may be any 64-bit
    // number, and reading it as a number would fail after the row is already written. Rows are read as numbers:
    // node:sqlite throws on a value that a number cannot hold.
    statement.setReadBigInts(columns.length === 0)
    return {
      statement,
      columns,
      toRow: rowMaker(columns),
      changesSchema: /^\s*(create|alter|drop)\b/i.test(sql),
    }
  }
}

/**
 * Makes a row of its values, as a literal of all columns. Set one after the other, a dozen of them turn an object into a
 * table of names, which takes twenty times as long to make and is slower to read ever after.
 */
function rowMaker(columns: readonly string[]): (values: unknown[]) => unknown {
  const members = columns.map((column, i) => `${JSON.stringify(column)}: values[${i}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as (values: unknown[]) => unknown
}

const allBindable = (parameters: readonly unknown[]) => parameters.map(bindable) as SQLInputValue[]
