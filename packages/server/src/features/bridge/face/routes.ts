import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errorHeaders, toAppError } from '../../../http/error-handler.ts'
import { contextOf } from '../../../http/request-context.ts'
import { type AppError, fail } from '../../../platform/app-error.ts'
import type { Ctx } from '../../../platform/context.ts'
import * as callbacks from '../callbacks/service.ts'
import { type Admitted, admit, type BridgeRates, limitStranger, RefusedBefore } from './admission.ts'
import type { BridgeDirectory } from './directory.ts'
import { DISCOVERY_PATH, discovered } from './discovery.ts'
import { assertDirectCall } from './hosts.ts'
import { type Asked, readAsked, readNumber } from './rules.ts'
import * as face from './service.ts'

export interface FaceParts {
  system: Ctx<never>
  directory: BridgeDirectory
  rates: BridgeRates
  /** Names of this machine that are not local ones. */
  names: ReadonlySet<string>
}

type FaceCtx = Parameters<typeof face.list>[0]

interface Call {
  ctx: FaceCtx
  asked: Asked
  admitted: Admitted
  isGone: AbortSignal
}

/** What is asked with a token, and the answer. Everything is a GET, as on the bridge. */
const CALLS: Record<string, (call: Call, parts: { startedAt: number }) => Promise<unknown>> = {
  '/list': ({ ctx }) => face.list(ctx),
  '/lockState': ({ ctx, asked }) => face.lockState(ctx, asked),
  '/lockAction': ({ ctx, asked, isGone }) => face.lockAction(ctx, asked, isGone),
  '/lock': ({ ctx, asked, isGone }) => face.shortAction(ctx, asked, 'lock', isGone),
  '/unlock': ({ ctx, asked, isGone }) => face.shortAction(ctx, asked, 'unlock', isGone),
  '/info': ({ ctx, admitted }, { startedAt }) => face.info(ctx, admitted.bridge, startedAt),
  '/log': ({ ctx, asked }) => face.log(ctx, asked),
  '/clearlog': async ({ ctx }) => {
    await face.clearLog(ctx)
    return { success: true }
  },
  '/callback/list': async ({ ctx }) => ({
    callbacks: (await callbacks.list(ctx)).map(({ slot, url }) => ({ id: slot, url })),
  }),
  '/callback/add': async ({ ctx, asked }) => {
    const message = await callbacks.add(ctx, asked.get('url') ?? '')
    return message === undefined ? { success: true } : { success: false, message }
  },
  '/callback/remove': async ({ ctx, asked }) => {
    const slot = readNumber(asked.get('id'), 255)
    if (slot === undefined) fail('invalid_parameter', { message: 'id must be the number of a callback' })
    return { success: await callbacks.remove(ctx, slot) }
  },
}

/** Mounts what the bridge answers. */
export function mountFace(app: FastifyInstance, parts: FaceParts): void {
  const startedAt = parts.system.clock.now()
  app.setNotFoundHandler(async () => fail('path_not_found'))
  app.register((scope, _options, done) => {
    scope.setErrorHandler(sendRefusal)
    scope.addHook('onRequest', async ({ headers }) => assertDirectCall(headers, parts.names))
    for (const [url, run] of Object.entries(CALLS))
      get(scope, url, (request, reply) => answer(parts, request, reply, (call) => run(call, { startedAt })))
    get(scope, '/auth', async (request) => {
      limitStranger(parts.rates, request)
      const bridge = await face.pair(parts.system, await parts.directory.all())
      return bridge ? { token: bridge.token, success: true } : { success: false }
    })
    get(scope, DISCOVERY_PATH, async (request) => {
      limitStranger(parts.rates, request)
      const { localAddress = '0.0.0.0', localPort = 0 } = request.socket
      return discovered(parts, { ip: localAddress, port: localPort })
    })
    done()
  })
}

/** A HEAD would move a door without saying so. */
function get(
  scope: FastifyInstance,
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  scope.route({ method: 'GET', url, exposeHeadRoute: false, handler })
}

async function answer(
  { system, directory, rates }: FaceParts,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (call: Call) => Promise<unknown>,
): Promise<unknown> {
  const asked = readAsked(request.query as Record<string, unknown>)
  if (!asked) {
    limitStranger(rates, request)
    fail('invalid_parameter', { message: 'A parameter is there twice.' })
  }
  const admitted = await admit(system, directory, rates, request, asked)
  request.principal = face.principalOf(admitted.bridge)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  try {
    const ctx = contextOf({ platform: system, db: system.db }, request)
    return await run({ ctx, asked, admitted, isGone: gone.signal })
  } catch (error) {
    await admitted.noteRefusal(statusOf(toAppError(error)))
    throw error
  }
}

/** Where the bridge has another number for it: a device that is not there or busy is 503. */
const STATUS: Partial<Record<AppError['code'], number>> = {
  smartlock_offline: 503,
  resource_locked: 503,
  not_supported_by_device: 400,
  remote_unlock_off: 400,
}
const statusOf = (error: AppError): number => STATUS[error.code] ?? error.status

function sendRefusal(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (thrown instanceof RefusedBefore)
    return reply.code(thrown.status).send({ success: false, message: thrown.message })
  const error = toAppError(thrown)
  if (error.code === 'internal_error')
    request.log.error({ err: thrown, requestId: request.id }, 'a bridge program could not be answered')
  const { 'operation-id': _id, 'www-authenticate': _how, ...headers } = errorHeaders(error)
  return reply
    .code(statusOf(error))
    .headers(headers)
    .send({ success: false, message: error.message, code: error.code })
}
