import type { AuthCreationCallback } from '@latchwork/contract'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../events/outbox/service.ts'
import * as operations from '../operations/service.ts'

/** Marks the operation of an advanced creation: when it has ended, a callback reports how (7.4). */
export const CALLBACK_PAYLOAD = { callback: 'AuthCreation' } as const

/** Every lock has answered an advanced creation (D94). */
export async function emitCreationCallback(
  ctx: Ctx<never>,
  operation: operations.OperationRow,
): Promise<void> {
  const { callback } = JSON.parse(operation.payload) as { callback?: string }
  if (callback !== CALLBACK_PAYLOAD.callback || operation.request_id === null) return
  const isParent = operation.smartlock_id === null
  const parts = isParent ? await operations.endedChildren(ctx, operation.id) : [operation]
  const payload: AuthCreationCallback = {
    type: 'AuthCreation',
    requestId: operation.request_id,
    success: operation.status === 'confirmed',
    detail: parts.map((part) => ({
      smartlockId: part.smartlock_id as number,
      success: part.status === 'confirmed',
      ...(part.error_code !== null && { errorCode: part.error_code }),
      id: (JSON.parse(part.auth_ids ?? '[]') as string[])[0] as string,
    })),
  }
  const key = operation.api_key_id === null ? {} : { apiKeyId: operation.api_key_id }
  await emit(ctx, [{ feature: 'CALLBACK', ...key, payload }])
}
