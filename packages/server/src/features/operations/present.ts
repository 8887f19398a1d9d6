import type { Operation, OperationStatus, OperationType } from '@latchwork/contract'
import { toWireDate } from '../../platform/clock.ts'
import type { OperationWithChildren } from './service.ts'

export const present = ({ row, children }: OperationWithChildren): Operation => ({
  operationId: row.id,
  type: row.type as OperationType,
  ...(row.smartlock_id !== null && { smartlockId: row.smartlock_id }),
  ...(row.auth_ids !== null && { authIds: JSON.parse(row.auth_ids) as string[] }),
  status: row.status as OperationStatus,
  ...(row.error_code !== null && { errorCode: row.error_code }),
  ...(row.error !== null && { error: row.error }),
  ...(row.proof !== null && { proof: row.proof as NonNullable<Operation['proof']> }),
  createdDate: toWireDate(row.created_at),
  updateDate: toWireDate(row.updated_at),
  ...(row.request_id !== null && { requestId: row.request_id }),
  ...(children.length > 0 && { children }),
})
