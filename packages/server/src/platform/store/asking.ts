/**
 * How a row that is to be held is asked for. Whoever holds something that comes later in the order of rows
 * (schema/row-order.ts) must not wait: it takes what is `free`, and leaves the rest to a transaction that begins with it.
 */
export type Asking = 'waiting' | 'free'

interface Lockable<Q> {
  forUpdate(): Q & { skipLocked(): Q }
}

/** Holds what a query finds. SQLite has one writer, who holds everything. */
export const holding =
  (engine: 'sqlite' | 'postgres', asking: Asking = 'waiting') =>
  <Q extends Lockable<Q>>(query: Q): Q =>
    engine === 'sqlite' ? query : asking === 'free' ? query.forUpdate().skipLocked() : query.forUpdate()
