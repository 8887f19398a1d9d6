import {
  OPERATION_TYPES,
  type OperationStatus,
  type OperationType,
  type Right,
  type Scope,
} from '@latchwork/contract'

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
  'user.delete': ['account', 'smartlock.auth'],
  'unit.delete': ACCOUNT,
  'address.delete': ACCOUNT,
  'token.redeem': ACCOUNT,
  'reservation.issue': ACCOUNT,
  'reservation.revoke': ACCOUNT,
  'reservation.update': ACCOUNT,
  'service.sync': ACCOUNT,
}

/** The types a caller may see; undefined means all. */
export function visibleTypes(caller: {
  isMaster: boolean
  has: (right: Right) => boolean
  holds: (scope: Scope) => boolean
}): OperationType[] | undefined {
  const isAllowed = (type: OperationType): boolean => {
    if (!SCOPES_OF[type].some(caller.holds)) return false
    const right = RIGHT_OF[type]
    return caller.isMaster || (right !== 'master' && caller.has(right))
  }
  const types = OPERATION_TYPES.filter(isAllowed)
  return types.length === OPERATION_TYPES.length ? undefined : types
}
