import type { CodeProof, MovementProof, OperationStatus, OperationType } from '@latchwork/contract'

const statuses: Record<OperationStatus, string> = {
  queued: 'Waiting for the lock',
  sent: 'Sent, waiting for the lock to answer',
  confirmed: 'Confirmed by the lock',
  failed: 'The lock could not do it',
  expired: 'Not sent in time: it was surely not done',
  unknown: 'No answer: nobody knows whether it was done',
  cancelled: 'Cancelled',
}

/** How a confirmed operation is known to be done. */
const proofs: Record<MovementProof | CodeProof, string> = {
  report: 'Confirmed by the lock',
  read: 'Confirmed by the lock, which was asked afterwards',
  value: 'Confirmed by the lock, which holds this very code',
  occupied: 'Confirmed by the lock: it holds a code there and does not tell which',
}

const types: Record<OperationType, string> = {
  action: 'movement',
  sync: 'synchronisation',
  'auth.create': 'new authorization',
  'auth.update': 'changed authorization',
  'auth.delete': 'deleted authorization',
  config: 'setting',
  advancedConfig: 'advanced setting',
  openerConfig: 'opener setting',
  smartdoorConfig: 'smart door setting',
  adminPin: 'admin PIN',
  pairing: 'paired app or fob',
  'user.delete': 'deleted person',
  'unit.delete': 'deleted unit',
  'address.delete': 'deleted address',
  'token.redeem': 'redeemed address token',
  'reservation.issue': 'issued code of a stay',
  'reservation.revoke': 'revoked code of a stay',
  'reservation.update': 'changed stay',
  'service.sync': 'calendar synchronisation',
}

export const operations = {
  deviceErrors: {
    '10': 'not in pairing mode',
    '12': 'bad parameter',
    '13': 'too many users',
    '20': 'not authorized',
    '21': 'wrong admin PIN',
    '29': 'no free place',
    '2a': 'the code exists already',
    '2b': 'the code is not valid',
    '41': 'position unknown',
    '42': 'motor blocked',
    '43': 'clutch failure',
    '44': 'motor time-out',
    '45': 'the lock is busy',
    '46': 'cancelled at the lock',
    '47': 'not calibrated',
    '49': 'motor voltage too low',
    '4e': 'rejected by the lock',
    '4f': 'rejected: night mode',
    f0: 'the command came too late',
    f4: 'the lock cannot do that',
    f5: 'nothing proves that the lock has it',
    f6: 'the lock did not answer, so surely nothing was done',
    ff: 'unknown, mostly offline',
  },
  errorCode: (code: string) => `error ${code}`,
  proofs,
  statuses,
  types,
}
