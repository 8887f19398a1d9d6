import { SCOPES, type Scope } from '@latchwork/contract'

/** Lifetimes of contract 2.2. */
export const CODE_SECONDS = 60
export const ACCESS_SECONDS = 3600
export const REFRESH_MS = 90 * 86_400_000
/** How long the consent page waits for an answer. */
export const TICKET_MS = 10 * 60 * 1000

/** A client as OAuth sees it: an API key, and the secret of its advanced key if that is in use. */
export interface OauthClient {
  apiKeyId: number
  clientId: string
  /** Shown to people. */
  name: string
  redirectUris: string[]
  /** Undefined: a public client, which must prove itself with PKCE. */
  secret: string | undefined
  /** The one before, while it counts as well (D123). */
  oldSecret: string | undefined
  /** Its advanced key was suspended or refused: it gets no tokens. */
  isSuspended: boolean
}

/** What a client asks for, checked. */
export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  scopes: Scope[]
  state: string | undefined
  codeChallenge: string | undefined
}

export type Parameters = ReadonlyMap<string, string>

/** An error that goes back to the client, at the redirect URI or in the body (RFC 6749 4.1.2.1 and 5.2). */
export interface OauthProblem {
  error: string
  description: string
}

const problem = (error: string, description: string): OauthProblem => ({ error, description })

/**
 * Reads one set of parameters from form body and query (RFC 6749 3.1). The same name with two values could be read
 * differently by somebody else on the way, so it is refused.
 */
export function readParameters(...sources: URLSearchParams[]): Parameters | OauthProblem {
  const parameters = new Map<string, string>()
  for (const [name, value] of sources.flatMap((source) => [...source])) {
    const known = parameters.get(name)
    if (known !== undefined && known !== value) {
      return problem('invalid_request', 'A parameter was given twice with different values.')
    }
    // A parameter without a value counts as left out (RFC 6749 3.1).
    if (value !== '') parameters.set(name, value)
  }
  return parameters
}

export const isProblem = (value: object): value is OauthProblem => 'error' in value

/** The scopes of a space separated list, or undefined when one of them does not exist. */
export function scopesOf(text: string | undefined): Scope[] | undefined {
  const names = [...new Set((text ?? '').split(' ').filter((name) => name !== ''))]
  if (names.length === 0 || names.some((name) => !(SCOPES as readonly string[]).includes(name)))
    return undefined
  return names as Scope[]
}

/** Checks what a known client asks for at a redirect URI that is its own. */
export function readRequest(
  parameters: Parameters,
  client: OauthClient,
  redirectUri: string,
): AuthorizationRequest | OauthProblem {
  if (client.isSuspended) return problem('unauthorized_client', 'The client may not ask for authorization.')
  if (parameters.get('response_type') !== 'code') {
    return problem('unsupported_response_type', 'Only response_type=code is offered.')
  }
  const codeChallenge = parameters.get('code_challenge')
  const pkceProblem = pkceProblemOf(parameters, client, codeChallenge)
  if (pkceProblem) return pkceProblem
  const scopes = scopesOf(parameters.get('scope'))
  if (!scopes) return problem('invalid_scope', 'Name at least one scope, and only scopes that exist.')
  return { clientId: client.clientId, redirectUri, scopes, state: parameters.get('state'), codeChallenge }
}

function pkceProblemOf(
  parameters: Parameters,
  client: OauthClient,
  codeChallenge: string | undefined,
): OauthProblem | undefined {
  if (codeChallenge === undefined) {
    if (client.secret !== undefined && !parameters.has('code_challenge_method')) return undefined
    return problem('invalid_request', 'A client without a secret must use PKCE: code_challenge is missing.')
  }
  if (parameters.get('code_challenge_method') !== 'S256') {
    return problem('invalid_request', 'The only code_challenge_method is S256.')
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(codeChallenge)) {
    return problem('invalid_request', 'code_challenge is not the base64url form of a SHA-256.')
  }
  return undefined
}

/** Where the browser goes with an error the client should hear of. */
export function errorRedirect(
  redirectUri: string,
  { error, description }: OauthProblem,
  state?: string,
): string {
  const url = new URL(redirectUri)
  url.searchParams.set('error', error)
  url.searchParams.set('error_description', description)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
