import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './database-away.ts'
import { type Db, engineOf } from './engine.ts'
import { isStalePlan } from './stale-plan.ts'
import { isUncommitted } from './uncommitted.ts'

const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 10
const LONGEST_DELAY_MS = 500
/** A restart or a lost connection is bridged; whoever waited for so long is told. */
const AWAY_FOR_MS = 4000
/** Serialization failure, deadlock, lock not available: PostgreSQL undid the transaction and asks to try again. */
const RETRYABLE = new Set(['40001', '40P01', '55P03'])

/**
 * Runs `work` in a transaction, or in the one that `db` already is. On PostgreSQL `work` may run several times: it
 * must do nothing but use the database.
 */
export async function inDatabaseTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  /** Hears of every attempt that was undone, with PostgreSQL's code. */
  onUndone: (code: string) => void = () => undefined,
): Promise<T> {
  if (db.isTransaction) return work(db)
  if (engineOf(db) === 'sqlite') return db.transaction().execute(work)
  const patience = createPatience()
  for (let attempt = 1; ; attempt++) {
    let isReadyToCommit = false
    try {
      return await db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (tx) => {
          const result = await work(tx)
          isReadyToCommit = true
          return result
        })
    } catch (error) {
      // What was lost while it was being committed may have been done: only whoever asked can find out.
      const isBeforeCommit = !isReadyToCommit || isUncommitted(error)
      const isUndone = isRetryable(error) || (isBeforeCommit && isDatabaseAway(error))
      if (!isUndone || !patience.isLeft(error, attempt)) throw error
      onUndone((error as { code?: string }).code ?? 'other')
      // Chance keeps transactions that met once from meeting again.
      await sleep(Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS))
    }
  }
}

/** So many attempts at what others are in the way of; a database out of reach is waited for by the clock. */
function createPatience() {
  let awaySince: number | undefined
  return {
    isLeft(error: unknown, attempt: number): boolean {
      if (!isDatabaseAway(error)) return attempt < MAX_ATTEMPTS
      awaySince ??= performance.now()
      return performance.now() - awaySince < AWAY_FOR_MS
    },
  }
}

const isRetryable = (error: unknown): boolean =>
  RETRYABLE.has((error as { code?: string }).code ?? '') || isStalePlan(error)
