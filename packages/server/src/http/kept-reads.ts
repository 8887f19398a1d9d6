import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '@latchwork/contract'
import type { Platform } from '../platform/context.ts'
import type { JsonText } from '../platform/json-text.ts'
import type { RateDecision } from '../platform/net/rate-limit.ts'
import { wasAdmitted } from './admissions.ts'
import { countAgainst, type Gate, knownCaller, noteRefusedRate, rateHeaders } from './authenticate.ts'
import { wantsCsv } from './csv-list.ts'
import type { OpenConnections } from './open-connections.ts'
import type { RequestSlots, SlotCall } from './request-slots.ts'

/** What is kept of an answer: for the whole account, or for the object with this id; undefined where nothing true is. */
export type KeptAnswer = (accountId: number, now: number, id: number) => JsonText<unknown> | undefined

interface KeptRead {
  readonly gate: Gate
  readonly route: Route
  /** All of it, or what stands before the id. */
  readonly path: string
  readonly hasId: boolean
  readonly find: KeptAnswer
  /** As the whole way names its calls. */
  readonly named: { readonly method: 'GET'; readonly routeOptions: { readonly url: string } }
}

export interface KeptReadsOptions {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'metrics'>
  readonly slots: RequestSlots
  readonly connections: OpenConnections
  readonly isStopping: () => boolean
  readonly requestIdOf: (headers: IncomingMessage['headers']) => string
  /** Who calls, where that is known without asking again. */
  readonly ipOf: (request: IncomingMessage) => string | undefined
  /** What every answer has besides its own. */
  readonly headers: readonly string[]
}

/** As many digits as any id has. */
const MAX_DIGITS = 15

/**
 * Answers that are kept as text leave from here, before the router and its hooks, which cost more than the rest of such
 * an answer (ADR 84). Nothing is decided here: a caller whom the whole way let in to the same route by the same rights is
 * let in again, and whatever else there may be to say about a call, that way says it.
 */
export class KeptReads {
  readonly #options: KeptReadsOptions
  /** A few; to compare an address with each costs less than to look it up. */
  readonly #kept: KeptRead[] = []

  constructor(options: KeptReadsOptions) {
    this.#options = options
  }

  /** A route with no parameter, or with an id at its end. */
  add(gate: Gate, route: Route, url: string, find: KeptAnswer): void {
    const [path = '', parameter, ...others] = route.path.split(/[{}]/)
    if (others.some((rest) => rest !== '')) throw new Error(`${route.path} has more than an id at its end`)
    const named = { method: 'GET', routeOptions: { url } } as const
    this.#kept.push({ gate, route, path, hasId: parameter !== undefined, find, named })
  }

  /** Sends the answer; false where the whole way has to. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      return this.#answer(request, response)
    } catch (error) {
      // Nobody above would catch it. A half-sent answer cannot be told from a whole one but by its connection's end.
      this.#options.platform.log.error({ err: error }, 'a kept read failed')
      if (response.headersSent) response.destroy()
      return response.headersSent
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request
    for (const kept of this.#kept) {
      if (!kept.hasId && url === kept.path) return this.#answerWith(kept, 0, request, response)
      if (!kept.hasId || !url.startsWith(kept.path)) continue
      const id = idFrom(url, kept.path.length)
      return id !== undefined && this.#answerWith(kept, id, request, response)
    }
    return false
  }

  #answerWith(kept: KeptRead, id: number, request: IncomingMessage, response: ServerResponse): boolean {
    const { platform, slots, connections, isStopping, ipOf } = this.#options
    const startedAt = performance.now()
    if (!isPlainRead(request) || isStopping() || connections.isEnding) return false
    if (platform.log.isLevelEnabled('debug')) return false
    const ip = ipOf(request)
    const now = platform.clock.now()
    const principal = ip === undefined ? undefined : knownCaller(kept.gate, request, now)
    if (!principal || ip === undefined || !wasAdmitted(principal, kept.route, ip)) return false
    const text = kept.find(principal.ownerAccountId, now, id)
    const call: SlotCall = { raw: request, ip, slot: undefined }
    if (!text || !slots.hasRoomFor(call)) return false
    const verdict = countAgainst(kept.gate, principal)
    if (!verdict.allowed) {
      // That way would count it once more.
      noteRefusedRate(request, verdict)
      return false
    }
    this.#send(text, verdict, request, response)
    this.#follow(kept, call, response, startedAt)
    return true
  }

  #send(
    { text, byteLength }: JsonText<unknown>,
    verdict: RateDecision,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { requestIdOf, headers } = this.#options
    const sent = [
      'content-type',
      'application/json; charset=utf-8',
      'cache-control',
      'no-store',
      ...NO_SNIFFING,
      'content-length',
      String(byteLength),
      'x-request-id',
      requestIdOf(request.headers),
    ]
    sent.push(...rateHeaders(verdict), ...headers)
    response.writeHead(200, sent)
    // As long in bytes as in characters means ASCII, which goes to the socket without being encoded.
    response.end(text, byteLength === text.length ? 'latin1' : 'utf8')
  }

  /** An answer that went out whole is over. What the client has not taken yet holds a place until it has. */
  #follow({ named }: KeptRead, call: SlotCall, response: ServerResponse, startedAt: number): void {
    const { platform, slots, connections } = this.#options
    const count = () => {
      const seconds = (performance.now() - startedAt) / 1000
      platform.metrics.httpRequests.count(named.routeOptions.url, 'GET', 200, seconds)
    }
    if (response.writableLength === 0) {
      count()
      return
    }
    const open = { raw: response, request: named }
    slots.enter(call)
    connections.entered(call, open)
    response.once('finish', () => {
      slots.leave(call)
      connections.left(call, open)
      count()
    })
  }
}

/** The number that the rest of an address is; an id written in any other way is for the whole way to refuse. */
function idFrom(url: string, start: number): number | undefined {
  const digits = url.length - start
  if (digits < 1 || digits > MAX_DIGITS || url.charCodeAt(start) === 0x30) return undefined
  let id = 0
  for (let at = start; at < url.length; at++) {
    const digit = url.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return undefined
    id = id * 10 + digit
  }
  return id
}

/** Without a body, for JSON, and not by a page of elsewhere, which is told in headers what it may read (CORS). */
/** No browser takes an answer for something else than it says, such as a script. */
export const NO_SNIFFING = ['x-content-type-options', 'nosniff'] as const

/** Node keeps the first of several and says nothing. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

function isPlainRead(request: IncomingMessage): boolean {
  const { method, headers } = request
  return (
    method === 'GET' &&
    !hasSeveralHosts(request) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined &&
    !wantsCsv(headers.accept)
  )
}
