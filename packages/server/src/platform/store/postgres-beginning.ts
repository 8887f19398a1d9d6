import type { PostgresQueryResult } from 'kysely'
import type { NamedStatement } from './postgres-query.ts'

export interface Statement extends Omit<NamedStatement, 'name'> {
  readonly name: string | undefined
  readonly values: unknown[]
}

type Ask = (statement: Statement) => Promise<PostgresQueryResult<unknown>>

const BEGINS = /^(begin|start transaction)\b/i
const COMMITS = /^commit$/i
const ROLLS_BACK = /^rollback$/i
const NOTHING_READ = { command: 'SELECT', rowCount: 0, rows: [] } as PostgresQueryResult<never>

/**
 * Lets a transaction of a connection begin with its first statement, in one go, which saves an answer of the server for
 * each. What follows the first waits for it, and does not run if that failed: it may have failed to begin.
 */
export class Beginning {
  readonly #ask: Ask
  /** The names of what begins transactions and is prepared on this connection, by its text. */
  readonly #known = new Map<string, string>()
  /** What is to begin with the next statement. */
  #waiting: string | undefined
  /** The first statement, until it has gone well. */
  #first: Promise<unknown> | undefined

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async run(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const { text, name } = statement
    if (!name && BEGINS.test(text)) return this.#begin(text)
    const begins = this.#waiting
    this.#waiting = undefined
    const isRollback = !name && ROLLS_BACK.test(text)
    if (begins !== undefined && (isRollback || (!name && COMMITS.test(text)))) return NOTHING_READ
    if (isRollback) this.#first = undefined
    else if (this.#first !== undefined) await this.#first
    if (begins === undefined) return this.#ask(statement)
    const after = this.#known.get(begins)
    if (name) return this.#asFirst({ ...statement, after })
    await this.#asFirst({ text: begins, values: [], name: after })
    return this.#ask(statement)
  }

  /** Whoever has the connection next begins anew. */
  forget(): void {
    this.#waiting = undefined
    this.#first = undefined
  }

  async #begin(text: string): Promise<PostgresQueryResult<unknown>> {
    this.forget()
    if (this.#known.has(text)) {
      this.#waiting = text
      return NOTHING_READ
    }
    const name = `lw_begin_${this.#known.size}`
    const result = await this.#ask({ text, values: [], name })
    this.#known.set(text, name)
    return result
  }

  #asFirst(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const first = this.#ask(statement)
    this.#first = first
    first.then(
      () => {
        if (this.#first === first) this.#first = undefined
      },
      () => undefined,
    )
    return first
  }
}
