import { lookup as resolve } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Agent, buildConnector, Dispatcher } from 'undici'
import { StartupError } from '../startup-error.ts'
import { type AddressGuard, createAddressGuard } from './address-guard.ts'

export interface OutboundOptions {
  /** This machine is a target like any other, also over http and with self-signed certificates (D92). */
  allowLoopback: boolean
  networks: readonly string[]
  caFile?: string | undefined
  timeoutMs: number
  /** Why a target gave no answer, for the operator only; called with its origin, never with its path. */
  onFailure?: (failure: { target: string; reason: string }) => void
}

export interface Post {
  url: string
  headers: Record<string, string>
  body: string | Buffer
}

/** What came of a POST. Without a status nobody answered, and `error` says why. */
export interface PostResult {
  status?: number
  retryAfter?: string
  error?: string
}

export interface Get {
  url: string
  headers: Record<string, string>
  /** A longer body is not read to its end and is an error. */
  maxBytes: number
}

/** What came of a GET. Without a status nobody answered, or not as it should, and `error` says why. */
export interface GetResult {
  status?: number
  /** With lower-case names; of repeated ones the first. */
  headers?: Record<string, string>
  body?: string
  error?: string
}

/** The only way out of the service to an address that a user of the API chose. */
export interface Outbound {
  /** Why a URL cannot be a target, as far as it can be told without resolving names; undefined when it can. */
  problemWith(url: string): string | undefined
  /** Never throws: whatever goes wrong is the result. Redirects are not followed. */
  post(post: Post): Promise<PostResult>
  /** Never throws either. Follows a few redirects, each judged like the first URL. */
  get(get: Get): Promise<GetResult>
  close(): Promise<void>
}

/** Bodies of answers mean nothing to us; short ones are read so that the connection can be used again. */
const MAX_ANSWER_BYTES = 16_384

const MAX_REDIRECTS = 3

const isLocalName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')

/** The host without the brackets of an IPv6 literal. The URL parser has made 0x7f.1 and 2130706433 plain already. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

export function createOutbound(options: OutboundOptions): Outbound {
  const guard = createAddressGuard(options)
  const secureContext = readAuthorities(options.caFile)
  const isOwnMachine = (host: string) => isLocalName(host) || guard.isLoopback(host)
  // Loaded with the first post: it costs time and memory at every start, and many installations post nothing.
  let client: Promise<Client> | undefined
  const useClient = () => {
    client ??= loadClient(guard, options.timeoutMs, secureContext)
    return client
  }

  const isSchemeAllowed = (scheme: string, host: string) =>
    scheme === 'https:' || (scheme === 'http:' && options.allowLoopback && isOwnMachine(host))

  function problemWith(text: string): string | undefined {
    const url = URL.parse(text)
    if (!url) return 'is not a URL'
    const host = hostOf(url)
    if (!isSchemeAllowed(url.protocol, host)) return 'must begin with https://'
    if (url.username || url.password) return 'must not carry a user name or a password'
    if (isLocalName(host) && !guard.allows('127.0.0.1')) return 'must not lead to this machine'
    if (isIP(host) !== 0 && !guard.allows(host)) return 'must not lead to an address that is not public'
    return undefined
  }

  /** Sends one request and reads the answer; one limit for everything: name, connection, TLS, head and body (D89). */
  async function exchange<T>(
    url: string,
    request: Omit<Parameters<Undici['request']>[1], 'dispatcher' | 'signal'>,
    read: (answer: Dispatcher.ResponseData, signal: AbortSignal) => Promise<T>,
    signal = AbortSignal.timeout(options.timeoutMs),
  ): Promise<T | { error: string }> {
    // Settings may be stricter today than on the day the URL was registered.
    const problem = problemWith(url)
    if (problem) return { error: `The URL ${problem}.` }
    const isLax = options.allowLoopback && isOwnMachine(hostOf(new URL(url)))
    const client = await useClient()
    try {
      const dispatcher = isLax ? client.own : client.strict
      return await read(await client.request(url, { ...request, signal, dispatcher }), signal)
    } catch (error) {
      options.onFailure?.({ target: new URL(url).origin, reason: describe(error) })
      return { error: toldOf(error, signal.aborted && client.connected.has(new URL(url).host)) }
    }
  }

  return {
    problemWith,
    post: ({ url, headers, body }) =>
      exchange(url, { method: 'POST', headers, body }, async (answer, signal): Promise<PostResult> => {
        const retryAfter = answer.headers['retry-after']
        await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => undefined)
        return { status: answer.statusCode, ...(typeof retryAfter === 'string' && { retryAfter }) }
      }),
    async get({ url, headers, maxBytes }) {
      // One limit for all of them: a chain of redirects is no way to more time.
      const signal = AbortSignal.timeout(options.timeoutMs)
      for (let target = url, redirects = 0; ; redirects++) {
        const result: GetResult = await exchange(
          target,
          { method: 'GET', headers },
          (answer) => readAnswer(answer, maxBytes),
          signal,
        )
        const next = redirectOf(result, target)
        if (next === undefined) return result
        if (redirects === MAX_REDIRECTS) return { error: 'Too many redirects.' }
        target = next
      }
    },
    async close() {
      const loaded = await client
      await Promise.all([loaded?.strict.destroy(), loaded?.own.destroy()])
    },
  }
}

const firstOf = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? ''

async function readAnswer(answer: Dispatcher.ResponseData, maxBytes: number): Promise<GetResult> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, firstOf(value)]),
  )
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop ends the connection: what comes after is not even received.
    if (size > maxBytes) return { error: `The answer is larger than ${maxBytes} bytes.` }
    chunks.push(chunk)
  }
  return { status: answer.statusCode, headers, body: Buffer.concat(chunks).toString('utf8') }
}

function redirectOf({ status, headers }: GetResult, from: string): string | undefined {
  if (status === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  return URL.parse(headers?.location ?? '', from)?.href
}

interface Client {
  request: Undici['request']
  strict: Agent
  /** For this machine, where certificates may be anybody's. */
  own: Agent
  connected: Connected
}

/** Open connections by host and port: a target that has one was reached. */
type Connected = Map<string, number>

function countConnection(connected: Connected, host: string, socket: Socket): void {
  connected.set(host, (connected.get(host) ?? 0) + 1)
  socket.once('close', () => {
    const left = (connected.get(host) ?? 1) - 1
    if (left > 0) connected.set(host, left)
    else connected.delete(host)
  })
}

type Undici = typeof import('undici')

async function loadClient(
  guard: AddressGuard,
  timeoutMs: number,
  secureContext: SecureContext | undefined,
): Promise<Client> {
  const undici = await import('undici')
  const connected: Connected = new Map()
  const agent = (rejectUnauthorized: boolean) =>
    newAgent(undici, guard, connected, { timeoutMs, secureContext, rejectUnauthorized })
  return { request: undici.request, strict: agent(true), own: agent(false), connected }
}

/**
 * What the owner of the target is told. Whether a name is known in here, leads to an address that is not public, or to
 * a port where nobody listens is one and the same: otherwise the service could be used to look around in its network.
 * Beyond that point the target is a public one, and its owner may know what is wrong with it.
 */
function toldOf(error: unknown, isConnected: boolean): string {
  if (isConnected) return 'No answer in time.'
  const code = String((error as { code?: unknown }).code ?? '')
  return CERTIFICATE_PROBLEM.test(code) ? 'Its certificate is not valid.' : 'It cannot be reached.'
}

const CERTIFICATE_PROBLEM = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return [code, message].filter(Boolean).join(': ') || String(error)
}

/** Made once: reading all authorities again for every connection would cost more than the connection. */
function readAuthorities(caFile: string | undefined): SecureContext | undefined {
  if (caFile === undefined) return undefined
  try {
    return createSecureContext({ ca: [...rootCertificates, readFileSync(caFile, 'utf8')] })
  } catch (error) {
    throw new StartupError(
      `LATCHWORK_OUTBOUND_CA_FILE names a file that cannot be read: ${(error as Error).message}`,
    )
  }
}

class ForbiddenAddress extends Error {
  readonly code = 'FORBIDDEN_ADDRESS'
}

/**
 * Names are resolved here and only here, and the connection goes to an address that was judged: a name that answers
 * differently the second time (DNS rebinding) is of no use. The address of the open socket is judged once more.
 */
function newAgent(
  undici: Undici,
  guard: AddressGuard,
  connected: Connected,
  {
    timeoutMs,
    secureContext,
    rejectUnauthorized,
  }: { timeoutMs: number; secureContext: SecureContext | undefined; rejectUnauthorized: boolean },
): Agent {
  const connect = undici.buildConnector({
    lookup: guardedLookup(guard),
    timeout: timeoutMs,
    rejectUnauthorized,
    allowH2: false,
    ...(secureContext && { secureContext }),
  } as Parameters<typeof buildConnector>[0])
  return new undici.Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 1,
    connect(target, callback) {
      const host = target.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !guard.allows(host)) {
        callback(new ForbiddenAddress(`${host} is not a public address`), null)
        return
      }
      connect(target, (...[error, socket]) => {
        if (error) return callback(error, null)
        if (guard.allows(socket.remoteAddress ?? '')) {
          countConnection(connected, target.host ?? '', socket)
          return callback(null, socket)
        }
        socket.destroy()
        callback(new ForbiddenAddress('the connection leads to an address that is not public'), null)
      })
    },
  })
}

const guardedLookup =
  (guard: AddressGuard): LookupFunction =>
  (host, { all, ...options }, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => guard.allows(address))
      const [first] = allowed
      if (!first) return callback(new ForbiddenAddress(`${host} has no public address`), '', 0)
      if (all) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
