import Type, { type Static } from 'typebox'
import { DateTime, HexId, Limit, SmartlockId, StringEnum } from './fields.ts'
import { CODE_PROOFS, MOVEMENT_PROOFS } from './lock-capability.ts'
import { route } from './route.ts'

export const OPERATION_TYPES = [
  'action',
  'sync',
  'auth.create',
  'auth.update',
  'auth.delete',
  'config',
  'advancedConfig',
  'openerConfig',
  'smartdoorConfig',
  'adminPin',
  'pairing',
  'user.delete',
  'unit.delete',
  'address.delete',
  'token.redeem',
  'reservation.issue',
  'reservation.revoke',
  'reservation.update',
  'service.sync',
] as const
export type OperationType = (typeof OPERATION_TYPES)[number]

export const OPERATION_STATUSES = [
  'queued',
  'sent',
  'confirmed',
  'failed',
  'expired',
  'unknown',
  'cancelled',
] as const
export type OperationStatus = (typeof OPERATION_STATUSES)[number]

/** The receipt of an asynchronous call (4.25, 8.4). */
export const Operation = Type.Object({
  operationId: HexId,
  type: StringEnum(OPERATION_TYPES),
  smartlockId: Type.Optional(SmartlockId),
  authIds: Type.Optional(Type.Array(HexId)),
  status: StringEnum(OPERATION_STATUSES),
  errorCode: Type.Optional(Type.String({ description: 'device error code (7.5)' })),
  error: Type.Optional(Type.String()),
  proof: Type.Optional(
    StringEnum(
      [...MOVEMENT_PROOFS, ...CODE_PROOFS],
      'how it is known, once confirmed: report and read of movements, value and occupied of codes',
    ),
  ),
  createdDate: DateTime,
  updateDate: DateTime,
  requestId: Type.Optional(HexId),
  children: Type.Optional(Type.Array(HexId)),
})
export type Operation = Static<typeof Operation>

export const operations = {
  list: route({
    method: 'GET',
    path: '/operation',
    summary: 'List operations, newest first',
    access: 'token',
    doors: 'handler',
    query: Type.Object({
      smartlockId: Type.Optional(SmartlockId),
      status: Type.Optional(StringEnum(OPERATION_STATUSES)),
      requestId: Type.Optional(HexId),
      limit: Limit(50, 1000),
    }),
    returns: Type.Array(Operation),
  }),
  get: route({
    method: 'GET',
    path: '/operation/{operationId}',
    summary: 'Ask what became of an asynchronous call',
    access: 'token',
    doors: 'handler',
    params: Type.Object({ operationId: HexId }),
    returns: Operation,
  }),
}
