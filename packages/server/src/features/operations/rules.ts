import { OPERATION_TYPES, type OperationStatus, type OperationType, type Right } from '@latchwork/contract'

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

/** The types a caller may see; undefined means all. */
export function visibleTypes(caller: {
  isMaster: boolean
  has: (right: Right) => boolean
}): OperationType[] | undefined {
  if (caller.isMaster) return undefined
  return OPERATION_TYPES.filter((type) => {
    const right = RIGHT_OF[type]
    return right !== 'master' && caller.has(right)
  })
}
