const uncommitted = new WeakSet<object>()

/** The server has not come to the last of what went in one go, or was never asked: if that was a commit, it is undone. */
export const noteUncommitted = (error: object): unknown => uncommitted.add(error)

export const isUncommitted = (error: unknown): boolean => uncommitted.has(Object(error))

/** PostgreSQL answered a commit, and that it was none. */
export const isCommitRefused = (error: unknown): boolean =>
  (error as { severity?: unknown } | undefined)?.severity === 'ERROR'
