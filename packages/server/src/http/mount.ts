import type { Readable } from 'node:stream'
import type { ErrorCode, Route } from '@latchwork/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../platform/app-error.ts'
import {
  inTransaction,
  OUTSIDE_TRANSACTIONS,
  type Platform,
  type Principal,
  type RequestCtx,
} from '../platform/context.ts'
import { JsonText } from '../platform/json-text.ts'
import { networkOf } from '../platform/net/ip-address.ts'
import type { Db } from '../platform/store/database.ts'
import { enter, type Gate, type GatewayCaller, type GuestCaller, revalidatorOf } from './authenticate.ts'
import { errorBody, errorHeaders, toAppError } from './error-handler.ts'
import { type StreamRequest, streamRequest } from './event-stream.ts'
import { FileAnswer } from './file-answer.ts'
import { type Turns, withGuessLimit } from './guess-limit.ts'
import type { GatewayCtx, GuestCtx, Handlers } from './handler.ts'
import {
  fingerprintOf,
  type InFlight,
  isWorthKeeping,
  once,
  readIdempotencyKey,
  type StoredAnswer,
} from './idempotency.ts'
import { JsonRows } from './json-rows.ts'
import type { JsonSchema } from './json-schema.ts'
import { assertWithinLimits } from './limited-tokens.ts'
import { parseBody, readBody, readParams, readQuery, refusalOf } from './read-input.ts'
import { Issues } from './read-value.ts'
import { refuseWhileFull } from './refuse-while-full.ts'

export type { Handlers } from './handler.ts'

export interface Mount {
  app: FastifyInstance
  platform: Platform
  db: Db
  gate: Gate
  inFlight: InFlight
  /** Refuses unless the person behind the token is there (D109). */
  assertStepUp: (ctx: RequestCtx<ErrorCode>, proof: object) => Promise<void>
  /** Whoever was let through has not been shut out since. */
  assertStillThere: (tx: RequestCtx<ErrorCode>) => Promise<void>
  /** Of calls that may give away something of others. */
  turns: Turns
}

interface AreaOptions {
  /**
   * Throws `not_found` when an object of the path does not exist. Only asked when the fields are wrong: a missing
   * object goes before a wrong field (D31), and on the good path the service looks it up anyway.
   */
  locate?: (ctx: RequestCtx<'not_found'>, params: never) => Promise<unknown>
}

interface AnyHandler {
  current?: (ctx: RequestCtx, input: { params: object }) => Promise<object>
  apply: (ctx: RequestCtx, input: AnyInput, stream?: StreamRequest) => Promise<unknown>
  staged?: (ctx: RequestCtx, input: AnyInput) => Promise<Act>
}

interface AnyInput {
  params: object
  query: object
  body: unknown
}

/** The second part of a handler. */
type Act = (tx: RequestCtx) => Promise<unknown>

/** Mounts the routes of one area. */
export function mountArea<Area extends Record<string, Route>>(
  mount: Mount,
  routes: Area,
  handlers: Handlers<Area>,
  options: AreaOptions = {},
): void {
  for (const name of Object.keys(routes)) {
    const handler = handlers[name] as unknown
    const anyHandler = typeof handler === 'function' ? { apply: handler } : handler
    mountRoute(mount, routes[name] as Route, anyHandler as AnyHandler, options)
  }
}

/** `/a/{b}` as Fastify writes it. */
export const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function mountRoute(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): void {
  const { app, gate } = mount
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    ...(route.returns ? { schema: { response: { 200: route.returns } } } : {}),
    onRequest: (request, reply, done) => {
      try {
        const entering = enter(gate, route, request, reply)
        if (entering instanceof Promise) entering.then(() => done(), done)
        else done()
      } catch (error) {
        done(error as Error)
      }
    },
    // A HEAD of a stream would never end.
    ...(route.stream && { exposeHeadRoute: false }),
    handler: handlerOf(route)(mount, route, handler, options),
  })
}

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function handlerOf(route: Route): typeof readOnly {
  if (route.stream) return streaming
  return route.method === 'GET' ? readOnly : writing
}

/** Once the feature opened the stream, the answer is its own; refusals before that are answered as usual. */
function streaming(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  return async (request, reply) => {
    const ctx = contextOf(mount, request)
    const input = await readInput(ctx, route, handler, options, request)
    if (isForOperator(route)) await mount.assertStepUp(ctx, {})
    await handler.apply(ctx, input, streamRequest(request, reply, revalidatorOf(mount.gate, request)))
    return reply
  }
}

function readOnly(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  return async (request, reply) => {
    const ctx = contextOf(mount, request)
    const input = await readInput(ctx, route, handler, options, request)
    if (isForOperator(route)) await mount.assertStepUp(ctx, {})
    const answer = await handler.apply(ctx, input)
    if (answer instanceof FileAnswer) return answer.send(reply)
    if (answer instanceof JsonText) return sendText(reply, answer.text)
    return answer instanceof JsonRows ? sendText(reply, answer.stream()) : sendJson(reply, answer)
  }
}

function writing(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  const prepare = preparing(mount, route, handler, options)
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    noteRefusal?: (error: unknown) => void,
  ) => {
    const ctx = contextOf(mount, request)
    refuseWhileFull(ctx)
    const takesKey = request.principal && !route.repeatable
    const key = takesKey ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
    if (route.waits) request.leaveQueue()
    if (key === undefined) {
      const act = await prepare(ctx, request)
      const result = await act(ctx)
      await ctx.changes.shown()
      return sendAnswer(route, reply, result)
    }
    const fingerprint = fingerprintOf(request.method, request.url, request.body as Buffer | undefined)
    const { answer, replayed } = await once(
      ctx,
      mount.inFlight,
      { key, fingerprint },
      async () => {
        const act = await prepare(ctx, request)
        return async (tx) => serialize(route, reply, await act(tx))
      },
      (error) => {
        noteRefusal?.(error)
        return refusalToKeep(error, request.id)
      },
    )
    await ctx.changes.shown()
    if (replayed) reply.header('idempotent-replayed', 'true')
    reply.code(answer.status).headers(answer.headers)
    if (answer.body === '') return reply.send()
    return sendText(reply, answer.body)
  }
  if (!route.guessable) return (request, reply) => answer(request, reply)
  return (request, reply) =>
    withGuessLimit(contextOf(mount, request), mount.turns, (note) => answer(request, reply, note))
}

/** Whatever the operator's routes do, they do it for a person who is there (D109). */
const isForOperator = ({ access }: Route): boolean => typeof access === 'object' && access.operator === true

/** What is done of a call before its transaction; the rest is what it answers. */
function preparing(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions) {
  const forOperator = isForOperator(route)
  return async (ctx: RequestCtx<ErrorCode>, request: FastifyRequest): Promise<Act> => {
    if (!forOperator && !handler.staged)
      return async (tx) => handler.apply(tx, await readInput(tx, route, handler, options, request))
    const input = await readInput(ctx, route, handler, options, request)
    if (forOperator) await mount.assertStepUp(ctx, input.body ?? {})
    const act = handler.staged
      ? await handler.staged(ctx, input)
      : (tx: RequestCtx) => handler.apply(tx, input)
    return (later) =>
      inTransaction(later, async (tx) => {
        await mount.assertStillThere({ ...tx, fail })
        return act(tx)
      })
  }
}

type Callers = { principal: Principal; gateway: GatewayCaller; guest: GuestCaller }

/** What a call is worked on with; which of the callers there is, the type of its handler says. */
export function contextOf(
  mount: Pick<Mount, 'platform' | 'db'>,
  request: FastifyRequest,
): RequestCtx<ErrorCode> & GatewayCtx<ErrorCode> & GuestCtx<ErrorCode> {
  const { principal, gateway, guest } = request as FastifyRequest & Callers
  return {
    ...mount.platform,
    db: mount.db,
    accountId: principal?.ownerAccountId ?? gateway?.accountId ?? guest?.accountId ?? 0,
    fail,
    ...OUTSIDE_TRANSACTIONS,
    principal,
    gateway,
    guest,
    requestId: request.id,
    network: networkOf(request.ip),
    incoming: request,
  }
}

/** Path, body syntax, then fields; a missing object of the path goes before wrong fields (D31). */
async function readInput(
  ctx: RequestCtx,
  route: Route,
  handler: AnyHandler,
  options: AreaOptions,
  request: FastifyRequest,
): Promise<AnyInput> {
  const body = parseBody(request.body as Buffer | undefined, request.headers['content-type'])
  const params = readParams(route.params as JsonSchema | undefined, request.params as Record<string, unknown>)
  assertWithinLimits(ctx.principal, params)
  const current = route.update ? await handler.current?.(ctx, { params }) : undefined
  const rawQuery = request.query as Record<string, unknown>
  const issues = new Issues()
  try {
    const query = readQuery(route.query as JsonSchema | undefined, rawQuery, issues)
    const input = {
      params,
      query,
      body: readBody(route, body, rawQuery, issues, current as Record<string, unknown>),
    }
    if (issues.list.length === 0) return input
  } catch (error) {
    if (route.params && !route.update) await options.locate?.(ctx as never, params as never)
    throw error
  }
  if (route.params && !route.update) await options.locate?.(ctx as never, params as never)
  throw refusalOf(issues)
}

/** Text and streams of a type pass by the serializer. */
const sendText = (reply: FastifyReply, text: string | Readable): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)

interface AsyncAnswer {
  operationId: string | undefined
  body?: unknown
}

function sendAnswer(route: Route, reply: FastifyReply, result: unknown): FastifyReply {
  const body = route.async ? (result as AsyncAnswer).body : result
  const operationId = route.async ? (result as AsyncAnswer).operationId : undefined
  if (operationId) reply.header('operation-id', operationId)
  return route.returns ? sendJson(reply.code(200), body) : reply.code(204).send()
}

/** Fastify sends a bare string as it is, as text; as JSON it has quotes (D21). */
const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  typeof body === 'string' ? sendText(reply, JSON.stringify(body)) : reply.send(body)

function serialize(route: Route, reply: FastifyReply, result: unknown): StoredAnswer {
  const body = route.async ? (result as AsyncAnswer).body : result
  const operationId = route.async ? (result as AsyncAnswer).operationId : undefined
  return {
    status: route.returns ? 200 : 204,
    headers: operationId ? { 'operation-id': operationId } : {},
    body: route.returns ? String(reply.serializeInput(body as Record<string, unknown>, '200')) : '',
  }
}

function refusalToKeep(thrown: unknown, requestId: string): StoredAnswer | undefined {
  const error = toAppError(thrown)
  if (!isWorthKeeping(error.status, error.code)) return undefined
  return {
    status: error.status,
    headers: errorHeaders(error),
    body: JSON.stringify(errorBody(error, requestId)),
  }
}
