import type { SqliteConnection } from './sqlite-connection.ts'

/** The connection that everybody reads from. It can be kept at what it sees while something newer is not durable yet. */
export class SqliteReader {
  readonly connection: SqliteConnection
  #isHeld = false

  constructor(connection: SqliteConnection) {
    this.connection = connection
  }

  /** To be called before a COMMIT: it is not seen until `release`. */
  hold(): void {
    if (this.#isHeld) return
    this.connection.execute('begin')
    this.#isHeld = true
    // A transaction sees what was there when it first read.
    this.connection.execute('select 1 from sqlite_schema limit 1')
  }

  release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.connection.execute('commit')
  }
}
