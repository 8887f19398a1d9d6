import { createHash } from 'node:crypto'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { bindable } from './bindable.ts'
import { isStalePlan } from './stale-plan.ts'

export interface PostgresOptions {
  url: string
  poolSize: number
  /** 0 lets a statement run as long as it needs. */
  statementTimeoutMs: number
  /** A transaction that runs no statement for so long is undone by the server. */
  transactionIdleLimitMs: number
  /** A connection on which nothing comes back for so long is given up; 0 or absent waits for ever. */
  answerTimeoutMs?: number
  /** Called when a connection is lost. The next query opens another. */
  onConnectionLost: (error: Error) => void
}

const CONNECT_TIMEOUT_MS = 10_000
const NAMED_STATEMENT_LIMIT = 500
/** Lists of varying length make ever new texts, which would use up the names for nothing. */
const NAMED_PARAMETER_LIMIT = 40

/** A pool whose connections never bring the process down. */
export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: 'latchwork',
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.transactionIdleLimitMs,
    connectionTimeoutMillis: options.answerTimeoutMs || CONNECT_TIMEOUT_MS,
    query_timeout: options.answerTimeoutMs || 0,
    keepAlive: true,
    types: { getTypeParser },
  })
  // A lost connection is an 'error' event, of the pool while idle and of the client while in use: each needs a
  // listener, or the process ends.
  pool.on('connect', (client) => client.on('error', options.onConnectionLost))
  pool.on('error', () => undefined)
  return pool
}

/** Kysely on `pg`, with every query as a named prepared statement: parsed and planned once per connection. */
export function createPostgresDialect(pool: pg.Pool): PostgresDialect {
  const nameOf = createStatementNames()
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const namedPool: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const named = withNamedStatements(client, nameOf)
      clients.set(client, named)
      return named
    },
  }
  return new PostgresDialect({ pool: namedPool })
}

function withNamedStatements(client: pg.PoolClient, nameOf: StatementNames): PostgresPoolClient {
  let hasStalePlan = false
  let isDead = false
  async function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const values = parameters.map(bindable)
    const name = nameOf(text, values.length)
    // Without a name and values pg uses the simple protocol, which suits BEGIN and COMMIT.
    const run = client.query(name ? { name, text, values } : { text, values })
    const result = await run.catch((error: unknown) => {
      // Nothing comes back, and whatever comes next would wait behind it.
      if (isUnanswered(error)) isDead = true
      if (!isStalePlan(error)) throw error
      // A newer process changed a table: this connection's statements are spoilt for good, so it is not kept.
      hasStalePlan = true
      return client.query({ text, values }).catch(() => Promise.reject(error))
    })
    return result as unknown as PostgresQueryResult<R>
  }
  return {
    // Kysely's other form of `query` takes a cursor, which is only used with a cursor library.
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => client.release(destroy || hasStalePlan || isDead),
  }
}

/** The error of pg when `query_timeout` is over. */
const isUnanswered = (error: unknown): boolean => (error as Error).message === 'Query read timeout'

type StatementNames = (text: string, parameterCount: number) => string | undefined

/** Names by text, for the first texts that come. Later ones stay unnamed: the server keeps every named one. */
export function createStatementNames(limit = NAMED_STATEMENT_LIMIT): StatementNames {
  const names = new Map<string, string>()
  return (text, parameterCount) => {
    const known = names.get(text)
    if (known || names.size >= limit || parameterCount > NAMED_PARAMETER_LIMIT) return known
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined
    const name = `lw_${createHash('sha256').update(text).digest('base64url')}`
    names.set(text, name)
    return name
  }
}

/** 64-bit integers and sums of them as numbers, as on SQLite. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
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

/** Finds out whether the database can be used at all, and says in one sentence why not. Never names the password. */
export async function checkPostgres(pool: pg.Pool, url: string): Promise<void> {
  try {
    const client = await pool.connect()
    client.release()
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    throw new StartupError(
      `PostgreSQL at ${addressOf(url)} cannot be used (${message || code}): check LATCHWORK_DATABASE_URL.`,
    )
  }
}

/** Host, port and database. */
function addressOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host || 'the local socket'}${pathname}`
}

/** Refuses what is not the address of a PostgreSQL database. */
export function assertPostgresUrl(url: string): void {
  if (URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol)) return
  throw new StartupError(
    'LATCHWORK_DATABASE_URL is not a PostgreSQL address: it must look like postgres://user:password@host:5432/database.',
  )
}
