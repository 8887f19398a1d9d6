import type { PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { noteUncommitted } from './uncommitted.ts'

/** A statement that the server keeps by its name. */
export interface NamedStatement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /** What goes before it, in the same go: prepared on the connection, and read by nobody. */
  readonly before?: readonly NamedStatement[] | undefined
}

interface Column {
  readonly name: string
  readonly dataTypeID: number
}

export type Row = Record<string, unknown>

type Parse = (text: string) => unknown

/** How the rows of a statement are read. */
interface Shape {
  readonly columns: readonly Column[]
  readonly empty: Row
  readonly parsers: readonly Parse[]
}

/** By the name of the statement. */
export type Shapes = Map<string, Shape>

/**
 * Runs a named statement as `client.query` does. That copies what it is given property by property, and works out how to
 * read the rows anew with every answer: together a tenth of what an unlock costs us. A kept statement has the same columns
 * each time, but for a migration in between.
 */
export function askByName<R>(
  client: pg.ClientBase,
  shapes: Shapes,
  statement: NamedStatement,
): Promise<PostgresQueryResult<R>> {
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(statement, shapes, (error, result) => {
      const failure = error ?? query.failure
      if (error && query.isShort) noteUncommitted(error)
      if (failure) reject(failure)
      else resolve({ command: result.command, rowCount: result.rowCount, rows: query.read } as never)
    })
    client.query(query)
  })
}

type Answered = (
  error: Error | null | undefined,
  result: Pick<PostgresQueryResult<unknown>, 'command' | 'rowCount'>,
) => void

/** With what pg calls as an answer comes, which its types leave out; cursors are made in the same way. */
const PgQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  answered: Answered,
) => Omit<pg.Query, 'submit'> & {
  name: string
  text: string
  callback: Answered
  prepare(connection: pg.Connection): void
  handleError(error: Error, connection: pg.Connection): void
  submit(connection: pg.Connection): Error | null
  handleCommandComplete(message: unknown, connection: pg.Connection): void
}

/** What goes to the server, one message after the other; pg's types leave it out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void }
  execute(portal: object): void
}

/** Sent without the synchronization that ends what goes together. */
class QueryBefore extends PgQuery {
  constructor({ name, text, values }: NamedStatement) {
    super(text, values, (error) => {
      throw error
    })
    this.name = name
  }

  _getRows(connection: pg.Connection): void {
    ;(connection as unknown as Wire).execute({})
  }
}

export class NamedQuery extends PgQuery {
  readonly read: Row[] = []
  readonly before: readonly NamedStatement[]
  failure: Error | undefined
  readonly #shapes: Shapes
  #shape: Shape | undefined
  /** How many of those before it the server has still to do. */
  #ahead: number
  #isTold = false

  constructor({ name, text, values, before = [] }: NamedStatement, shapes: Shapes, answered: Answered) {
    super(text, values, answered)
    this.name = name
    this.#shapes = shapes
    this.before = before
    this.#ahead = before.length
  }

  /** There is one synchronization for all of them: the server skips what follows one that failed. */
  override submit(connection: pg.Connection): Error | null {
    if (this.#ahead === 0) return super.submit(connection)
    const { stream } = connection as unknown as Wire
    stream.cork()
    try {
      for (const statement of this.before) new QueryBefore(statement).prepare(connection)
      return super.submit(connection)
    } catch (error) {
      // Half of it is on its way: this connection must not go on to a commit.
      stream.destroy(error as Error)
      return error as Error
    } finally {
      stream.uncork()
    }
  }

  get isShort(): boolean {
    return this.#isTold && this.#ahead > 0
  }

  /** A connection that is lost says nothing about what was done. */
  override handleError(error: Error & { severity?: string }, connection: pg.Connection): void {
    this.#isTold = error.severity !== undefined
    super.handleError(error, connection)
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#ahead === 0) super.handleCommandComplete(message, connection)
    else this.#ahead -= 1
  }

  /** Rows of the statements before it are read by nobody. */
  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    if (this.#ahead > 0) return
    this.#shape = this.#shapes.get(this.name)
    if (this.#shape && isSame(this.#shape.columns, fields)) return
    this.#shape = shapeOf(fields)
    this.#shapes.set(this.name, this.#shape)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#ahead > 0 || !this.#shape || this.failure) return
    try {
      this.read.push(rowOf(this.#shape, fields))
    } catch (error) {
      this.failure = error as Error
    }
  }
}

const isSame = (known: readonly Column[], told: readonly Column[]): boolean =>
  known.length === told.length &&
  known.every(({ name, dataTypeID }, i) => name === told[i]?.name && dataTypeID === told[i]?.dataTypeID)

function shapeOf(fields: readonly Column[]): Shape {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }))
  return {
    columns,
    // A parsed object is one that V8 copies at once, however many columns there are.
    empty: JSON.parse(JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, null])))),
    parsers: columns.map(({ dataTypeID }) => getTypeParser(dataTypeID)),
  }
}

function rowOf({ columns, empty, parsers }: Shape, fields: readonly (string | null)[]): Row {
  const row = { ...empty }
  for (let i = 0; i < fields.length; i++) {
    const text = fields[i] as string | null
    row[(columns[i] as Column).name] = text === null ? null : (parsers[i] as Parse)(text)
  }
  return row
}

/** 64-bit integers and sums of them as numbers, as on SQLite. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return parseNumber
  return pg.types.getTypeParser(oid, format)
}

function parseNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`)
  }
  return value
}
