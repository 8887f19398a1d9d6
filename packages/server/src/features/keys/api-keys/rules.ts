import type { Principal } from '../../../platform/context.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What is wrong with an OAuth redirect URI (4.1), or undefined. */
export function redirectUriProblem(uri: string): string | undefined {
  const url = URL.parse(uri)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an absolute https URL'
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return 'must be https; http is for loopback only'
  if (uri.includes('#')) return 'must have no fragment'
  if (uri.includes('*')) return 'must have no wildcard'
  return undefined
}

/** What a list shows of a token (D35). */
export const maskToken = (prefix: string): string => `${prefix}…`

/** How much of a token is kept in clear, to recognise it in lists. */
export const PREFIX_LENGTH = 6

/** The locks of a token that is for groups of doors alone. */
export const NO_LOCKS = '[]'

/** What its owner knows a token by. */
export const titleOf = ({ description, prefix }: { description: string | null; prefix: string }): string =>
  description ?? `${prefix}…`

/** A token that ends, or is taken from some networks or for some doors only (D119). */
export const isBounded = ({ kind, expiresAt, networks, tokenLimits }: Principal): boolean =>
  networks !== undefined || tokenLimits !== undefined || (kind === 'api' && Number.isFinite(expiresAt))
