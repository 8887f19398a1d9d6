import {
  OPERATION_TYPES,
  type OperationStatus,
  type OperationType,
  RIGHTS,
  type Right,
  type Scope,
} from '@latchwork/contract'
import { limitsFor, type Principal, type TokenLimits } from '../../platform/context.ts'

/** From which statuses a status can be reached (8.4). `unknown` is not final: a later proof still counts. */
export const REACHED_FROM: Record<Exclude<OperationStatus, 'queued'>, readonly OperationStatus[]> = {
  sent: ['queued'],
  confirmed: ['queued', 'sent', 'unknown'],
  failed: ['queued', 'sent', 'unknown'],
  expired: ['queued', 'sent'],
  unknown: ['sent'],
  cancelled: ['queued', 'sent'],
}

/** The right an operation's own call needs: a sub-account sees the operations its rights cover (5.11). */
const RIGHT_OF: Record<OperationType, Right | 'master'> = {
  action: 'operateSmartlock',
  sync: 'operateSmartlock',
  'auth.create': 'manageAuthorizations',
  'auth.update': 'manageAuthorizations',
  'auth.delete': 'manageAuthorizations',
  config: 'manageConfig',
  advancedConfig: 'manageConfig',
  openerConfig: 'manageConfig',
  smartdoorConfig: 'manageConfig',
  adminPin: 'manageConfig',
  pairing: 'manageAuthorizations',
  'user.delete': 'manageAuthorizations',
  'unit.delete': 'manageAuthorizations',
  'address.delete': 'manageSmartlock',
  'token.redeem': 'manageAuthorizations',
  'reservation.issue': 'manageAuthorizations',
  'reservation.revoke': 'manageAuthorizations',
  'reservation.update': 'manageAuthorizations',
  'service.sync': 'master',
}

const LOCK = ['smartlock.action'] as const
const AUTH = ['smartlock.auth'] as const
const CONFIG = ['smartlock.config'] as const
const ACCOUNT = ['account'] as const

/** The scopes an operation's own call needs, any of which shows what became of it (D111). */
const SCOPES_OF: Record<OperationType, readonly Scope[]> = {
  action: LOCK,
  sync: LOCK,
  'auth.create': AUTH,
  'auth.update': AUTH,
  'auth.delete': AUTH,
  config: CONFIG,
  advancedConfig: CONFIG,
  openerConfig: CONFIG,
  smartdoorConfig: CONFIG,
  adminPin: CONFIG,
  pairing: AUTH,
  'user.delete': ['account', 'smartlock.auth'],
  'unit.delete': ACCOUNT,
  'address.delete': ACCOUNT,
  'token.redeem': ACCOUNT,
  'reservation.issue': ACCOUNT,
  'reservation.revoke': ACCOUNT,
  'reservation.update': ACCOUNT,
  'service.sync': ACCOUNT,
}

/** Operations that somebody sees: of these types, about these locks, or begun by this account. */
export interface Sight {
  readonly types?: readonly OperationType[]
  readonly smartlockIds?: ReadonlySet<number>
  readonly actorAccountId?: number
}

type Caller = Pick<
  Principal,
  'isMaster' | 'rights' | 'scopes' | 'limits' | 'tokenLimits' | 'reach' | 'accountId'
>

/** What a caller may see: what any of these shows; undefined means all. */
export function sightsOf(caller: Caller): readonly Sight[] | undefined {
  const types = OPERATION_TYPES.filter((type) => isShown(caller, type))
  if (types.length === 0) return []
  if (caller.reach) return sightsOfRoles(caller, types)
  const isAll = types.length === OPERATION_TYPES.length
  if (isAll && !caller.limits) return undefined
  return [{ ...(!isAll && { types }), ...onlyOf(caller.limits) }]
}

function isShown({ scopes, isMaster, rights }: Caller, type: OperationType): boolean {
  if (!SCOPES_OF[type].some((scope) => scopes.has(scope))) return false
  const right = RIGHT_OF[type]
  return isMaster || (right !== 'master' && (rights & RIGHTS[right]) !== 0)
}

/**
 * What each right is for (D209). Who began something learns how it ended, whatever locks it was for; a token for some
 * doors only of what is theirs (D119).
 */
function sightsOfRoles(caller: Caller, types: readonly OperationType[]): Sight[] {
  const byRight = Map.groupBy(types, (type) => RIGHT_OF[type])
  const shown = [...byRight].map(([right, ofRight]) => ({
    types: ofRight,
    ...onlyOf(right === 'master' ? undefined : limitsFor(caller, right)),
  }))
  return [...shown, { types, actorAccountId: caller.accountId, ...onlyOf(caller.tokenLimits) }]
}

const onlyOf = (limits: TokenLimits | undefined): Sight =>
  limits ? { smartlockIds: limits.smartlockIds } : {}
