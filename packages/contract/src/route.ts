import type { Static, TObject, TSchema } from 'typebox'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** One operation of the API as plain data: validation, OpenAPI, server types and SDK all read this object. */
export interface Route {
  /** The operation's number in the interface (#1 to #101); additions of ours have none. */
  readonly number?: number
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Relative to the base URL, parameters in braces. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /**
   * The body changes an existing object: fields left out keep their value, null clears (D11, D12). What the schema
   * calls required must be there all the same (D10).
   */
  readonly update?: true
  /** What 200 carries. Without it the answer is 204 and empty (D21). */
  readonly returns?: TSchema
  /** Validated and stored, not done: the answer carries `Operation-Id` (D23). */
  readonly async?: true
  /** It changes nothing that a second call could spoil and waits for others: no idempotency key is looked at. */
  readonly repeatable?: true
  /** The body may be longer than that of other calls, and no longer than this. */
  readonly maxBytes?: number
  /** The answer may come late: until then it counts as no work under way. Whoever handles it bounds how many wait. */
  readonly waits?: true
  /** A refusal tells that somebody else has an account or a lock: so often an hour, and no more (D122). */
  readonly guessable?: true
  /**
   * How the route keeps to the locks and addresses that a token is limited to (D119). `path`: all it is about is named by
   * `{smartlockId}` or `{addressId}` in the path. `handler`: what it lists or takes is compared by the handler itself.
   * Without it such tokens are refused: a route nobody thought about is closed to them.
   */
  readonly doors?: 'path' | 'handler'
  /**
   * Why it is open to a role that is for some doors (D209), where `doors` does not say. `own`: it is about the calling
   * account itself, its keys and settings. `handler`: what is shown is compared by the handler.
   */
  readonly roles?: 'own' | 'handler'
  /** It makes access that goes on by itself: a token that ends or works from some networks only cannot call it (D119). */
  readonly lasting?: true
  /** Of a list that is asked for page by page: the field of the last entry that `id` of the next page is, where it is not `id`. */
  readonly cursor?: string
  /** The answer is a text of one of these media types, to be stored as a file. */
  readonly file?: readonly string[]
  /** What such a file holds when it is JSON. */
  readonly holds?: TSchema
  /** The answer is a stream of server-sent events that stays open. */
  readonly stream?: true
  /** Open to a session that has still to set up or show the second factor that is demanded (D116). */
  readonly enrolment?: true
  /** Refusals beyond the common ones (D47). A handler cannot answer a code that is not listed. */
  readonly errors?: readonly ErrorCode[]
}

/** Declares a route; the argument's literal types are kept, because handlers and clients are typed from them. */
export const route = <const R extends Route>(definition: R): R => definition

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback

/** What an update body becomes: only what the caller sent, null where a field is to be cleared. */
export type Changes<T> = { [K in keyof T]?: T[K] | null }

type BodyOf<R extends Route> = R['body'] extends TSchema
  ? R['update'] extends true
    ? Changes<Static<R['body']>>
    : Static<R['body']>
  : undefined

/** What a handler is given: checked and normalised. */
export interface Input<R extends Route> {
  params: StaticOr<R['params'], Record<never, never>>
  query: StaticOr<R['query'], Record<never, never>>
  body: BodyOf<R>
}

/** What a handler returns: the answer's body, or nothing. */
export type Output<R extends Route> = R['returns'] extends TSchema ? Static<R['returns']> : undefined

/** Refusals every route may answer (D47); they are not repeated in `errors`. */
export type CommonErrorCode =
  | 'invalid_json'
  | 'body_required'
  | 'invalid_parameter'
  | 'conflicting_alias'
  | 'token_missing'
  | 'token_invalid'
  | 'scope_missing'
  | 'right_missing'
  | 'master_required'
  | 'operator_required'
  | 'second_factor_required'
  | 'token_limited'
  | 'not_found'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'internal_error'
  | 'overloaded'
  | 'database_unavailable'
  | 'shutting_down'
  | 'database_damaged'
  | 'storage_full'

/** The refusals of one route as a type. */
export type RefusalOf<R extends Route> =
  | CommonErrorCode
  | (R['errors'] extends readonly ErrorCode[] ? R['errors'][number] : never)

/** Does a call without a body make sense? Where nothing is required, no body counts as `{}` (D10). */
export function needsBody(r: Route): boolean {
  const schema = r.body as { type?: string; required?: string[] } | undefined
  if (!schema) return false
  return schema.type !== 'object' || (schema.required?.length ?? 0) > 0
}
