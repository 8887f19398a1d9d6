import type { PostgresQueryResult } from 'kysely'
import { UNREAD } from './many-rows.ts'
import type { NamedStatement } from './postgres-query.ts'
import { isUncommitted, noteUncommitted } from './uncommitted.ts'

export interface Statement extends Omit<NamedStatement, 'name'> {
  readonly name: string | undefined
}

type Ask = (statement: Statement) => Promise<PostgresQueryResult<unknown>>

const BEGINS = /^(begin|start transaction)\b/i
/** The locks of the accounts (account-locks.ts). */
const LOCKS = /^select pg_advisory_xact_lock\b/i
const COMMITS = /^commit$/i
const ROLLS_BACK = /^rollback$/i
const NOTHING_READ = { command: 'SELECT', rowCount: 0, rows: [] } as PostgresQueryResult<never>

/** What pg binds as it is: nothing of it can fail when others are on their way already. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Array.isArray(value) || Buffer.isBuffer(value)

function fail(error: object, isUndone: boolean): never {
  if (isUndone) noteUncommitted(error)
  throw error
}

/**
 * Lets statements of a transaction go in one go, which saves an answer of the server for each: what begins it goes with
 * the first of them, what is written and not read with the next, at last with the commit. The server skips all that
 * follows one that failed. What follows the first waits for it, and does not run if that failed: it may have failed to
 * begin.
 */
export class Together {
  readonly #ask: Ask
  /** What is prepared on this connection, by its name. */
  readonly #prepared = new Set<string>()
  /** What goes with the next statement. */
  #waiting: NamedStatement[] = []
  /** The first statement, until it has gone well. */
  #first: Promise<unknown> | undefined
  #isOpen = false
  /** Something failed before a commit was asked for, or before the server came to it. */
  #isUndone = false

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async run(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const { text, name } = statement
    if (!name && BEGINS.test(text)) return this.#begin(text)
    if (this.#isOpen && this.#mayWait(statement)) {
      this.#waiting.push(statement)
      return NOTHING_READ
    }
    if (!name && ROLLS_BACK.test(text)) return this.#rollBack(statement)
    return !name && COMMITS.test(text) ? this.#commit(statement) : this.#askNext(statement)
  }

  /** Whoever has the connection next begins anew. */
  forget(): void {
    this.#waiting = []
    this.#first = undefined
    this.#isOpen = false
    this.#isUndone = false
  }

  #mayWait(statement: Statement): statement is NamedStatement {
    const { text, name, values } = statement
    return text.endsWith(UNREAD) && name !== undefined && this.#prepared.has(name) && values.every(isPlain)
  }

  async #begin(text: string): Promise<PostgresQueryResult<unknown>> {
    this.forget()
    this.#isOpen = true
    const begin = this.#named(text)
    if (!this.#prepared.has(begin.name)) return this.#answered(begin)
    this.#waiting = [begin]
    return NOTHING_READ
  }

  async #commit(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const isBegun = !BEGINS.test(this.#waiting[0]?.text ?? '')
    const count = this.#waiting.length
    this.#isOpen = false
    if (!isBegun && this.#waiting.every(({ text }, i) => i === 0 || LOCKS.test(text))) {
      this.#waiting = []
      return NOTHING_READ
    }
    // By its name it goes with others. Not where all of it would go at once: on a connection that died while it rested nobody
    // could tell whether that was done, and what is not committed yet is simply done again.
    return this.#askNext(isBegun && count > 0 ? this.#named(statement.text) : statement)
  }

  async #rollBack(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const isBegun = !this.#waiting.some(({ text }) => BEGINS.test(text))
    const isUndone = this.#isUndone
    this.forget()
    if (!isBegun) return NOTHING_READ
    // On a connection that is lost this fails as well, and is then what the caller is told.
    return this.#ask(statement).catch((error: object) => fail(error, isUndone))
  }

  /** Asks for this one, with what waits before it. */
  async #askNext(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const waiting = this.#waiting
    this.#waiting = []
    if (this.#first !== undefined) await this.#first
    if (waiting.length === 0) return this.#answered(statement)
    const isFirst = BEGINS.test(waiting[0]?.text ?? '')
    const send = (one: Statement) => (isFirst ? this.#asFirst(one) : this.#answered(one))
    // What the connection does not know yet goes by itself: only what is asked for is known to be prepared afterwards.
    if (statement.name && this.#prepared.has(statement.name)) return send({ ...statement, before: waiting })
    const last = waiting.pop() as NamedStatement
    await send({ ...last, before: waiting }).catch((error: object) => {
      this.#isUndone = true
      return fail(error, true)
    })
    return this.#answered(statement)
  }

  #asFirst(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const first = this.#answered(statement)
    this.#first = first
    first.then(
      () => {
        if (this.#first === first) this.#first = undefined
      },
      () => undefined,
    )
    return first
  }

  async #answered(statement: Statement): Promise<PostgresQueryResult<unknown>> {
    const result = await this.#ask(statement).catch((error: unknown) => {
      this.#isUndone ||= isUncommitted(error)
      throw error
    })
    if (statement.name) this.#prepared.add(statement.name)
    return result
  }

  #named(text: string): NamedStatement {
    // By its text, so that it is never another's on a connection that a pooler lends.
    return { text, values: [], name: `lw_${text.replace(/\W+/g, '_')}` }
  }
}
