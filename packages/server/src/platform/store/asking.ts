interface Lockable<Q> {
  forUpdate(): Q
}

/** Locks the rows that a query finds, for queues and leases. On SQLite there is one writer. */
export const holding =
  (engine: 'sqlite' | 'postgres') =>
  <Q extends Lockable<Q>>(query: Q): Q =>
    engine === 'sqlite' ? query : query.forUpdate()
