import type { AttemptLimit } from './attempts.ts'

/** Refusals an hour that give away something of another account: enough for typing errors, not for trying out (D122). */
const BY_ACCOUNT = 10
/** Several people behind one address make mistakes, too. */
const BY_NETWORK = 30
const HOUR_MS = 60 * 60 * 1000

const limit = (kind: string, value: string, max: number): AttemptLimit => ({
  kind,
  value,
  max,
  windowMs: HOUR_MS,
})

/** The limit of an account, for calls and for work that goes on without a caller, such as an import. */
export const guessLimitOf = (ownerAccountId: number): AttemptLimit =>
  limit('guess-account', String(ownerAccountId), BY_ACCOUNT)

/** A stranger has only the network, and at a sign-up no reason for more mistakes than one person makes. */
export const guessLimitsOf = (ownerAccountId: number | undefined, network: string): AttemptLimit[] =>
  ownerAccountId === undefined
    ? [limit('guess-network', network, BY_ACCOUNT)]
    : [guessLimitOf(ownerAccountId), limit('guess-network', network, BY_NETWORK)]
