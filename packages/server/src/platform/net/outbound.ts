import type { Dispatcher } from 'undici'
import { createAddressGuard } from './address-guard.ts'
import { loadClient, type OutboundClient, readAuthorities } from './outbound-client.ts'
import { OutOfTime, type PostResult, send } from './outbound-post.ts'
import { createTargetRules, type Reach } from './outbound-target.ts'

export type { AnswerBytes, PostResult } from './outbound-post.ts'

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

const MAX_REDIRECTS = 3

export function createOutbound(options: OutboundOptions): Outbound {
  const guard = createAddressGuard(options)
  const secureContext = readAuthorities(options.caFile)
  const targets = createTargetRules(guard, options.allowLoopback)
  const clients = loadedOnce(() => loadClient(guard, options.timeoutMs, secureContext))

  /** Why there was no answer, for whom the target is. */
  function failure({ connected }: OutboundClient, { host, origin }: URL, error: unknown, isLate: boolean) {
    options.onFailure?.({ target: origin, reason: describe(error) })
    const isSilent = isLate && connected.has(host)
    return { error: publicReason(error, isSilent), ...(isSilent && { isSilent }) }
  }

  async function fetchOnce(url: string, headers: Get['headers'], maxBytes: number, signal: AbortSignal) {
    const target = targets.judgeOnce(url)
    if (target.problem !== undefined) return refused(target)
    const client = await clients.load()
    try {
      const dispatcher = target.isOwnMachine ? client.own : client.strict
      const answer = await client.request(target.url, { method: 'GET', headers, signal, dispatcher })
      return await readAnswer(answer, maxBytes)
    } catch (error) {
      return failure(client, target.url, error, signal.aborted)
    }
  }

  return {
    problemWith: targets.problemWith,
    post({ url, method = 'POST', headers, body, reach, withinMs, keepsAnswer = false }) {
      // Settings may be stricter today than on the day the URL was registered.
      const target = targets.judge(url, reach)
      if (target.problem !== undefined) return Promise.resolve(refused(target))
      const asked = { withinMs: Math.min(withinMs ?? options.timeoutMs, options.timeoutMs), keepsAnswer }
      const sendBy = (client: OutboundClient) =>
        send(
          target.isOwnMachine ? client.own : client.strict,
          { origin: target.origin, path: target.path, method, headers, body },
          asked,
        ).catch((error: unknown) => failure(client, target.url, error, error instanceof OutOfTime))
      return clients.loaded ? sendBy(clients.loaded) : clients.load().then(sendBy)
    },
    async get({ url, headers, maxBytes, redirects: allowed = MAX_REDIRECTS }) {
      // One limit for all of them: a chain of redirects is no way to more time.
      const signal = AbortSignal.timeout(options.timeoutMs)
      for (let target = url, redirects = 0; ; redirects++) {
        const result: GetResult = await fetchOnce(target, headers, maxBytes, signal)
        const next = redirectOf(result, target)
        // Whoever follows none is told where it leads.
        if (next === undefined || allowed === 0) return result
        if (redirects >= allowed) return { error: 'Too many redirects.' }
        target = next
      }
    },
    async close() {
      const client = await clients.loading
      await Promise.all([client?.strict.destroy(), client?.own.destroy()])
    },
  }
}

interface LoadedOnce {
  loading?: Promise<OutboundClient>
  loaded?: OutboundClient
  load(): Promise<OutboundClient>
}

/** Loaded with the first post: it costs time and memory at every start, and many installations post nothing. */
function loadedOnce(load: () => Promise<OutboundClient>): LoadedOnce {
  const clients: LoadedOnce = {
    load() {
      clients.loading ??= load().then((client) => {
        clients.loaded = client
        return client
      })
      return clients.loading
    },
  }
  return clients
}

const refused = ({ problem }: { readonly problem: string }) => ({ error: `The URL ${problem}.` })

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
