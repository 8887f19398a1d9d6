import type { Route } from '@latchwork/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { AppError } from '../platform/app-error.ts'
import { sendError } from './error-handler.ts'
import { fastifyPath } from './mount.ts'

const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS']

interface KnownPath {
  url: string
  segments: string[]
  allowed: string[]
}

/**
 * Unknown paths are 404, known paths with another method 405 with `Allow` (D6). A literal segment wins over a parameter
 * also for methods it does not have: `POST /smartlock/log` is refused although `POST /smartlock/{id}` exists. Call after
 * all routes are mounted.
 *
 * Only where a route of that method would take such a call is a refusal mounted. Everything else ends as a path that
 * Fastify does not know and is looked up then: a refusal for each path and method would be nine routes out of ten, and
 * half the time of a start.
 */
export function answerUnknownPaths(app: FastifyInstance, routes: readonly Route[]): void {
  const paths = knownPaths(routes)
  const allowedAt = pathLookup(paths)
  const refusalOf = (request: FastifyRequest, reply: FastifyReply): AppError => {
    const allowed = allowedAt(request.url)
    if (!allowed) return new AppError('path_not_found')
    reply.header('allow', allowed.join(', '))
    return new AppError('method_not_allowed')
  }
  // Before the body is read. Preflights reach the handler below without being unknown to the router.
  app.addHook('onRequest', (request, reply, done) =>
    request.is404 ? done(refusalOf(request, reply)) : done(),
  )
  app.setNotFoundHandler((request, reply) => sendError(refusalOf(request, reply), request, reply))
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    throw refusalOf(request, reply)
  }
  for (const path of paths) {
    const others = paths.filter((other) => canBeOneAddress(path.segments, other.segments))
    const taken = new Set(others.flatMap(({ allowed }) => allowed))
    const method = METHODS.filter((name) => taken.has(name) && !path.allowed.includes(name))
    if (method.length > 0) {
      app.route({ method, url: path.url, exposeHeadRoute: false, onRequest: refuse, handler: refuse })
    }
  }
}

function knownPaths(routes: readonly Route[]): KnownPath[] {
  return [...Map.groupBy(routes, (route) => fastifyPath(route.path))].map(([url, mounted]) => ({
    url,
    segments: url.split('/'),
    allowed: mounted.flatMap((route) =>
      route.method === 'GET' && !route.stream ? ['GET', 'HEAD'] : [route.method],
    ),
  }))
}

/** What may be done at an address; undefined where there is nothing. */
function pathLookup(paths: readonly KnownPath[]): (url: string) => readonly string[] | undefined {
  // Made for the first who asks: most services are never asked, and starts wait for nobody.
  let router: ReturnType<typeof routerOf> | undefined
  return (url) => {
    router ??= routerOf(paths)
    return router.find('GET', url)?.store as readonly string[] | undefined
  }
}

function routerOf(paths: readonly KnownPath[]) {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 200 })
  for (const { url, allowed } of paths) router.on('GET', url, () => undefined, allowed)
  return router
}

/** Whether some address fits both paths. */
function canBeOneAddress(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return one.includes('*') || other.includes('*')
  return one.every((segment, index) => {
    const beside = other[index] ?? ''
    return segment === beside || isOpen(segment) || isOpen(beside)
  })
}

const isOpen = (segment: string): boolean => segment.startsWith(':') || segment === '*'
