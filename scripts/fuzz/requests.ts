import { api, type Route } from '@latchwork/contract'
import { OAUTH_PATHS } from '../../packages/server/src/features/keys/oauth/routes.ts'
import { CONTENT_TYPES, HOSTILE_TEXTS, hostileBody, hostileHeader, hostileValue } from './hostile-values.ts'
import type { Random } from './random.ts'
import { goodValue, type KnownIds, type Schema, spoiltObject } from './schema-values.ts'

/** A route and what the run has to know about it. */
export interface Target {
  readonly label: string
  readonly route: Pick<Route, 'method' | 'path' | 'access' | 'params' | 'query' | 'body' | 'stream'>
  /** May end the caller's own token or account: only for callers that can be replaced. */
  readonly endsCallers: boolean
  /** Its bodies are forms, as RFC 6749 has them. */
  readonly takesForms?: boolean
}

export interface FuzzRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
  readonly stream: boolean
}

const CALLERS_OWN = new Set([
  'account',
  'sessions',
  'otp',
  'apiKeys',
  'emailAddress',
  'passwordReset',
  'integrations',
])
const PLAIN_PATHS = ['/health', '/ready', '/metrics', '/openapi.json', '/docs/', '/console/', '/']

const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values })
const OAUTH_PARAMETERS = {
  type: 'object',
  properties: {
    response_type: oneOf('code', 'token'),
    grant_type: oneOf('authorization_code', 'refresh_token', 'client_credentials'),
    client_id: { type: 'string' },
    client_secret: { type: 'string' },
    redirect_uri: oneOf('https://app.example/back', 'http://127.0.0.1/'),
    scope: oneOf('smartlock', 'account offline_access', 'nonsense'),
    state: { type: 'string' },
    code: { type: 'string' },
    code_challenge: { type: 'string', minLength: 43 },
    code_challenge_method: oneOf('S256', 'plain'),
    code_verifier: { type: 'string', minLength: 43 },
    refresh_token: { type: 'string' },
    token: { type: 'string' },
    ticket: { type: 'string' },
    decision: oneOf('allow', 'deny'),
    email: { type: 'string' },
    password: { type: 'string' },
    otp: { type: 'string' },
  },
} satisfies Schema

/** Every route of the contract, then what the service answers beside it. */
export const targets: readonly Target[] = [
  ...Object.entries(api).flatMap(([area, routes]) =>
    Object.entries<Route>(routes).map(([name, route]) => ({
      label: `${area}.${name}`,
      route,
      endsCallers: CALLERS_OWN.has(area) && route.method !== 'GET',
    })),
  ),
  ...OAUTH_PATHS.map((route) => ({
    label: `${route.method} ${route.path}`,
    route: {
      ...route,
      access: 'public' as const,
      [route.method === 'GET' ? 'query' : 'body']: OAUTH_PARAMETERS,
    },
    endsCallers: false,
    takesForms: true,
  })),
  ...PLAIN_PATHS.map((path) => ({
    label: `GET ${path}`,
    route: { method: 'GET' as const, path, access: 'public' as const },
    endsCallers: false,
  })),
]

/** A request to a route that is wrong in some way; now and then one that is not. */
export function makeRequest(
  random: Random,
  { route, takesForms = false }: Target,
  known: KnownIds,
  token: string | undefined,
): FuzzRequest {
  const headers: Record<string, string> = {}
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  const body =
    takesForms && random.chance(0.9)
      ? makeForm(random, route, known, headers)
      : makeBody(random, route, known, headers)
  for (let i = random.below(4) - 1; i > 0; i--) {
    const [name, value] = hostileHeader(random)
    // Two ways of saying how long the body is: raw requests do that; the client here would refuse to.
    if (name !== 'transfer-encoding') headers[name] = value
  }
  const method = random.chance(0.97)
    ? route.method
    : random.pick(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'])
  const url = `${makePath(random, route, known)}${makeQuery(random, route, known)}`
  return { method, url, headers, body, stream: route.stream === true }
}

function makePath(random: Random, route: Target['route'], known: KnownIds): string {
  const properties = (route.params as Schema | undefined)?.properties ?? {}
  const isGood = random.chance(0.75)
  return route.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = isGood ? goodValue(random, properties[name] ?? {}, name, known) : hostileValue(random)
    return encode(random, asText(value).slice(0, 3000))
  })
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Mostly as it should be; now and then bytes that are no UTF-8. */
function encode(random: Random, text: string): string {
  if (random.chance(0.02)) return '%ff%fe'
  // A lone surrogate cannot be encoded at all.
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27')
}

function makeQuery(random: Random, route: Target['route'], known: KnownIds): string {
  const fields = Object.entries((route.query as Schema | undefined)?.properties ?? {})
  const parts = fields
    .filter(() => random.chance(0.4))
    .flatMap(([name, schema]) => {
      const value = random.chance(0.5) ? goodValue(random, schema, name, known) : hostileValue(random)
      const part = `${encode(random, name)}=${encode(random, asText(value).slice(0, 2000))}`
      return random.chance(0.1)
        ? [part, part, `${name}=${encode(random, random.pick(HOSTILE_TEXTS).slice(0, 200))}`]
        : [part]
    })
  if (random.chance(0.05))
    parts.push(random.pick(['&&==', '__proto__=1', '%00=%00', 'a[b]=c', '=', '%zz', 'x=%E0%A4%A']))
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function makeBody(
  random: Random,
  route: Target['route'],
  known: KnownIds,
  headers: Record<string, string>,
): Buffer | undefined {
  if (route.method === 'GET' ? !random.chance(0.03) : random.chance(0.05)) return undefined
  if (!random.chance(0.03))
    headers['content-type'] = random.chance(0.93) ? 'application/json' : random.pick(CONTENT_TYPES)
  if (random.chance(0.08)) return hostileBody(random)
  const schema = (route.body ?? {}) as Schema
  // A clock that was moved would make the rest of the run about something else.
  if (route.path === '/sim/clock') return Buffer.from(JSON.stringify(withoutMeaning(schema)))
  return Buffer.from(JSON.stringify(spoiltObject(random, schema, known, random.below(4))) ?? 'null')
}

function makeForm(
  random: Random,
  route: Target['route'],
  known: KnownIds,
  headers: Record<string, string>,
): Buffer | undefined {
  if (route.method === 'GET') return undefined
  headers['content-type'] = 'application/x-www-form-urlencoded'
  const fields = spoiltObject(random, route.body as Schema, known, random.below(4))
  const pairs = Object.entries(fields as object).map(
    ([name, value]) => `${name}=${encode(random, asText(value).slice(0, 20_000))}`,
  )
  return Buffer.from(pairs.join('&'))
}

const withoutMeaning = (schema: Schema) =>
  Object.fromEntries(Object.keys(schema.properties ?? {}).map((name) => [name, { not: 'a time' }]))

/** Bytes as no client library would send them. `complete` ones are owed an answer or an end. */
export function makeRawBytes(
  random: Random,
  { route }: Target,
  token: string | undefined,
): { bytes: Buffer; complete: boolean } {
  const path = route.path.replaceAll(/\{\w+\}/g, '1')
  const auth = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  const line = `${route.method} ${path} HTTP/1.1\r\nHost: x\r\n${auth}`
  const json = 'Content-Type: application/json\r\n'
  const complete: readonly string[] = [
    `${line}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `${line}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${line}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `${line}${json}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    `${line}${json}Content-Length: -1\r\n\r\n`,
    `${line}${json}Content-Length: 99999999999999999999\r\n\r\n`,
    `${line}X-Bad: a\0b\r\n\r\n`,
    `${line}X-Bad: \x80\xff\r\n\r\n`,
    `${line}No colon here\r\n\r\n`,
    `${line}${'X: y\r\n'.repeat(3000)}\r\n`,
    `${line}X: ${'y'.repeat(20_000)}\r\n\r\n`,
    `${route.method} ${path}\u00ff\u0001 HTTP/1.1\r\nHost: x\r\n\r\n`,
    `${route.method} http://evil.example${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `${route.method} * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `${route.method} ${path} HTTP/9.9\r\n\r\n`,
    `${route.method} ${path} HTTP/1.0\r\n\r\n`,
    `CONNECT ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `get ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `${`GET /health HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(20)}NONSENSE\r\n\r\n`,
  ]
  const partial: readonly string[] = [
    `${line}${json}Content-Length: 9\r\n\r\n{`,
    `${line}${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"`,
    `${line}X-Half: `,
    line.slice(0, random.below(line.length)),
    `${line}\r\n`.repeat(5),
  ]
  const isComplete = random.chance(0.5)
  return { bytes: Buffer.from(random.pick(isComplete ? complete : partial), 'latin1'), complete: isComplete }
}
