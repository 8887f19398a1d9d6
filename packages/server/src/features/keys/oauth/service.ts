import OAuth2Server from '@node-oauth/oauth2-server'
import { type Ctx, inTransaction } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { findClient, isSecretRight } from './clients.ts'
import * as grants from './grants.ts'
import { createModel } from './model.ts'
import {
  ACCESS_SECONDS,
  type AuthorizationRequest,
  CODE_SECONDS,
  errorRedirect,
  isProblem,
  type OauthClient,
  type OauthProblem,
  type Parameters,
  REFRESH_MS,
  readParameters,
  readRequest,
  TICKET_MS,
} from './rules.ts'
import * as store from './store.ts'

/** What the authorize page does with a request: ask, send the browser back with an error, or show the error itself. */
export type Opening =
  | { kind: 'ask'; client: OauthClient; request: AuthorizationRequest }
  | { kind: 'redirect'; to: string }
  | { kind: 'refuse'; message: string }
  /** The client, or its redirect URI, is not registered. */
  | { kind: 'unknown'; message: string }

/**
 * Checks a request of a client. The browser is only ever sent to a redirect URI that is registered, letter by letter.
 * Anybody with an account can register a client, so an error goes to its redirect URI only after somebody else has
 * allowed the client; until then the error is shown here (D247).
 */
export async function openRequest(ctx: Ctx<never>, parameters: Parameters): Promise<Opening> {
  const client = await findClient(ctx, parameters.get('client_id') ?? '')
  if (!client) return { kind: 'unknown', message: 'The application that sent you here is not known.' }
  const redirectUri = parameters.get('redirect_uri') ?? ''
  if (!client.redirectUris.includes(redirectUri)) {
    return {
      kind: 'unknown',
      message: 'The application that sent you here wants an answer at an address it never registered.',
    }
  }
  const request = readRequest(parameters, client, redirectUri)
  if (!isProblem(request)) return { kind: 'ask', client, request }
  if (!(await store.isAllowedByOthers(ctx.db, client.apiKeyId)))
    return { kind: 'refuse', message: request.description }
  return { kind: 'redirect', to: errorRedirect(redirectUri, request, parameters.get('state')) }
}

/** The same for the parameters as they stand in an address. */
export async function openQuery(ctx: Ctx<never>, query: string): Promise<Opening> {
  const parameters = readParameters(new URLSearchParams(query))
  return isProblem(parameters)
    ? { kind: 'refuse', message: parameters.description }
    : openRequest(ctx, parameters)
}

export const TOO_OLD = 'This page is too old or was answered before. Start again at the application.'

/** Nobody thinks about more requests at the same time; the oldest is forgotten first. */
const MOST_TICKETS = 20

/**
 * What a person is asked (D191). The ticket stands for "this person, this request": it is nowhere but in the page that
 * asks, so no other page can answer in the person's name.
 */
export async function askPerson(
  ctx: Ctx<never>,
  accountId: number,
  request: AuthorizationRequest,
): Promise<string> {
  const ticket = newToken()
  await inTransaction(ctx, async (tx) => {
    await store.removeTicketsBut(tx.db, accountId, MOST_TICKETS - 1)
    await store.insertTicket(tx.db, {
      ticket_hash: hashToken(ticket),
      account_id: accountId,
      request: JSON.stringify(request),
      expires_at: tx.clock.now() + TICKET_MS,
    })
  })
  return ticket
}

export interface Decision {
  isAllowed: boolean
  /** The app gets no refresh token, and its grant ends after an hour. */
  isForOneHour: boolean
}

/** Their answer. Returns where the browser goes, or undefined when the ticket is no more or not theirs, or the client gone. */
export async function decide(
  ctx: Ctx<never>,
  accountId: number,
  { ticket, ...decision }: Decision & { ticket: string },
): Promise<string | undefined> {
  // Ticket and code change places in one step: a new password finds one of them (D36).
  return inTransaction(ctx, async (tx) => {
    const hash = hashToken(ticket)
    const found = await store.findTicket(tx.db, accountId, hash, tx.clock.now())
    if (!found || !(await store.takeTicket(tx.db, hash))) return undefined
    return answerTo(tx, accountId, JSON.parse(found.request) as AuthorizationRequest, decision)
  })
}

async function answerTo(
  ctx: Ctx<never>,
  accountId: number,
  request: AuthorizationRequest,
  { isAllowed, isForOneHour }: Decision,
): Promise<string | undefined> {
  const response = new OAuth2Server.Response()
  await libraryOf(ctx)
    .authorize(libraryRequest(authorizeBody(request, isAllowed)), response, {
      allowEmptyState: true,
      authorizationCodeLifetime: CODE_SECONDS,
      authenticateHandler: { handle: () => ({ accountId, isForOneHour }) },
    })
    .catch((error: unknown) => {
      // What the library refuses it writes into the redirect; there is none when the client is gone meanwhile.
      if (!isRefusal(error)) throw error
    })
  return response.get('location') as string | undefined
}

const isRefusal = (error: unknown): error is OAuth2Server.OAuthError =>
  error instanceof OAuth2Server.OAuthError && !(error instanceof OAuth2Server.ServerError)

const authorizeBody = (request: AuthorizationRequest, isAllowed: boolean) => ({
  client_id: request.clientId,
  redirect_uri: request.redirectUri,
  response_type: 'code',
  scope: request.scopes.join(' '),
  ...(request.state !== undefined && { state: request.state }),
  ...(request.codeChallenge !== undefined && {
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  }),
  ...(!isAllowed && { allowed: 'false' }),
})

const libraryOf = (ctx: Ctx<never>) => new OAuth2Server({ model: createModel(ctx) })

/** The library reads forms only; which way the parameters came was settled before. */
const libraryRequest = (body: Record<string, string>, authorization?: string) =>
  new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '1',
      ...(authorization !== undefined && { authorization }),
    },
    body,
  })

const GRANT_TYPES = ['authorization_code', 'refresh_token']

/** The answer of the token endpoint (contract 2.2). */
export interface TokenAnswer {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  refresh_token?: string
  scope: string
}

export async function issueTokens(
  ctx: Ctx<never>,
  parameters: Parameters,
  authorization: string | undefined,
): Promise<TokenAnswer | OauthProblem> {
  const grantType = parameters.get('grant_type')
  if (grantType === undefined) {
    return { error: 'invalid_request', description: 'Missing parameter: `grant_type`' }
  }
  if (!GRANT_TYPES.includes(grantType)) {
    return { error: 'unsupported_grant_type', description: `Offered are ${GRANT_TYPES.join(' and ')}.` }
  }
  if (grantType === 'authorization_code' && !parameters.has('redirect_uri')) {
    return { error: 'invalid_request', description: 'Missing parameter: `redirect_uri`' }
  }
  try {
    const token = await libraryOf(ctx).token(
      libraryRequest(Object.fromEntries(parameters), authorization),
      new OAuth2Server.Response(),
      {
        accessTokenLifetime: ACCESS_SECONDS,
        refreshTokenLifetime: REFRESH_MS / 1000,
        requireClientAuthentication: { authorization_code: false, refresh_token: false },
      },
    )
    return {
      access_token: token.accessToken,
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      ...(token.refreshToken !== undefined && { refresh_token: token.refreshToken }),
      scope: (token.scope ?? []).join(' '),
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { error: error.name, description: error.message }
  }
}

export interface ClientCredentials {
  clientId: string
  secret: string | undefined
}

/**
 * Ends a token (RFC 7009): a refresh token with its whole grant, an access token alone. Whoever holds a token may end
 * it; a client that names itself must be the one it was made for. Unknown tokens are as good as ended.
 */
export async function revoke(
  ctx: Ctx<never>,
  token: string,
  credentials: ClientCredentials | undefined,
): Promise<OauthProblem | undefined> {
  if (credentials) {
    const client = await findClient(ctx, credentials.clientId)
    if (!client || !isSecretRight(client, credentials.secret)) {
      return { error: 'invalid_client', description: 'The client is not known or its secret is wrong.' }
    }
  }
  const hash = hashToken(token)
  const row = await store.findToken(ctx.db, hash)
  if (!row || (credentials && row.client_id !== credentials.clientId)) return undefined
  if (row.kind === 'refresh') {
    await grants.end(ctx, row.account_id, row.grant_id, 'revoked by the client')
    return undefined
  }
  await inTransaction(ctx, async (tx) => {
    await store.removeToken(tx.db, hash)
    tx.afterCommit(() => tx.wake.notify('credential', row.account_id))
  })
  return undefined
}

/** Whoever was just logging in for a client has to start again: their password is another one now. */
export async function endPending(ctx: Ctx<never>, accountId: number): Promise<void> {
  await store.removeTicketsOf(ctx.db, accountId)
  await store.removeCodesOf(ctx.db, accountId)
}

/** Takes back everything the account allowed to clients; the caller informs the other processes. */
export const endGrants = (ctx: Ctx<never>, accountId: number) => store.removeGrantsOf(ctx.db, accountId)

/** Those that an account gave to one key; the ids of what went. */
export const endGrantsOfKey = (ctx: Ctx<never>, accountId: number, apiKeyId: number) =>
  store.removeGrantsOfKey(ctx.db, accountId, apiKeyId)

export const touchGrant = (ctx: Ctx<never>, id: string, at: number) => store.touchGrant(ctx.db, id, at)
