import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../../../http/authenticate.ts'
import type { Appearance, ShowConsole } from '../../../http/console-page.ts'
import { errorHeaders, toAppError } from '../../../http/error-handler.ts'
import type { Mount } from '../../../http/mount.ts'
import { fail } from '../../../platform/app-error.ts'
import { type CallCtx, OUTSIDE_TRANSACTIONS } from '../../../platform/context.ts'
import { networkOf } from '../../../platform/net/ip-address.ts'
import { METADATA_PATH, metadataOf } from './metadata.ts'
import {
  type AuthorizationRequest,
  isProblem,
  type OauthProblem,
  type Parameters,
  readParameters,
} from './rules.ts'
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

/** OAuth 2 (contract 2.2). Its bodies and errors are those of its RFCs, so it stands beside the API's routes. */
export async function mountOauth(
  mount: Mount,
  { publicUrl, showConsole }: { publicUrl: string | undefined; showConsole: ShowConsole },
): Promise<void> {
  await mount.app.register((app, _options, done) => {
    app.setErrorHandler(sendFailure)
    app.addHook(
      'onRequest',
      async (request, reply) => void admit(mount.gate, { access: 'public' }, request, reply),
    )
    app.get(METADATA_PATH, async (request) =>
      metadataOf(publicUrl ?? `${request.protocol}://${request.host}`),
    )
    mountAuthorize(app, mount, showConsole)
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

/**
 * A person is asked by a page of the console (D211), which takes over from here with the query of this address; it has
 * the console's session, and answers by the API (D191). What is wrong is said by status and redirect, as RFC 6749 has it.
 */
function mountAuthorize(app: FastifyInstance, mount: Mount, showConsole: ShowConsole): void {
  const open = async (request: FastifyRequest, parameters: Parameters | OauthProblem): Promise<Opening> =>
    isProblem(parameters)
      ? { kind: 'refuse', message: parameters.description }
      : (await loadService()).openRequest(contextOf(mount, request), parameters)
  const sendBack = async (reply: FastifyReply, opening: Exclude<Opening, { kind: 'ask' }>) =>
    opening.kind === 'redirect'
      ? reply.redirect(opening.to, 303)
      : showConsole(reply, refused(opening.kind === 'refuse' ? opening.message : undefined))
  app.get('/oauth/authorize', async (request, reply) => {
    const opening = await open(request, parametersOf(request))
    if (opening.kind !== 'ask') return sendBack(reply, opening)
    const asking = `asking:${encodeURIComponent(opening.client.name.toWellFormed())}`
    return showConsole(reply, { status: 200, facts: [asking] })
  })
  // Clients may also post what they ask for (RFC 6749 3.1).
  app.post('/oauth/authorize', async (request, reply) => {
    const parameters = parametersOf(request)
    const opening = await open(request, parameters)
    if (opening.kind !== 'ask') return sendBack(reply, opening)
    const query = queryOf(opening.request)
    return query.length > LONGEST_QUERY
      ? showConsole(reply, refused('The request is too long.'))
      : reply.redirect(`authorize?${query}`, 303)
  })
}

/** Addresses that are longer do not get through everywhere, a header of ours not through many. */
const LONGEST_QUERY = 8192

/** The page says in the person's language that the request does not work, and to developers why. */
const refused = (because?: string): Appearance => ({
  status: 400,
  facts: ['refused', ...(because === undefined ? [] : [`because:${encodeURIComponent(because)}`])],
})

/** A form may have anything in it; what was not asked for is in no address. */
const queryOf = ({ clientId, redirectUri, scopes, state, codeChallenge }: AuthorizationRequest): string =>
  new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(' '),
    ...(state !== undefined && { state }),
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  }).toString()

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

function contextOf({ platform, db }: Mount, request: FastifyRequest): CallCtx<never> {
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
