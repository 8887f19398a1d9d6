import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type ArchivedRow = Readonly<Record<string, unknown>>

/**
 * Rows of an archive while it is read: in a file that has no name, which is gone with the process whatever happens, so that
 * an archive of any size costs disk and no memory.
 */
export class ArchiveRows {
  readonly #database = new DatabaseSync('')
  readonly #put: StatementSync
  readonly #page: StatementSync
  readonly #next: StatementSync
  readonly #all: StatementSync
  readonly #one: StatementSync
  #waiting = 0

  constructor() {
    this.#database.exec(
      `pragma journal_mode = off; pragma synchronous = off;
       create table kept (kind text, parent text, id text, row text, primary key (kind, parent, id)) without rowid`,
    )
    const prepare = (text: string) => this.#database.prepare(text)
    this.#put = prepare('insert into kept values (?, ?, ?, ?) on conflict do nothing')
    this.#all = prepare('select row from kept where kind = ? and parent = ? order by id limit ?')
    this.#page = prepare(
      'select row from kept where kind = ? and parent = ? and id < ? order by id desc limit ?',
    )
    this.#next = prepare('select row from kept where kind = ? and parent = ? and id > ? order by id limit ?')
    this.#one = prepare('select row from kept where kind = ? and parent = ? and id = ?')
  }

  put(kind: string, parent: string, id: string, row: ArchivedRow): void {
    if (this.#waiting === 0) this.#database.exec('begin')
    const { changes } = this.#put.run(kind, parent, id, JSON.stringify(row))
    if (changes === 0) throw new Error(`one ${kind} is in it twice`)
    if (++this.#waiting >= 1000) this.settle()
  }

  settle(): void {
    if (this.#waiting > 0) this.#database.exec('commit')
    this.#waiting = 0
  }

  all(kind: string, parent: string, limit: number): ArchivedRow[] {
    return this.#all.all(kind, parent, limit).map(rowOf)
  }

  /** Those before an id, the last of them first. */
  before(kind: string, parent: string, id: string, limit: number): ArchivedRow[] {
    return this.#page.all(kind, parent, id, limit).map(rowOf)
  }

  /** Those after an id, the first of them first. */
  after(kind: string, parent: string, id: string, limit: number): ArchivedRow[] {
    return this.#next.all(kind, parent, id, limit).map(rowOf)
  }

  one(kind: string, parent: string, id: string): ArchivedRow | undefined {
    const found = this.#one.get(kind, parent, id)
    return found && rowOf(found)
  }

  close(): void {
    this.#database.close()
  }
}

const rowOf = (found: Record<string, unknown>): ArchivedRow => JSON.parse(String(found.row)) as ArchivedRow
