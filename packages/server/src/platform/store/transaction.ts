import { setTimeout as sleep } from 'node:timers/promises'
import { AccountsNeeded, beginWithAccounts, holdAccounts, inOrder, inTurn } from './account-locks.ts'
import { isDatabaseAway } from './database-away.ts'
import { type Db, engineOf } from './engine.ts'
import { isStalePlan } from './stale-plan.ts'
import { isUncommitted } from './uncommitted.ts'

const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 10
const LONGEST_DELAY_MS = 500
/** A restart or a lost connection is bridged; whoever waited for so long is told. */
const AWAY_FOR_MS = 4000
/** Serialization failure and deadlock: PostgreSQL undid the transaction and asks to try again. */
const RETRYABLE = new Set(['40001', '40P01'])

interface TransactionOptions {
  /** Hears of every attempt that was undone, with PostgreSQL's code. */
  readonly onUndone?: (code: string) => void
  /** Whose rows are read and written. Nobody else writes them until the transaction ends. */
  readonly accounts?: readonly number[]
}

/**
 * Runs `work` in a transaction, or in the one that `db` already is. On PostgreSQL `work` may run several times: it
 * must do nothing but use the database.
 */
export async function inDatabaseTransaction<T>(
  db: Db,
  work: (tx: Db) => Promise<T>,
  { onUndone = () => undefined, accounts = [] }: TransactionOptions = {},
): Promise<T> {
  if (db.isTransaction) {
    await holdAccounts(db, accounts, true)
    return work(db)
  }
  let writerOf = inOrder(accounts)
  const begun = async (tx: Db): Promise<T> => {
    await beginWithAccounts(tx, writerOf)
    return work(tx)
  }
  if (engineOf(db) === 'sqlite') return db.transaction().execute(begun)
  const patience = createPatience()
  for (let attempt = 1; ; attempt++) {
    let isReadyToCommit = false
    const transaction = () =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (tx) => {
          const result = await begun(tx)
          isReadyToCommit = true
          return result
        })
    try {
      return await inTurn(db, writerOf, transaction)
    } catch (error) {
      if (error instanceof AccountsNeeded) {
        writerOf = inOrder([...writerOf, ...error.accounts])
        continue
      }
      if (!isUndone(error, isReadyToCommit) || !patience.isLeft(error, attempt)) throw error
      onUndone((error as { code?: string }).code ?? 'other')
      // Chance keeps transactions that met once from meeting again.
      await sleep(Math.random() * Math.min(FIRST_DELAY_MS * 2 ** attempt, LONGEST_DELAY_MS))
    }
  }
}

/** A transaction whose COMMIT got no answer may have been stored, so it is not repeated. */
function isUndone(error: unknown, isReadyToCommit: boolean): boolean {
  const isBeforeCommit = !isReadyToCommit || isUncommitted(error)
  return isRetryable(error) || (isBeforeCommit && isDatabaseAway(error))
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
