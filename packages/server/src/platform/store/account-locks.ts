import { CompiledQuery } from 'kysely'
import { createTurns, type Turns } from '../work/turns.ts'
import { LOCK_NOT_AVAILABLE } from './database-away.ts'
import { type Db, engineOf } from './engine.ts'

/**
 * Within a transaction that writes, an account has exactly one writer (ADR 93). SQLite has one writer for everything. On
 * PostgreSQL a transaction takes the advisory lock of the account first and keeps it until it ends. Several locks are
 * taken in ascending order of the account ids, so that no two transactions wait for each other.
 */

/** The first key of the advisory locks of accounts. The second key is the account id. */
const ACCOUNT_CLASS = 19543
/** The answer is not read, so the lock is requested together with the first statement (postgres-together.ts). */
const LOCK_ACCOUNTS = `select pg_advisory_xact_lock(${ACCOUNT_CLASS}, id) from unnest($1::integer[]) as id /* unread */`

/** The accounts whose locks a transaction holds, in ascending order. */
const held = new WeakMap<Db, readonly number[]>()

let isStrict = false

/** For tests: accounts that are locked against the order, or changed without their lock, are errors. */
export function checkAccountLocks(): void {
  isStrict = true
}

/** A transaction needs the lock of an account below one that it holds: it has to begin again with all of these. */
export class AccountsNeeded extends Error {
  readonly accounts: readonly number[]
  constructor(accounts: readonly number[]) {
    super('the transaction begins again with the locks of more accounts')
    this.accounts = accounts
  }
}

/** The transactions before this one took too long. PostgreSQL says the same when a lock is not released in time. */
class AccountBusyError extends Error {
  readonly code = LOCK_NOT_AVAILABLE
  constructor(accountId: number) {
    super(`a transaction of account ${accountId} got no turn in time`)
  }
}

/** Account 0 stands for work that belongs to no account. */
export const inOrder = (accounts: Iterable<number>): number[] =>
  [...new Set(accounts)].filter((id) => id !== 0).sort((a, b) => a - b)

/** The first locks of a transaction that has just begun. */
export async function beginWithAccounts(tx: Db, accounts: readonly number[]): Promise<void> {
  held.set(tx, accounts)
  if (accounts.length > 0 && !isSqlite(tx)) await lock(tx, accounts)
}

/** Undefined when the transaction holds the locks of all these accounts already. */
export function holdAccounts(
  tx: Db,
  accounts: Iterable<number>,
  isPlanned: boolean,
): Promise<void> | undefined {
  const holds = held.get(tx) ?? []
  const missing = inOrder(accounts).filter((id) => !holds.includes(id))
  return missing.length > 0 ? addAccounts(tx, holds, missing, isPlanned) : undefined
}

async function addAccounts(
  tx: Db,
  holds: readonly number[],
  missing: readonly number[],
  isPlanned: boolean,
): Promise<void> {
  const all = inOrder([...holds, ...missing])
  const isAscending = (missing[0] as number) > (holds.at(-1) ?? 0)
  if (!isAscending && !isPlanned && isStrict)
    throw new Error(
      `account ${missing} is locked after account ${holds}: open the transaction with inAccounts`,
    )
  if (isSqlite(tx)) return void held.set(tx, all)
  if (!isAscending) throw new AccountsNeeded(all)
  await lock(tx, missing)
  held.set(tx, all)
}

/** Fails in tests when a row of an account is about to change in a transaction that does not hold the account's lock. */
export function assertAccountHeld(tx: Db, accountId: number): void {
  if (isStrict && accountId !== 0 && !held.get(tx)?.includes(accountId))
    throw new Error(`account ${accountId} is changed by a transaction that does not hold its lock`)
}

const isSqlite = (db: Db): boolean => engineOf(db) === 'sqlite'

const lock = (tx: Db, accounts: readonly number[]) =>
  tx.executeQuery(CompiledQuery.raw(LOCK_ACCOUNTS, [accounts]))

interface AccountTurns extends Turns<number> {
  readonly withinMs: number
}

const turnsOf = new WeakMap<Db, AccountTurns>()

/** Lets the transactions of one account take turns before they take a connection, on all of these databases together. */
export function takeTurnsByAccount(withinMs: number, ...databases: readonly Db[]): void {
  const turns = { ...createTurns(Number.POSITIVE_INFINITY), withinMs }
  for (const db of databases) turnsOf.set(db, turns)
}

/**
 * Runs `work` when it is the turn of all these accounts. A busy account would otherwise use up the connections: each of
 * its transactions would take one and wait there for the account's lock.
 */
export function inTurn<T>(db: Db, accounts: readonly number[], work: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(db)
  if (!turns) return work()
  return accounts.reduceRight<() => Promise<T>>((next, id) => () => turnWithin(turns, id, next), work)()
}

function turnWithin<T>(turns: AccountTurns, accountId: number, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false
    const patience = setTimeout(() => {
      isGivenUp = true
      reject(new AccountBusyError(accountId))
    }, turns.withinMs)
    const begin = async () => {
      clearTimeout(patience)
      if (!isGivenUp) resolve(await work())
    }
    turns.take(accountId, begin).catch(reject)
  })
}
