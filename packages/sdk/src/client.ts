import { api, type ErrorBody, type ErrorCode, type Input, type Output, type Route } from '@latchwork/contract'

export interface ClientOptions {
  /** Where the service is, for example `http://127.0.0.1:8080`. */
  baseUrl: string
  /** The access token, or a function that is asked for it with every call: a person may sign in and out meanwhile. */
  token?: string | (() => string | undefined)
  /** Replaces the runtime's fetch, for example in tests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** What a call resolves to. */
export interface Reply<T> {
  readonly status: number
  readonly data: T
  /** Of asynchronous calls: ask `operations.get` what became of it. */
  readonly operationId: string | undefined
  readonly requestId: string
  /** The answer was stored for this idempotency key before. */
  readonly replayed: boolean
}

/** A refusal. `code` is stable, the message is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly body: ErrorBody
  readonly headers: Headers

  constructor(status: number, body: ErrorBody, headers: Headers) {
    super(body.detailMessage)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code
    this.body = body
    this.headers = headers
  }
}

interface CallOptions {
  /** Makes repeating the call safe. */
  idempotencyKey?: string
  requestId?: string
  signal?: AbortSignal
}

type RequiredPart<Name extends string, T> =
  Record<never, never> extends T ? { [K in Name]?: T } : { [K in Name]: T }

type Parts<R extends Route> = (R['params'] extends object ? { params: Input<R>['params'] } : unknown) &
  (R['query'] extends object ? RequiredPart<'query', Input<R>['query']> : unknown) &
  (R['body'] extends object ? RequiredPart<'body', Input<R>['body']> : unknown)

/** What a call of the route is given; nothing where nothing is needed. */
export type CallArguments<R extends Route> =
  Record<never, never> extends Parts<R> ? [input?: Parts<R> & CallOptions] : [input: Parts<R> & CallOptions]

type Call<R extends Route> = (...input: CallArguments<R>) => Promise<Reply<Output<R>>>

/** Every operation of the API as a typed function: `client.smartlocks.unlock({ params: { smartlockId } })`. */
export type Client<A> = {
  readonly [Area in keyof A]: {
    // A stream is no call that resolves; followEvents opens it.
    readonly [Name in keyof A[Area] as A[Area][Name] extends { stream: true }
      ? never
      : Name]: A[Area][Name] extends Route ? Call<A[Area][Name]> : never
  }
}

export const createClient = (options: ClientOptions): Client<typeof api> => clientOf(api, options)

/** A client for any set of routes written like the contract. */
export function clientOf<A extends Record<string, Record<string, Route>>>(
  routes: A,
  options: ClientOptions,
): Client<A> {
  const areas = Object.entries(routes).map(([area, calls]) => [
    area,
    Object.fromEntries(
      Object.entries(calls).map(([name, route]) => [
        name,
        (input?: AnyInput) => send(route, options, input ?? {}),
      ]),
    ),
  ])
  return Object.fromEntries(areas) as Client<A>
}

/** One function for all routes, for code that is handed a route: `call(api.smartlocks.get, { params })`. */
export type Caller = <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<Reply<Output<R>>>

export const createCaller =
  (options: ClientOptions): Caller =>
  (route, ...[input]) =>
    send(route, options, (input ?? {}) as AnyInput)

/** The same for a list that is wanted as a CSV file, all of it: `download(api.accountUsers.list)` (D163). */
export type Downloader = <R extends Route>(route: R, ...input: CallArguments<R>) => Promise<Blob>

export const createDownloader =
  (options: ClientOptions): Downloader =>
  async (route, ...[input]) =>
    (await ask(route, options, (input ?? {}) as AnyInput, { accept: 'text/csv' })).blob()

interface AnyInput extends CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

async function ask(
  route: Route,
  options: ClientOptions,
  input: AnyInput,
  headers: Record<string, string> = {},
): Promise<Response> {
  const doFetch = options.fetch ?? fetch
  const response = await doFetch(urlOf(route, options.baseUrl, input), {
    method: route.method,
    headers: { ...headersOf(options, input), ...headers },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.signal && { signal: input.signal }),
  })
  if (!response.ok) throw await refusalOf(response)
  return response
}

async function send(route: Route, options: ClientOptions, input: AnyInput): Promise<Reply<never>> {
  const response = await ask(route, options, input)
  const text = await response.text()
  const data = text === '' ? undefined : route.file ? text : JSON.parse(text)
  return {
    status: response.status,
    data: data as never,
    operationId: response.headers.get('operation-id') ?? undefined,
    requestId: response.headers.get('x-request-id') ?? '',
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

/** A refusal as an error; a proxy in between answers in its own words, which become the message. */
export async function refusalOf(response: Response): Promise<Error> {
  const text = await response.text()
  try {
    return new ApiError(response.status, JSON.parse(text) as ErrorBody, response.headers)
  } catch {
    return new Error(`The answer was ${response.status} without an error body: ${text.slice(0, 200)}`)
  }
}

/** Runtimes take dots, and nothing, out of a path before they send it: it would be the call of another route. */
function segmentOf(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot stand in a path: '${value}'`)
  return encodeURIComponent(value)
}

function urlOf(route: Route, baseUrl: string, { params, query }: AnyInput): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    segmentOf(name, String(params?.[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return `${baseUrl.replace(/\/+$/, '')}${path}${search.size > 0 ? `?${search}` : ''}`
}

/** How the caller says who it is. */
export function authorizationOf({ token }: ClientOptions): Record<string, string> {
  const current = typeof token === 'function' ? token() : token
  return current === undefined ? {} : { authorization: `Bearer ${current}` }
}

function headersOf(options: ClientOptions, input: AnyInput): Record<string, string> {
  return {
    ...authorizationOf(options),
    ...(input.body !== undefined && { 'content-type': 'application/json' }),
    ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
    ...(input.requestId !== undefined && { 'x-request-id': input.requestId }),
  }
}
