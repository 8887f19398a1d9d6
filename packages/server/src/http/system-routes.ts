import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import type { Platform } from '../platform/context.ts'
import { isLoopback } from '../platform/net/networks.ts'
import { type Areas, openApiDocument } from './openapi.ts'
import { mountReferencePage } from './reference-page.ts'

export interface SystemRoutes {
  platform: Platform
  /** Why a load balancer should send nothing: while starting and stopping, and without a store that works. */
  whyNotReady: () => string | undefined | Promise<string | undefined>
  /** False while the broker cannot be reached. The API goes on: what it shows and stores needs no lock. */
  isLinked: () => boolean
  /** How many of all shares of locks this process serves; undefined where it has no others to share with. */
  lockShares: () => { shares: number; of: number } | undefined
  /** Metrics are for this machine unless the operator opened them (5.11). */
  metricsOpen: boolean
  /** Brings gauges that are counted rather than kept up to date. */
  refreshGauges: () => Promise<void>
  /** What this service answers, for its OpenAPI document. */
  areas: Areas
}

/** What the service says about itself; none of it needs a token (D37). */
export function mountSystemRoutes(
  app: FastifyInstance,
  { platform, whyNotReady, isLinked, lockShares, metricsOpen, refreshGauges, areas }: SystemRoutes,
): void {
  // Built when it is first asked for: most starts are not for reading. As bytes, which all answers share: made anew for
  // each of them, half a megabyte would cost a stranger who does not read it nothing, and this service everything.
  let document: Buffer | undefined
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const reason = await whyNotReady()
    if (reason === undefined) {
      const locks = lockShares()
      return { status: 'ready', broker: isLinked() ? 'up' : 'down', ...(locks && { locks }) }
    }
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready', reason })
  })
  const printMetrics = metricsPrinter(platform, refreshGauges)
  app.get('/metrics', async (request, reply) => {
    if (!metricsOpen && !isFromThisMachine(request)) throw new AppError('path_not_found')
    return reply.type(platform.metrics.registry.contentType).send(await printMetrics())
  })
  app.get('/openapi.json', async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApiDocument(areas)))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  mountReferencePage(app)
}

/** What proxies add. Their caller is somewhere else, even if they run on this machine. */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
]

/**
 * Goes by the connection, never by what headers say about the caller; and a proxy on this machine, which looks local, is
 * told by what it adds or by the name it was called by.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress)) return false
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false
  const host = URL.parse(`http://${headers.host ?? 'localhost'}`)?.hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isLoopback(host)
}

const GAUGES_WITHIN_MS = 1000

/**
 * Prints the metrics once for everybody who waits for them: however many ask, the store is asked once at a time. A store
 * that is too busy or gone does not keep the rest from being answered; its figures are then those of the time before.
 */
function metricsPrinter(platform: Platform, refreshGauges: () => Promise<void>): () => Promise<string> {
  let refreshing: Promise<void> | undefined
  let printing: Promise<string> | undefined
  const refresh = async () => {
    try {
      await refreshGauges()
    } catch (err) {
      platform.log.warn({ err }, 'figures for /metrics cannot be counted')
    } finally {
      refreshing = undefined
    }
  }
  const print = async () => {
    try {
      refreshing ??= refresh()
      await Promise.race([refreshing, delay(GAUGES_WITHIN_MS, undefined, { ref: false })])
      return await platform.metrics.registry.metrics()
    } finally {
      printing = undefined
    }
  }
  return () => {
    printing ??= print()
    return printing
  }
}
