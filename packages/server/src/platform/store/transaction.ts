import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, engineOf } from './engine.ts'
import { isStalePlan } from './stale-plan.ts'

const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 10
/** Serialization failure, deadlock, lock not available: PostgreSQL undid the transaction and asks to try again. */
const RETRYABLE = new Set(['40001', '40P01', '55P03'])

/**
 * Runs `work` in a transaction, or in the one that `db` already is. On PostgreSQL `work` may run several times: it
 * must do nothing but use the database.
 */
export async function inDatabaseTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db)
  if (engineOf(db) === 'sqlite') return db.transaction().execute(work)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
      // Chance keeps transactions that met once from meeting again.
      await sleep(Math.random() * FIRST_DELAY_MS * 2 ** attempt)
    }
  }
}

const isRetryable = (error: unknown): boolean =>
  RETRYABLE.has((error as { code?: string }).code ?? '') || isStalePlan(error)
