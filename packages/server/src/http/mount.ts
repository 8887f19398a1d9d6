import type { Readable } from 'node:stream'
import type { Input, Output, RefusalOf, Route } from '@latchwork/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../platform/app-error.ts'
import type { CallCtx, Platform, Principal, RequestCtx } from '../platform/context.ts'
import type { Db } from '../platform/database.ts'
import { admit, type Gate, networkOf, revalidatorOf } from './authenticate.ts'
import { errorBody, errorHeaders, toAppError } from './error-handler.ts'
import { type StreamRequest, streamRequest } from './event-stream.ts'
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
import { JsonText } from './json-text.ts'
import { parseBody, readBody, readParams, readQuery, refusalOf } from './read-input.ts'
import { Issues } from './read-value.ts'

/** What a handler answers: the body, and for asynchronous routes the operation to ask about. */
export type Answer<R extends Route> = R['async'] extends true
  ? { operationId: string | undefined } & (R['returns'] extends object ? { body: Output<R> } : unknown)
  : R['returns'] extends object
    ? Output<R> | JsonText<Output<R>> | RowsOf<Output<R>>
    : // A handler that only does something need not say so.
      // biome-ignore lint/suspicious/noConfusingVoidType: functions returning Promise<void> are meant to fit here
      undefined | void

type RowsOf<T> = T extends readonly unknown[] ? JsonRows<T> : never

/** Public routes have no principal; all others are given one. */
export type CtxOf<R extends Route> = R['access'] extends 'public'
  ? CallCtx<RefusalOf<R>>
  : RequestCtx<RefusalOf<R>>

type Handle<R extends Route> = R['stream'] extends true
  ? (ctx: CtxOf<R>, input: Input<R>, stream: StreamRequest) => Promise<void>
  : (ctx: CtxOf<R>, input: Input<R>) => Promise<Answer<R>> | Answer<R>

/** An update also says what the object looks like now, because sending back what was read never fails (D9). */
type UpdateHandler<R extends Route> = {
  current: (ctx: CtxOf<R>, input: Pick<Input<R>, 'params'>) => Promise<object>
  apply: Handle<R>
}

export type Handler<R extends Route> = R['update'] extends true ? UpdateHandler<R> : Handle<R>

/** One handler per route of an area: a missing one, or one that refuses with an undeclared code, does not compile. */
export type Handlers<Area extends Record<string, Route>> = { [Name in keyof Area]: Handler<Area[Name]> }

export interface Mount {
  app: FastifyInstance
  platform: Platform
  db: Db
  gate: Gate
  inFlight: InFlight
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
  apply: (ctx: RequestCtx, input: unknown, stream?: StreamRequest) => Promise<unknown>
}

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
        const admitted = admit(gate, route.access, request, reply)
        if (!(admitted instanceof Promise)) {
          request.principal = admitted
          return done()
        }
        admitted.then((principal) => {
          request.principal = principal
          done()
        }, done)
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
    await handler.apply(ctx, input, streamRequest(request, reply, revalidatorOf(mount.gate, request)))
    return reply
  }
}

function readOnly(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  return async (request, reply) => {
    const ctx = contextOf(mount, request)
    const input = await readInput(ctx, route, handler, options, request)
    const answer = await handler.apply(ctx, input)
    if (answer instanceof JsonText) return sendText(reply, answer.text)
    return answer instanceof JsonRows ? sendText(reply, answer.stream()) : sendJson(reply, answer)
  }
}

function writing(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  const run = async (ctx: RequestCtx, request: FastifyRequest) =>
    handler.apply(ctx, await readInput(ctx, route, handler, options, request))
  return async (request, reply) => {
    const ctx = contextOf(mount, request)
    const takesKey = request.principal && !route.repeatable
    const key = takesKey ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
    if (key === undefined) return sendAnswer(route, reply, await run(ctx, request))
    const fingerprint = fingerprintOf(request.method, request.url, request.body as Buffer | undefined)
    const { answer, replayed } = await once(
      ctx,
      mount.inFlight,
      { key, fingerprint },
      async (tx) => serialize(route, reply, await run(tx, request)),
      (error) => refusalToKeep(error, request.id),
    )
    if (replayed) reply.header('idempotent-replayed', 'true')
    reply.code(answer.status).headers(answer.headers)
    if (answer.body === '') return reply.send()
    return sendText(reply, answer.body)
  }
}

function contextOf(mount: Mount, request: FastifyRequest): RequestCtx<never> {
  const principal = request.principal as Principal
  return {
    ...mount.platform,
    db: mount.db,
    accountId: principal?.ownerAccountId ?? 0,
    fail,
    afterCommit: (effect) => effect(),
    principal,
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
): Promise<unknown> {
  const body = parseBody(request.body as Buffer | undefined, request.headers['content-type'])
  const params = readParams(route.params as JsonSchema | undefined, request.params as Record<string, unknown>)
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
