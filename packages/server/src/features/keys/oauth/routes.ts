import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../../../http/authenticate.ts'
import { errorHeaders, toAppError } from '../../../http/error-handler.ts'
import type { Mount } from '../../../http/mount.ts'
import { AppError, fail } from '../../../platform/app-error.ts'
import { type CallCtx, OUTSIDE_TRANSACTIONS } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/net/ip-address.ts'
import type { LoginRefusal } from '../../identity/sessions/service.ts'
import { METADATA_PATH, metadataOf } from './metadata.ts'
import { consentPage, errorPage, loginPage, pageHeaders } from './pages.ts'
import { isProblem, type OauthProblem, type Parameters, readParameters } from './rules.ts'
import type { ClientCredentials, Opening } from './service.ts'

/** Loaded with the first call: the library behind it costs time at every start. */
const loadService = () => import('./service.ts')

/** The paths below, for the list of known ones. */
export const OAUTH_PATHS = [
  { method: 'GET', path: METADATA_PATH },
  { method: 'GET', path: '/oauth/authorize' },
  { method: 'POST', path: '/oauth/authorize' },
  { method: 'POST', path: '/oauth/token' },
  { method: 'POST', path: '/oauth/revoke' },
] as const

/** OAuth 2 (contract 2.2). Its bodies, errors and pages are those of its RFCs, so it stands beside the API's routes. */
export async function mountOauth(mount: Mount, publicUrl: string | undefined): Promise<void> {
  await mount.app.register((app, _options, done) => {
    app.setErrorHandler(sendFailure)
    app.addHook(
      'onRequest',
      async (request, reply) => void admit(mount.gate, { access: 'public' }, request, reply),
    )
    app.get(METADATA_PATH, async (request) =>
      metadataOf(publicUrl ?? `${request.protocol}://${request.host}`),
    )
    mountAuthorize(app, mount)
    app.post('/oauth/token', async (request, reply) => {
      const parameters = parametersOf(request)
      if (isProblem(parameters)) return sendProblem(reply, parameters)
      const oauth = await loadService()
      const answer = await oauth.issueTokens(
        contextOf(mount, request),
        parameters,
        request.headers.authorization,
      )
      if ('error' in answer) return sendProblem(reply, answer)
      return reply.header('pragma', 'no-cache').send(answer)
    })
    app.post('/oauth/revoke', async (request, reply) => {
      const parameters = parametersOf(request)
      if (isProblem(parameters)) return sendProblem(reply, parameters)
      const token = parameters.get('token')
      if (token === undefined) {
        return sendProblem(reply, { error: 'invalid_request', description: 'Missing parameter: `token`' })
      }
      const credentials = credentialsOf(parameters, request.headers.authorization)
      const oauth = await loadService()
      const problem = await oauth.revoke(contextOf(mount, request), token, credentials)
      return problem ? sendProblem(reply, problem) : reply.code(200).send({})
    })
    done()
  })
}

function mountAuthorize(app: FastifyInstance, mount: Mount): void {
  app.get('/oauth/authorize', async (request, reply) => {
    const parameters = parametersOf(request)
    if (isProblem(parameters)) return sendPage(reply, 400, errorPage(parameters.description))
    const oauth = await loadService()
    const opening = await oauth.openRequest(contextOf(mount, request), parameters)
    return answerOpening(reply, opening)
  })
  app.post('/oauth/authorize', async (request, reply) => {
    const parameters = parametersOf(request)
    if (isProblem(parameters)) return sendPage(reply, 400, errorPage(parameters.description))
    const ctx = contextOf(mount, request)
    const ticket = parameters.get('ticket')
    if (ticket === undefined) return logIn(ctx, reply, parameters)
    const oauth = await loadService()
    const to = await oauth.decide(ctx, ticket, parameters.get('decision') === 'allow')
    if (to !== undefined) return reply.redirect(to, 303)
    return sendPage(reply, 400, errorPage(oauth.TOO_OLD))
  })
}

function answerOpening(reply: FastifyReply, opening: Opening): FastifyReply {
  if (opening.kind === 'redirect') return reply.redirect(opening.to, 303)
  if (opening.kind === 'refuse') return sendPage(reply, 400, errorPage(opening.message))
  const { client, request } = opening
  return sendPage(reply, 200, loginPage(client, request), request.redirectUri)
}

async function logIn(
  ctx: CallCtx<LoginRefusal | 'second_factor_required'>,
  reply: FastifyReply,
  parameters: Parameters,
): Promise<FastifyReply> {
  const oauth = await loadService()
  const opening = await oauth.openRequest(ctx, parameters)
  if (opening.kind !== 'ask') return answerOpening(reply, opening)
  const { client, request } = opening
  const email = parameters.get('email') ?? ''
  const otp = parameters.get('otp')
  try {
    const person = await oauth.logIn(ctx, request, {
      email,
      password: parameters.get('password') ?? '',
      ...(otp !== undefined && { otp }),
    })
    return sendPage(reply, 200, consentPage(client, request, person), request.redirectUri)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { retryAfterSeconds } = error.detail
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    const again = loginPage(client, request, { message: error.message, email })
    return sendPage(reply, error.status, again, request.redirectUri)
  }
}

/** Parameters come in a form or in the query (contract 2.2). */
function parametersOf(request: FastifyRequest): Parameters | OauthProblem {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '')
  const body = request.body as Buffer | undefined
  if (!body || body.length === 0) return readParameters(query)
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return {
      error: 'invalid_request',
      description: 'Send the parameters as application/x-www-form-urlencoded.',
    }
  }
  return readParameters(query, new URLSearchParams(body.toString('utf8')))
}

function credentialsOf(
  parameters: Parameters,
  authorization: string | undefined,
): ClientCredentials | undefined {
  const basic = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (basic !== undefined) {
    const [clientId = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':')
    return { clientId, secret: secret.join(':') || undefined }
  }
  const clientId = parameters.get('client_id')
  return clientId === undefined ? undefined : { clientId, secret: parameters.get('client_secret') }
}

function contextOf(
  { platform, db }: Mount,
  request: FastifyRequest,
): CallCtx<LoginRefusal | 'second_factor_required'> {
  return {
    ...platform,
    db,
    accountId: 0,
    fail,
    ...OUTSIDE_TRANSACTIONS,
    requestId: request.id,
    network: networkOf(request.ip),
    incoming: request,
  }
}

const sendPage = (reply: FastifyReply, status: number, html: string, redirectUri?: string): FastifyReply =>
  reply.code(status).headers(pageHeaders(redirectUri)).send(html)

/** RFC 6749 5.2: a client that is not who it says gets 401, and a challenge if it came by header; the rest is 400. */
function sendProblem(reply: FastifyReply, { error, description }: OauthProblem): FastifyReply {
  const isClientUnknown = error === 'invalid_client'
  if (isClientUnknown && reply.request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Basic realm="latchwork"')
  }
  return reply.code(isClientUnknown ? 401 : 400).send({ error, error_description: description })
}

function sendFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (error.code === 'internal_error') {
    request.log.error({ err: thrown, requestId: request.id }, 'request failed')
  }
  return reply
    .code(error.status)
    .headers(errorHeaders(error))
    .send({
      error: error.status >= 500 || error.status === 429 ? 'temporarily_unavailable' : 'invalid_request',
      error_description: error.message,
    })
}
