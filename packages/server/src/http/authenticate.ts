import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type Access, RIGHTS, type Route } from '@latchwork/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, fail } from '../platform/app-error.ts'
import { limitsFor, type Principal } from '../platform/context.ts'
import { networkOf } from '../platform/net/ip-address.ts'
import { isWithin } from '../platform/net/networks.ts'
import type { RateDecision, RateLimiter } from '../platform/net/rate-limit.ts'
import { hashToken } from '../platform/security/crypto.ts'
import { isUsedAsBefore } from './admissions.ts'

/** A gateway, as its own token says (D142). */
export interface GatewayCaller {
  readonly gatewayId: string
  /** Whose locks it serves. */
  readonly accountId: number
  /** What it showed. Another box may have taken its place since. */
  readonly tokenHash: string
}

/** A link to a guest's page, as its own token says (D175). */
export interface GuestCaller {
  readonly linkId: string
  /** Whose house it is. */
  readonly accountId: number
}

/** Finds who a token belongs to, by its hash. Answers at once for a token that was seen a moment ago. */
export type TokenLookup = (tokenHash: string) => Principal | undefined | Promise<Principal | undefined>

export interface Gate {
  lookUp: TokenLookup
  /** Only who needs no looking up: the token was seen a moment ago, and is good. */
  known: (tokenHash: string, now: number) => Principal | undefined
  /** The same for tokens of gateways: no token is both. */
  lookUpGateway: (token: string) => Promise<GatewayCaller | undefined>
  /** The same for links of guests. */
  lookUpGuest: (token: string) => Promise<GuestCaller | undefined>
  /** Notes that a management token is used from another network than before, and warns its owner (D243). */
  noteNetwork: (principal: Principal, request: FastifyRequest) => Promise<void>
  tokenRate: RateLimiter
  /** Of a master account with its sub-accounts: more tokens do not make more requests. */
  accountRate: RateLimiter
  addressRate: RateLimiter
  /** Of one link, and of everybody behind one address who comes with one. */
  guestRate: RateLimiter
  guestAddressRate: RateLimiter
}

/** The token of `Authorization: Bearer <token>`; tokens elsewhere are not looked at (D32). */
function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return tokenIn(header) ?? fail('token_invalid')
}

const tokenIn = (header: string): string | undefined => /^Bearer +([\x21-\x7e]+)$/i.exec(header)?.[1]

/** Where a connection keeps what its last request showed: nearly all bring one token, over and over. */
const SHOWN = Symbol('token shown')
type CallerSocket = Socket & { [SHOWN]?: { readonly header: string; readonly hash: string } }

/** The hash of the token in a header; undefined where there is none. */
function hashIn(header: string, socket: CallerSocket): string | undefined {
  const last = socket[SHOWN]
  if (last?.header === header) return last.hash
  const token = tokenIn(header)
  if (token === undefined) return undefined
  const hash = hashToken(token)
  socket[SHOWN] = { header, hash }
  return hash
}

function shownHash({ headers, raw }: FastifyRequest): string | undefined {
  if (headers.authorization === undefined) return undefined
  return hashIn(headers.authorization, raw.socket) ?? fail('token_invalid')
}

/** Lets a request in, or refuses it; notes who it is. Resolves at once for a token that was seen a moment ago. */
export function enter(
  gate: Gate,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): undefined | Promise<void> {
  if (route.access === 'gateway') return enterGateway(gate, request, reply)
  if (route.access === 'guest') return enterGuest(gate, request, neededToken)
  const note = (principal: Principal | undefined) => {
    assertSecondFactor(route, principal)
    request.principal = principal
  }
  const admitted = admit(gate, route, request, reply)
  if (admitted instanceof Promise) return admitted.then(note)
  note(admitted)
  return undefined
}

/** Who calls, where that can be said at once; nothing is refused or counted. */
export function knownCaller(
  gate: Gate,
  { headers, socket }: IncomingMessage,
  now: number,
): Principal | undefined {
  const hash = headers.authorization === undefined ? undefined : hashIn(headers.authorization, socket)
  return hash === undefined ? undefined : gate.known(hash, now)
}

async function enterGateway(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const caller = await gate.lookUpGateway(neededToken(gate, request))
  if (!caller) {
    limitAddress(gate, request)
    fail('token_invalid')
  }
  const counted = { tokenId: `gateway ${caller.gatewayId}`, ownerAccountId: caller.accountId }
  limitToken(gate, counted, request, reply)
  request.gateway = caller
}

/** Before anything is looked up: links are tried out from outside, and guests need little. */
export async function enterGuest(
  gate: Gate,
  request: FastifyRequest,
  tokenOf: (gate: Gate, request: FastifyRequest) => string,
): Promise<void> {
  assertRate(gate.guestAddressRate, networkOf(request.ip))
  const caller = await gate.lookUpGuest(tokenOf(gate, request))
  if (!caller) {
    limitAddress(gate, request)
    fail('token_invalid')
  }
  assertRate(gate.guestRate, caller.linkId)
  request.guest = caller
}

function assertRate(limiter: RateLimiter, key: string): void {
  const verdict = limiter.take(key)
  if (!verdict.allowed) fail('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}

const neededToken = (gate: Gate, request: FastifyRequest): string =>
  bearerToken(request) ?? refuseWithout(gate, request)

function refuseWithout(gate: Gate, request: FastifyRequest): never {
  limitAddress(gate, request)
  return fail('token_missing')
}

/** Token, then rate, then scope and right (D31). Answers with the principal, or undefined on public routes. */
export function admit(
  gate: Gate,
  route: Pick<Route, 'access' | 'doors' | 'lasting' | 'roles'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Principal | undefined | Promise<Principal> {
  const { access } = route
  if (access === 'public' || access === 'gateway' || access === 'guest') {
    limitAddress(gate, request)
    return undefined
  }
  const found = gate.lookUp(shownHash(request) ?? refuseWithout(gate, request))
  const check = (principal: Principal | undefined) => {
    if (!principal) {
      limitAddress(gate, request)
      fail('token_invalid')
    }
    if (principal.networks && !isWithin(principal.networks, request.ip)) {
      limitAddress(gate, request)
      fail('token_limited', { message: 'The token is not taken from this network.' })
    }
    limitToken(gate, principal, request, reply)
    const admitted = () => {
      assertAccess(access, principal)
      const caller = asFor(access, principal)
      assertUnlimited(route, caller)
      return caller
    }
    return isUsedAsBefore(principal, request.ip)
      ? admitted()
      : gate.noteNetwork(principal, request).then(admitted)
  }
  return found instanceof Promise ? found.then(check) : check(found)
}

/** Asks again who the token of a request belongs to, for answers that outlive the check at their start. */
export function revalidatorOf(gate: Gate, request: FastifyRequest): () => ReturnType<TokenLookup> {
  const hash = shownHash(request)
  const check = (principal: Principal | undefined) =>
    principal?.networks && !isWithin(principal.networks, request.ip) ? undefined : principal
  return () => {
    const found = hash === undefined ? undefined : gate.lookUp(hash)
    return found instanceof Promise ? found.then(check) : check(found)
  }
}

/** Who asks, for an answer that takes long: refused as at its start would be, and counted no second time. */
export async function readmit(
  gate: Gate,
  route: Pick<Route, 'access' | 'doors' | 'lasting' | 'roles'>,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const { access } = route
  if (access === 'public' || access === 'gateway' || access === 'guest') return request.principal
  const principal = (await revalidatorOf(gate, request)()) ?? fail('token_invalid')
  assertAccess(access, principal)
  const caller = asFor(access, principal)
  assertUnlimited(route, caller)
  return caller
}

function limitAddress(gate: Gate, request: FastifyRequest): void {
  assertRate(gate.addressRate, networkOf(request.ip))
}

type Counted = Pick<Principal, 'tokenId' | 'ownerAccountId'>

/** What a token may not ask does not count for its account. */
export function countAgainst(gate: Gate, { tokenId, ownerAccountId }: Counted): RateDecision {
  const byToken = gate.tokenRate.take(tokenId)
  const byAccount = byToken.allowed ? gate.accountRate.take(ownerAccountId) : byToken
  return byAccount.allowed ? byToken : byAccount
}

/** Names and values by turns. */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateDecision): string[] =>
  limit === 0
    ? []
    : [
        'ratelimit-limit',
        String(limit),
        'ratelimit-remaining',
        String(remaining),
        'ratelimit-reset',
        String(resetSeconds),
      ]

/** Calls that were counted, and refused for it, before they came to `enter`. */
const refusedRates = new WeakMap<IncomingMessage, RateDecision>()

export const noteRefusedRate = (request: IncomingMessage, verdict: RateDecision): void =>
  void refusedRates.set(request, verdict)

function limitToken(gate: Gate, counted: Counted, { raw }: FastifyRequest, reply: FastifyReply): void {
  const verdict = refusedRates.get(raw) ?? countAgainst(gate, counted)
  const headers = rateHeaders(verdict)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  if (!verdict.allowed) fail('rate_limited', { retryAfterSeconds: verdict.retryAfterSeconds })
}

/** Who signed in with a password alone where more is demanded can set that up, and nothing else (D116). */
function assertSecondFactor({ enrolment }: Route, principal: Principal | undefined): void {
  if (principal?.needsSecondFactor && !enrolment) fail('second_factor_required')
}

/** Scope, then operator, right or master (D34, D40, D100). */
function assertAccess(access: Exclude<Access, 'public' | 'gateway' | 'guest'>, principal: Principal): void {
  if (access === 'token') return
  if (!access.scopes.some((scope) => principal.scopes.has(scope))) {
    throw new AppError('scope_missing', {
      message: `The token lacks the scope ${access.scopes.join(' or ')}.`,
    })
  }
  if (access.operator && !principal.isOperator) fail('operator_required')
  if (principal.isMaster) return
  if (access.master) fail('master_required')
  if (access.right && (principal.rights & RIGHTS[access.right]) === 0) {
    throw new AppError('right_missing', {
      message: `The sub-account lacks the right ${access.right} (${RIGHTS[access.right]}).`,
    })
  }
}

/** The caller within what the right is for that lets it in (D209). */
function asFor(access: Exclude<Access, 'public' | 'gateway' | 'guest'>, principal: Principal): Principal {
  const right = access === 'token' ? undefined : access.right
  return principal.reach && right ? { ...principal, limits: limitsFor(principal, right) } : principal
}

/** A token for some doors calls what keeps to doors, and one that ends or is bound to networks makes nothing that goes on (D119). */
function assertUnlimited(
  { doors, lasting, roles }: Pick<Route, 'doors' | 'lasting' | 'roles'>,
  principal: Principal,
): void {
  if (principal.tokenLimits && doors === undefined)
    fail('token_limited', { message: 'A token that is limited to locks or addresses cannot call this.' })
  if (principal.limits && doors === undefined && roles === undefined)
    fail('right_missing', {
      message: 'The role is for some doors only, and this is about the whole account.',
    })
  if (lasting && (principal.networks || (principal.kind === 'api' && Number.isFinite(principal.expiresAt))))
    fail('token_limited', { message: 'A token that ends or is bound to networks cannot make other access.' })
}
