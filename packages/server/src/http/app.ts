import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { AppError } from '../platform/app-error.ts'
import type { Platform, Principal } from '../platform/context.ts'
import { type ConnectionLimit, limitConnections } from '../platform/net/connection-limit.ts'
import { connectionWatch } from '../platform/net/connection-watch.ts'
import type { TlsFiles } from '../platform/net/tls-files.ts'
import type { TrustedProxies } from '../platform/net/trusted-proxies.ts'
import { parseTraceparent } from '../platform/observe/trace-context.ts'
import type { GatewayCaller, GuestCaller } from './authenticate.ts'
import { noteCallTimes } from './call-time.ts'
import { BrokenAnswerLog, sendError } from './error-handler.ts'
import { hasSeveralHosts, KeptReads, NO_SNIFFING } from './kept-reads.ts'
import { OpenConnections } from './open-connections.ts'
import { RequestSlots } from './request-slots.ts'
import { serializerOf } from './serializers.ts'
import { type Deadlines, goBefore, refuseBroken, setDeadlines } from './server-deadlines.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** For the day the service stops. */
    connections: OpenConnections
    /** Answers that need neither router nor hooks. */
    keptReads: KeptReads
  }
  interface FastifyRequest {
    principal: Principal | undefined
    /** Of calls that only gateways make. */
    gateway: GatewayCaller | undefined
    /** Of calls that only the pages of guests make. */
    guest: GuestCaller | undefined
    /** The request no longer counts as under way; harmless when called twice. */
    leaveQueue: () => void
    /** The same for an answer that may stay open for days. */
    leaveForStream: () => void
  }
}

const MAX_BODY_BYTES = 1_048_576
const MAX_URL_LENGTH = 8192
/** A client that takes longer to read one answer, or the next good piece of a long one, is cut off. */
const ANSWER_TIMEOUT_MS = 120_000

export interface AppOptions {
  platform: Platform
  /** Whose `X-Forwarded-*` headers are believed; nobody's unless given. */
  proxies?: TrustedProxies | undefined
  connections?: ConnectionLimit
  /** Shorter only in tests. */
  deadlines?: Deadlines
  /** Requests under way at most: beyond that memory would grow with the queue and everybody would wait. */
  maxRequests: number
  /** True while the process drains: new requests are told to go elsewhere. */
  isStopping: () => boolean
  /** Browsers are told to use nothing but HTTPS for this name from now on. */
  promisesHttps?: boolean
  /** Names and values, by turns, of what plug-ins add to every answer. */
  sentByPlugins?: readonly string[]
  /** Set where this process ends TLS itself. */
  tls?: TlsFiles | undefined
}

/** The HTTP kit: everything of contract sections 1 and 3 that is not about one area. */
export function createApp(options: AppOptions): FastifyInstance {
  const { platform, proxies, connections, deadlines, maxRequests, isStopping, tls } = options
  const app = Fastify({
    // Without it Fastify makes a plain server; the types of the two differ in nothing that is used here.
    ...(tls && ({ https: tls.options('everybody') } as object)),
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new BrokenAnswerLog(),
    // Log lines name their request themselves, so a logger per request would be made for nothing.
    childLoggerFactory: (logger) => logger,
    // A function, because Fastify believes a number of hops for nobody's address.
    ...(proxies && { trustProxy: (address: string, hop: number) => proxies.trusts(address, hop) }),
    bodyLimit: MAX_BODY_BYTES,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    genReqId: ({ headers }) => requestIdOf(platform, headers),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void sendError(error, request as never, reply as never),
    clientErrorHandler: refuseBroken,
  })
  setDeadlines(app.server, deadlines)
  app.decorate('connections', new OpenConnections(app.server))
  if (connections) limitConnections(app.server, connections, connectionWatch(platform, 'http'))
  if (tls) followTls(app, tls)
  if (options.promisesHttps) promiseHttps(app)
  app.setSerializerCompiler(serializerOf)
  app.decorateRequest('principal', undefined)
  app.decorateRequest('gateway', undefined)
  app.decorateRequest('guest', undefined)
  noteCallTimes(app, platform.clock)
  traceRequests(app, platform.traces)
  const slots = countRequests(app, maxRequests)
  admitRequests(app, slots, isStopping)
  answerKeptFirst(app, slots, options)
  const { httpRequests } = platform.metrics
  app.addHook('onResponse', (request, reply, done) => {
    request.leaveQueue()
    app.connections.left(request, reply)
    const route = request.routeOptions.url ?? 'none'
    httpRequests.count(route, request.method, reply.statusCode, reply.elapsedTime / 1000)
    if (platform.log.isLevelEnabled('debug')) logRequest(request, reply)
    done()
  })
  app.setErrorHandler(sendError)
  return app
}

const ONE_HOST = [{ path: 'header.host', message: 'must be sent once' }]

/** Who is let in, and who is told to come back or to go elsewhere. */
function admitRequests(app: FastifyInstance, slots: RequestSlots, isStopping: () => boolean): void {
  const late = new WeakSet<FastifyRequest>()
  takeRawBodies(app, slots, late)
  app.addHook('onRequest', (request, reply, done) => {
    const hasRoom = slots.enter(request)
    app.connections.entered(request, reply)
    reply.header('x-request-id', request.id)
    reply.header('cache-control', 'no-store')
    reply.header(...NO_SNIFFING)
    // A proxy before us may have gone by the other one.
    if (hasSeveralHosts(request.raw)) return done(new AppError('invalid_parameter', { errors: ONE_HOST }))
    if (isStopping()) {
      // Refused before its body is here, it would be cut off while it is still sending, and not hear of it.
      if (request.slot?.kind !== 'body') return done(new AppError('shutting_down'))
      late.add(request)
    }
    if (!hasRoom && !asksAboutService(request)) return done(new AppError('overloaded'))
    if (request.url.length > MAX_URL_LENGTH) {
      return done(
        new AppError('invalid_parameter', {
          message: `The URL is longer than ${MAX_URL_LENGTH} characters.`,
        }),
      )
    }
    done()
  })
}

/** Node leaves a connection whose handshake failed or took too long to whoever listens here. */
function followTls(app: FastifyInstance, tls: TlsFiles): void {
  const server = app.server as HttpsServer
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  tls.follow(server, 'everybody')
}

/** For a year: who once came over HTTPS is not led to a plain copy of the console. */
const HTTPS_PROMISE = ['strict-transport-security', 'max-age=31536000'] as const

function promiseHttps(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header(...HTTPS_PROMISE)
    done()
  })
}

/** Where traces are collected, all calls take the whole way. */
function answerKeptFirst(app: FastifyInstance, slots: RequestSlots, options: AppOptions): void {
  const { platform, proxies, isStopping, promisesHttps, sentByPlugins = [] } = options
  const keptReads = new KeptReads({
    platform,
    slots,
    connections: app.connections,
    isStopping,
    requestIdOf: (headers) => requestIdOf(platform, headers),
    ipOf: proxies ? followForwarded(app) : ({ socket }) => socket.remoteAddress,
    headers: promisesHttps ? [...HTTPS_PROMISE, ...sentByPlugins] : sentByPlugins,
  })
  app.decorate('keptReads', keptReads)
  goBefore(app.server, (request, response) => !platform.traces && keptReads.answer(request, response))
}

/** Behind a proxy: who calls is known while the connection brings the same words about it as at its last whole call. */
function followForwarded(app: FastifyInstance): (request: IncomingMessage) => string | undefined {
  const lastSeen = new WeakMap<Socket, { readonly forwarded: unknown; readonly ip: string }>()
  app.addHook('onRequest', ({ raw: { socket, headers }, ip }, _reply, done) => {
    lastSeen.set(socket, { forwarded: headers['x-forwarded-for'], ip })
    done()
  })
  return ({ socket, headers }) => {
    const last = lastSeen.get(socket)
    return last?.forwarded === headers['x-forwarded-for'] ? last?.ip : undefined
  }
}

/** D28, D192: a caller's id is kept when it is harmless, then that of its trace; otherwise one is made. */
function requestIdOf({ ids }: Pick<Platform, 'ids'>, headers: IncomingHttpHeaders): string {
  const { 'x-request-id': header, traceparent } = headers
  if (typeof header === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(header)) return header
  return parseTraceparent(traceparent)?.traceId ?? ids.random()
}

function countRequests(app: FastifyInstance, max: number): RequestSlots {
  const slots = new RequestSlots({
    max,
    answerWithinMs: ANSWER_TIMEOUT_MS,
  })
  app.decorateRequest('slot', undefined)
  app.decorateRequest('leaveQueue', function leaveQueue(this: FastifyRequest) {
    slots.leave(this)
  })
  app.decorateRequest('leaveForStream', function leaveForStream(this: FastifyRequest) {
    slots.leaveForStream(this)
  })
  app.addHook('onClose', async () => slots.stop())
  return slots
}

/** What watches the service needs an answer most of all when there is room for nothing else. */
const SYSTEM_PATH = /^\/(health|ready|metrics)\/?(\?|$)/
const asksAboutService = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && SYSTEM_PATH.test(url)

/** Bodies reach the routes as bytes: what counts as a body, and of which type, is decided after the access checks (D31). */
function takeRawBodies(app: FastifyInstance, slots: RequestSlots, late: WeakSet<FastifyRequest>): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (late.has(request)) return done(new AppError('shutting_down'))
    if (!slots.bodyArrived(request)) return done(new AppError('overloaded'))
    done(null, body)
  })
}

/** The route only: a path may hold an address token, a query a code (explain). */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.debug(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      accountId: request.principal?.accountId ?? request.gateway?.accountId ?? request.guest?.accountId,
    },
    'request',
  )
}
