/** Connection lost or refused, shut down, crashed, starting, no connection left, and read-only since another took over. */
const AWAY_STATES = /^(08...|57P0[123]|53300|25006)$/
const AWAY_NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The words of pg where it has no code. */
const AWAY_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|timeout expired)/

/** What is wrong is not the statement: the database cannot be reached now, and may be in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && (AWAY_STATES.test(code) || AWAY_NETWORK.has(code))) return true
  return typeof message === 'string' && AWAY_WORDS.test(message)
}

export const LOCK_NOT_AVAILABLE = '55P03'

/** Other transactions kept a lock for too long, such as that of the account. Nothing was changed. */
export const isLockTimeout = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === LOCK_NOT_AVAILABLE
