import type { FastifyInstance } from 'fastify'
import type { Span, Traces } from '../platform/observe/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where this call is recorded. */
    span: Span | undefined
  }
}

/** Those who look whether the service lives ask all day long. */
const UNTOLD = /^\/(health|ready|metrics)\/?(\?|$)/

/** Records calls as parts of traces, by their routes: a path may hold the token of an address. */
export function traceRequests(app: FastifyInstance, traces: Traces | undefined): void {
  app.decorateRequest('span', undefined)
  if (!traces) return
  app.addHook('onRequest', (request, _reply, done) => {
    if (!UNTOLD.test(request.url)) request.span = traces.receive(request.method, request.headers.traceparent)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span, method } = request
    // Fastify's own way of writing a parameter, as the contract writes it.
    const route = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? 'none'
    span?.tell(
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'latchwork.request_id': request.id,
      },
      `${method} ${route}`,
    )
    span?.end(reply.statusCode >= 500 ? 'failed' : 'ok')
    done()
  })
}
