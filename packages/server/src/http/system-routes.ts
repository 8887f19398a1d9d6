import type { FastifyInstance } from 'fastify'
import { AppError } from '../platform/app-error.ts'
import type { Platform } from '../platform/context.ts'
import { type Areas, openApiDocument } from './openapi.ts'
import { mountReferencePage } from './reference-page.ts'

export interface SystemRoutes {
  platform: Platform
  /** False while starting and stopping: a load balancer sends nothing then. */
  isReady: () => boolean
  /** Metrics are for this machine unless the operator opened them (5.11). */
  metricsOpen: boolean
  /** Brings gauges that are counted rather than kept up to date. */
  refreshGauges: () => Promise<void>
  /** What this service answers, for its OpenAPI document. */
  areas: Areas
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** What the service says about itself; none of it needs a token (D37). */
export function mountSystemRoutes(
  app: FastifyInstance,
  { platform, isReady, metricsOpen, refreshGauges, areas }: SystemRoutes,
): void {
  // Built when it is first asked for: most starts are not for reading.
  let document: object | undefined
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    if (isReady()) return { status: 'ready' }
    return reply.code(503).header('retry-after', '1').send({ status: 'not ready' })
  })
  app.get('/metrics', async (request, reply) => {
    if (!metricsOpen && !LOOPBACK.test(request.ip)) throw new AppError('path_not_found')
    await refreshGauges()
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics())
  })
  app.get('/openapi.json', async () => {
    document ??= openApiDocument(areas)
    return document
  })
  mountReferencePage(app)
}
