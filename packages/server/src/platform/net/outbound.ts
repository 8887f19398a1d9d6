import type { Dispatcher } from 'undici'
import { createAddressGuard } from './address-guard.ts'
import { loadClient, type OutboundClient, type RequestOptions, readAuthorities } from './outbound-client.ts'
import { createTargetRules, type Reach } from './outbound-target.ts'

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
  /** POST unless told. */
  method?: 'POST' | 'PUT'
  headers: Record<string, string>
  body: string | Buffer
  /** How far it may lead; anywhere unless told. */
  reach?: Reach
  /** How long an answer is waited for, where that is less than for others. */
  withinMs?: number
  /** The beginning of the answer is wanted as well. */
  keepsAnswer?: true
}

/** What came of a POST. Without a status nobody answered, and `error` says why. */
export interface PostResult {
  status?: number
  retryAfter?: string
  /** Where it was asked for: as much of it as is read. */
  answer?: AnswerBytes
  error?: string
  /** It was there and took the request, and has not answered. */
  isSilent?: true
}

export interface AnswerBytes {
  bytes: Buffer
  /** There was more, or it broke off. */
  isCut: boolean
}

export interface Get {
  url: string
  headers: Record<string, string>
  /** A longer body is not read to its end and is an error. */
  maxBytes: number
  /** How many redirects are followed; a few unless told. None where the headers are for this target only. */
  redirects?: number
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
  /** Why a URL cannot be a target, as far as it can be known without resolving names; undefined when it can. */
  problemWith(url: string, reach?: Reach): string | undefined
  /** Never throws: whatever goes wrong is the result. Redirects are not followed. */
  post(post: Post): Promise<PostResult>
  /** Never throws either. Follows a few redirects, each judged like the first URL. */
  get(get: Get): Promise<GetResult>
  close(): Promise<void>
}

/** Bodies of answers to posts mean nothing to us; short ones are read so that the connection can be used again. */
const MAX_ANSWER_BYTES = 16_384

const MAX_REDIRECTS = 3

type Judge = ReturnType<typeof createTargetRules>['judge']

export function createOutbound(options: OutboundOptions): Outbound {
  const guard = createAddressGuard(options)
  const secureContext = readAuthorities(options.caFile)
  const targets = createTargetRules(guard, options.allowLoopback)
  // Loaded with the first post: it costs time and memory at every start, and many installations post nothing.
  let client: Promise<OutboundClient> | undefined
  const useClient = () => {
    client ??= loadClient(guard, options.timeoutMs, secureContext)
    return client
  }

  /** Sends one request and reads the answer; one limit for everything: name, connection, TLS, head and body (D89). */
  async function exchange<T>(
    url: string,
    request: Omit<RequestOptions, 'dispatcher' | 'signal'>,
    read: (answer: Dispatcher.ResponseData, signal: AbortSignal) => Promise<T>,
    { signal, reach, judge = targets.judge }: { signal: AbortSignal; reach?: Reach; judge?: Judge },
  ): Promise<T | { error: string; isSilent?: true }> {
    // Settings may be stricter today than on the day the URL was registered.
    const target = judge(url, reach)
    if (target.problem !== undefined) return { error: `The URL ${target.problem}.` }
    const client = await useClient()
    try {
      const dispatcher = target.isOwnMachine ? client.own : client.strict
      return await read(await client.request(target.url, { ...request, signal, dispatcher }), signal)
    } catch (error) {
      options.onFailure?.({ target: target.url.origin, reason: describe(error) })
      const isSilent = signal.aborted && client.connected.has(target.url.host)
      return { error: publicReason(error, isSilent), ...(isSilent && { isSilent }) }
    }
  }

  return {
    problemWith: targets.problemWith,
    post: ({ url, method = 'POST', headers, body, ...how }) =>
      exchange(url, { method, headers, body }, readerFor(how), limitsOf(how, options.timeoutMs)),
    async get({ url, headers, maxBytes, redirects: allowed = MAX_REDIRECTS }) {
      // One limit for all of them: a chain of redirects is no way to more time.
      const signal = AbortSignal.timeout(options.timeoutMs)
      const readUpTo = (answer: Dispatcher.ResponseData) => readAnswer(answer, maxBytes)
      for (let target = url, redirects = 0; ; redirects++) {
        const limits = { signal, judge: targets.judgeOnce }
        const result: GetResult = await exchange(target, { method: 'GET', headers }, readUpTo, limits)
        const next = redirectOf(result, target)
        // Whoever follows none is told where it leads.
        if (next === undefined || allowed === 0) return result
        if (redirects >= allowed) return { error: 'Too many redirects.' }
        target = next
      }
    },
    async close() {
      const loaded = await client
      await Promise.all([loaded?.strict.destroy(), loaded?.own.destroy()])
    },
  }
}

async function readStatus(answer: Dispatcher.ResponseData, signal: AbortSignal): Promise<PostResult> {
  const retryAfter = answer.headers['retry-after']
  await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => undefined)
  return { status: answer.statusCode, ...(typeof retryAfter === 'string' && { retryAfter }) }
}

type How = Pick<Post, 'reach' | 'withinMs' | 'keepsAnswer'>

const limitsOf = ({ reach = 'anywhere', withinMs = Number.POSITIVE_INFINITY }: How, mostMs: number) => ({
  signal: AbortSignal.timeout(Math.min(withinMs, mostMs)),
  reach,
})

const readerFor = ({ keepsAnswer }: How) => (keepsAnswer ? readBeginning : readStatus)

/** The same, with what was read on the way. An answer that breaks off or never ends is one nevertheless. */
async function readBeginning(answer: Dispatcher.ResponseData): Promise<PostResult> {
  const chunks: Buffer[] = []
  let size = 0
  let isCut = false
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) {
        isCut = true
        break
      }
    }
  } catch {
    isCut = true
  }
  const retryAfter = answer.headers['retry-after']
  return {
    status: answer.statusCode,
    ...(typeof retryAfter === 'string' && { retryAfter }),
    ...(size > 0 && { answer: { bytes: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES), isCut } }),
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

/**
 * What the owner of the target learns. Whether a name is known in here, leads to an address that is not public, or to
 * a port where nobody listens is one and the same: otherwise the service could be used to look around in its network.
 * Beyond that point the target is a public one, and its owner may know what is wrong with it.
 */
function publicReason(error: unknown, isConnected: boolean): string {
  if (isConnected) return 'No answer in time.'
  const code = String((error as { code?: unknown }).code ?? '')
  return CERTIFICATE_PROBLEM.test(code) ? 'Its certificate is not valid.' : 'It cannot be reached.'
}

const CERTIFICATE_PROBLEM = /^(ERR_TLS_CERT|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return [code, message].filter(Boolean).join(': ') || String(error)
}
