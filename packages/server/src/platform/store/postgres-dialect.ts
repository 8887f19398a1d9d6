import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { bindable } from './bindable.ts'
import { isDatabaseAway } from './database-away.ts'
import type { DatabaseOptions } from './engine.ts'
import { PostgresClient } from './postgres-client.ts'
import { type PostgresHosts, readPostgresHosts } from './postgres-hosts.ts'
import { askByName, getTypeParser, type Shapes } from './postgres-query.ts'
import { type Statement, Together } from './postgres-together.ts'
import { createSilenceWatch, type SilenceWatch } from './silent-connections.ts'
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
  /** How the connections are called in the list of the server. */
  name: string
  /** Said to the server on every new connection of our own, before anything else. Behind a pooler it is left out. */
  settings?: string
  /** Called when a connection is lost. The next query opens another. */
  onConnectionLost: (error: Error) => void
}

/** For a connection of the pool that others use; making a new one is given less. */
const CONNECTION_WITHIN_MS = 10_000
const AWAY_FOR_MS = 3000
const TRY_AGAIN_MS = 100
const NAMED_STATEMENT_LIMIT = 500
/** Lists of varying length make ever new texts, which would use up the names for nothing. */
const NAMED_PARAMETER_LIMIT = 40

/** A pool whose connections never bring the process down, and go to the server that takes writes. */
export function createPostgresPool(options: PostgresOptions): pg.Pool {
  const hosts = readPostgresHosts(options.url)
  const pool = new pg.Pool({
    Client: clientOf(hosts),
    max: options.poolSize,
    application_name: options.name,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.transactionIdleLimitMs,
    connectionTimeoutMillis: options.answerTimeoutMs || CONNECTION_WITHIN_MS,
    query_timeout: options.answerTimeoutMs || 0,
    types: { getTypeParser },
  })
  // A lost connection is an 'error' event, of the pool while idle and of the client while in use: each needs a
  // listener, or the process ends.
  pool.on('connect', (client) => {
    client.on('error', options.onConnectionLost)
    // Behind a pooler it would stay with a connection that is lent to others next. Without it a statement is slower, or waits longer for a lock.
    const isOurs = (client as unknown as PostgresClient).isKnownByNumber
    if (options.settings && isOurs) client.query(options.settings).catch(nothing)
  })
  pool.on('error', () => undefined)
  return pool
}

/** What the pool makes its connections of. */
function clientOf(hosts: PostgresHosts) {
  return class extends PostgresClient {
    constructor(config: pg.ClientConfig = {}) {
      super(hosts, config)
    }
  }
}

export interface DialectWatch {
  onReach?: OnReach | undefined
  /** Called after every statement that may have changed something. */
  onWritten?: () => void
  /** Called with what a statement failed with. */
  onFailure?: (error: unknown) => void
}

const nothing = () => undefined

/** Kysely on `pg`, with every query as a named prepared statement: parsed and planned once per connection. */
export function createPostgresDialect(
  pool: pg.Pool,
  { onReach = nothing, onWritten = nothing, onFailure = nothing }: DialectWatch = {},
): PostgresDialect {
  const statements: KeptStatements = { nameOf: createStatementNames(), shapes: new Map() }
  const clients = new WeakMap<pg.PoolClient, NamedClient>()
  // Goes up when connections turned out to be dead: those that rested meanwhile are not trusted any more.
  let generation = 0
  const lost = () => {
    generation += 1
  }
  const watch = createSilenceWatch(() => anotherClient(pool), lost)
  const reach = createReach(pool, onReach)
  const namedPool: PostgresPool = {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      for (;;) {
        const client = await reach()
        const known = clients.get(client)
        if (known && known.generation() < generation) {
          client.release(true)
          continue
        }
        if (known) return known
        const named = withNamedStatements(client as unknown as PoolMember, statements, watch, {
          now: () => generation,
          lost,
          onWritten,
          onFailure,
        })
        clients.set(client, named)
        return named
      }
    },
  }
  return new PostgresDialect({ pool: namedPool })
}

type OnReach = NonNullable<DatabaseOptions['onReach']>

/** One that the pool does not count. */
function anotherClient({ options }: pg.Pool): PostgresClient {
  const { Client } = options as unknown as { Client: ReturnType<typeof clientOf> }
  return new Client(options)
}

/** Takes a connection. A database that has just gone is waited for a little; while it stays away nobody waits. */
function createReach(pool: pg.Pool, onReach: OnReach): () => Promise<pg.PoolClient> {
  let awaySince: number | undefined
  function back(): void {
    if (awaySince !== undefined) onReach(true)
    awaySince = undefined
  }
  /** Whether it is worth to wait. */
  function mayComeBack(error: unknown): boolean {
    if (!isDatabaseAway(error)) return false
    if (awaySince === undefined) onReach(false, error as Error)
    awaySince ??= performance.now()
    return performance.now() - awaySince < AWAY_FOR_MS
  }
  return async () => {
    for (;;) {
      try {
        const client = await pool.connect()
        back()
        return client
      } catch (error) {
        if (!mayComeBack(error)) throw error
        await sleep(TRY_AGAIN_MS)
      }
    }
  }
}

type PoolMember = PostgresClient & pg.PoolClient

interface NamedClient extends PostgresPoolClient {
  /** When it was last known to be alive. */
  generation(): number
}

function withNamedStatements(
  client: PoolMember,
  { nameOf, shapes }: KeptStatements,
  watch: SilenceWatch,
  generations: { now(): number; lost(): void; onWritten(): void; onFailure(error: unknown): void },
): NamedClient {
  let isSpoilt = false
  let generation = generations.now()
  const together = new Together(ask)
  function query(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    const values = parameters.map(bindable)
    return together.run({ text, values, name: nameOf(text, values.length) })
  }

  async function ask<R>(statement: Statement): Promise<PostgresQueryResult<R>> {
    const { text, values } = statement
    const answered = watch.waits(client)
    const run = send<R>(client, shapes, statement).finally(() => {
      answered()
      // A COMMIT as well, with which others see what was written before; also one of which nobody knows how it ended.
      if (!/^\s*select\b/i.test(text)) generations.onWritten()
    })
    const result = await run.catch((error: unknown) => {
      // Its own stack leads to the socket; this one to whoever asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      generations.onFailure(error)
      if (isDatabaseAway(error)) isAway(error)
      // Somebody in between goes on with another connection, which does not know the statements of this one.
      if ((error as { code?: string }).code === UNKNOWN_STATEMENT) isSpoilt = true
      if (!isStalePlan(error)) throw error
      // A newer process changed a table: this connection's statements are spoilt for good, so it is not kept.
      isSpoilt = true
      // What went before it in the same go has not been done either: whoever began it all begins anew.
      if (statement.before) throw error
      return client.query({ text, values: [...values] }).catch(() => Promise.reject(error))
    })
    generation = generations.now()
    return result as PostgresQueryResult<R>
  }

  function isAway(error: unknown): void {
    isSpoilt = true
    // Another server took over, and this one still answers: all connections to it are of no use.
    if ((error as { code?: string }).code !== READ_ONLY) return
    client.isOutOfOffice()
    generations.lost()
  }

  return {
    // Kysely's other form of `query` takes a cursor, which is only used with a cursor library.
    query: query as PostgresPoolClient['query'],
    release: (destroy = false) => {
      together.forget()
      client.release(destroy || isSpoilt)
    },
    generation: () => generation,
  }
}

/** Without a name and values pg uses the simple protocol, which suits COMMIT. */
function send<R>(client: PoolMember, shapes: Shapes, { name, text, values, before }: Statement) {
  if (name) return askByName<R>(client, shapes, { name, text, values, before })
  const asked = client.query(values.length > 0 ? { text, values: [...values] } : text)
  return asked as unknown as Promise<PostgresQueryResult<R>>
}

const READ_ONLY = '25006'
const UNKNOWN_STATEMENT = '26000'
/** What is known of statements, by their names the same on all connections. */
interface KeptStatements {
  readonly nameOf: StatementNames
  readonly shapes: Shapes
}

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
