const uncommitted = new WeakSet<object>()

/** The server has not come to the last of what went in one go, or was never asked: if that was a commit, it is undone. */
export const noteUncommitted = (error: object): unknown => uncommitted.add(error)

export const isUncommitted = (error: unknown): boolean => uncommitted.has(Object(error))

/** By these PostgreSQL answers a commit that it undid: a constraint, a rollback of its own, a trigger. */
const REFUSED_STATES = /^(23|40|44|P0)/
const HOW_IS_UNKNOWN = '40003'

export function isCommitRefused(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && REFUSED_STATES.test(code) && code !== HOW_IS_UNKNOWN
}
