import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import { takeTurnsByAccount } from './account-locks.ts'
import {
  type Database,
  type DatabaseOptions,
  type Db,
  DEFAULT_TRANSACTION_IDLE_LIMIT_MS,
  type StoreSchema,
  type Tables,
} from './engine.ts'
import { migrate } from './migrate.ts'
import { refuseOutOfUse } from './out-of-use.ts'
import { ensurePartitions } from './partitions.ts'
import { PostgresChanges } from './postgres-changes.ts'
import { createPostgresDialect, createPostgresPool, type PostgresOptions } from './postgres-dialect.ts'
import { explainedRefusal, reachPostgres } from './reach-postgres.ts'
import { StoreHealth } from './store-health.ts'
import type { OnWaiting } from './wait-for-store.ts'

const DEFAULT_POOL_SIZE = 10
const DEFAULT_STATEMENT_TIMEOUT_MS = 30_000
/** A connection that is only half open is found out by then. */
const ASK_TIMEOUT_MS = 2000
/**
 * Reports find and change rows by their keys. A plan is kept per connection: one that was made while a table, or the part
 * of it for the new month, was nearly empty would read all of it, longer and longer, until the server counts rows again.
 */
const BY_KEYS_ALONE = 'set enable_seqscan = off'
/** More than one, so that an account which another process writes for long does not hold up the others. */
const REPORT_CONNECTIONS = 3
const DEFAULT_LOCK_TIMEOUT_MS = 10_000

export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const processName = ` ${crypto.randomUUID().slice(0, 8)}`
  const poolOptions: PostgresOptions = {
    url,
    poolSize: options.poolSize ?? DEFAULT_POOL_SIZE,
    statementTimeoutMs: options.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
    transactionIdleLimitMs: options.transactionIdleLimitMs ?? DEFAULT_TRANSACTION_IDLE_LIMIT_MS,
    onConnectionLost: options.onConnectionLost ?? (() => undefined),
    name: `latchwork${processName}`,
  }
  await migratePostgres(poolOptions, options.schema, options.clock ?? systemClock, options.onWaiting)
  const lockTimeoutMs = options.lockTimeoutMs ?? DEFAULT_LOCK_TIMEOUT_MS
  // Behind a pooler, where it is left out, the statement timeout applies.
  const lockTimeout = `set lock_timeout = ${lockTimeoutMs}`
  const pool = createPostgresPool({ ...poolOptions, settings: lockTimeout })
  // Beside the others: every answer from memory waits for it.
  const changesPool = createPostgresPool({ ...poolOptions, poolSize: 1, answerTimeoutMs: ASK_TIMEOUT_MS })
  const changes = new PostgresChanges(changesPool, { all: 'latchwork', own: processName })
  const health = new StoreHealth()
  const watch = { onWritten: () => changes.noteWrite(), onFailure: (error: unknown) => health.note(error) }
  const onReach = saidOnce(options.onReach)
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool, { ...watch, onReach: onReach() }) })
  const reportsPool = createPostgresPool({
    ...poolOptions,
    poolSize: REPORT_CONNECTIONS,
    settings: `${BY_KEYS_ALONE}; ${lockTimeout}`,
  })
  const reports = new Kysely<Tables>({
    dialect: createPostgresDialect(reportsPool, { ...watch, onReach: onReach() }),
  })
  takeTurnsByAccount(lockTimeoutMs, db, reports)
  return {
    db,
    reports,
    engine: 'postgres',
    url,
    processName,
    changes,
    health,
    isReachable: createPresence(db),
    join: () => changes.join(),
    async close() {
      await changes.close()
      await reports.destroy()
      await db.destroy()
    },
  }
}

type OnReach = NonNullable<DatabaseOptions['onReach']>

/** There are two ways to the server: that it cannot be reached is said with the first that is lost, the opposite with the last. */
function saidOnce(say: OnReach = () => undefined): () => OnReach {
  const away = new Set<OnReach>()
  return () => {
    const own: OnReach = (isReachable, error) => {
      const wasAway = away.size > 0
      if (isReachable) away.delete(own)
      else away.add(own)
      if (wasAway !== away.size > 0) say(isReachable, error)
    }
    return own
  }
}

const ANSWERS_WITHIN_MS = 1500

/** Asked once for everybody who wants to know at the same time. */
function createPresence(db: Db): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined
  const ask = async (): Promise<boolean> => {
    const answer = sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    return Promise.race([answer, sleep(ANSWERS_WITHIN_MS, false, { ref: false })])
  }
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

/** What is said here must be said in time or not at all. */
const SIDE_TIMEOUT_MS = 1000

/** One connection beside the pool, for the few statements that must not wait behind the work of others. */
export function openSideConnection(
  url: string,
  processName = '',
  /** 0 for as long as it takes. */
  timeoutMs = SIDE_TIMEOUT_MS,
): { db: Db; close(): Promise<void> } {
  const pool = createPostgresPool({
    url,
    poolSize: 1,
    statementTimeoutMs: timeoutMs,
    transactionIdleLimitMs: timeoutMs,
    answerTimeoutMs: timeoutMs,
    onConnectionLost: () => undefined,
    name: `latchwork-side${processName}`,
  })
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool) })
  return { db, close: () => db.destroy() }
}

/** Uses a connection of its own, because a migration may take longer than a statement of a request may. */
async function migratePostgres(
  options: PostgresOptions,
  schema: StoreSchema,
  clock: Clock,
  onWaiting: OnWaiting | undefined,
): Promise<void> {
  const pool = createPostgresPool({ ...options, poolSize: 1, statementTimeoutMs: 0 })
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool) })
  try {
    await reachPostgres(pool, options.url, onWaiting)
    await refuseOutOfUse(db)
    await migrate(db, schema.migrations)
    await ensurePartitions(db, schema.growing, clock.now())
  } catch (error) {
    throw explainedRefusal(error, options.url)
  } finally {
    await db.destroy()
    if (!pool.ended) await pool.end()
  }
}
