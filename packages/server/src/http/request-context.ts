import type { ErrorCode } from '@latchwork/contract'
import type { FastifyRequest } from 'fastify'
import { fail } from '../platform/app-error.ts'
import { OUTSIDE_TRANSACTIONS, type Platform, type Principal, type RequestCtx } from '../platform/context.ts'
import { networkOf } from '../platform/net/ip-address.ts'
import type { Db } from '../platform/store/database.ts'
import type { GatewayCaller, GuestCaller } from './authenticate.ts'
import type { GatewayCtx, GuestCtx } from './handler.ts'

/** What contexts are made from. */
interface Ground {
  readonly platform: Platform
  readonly db: Db
}

type Callers = { principal: Principal; gateway: GatewayCaller; guest: GuestCaller }

/** What a call is worked on with; which of the callers there is, the type of its handler says. */
export function contextOf(
  ground: Ground,
  request: FastifyRequest,
): RequestCtx<ErrorCode> & GatewayCtx<ErrorCode> & GuestCtx<ErrorCode> {
  const { principal, gateway, guest } = request as FastifyRequest & Callers
  return {
    ...baseOf(ground),
    accountId: principal?.ownerAccountId ?? gateway?.accountId ?? guest?.accountId ?? 0,
    principal,
    gateway,
    guest,
    requestId: request.id,
    calledAt: request.calledAt,
    span: request.span,
    network: networkOf(request.ip),
    incoming: request,
  }
}

type Base = Platform & typeof OUTSIDE_TRANSACTIONS & { db: Db; fail: typeof fail }
const bases = new WeakMap<object, Base>()

/** What all calls have in common, put together once: an object that begins as a copy of one other is made fast. */
function baseOf(ground: Ground): Base {
  const known = bases.get(ground)
  if (known) return known
  const base = { ...ground.platform, db: ground.db, fail, ...OUTSIDE_TRANSACTIONS }
  bases.set(ground, base)
  return base
}
