import { type Access, RIGHTS } from './access.ts'
import type { ErrorCode } from './errors.ts'
import { needsBody, type Route } from './route.ts'

/** What can be said of a route from its own description: for documents and for who reads them. */

/** Refusals that come with the shape of a route rather than from its list (D47). */
const COMMON: readonly ErrorCode[] = [
  'rate_limited',
  'internal_error',
  'overloaded',
  'database_unavailable',
  'shutting_down',
  'database_damaged',
  'storage_full',
]
const WITH_TOKEN: readonly ErrorCode[] = [
  'token_missing',
  'token_invalid',
  'scope_missing',
  'right_missing',
  'second_factor_required',
  'token_limited',
]
const WITH_BODY: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_parameter',
  'conflicting_alias',
  'body_too_large',
  'unsupported_media_type',
]
const WITH_WRITE: readonly ErrorCode[] = ['idempotency_key_reused', 'idempotency_in_progress']

/** No token of a person or an app is one of these. */
export const isOwnKind = (access: Access): access is 'gateway' | 'guest' =>
  access === 'gateway' || access === 'guest'

export const takesIdempotencyKey = (route: Route): boolean =>
  route.method !== 'GET' && route.access !== 'public' && !route.repeatable

function withToken(access: Access): readonly ErrorCode[] {
  if (access === 'public') return []
  return isOwnKind(access) ? ['token_missing', 'token_invalid'] : WITH_TOKEN
}

/** Every code a route can answer. */
export function errorCodesOf(route: Route): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...(route.errors ?? []),
      ...COMMON,
      ...withToken(route.access),
      ...(typeof route.access === 'object' && route.access.master ? (['master_required'] as const) : []),
      ...(typeof route.access === 'object' && route.access.operator ? (['operator_required'] as const) : []),
      ...(route.params || route.body ? (['not_found'] as const) : []),
      ...(route.query ? (['invalid_parameter', 'conflicting_alias'] as const) : []),
      ...(route.body ? WITH_BODY : []),
      ...(needsBody(route) ? (['body_required'] as const) : []),
      ...(takesIdempotencyKey(route) ? WITH_WRITE : []),
    ]),
  ]
}

/** Who may call a route, in a sentence. */
export function accessText(access: Access): string {
  if (access === 'public') return 'No token needed.'
  if (access === 'token') return 'Any valid token.'
  if (access === 'gateway') return 'The token of a gateway, and no other.'
  if (access === 'guest') return "The token of a link to a guest's page, and no other."
  const scopes = `Scope ${access.scopes.map((scope) => `\`${scope}\``).join(' or ')}`
  if (access.operator) return `${scopes}; only a session of the operator.`
  if (access.master) return `${scopes}; master account only.`
  return access.right
    ? `${scopes}; a sub-account needs the right \`${access.right}\` (${RIGHTS[access.right]}).`
    : `${scopes}.`
}

/** What a token for some locks or addresses can do with it (D119). */
export function doorsText({ access, doors }: Route): string {
  if (access === 'public' || isOwnKind(access)) return ''
  return doors === undefined
    ? 'Not for tokens that are limited to locks or addresses.'
    : 'A token that is limited to locks or addresses sees only those.'
}

/** The columns of a list as a CSV file, by the names of its fields (D163); undefined for what is no list of objects. */
export function csvColumnsOf({ method, file, stream, returns }: Route): readonly string[] | undefined {
  if (method !== 'GET' || file || stream) return undefined
  const schema = returns as ListSchema | undefined
  return schema?.type === 'array' && schema.items?.properties
    ? Object.keys(schema.items.properties)
    : undefined
}

interface ListSchema {
  type?: string
  items?: { properties?: Record<string, unknown> }
}
