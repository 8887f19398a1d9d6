import type { Readable } from 'node:stream'
import type { ErrorCode, Route } from '@latchwork/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../platform/app-error.ts'
import { inTransaction, type Platform, type RequestCtx } from '../platform/context.ts'
import { JsonText } from '../platform/json-text.ts'
import type { Db } from '../platform/store/database.ts'
import { noteAdmission } from './admissions.ts'
import { enter, type Gate, readmit, revalidatorOf } from './authenticate.ts'
import { type AnyInput, type AreaOptions, readInput, type Updated } from './call-input.ts'
import { CookieAnswer } from './cookie-answer.ts'
import { csvAnswerOf, wantsCsv } from './csv-list.ts'
import { errorBody, errorHeaders, toAppError } from './error-handler.ts'
import { type StreamRequest, streamRequest } from './event-stream.ts'
import { FileAnswer } from './file-answer.ts'
import { type Turns, withGuessLimit } from './guess-limit.ts'
import type { Handlers } from './handler.ts'
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
import type { KeptAnswer } from './kept-reads.ts'
import { refuseWhileFull } from './refuse-while-full.ts'
import { contextOf } from './request-context.ts'

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

interface AnyHandler extends Updated {
  apply: (ctx: RequestCtx, input: AnyInput, stream?: StreamRequest) => unknown
  staged?: (ctx: RequestCtx, input: AnyInput) => Promise<Act>
  kept?: KeptAnswer
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
    mountRoute(mount, routes[name] as Route, anyHandlerOf(handlers[name]), options)
  }
}

function anyHandlerOf(handler: unknown): AnyHandler {
  if (typeof handler === 'function') return { apply: handler as AnyHandler['apply'] }
  const { read, ...others } = handler as AnyHandler & { read?: AnyHandler['apply'] }
  return read ? { ...others, apply: read } : others
}

/** `/a/{b}` as Fastify writes it. */
export const fastifyPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

function mountRoute(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): void {
  const { app, gate } = mount
  const url = fastifyPath(route.path)
  if (handler.kept) app.keptReads.add(gate, route, url, handler.kept)
  const noteEntry = ({ principal }: FastifyRequest) => {
    if (handler.kept && principal) noteAdmission(principal, route)
  }
  app.route({
    method: route.method,
    url,
    ...(route.returns ? { schema: { response: { 200: route.returns } } } : {}),
    onRequest: (request, reply, done) => {
      try {
        const entering = enter(gate, route, request, reply)
        const entered = () => {
          noteEntry(request)
          done()
        }
        if (entering instanceof Promise) entering.then(entered, done)
        else entered()
      } catch (error) {
        done(error as Error)
      }
    },
    ...(route.maxBytes !== undefined && { bodyLimit: route.maxBytes }),
    // A HEAD of a stream would never end.
    ...(route.stream && { exposeHeadRoute: false }),
    handler: handlerOf(route)(mount, route, handler, options),
  })
}

/** Undefined where the answer was sent at once. */
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> | undefined

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

/** What is kept as text is answered without waiting for anything: most reads are of that kind. */
function readOnly(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  const forOperator = isForOperator(route)
  const sendWhenRead = async (reply: FastifyReply, reading: unknown) => {
    const answer = await reading
    const assertStillAdmitted = () => readmit(mount.gate, route, reply.request)
    if (answer instanceof FileAnswer) return answer.send(reply, assertStillAdmitted)
    if (answer instanceof JsonText) return sendText(reply, answer.text)
    if (answer instanceof JsonRows) return sendText(reply, answer.stream(reply, assertStillAdmitted))
    return sendJson(reply, answer)
  }
  const asCsv = csvAnswerOf(route)
  return (request, reply) => {
    const ctx = contextOf(mount, request)
    const input = readInput(ctx, route, handler, options, request)
    const later = async (answerTo: (read: AnyInput) => unknown) => {
      const read = await input
      if (forOperator) await mount.assertStepUp(ctx, {})
      return answerTo(read)
    }
    if (asCsv && wantsCsv(request.headers.accept)) {
      const ask = async (read: AnyInput) => {
        const principal = (await readmit(mount.gate, route, request)) ?? ctx.principal
        return handler.apply({ ...ctx, principal }, read)
      }
      const file = later((read) => asCsv(request.query, read.query, (query) => ask({ ...read, query })))
      return sendWhenRead(reply, file)
    }
    const apply = (read: AnyInput) => handler.apply(ctx, read)
    const answer = input instanceof Promise || forOperator ? later(apply) : apply(input)
    if (!(answer instanceof JsonText)) return sendWhenRead(reply, answer)
    sendText(reply, answer.text)
    return undefined
  }
}

function writing(mount: Mount, route: Route, handler: AnyHandler, options: AreaOptions): RouteHandler {
  const prepare = preparing(mount, route, handler, options)
  const mayStoreIncomplete = answersWithNestedFields(route)
  const withoutKey = async (ctx: RequestCtx<ErrorCode>, request: FastifyRequest, reply: FastifyReply) => {
    const act = await prepare(ctx, request)
    const result = mayStoreIncomplete
      ? await inTransaction(ctx, async (tx) => serialize(route, reply, await act(tx)))
      : await act(ctx)
    await ctx.changes.shown()
    return mayStoreIncomplete ? sendStored(reply, result as StoredAnswer) : sendAnswer(route, reply, result)
  }
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    noteRefusal?: (error: unknown) => void,
  ) => {
    const ctx = contextOf(mount, request)
    refuseWhileFull(ctx)
    // A phone on a bad connection sends what got no answer again, as other callers do.
    const caller = route.repeatable ? undefined : (request.principal?.tokenId ?? request.guest?.linkId)
    const header = caller === undefined ? undefined : request.headers['idempotency-key']
    const key = readIdempotencyKey(header)
    if (route.waits) request.leaveQueue()
    if (caller === undefined || key === undefined) return withoutKey(ctx, request, reply)
    const fingerprint = fingerprintOf(request.method, request.url, request.body as Buffer | undefined)
    const { answer, replayed } = await once(
      ctx,
      mount.inFlight,
      { caller, key, fingerprint },
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
    return sendStored(reply, answer)
  }
  if (!route.guessable) return (request, reply) => answer(request, reply)
  return (request, reply) =>
    withGuessLimit(contextOf(mount, request), mount.turns, (note) => answer(request, reply, note))
}

/**
 * Routes that store objects inside objects and answer with them. The answer is written before the commit: when a field
 * that the answer needs is missing, the change is undone instead of breaking every later read (D249).
 */
function answersWithNestedFields({ access, returns, repeatable, update, body }: Route): boolean {
  // Public calls count attempts, which have to stay counted when the call is refused.
  if (!returns || !body || repeatable || access === 'public') return false
  const fields = Object.values((body as JsonSchema).properties ?? {})
  return update === true || fields.some(({ type }) => type === 'object' || type === 'array')
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

/** Text and streams of a type pass by the serializer. */
const sendText = (reply: FastifyReply, text: string | Readable): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)

interface AsyncAnswer {
  operationId: string | undefined
  body?: unknown
}

function sendAnswer(route: Route, reply: FastifyReply, answered: unknown): FastifyReply {
  const result = answered instanceof CookieAnswer ? answered.leave(reply) : answered
  const body = route.async ? (result as AsyncAnswer).body : result
  const operationId = route.async ? (result as AsyncAnswer).operationId : undefined
  if (operationId) reply.header('operation-id', operationId)
  return route.returns ? sendJson(reply.code(200), body) : reply.code(204).send()
}

/** Fastify sends a bare string as it is, as text; as JSON it has quotes (D21). */
const sendJson = (reply: FastifyReply, body: unknown): FastifyReply =>
  typeof body === 'string' ? sendText(reply, JSON.stringify(body)) : reply.send(body)

function sendStored(reply: FastifyReply, { status, headers, body }: StoredAnswer): FastifyReply {
  reply.code(status).headers(headers)
  return body === '' ? reply.send() : sendText(reply, body)
}

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
