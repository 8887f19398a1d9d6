import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Route } from '@latchwork/contract'
import type { Platform, Principal } from '../platform/context.ts'
import type { JsonText } from '../platform/json-text.ts'
import type { RateDecision } from '../platform/net/rate-limit.ts'
import {
  countAgainst,
  type Gate,
  knownCaller,
  noteRefusedRate,
  rateHeaders,
  wasAdmitted,
} from './authenticate.ts'
import { wantsCsv } from './csv-list.ts'
import type { OpenConnections } from './open-connections.ts'
import type { RequestSlots, SlotCall } from './request-slots.ts'

/** What is kept of an answer: for the whole account, or for the object with this id; undefined where nothing true is. */
export type KeptAnswer = (accountId: number, now: number, id: number) => JsonText<unknown> | undefined

interface KeptRead {
  readonly gate: Gate
  readonly route: Route
  readonly find: KeptAnswer
  /** As the whole way names its calls. */
  readonly named: { readonly method: 'GET'; readonly routeOptions: { readonly url: string } }
}

export interface KeptReadsOptions {
  readonly platform: Pick<Platform, 'clock' | 'log' | 'metrics' | 'traces'>
  readonly slots: RequestSlots
  readonly connections: OpenConnections
  readonly isStopping: () => boolean
  readonly requestIdOf: (headers: IncomingMessage['headers']) => string
  /** Who calls, where that is known without asking again. */
  readonly ipOf: (request: IncomingMessage) => string | undefined
  /** What every answer has besides its own. */
  readonly headers: readonly string[]
}

const JSON_HEADERS = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store']
/** As many digits as any id has. An id written otherwise is for the whole way to refuse. */
const ID = /^[1-9]\d{0,14}$/

/**
 * Answers that are kept as text leave from here, before the router and its hooks, which cost more than the rest of such
 * an answer (ADR 84). Nothing is decided here: a caller whom the whole way let in to the same route by the same rights is
 * let in again, and whatever else there may be to say about a call, that way says it.
 */
export class KeptReads {
  readonly #options: KeptReadsOptions
  readonly #byPath = new Map<string, KeptRead>()
  /** By what stands before the id at their end. */
  readonly #byParent = new Map<string, KeptRead>()

  constructor(options: KeptReadsOptions) {
    this.#options = options
  }

  /** A route with no parameter, or with an id at its end. */
  add(gate: Gate, route: Route, url: string, find: KeptAnswer): void {
    const kept: KeptRead = { gate, route, find, named: { method: 'GET', routeOptions: { url } } }
    const parent = /^([^{]*\/)\{\w+\}$/.exec(route.path)?.[1]
    if (parent === undefined) this.#byPath.set(route.path, kept)
    else this.#byParent.set(parent, kept)
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
    const whole = this.#byPath.get(url)
    if (whole) return this.#answerWith(whole, 0, request, response)
    const end = url.lastIndexOf('/') + 1
    const one = this.#byParent.get(url.slice(0, end))
    if (!one) return false
    const id = url.slice(end)
    return ID.test(id) && this.#answerWith(one, Number(id), request, response)
  }

  #answerWith(kept: KeptRead, id: number, request: IncomingMessage, response: ServerResponse): boolean {
    const { platform, slots, isStopping, ipOf } = this.#options
    const startedAt = performance.now()
    if (!isPlainRead(request) || isStopping() || platform.log.isLevelEnabled('debug')) return false
    const ip = ipOf(request)
    const principal = ip === undefined ? undefined : knownCaller(kept.gate, request)
    if (!principal || ip === undefined || !wasAdmitted(principal, kept.route)) return false
    const text = kept.find(principal.ownerAccountId, platform.clock.now(), id)
    if (!text) return false
    const call: SlotCall = { raw: request, ip, slot: undefined }
    const verdict = slots.enter(call) ? this.#count(kept, principal, request) : undefined
    if (verdict) this.#send(kept, text, verdict, call, response, startedAt)
    else slots.takeBack(call)
    return verdict !== undefined
  }

  /** Against the limits of the token and its account; a refusal is kept for the whole way, which would count it again. */
  #count({ gate }: KeptRead, principal: Principal, request: IncomingMessage): RateDecision | undefined {
    const verdict = countAgainst(gate, principal)
    if (verdict.allowed) return verdict
    noteRefusedRate(request, verdict)
    return undefined
  }

  #send(
    { named }: KeptRead,
    { text, byteLength }: JsonText<unknown>,
    verdict: RateDecision,
    call: SlotCall,
    response: ServerResponse,
    startedAt: number,
  ): void {
    const { platform, slots, connections, requestIdOf, headers } = this.#options
    const open = { raw: response, request: named }
    connections.entered(call, open)
    response.writeHead(200, [
      ...JSON_HEADERS,
      'content-length',
      String(byteLength),
      'x-request-id',
      requestIdOf(call.raw.headers),
      ...rateHeaders(verdict),
      ...headers,
    ])
    response.end(text, (error?: Error | null) => {
      slots.leave(call)
      connections.left(call, open)
      // Broken off, it was no answer.
      if (error) return
      const seconds = (performance.now() - startedAt) / 1000
      platform.metrics.httpRequests.count(named.routeOptions.url, 'GET', 200, seconds)
    })
  }
}

/** Without a body, for JSON, and not by a page of elsewhere, which is told in headers what it may read (CORS). */
function isPlainRead({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.origin === undefined &&
    !wantsCsv(headers.accept)
  )
}
