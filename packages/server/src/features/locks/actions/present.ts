import type { ActionCallback, ActionCallbackType } from '@latchwork/contract'
import type { OperationRow } from '../../operations/service.ts'

/** How an advanced action ended (7.4); undefined for operations nobody waits for a callback of. */
export function callbackPayload(operation: OperationRow): ActionCallback | undefined {
  const { callback } = JSON.parse(operation.payload) as { callback?: ActionCallbackType }
  if (callback === undefined || operation.request_id === null || operation.smartlock_id === null) {
    return undefined
  }
  return {
    type: callback,
    requestId: operation.request_id,
    smartlockId: operation.smartlock_id,
    success: operation.status === 'confirmed',
    ...(operation.error_code !== null && { errorCode: operation.error_code }),
  }
}
