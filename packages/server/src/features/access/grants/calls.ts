import type { OperationType } from '@latchwork/contract'
import type { Ctx, WorkCtx } from '../../../platform/context.ts'
import * as operations from '../../operations/service.ts'

/** The call that several changes of authorizations are part of. */
export interface Call {
  /** What its operation is called; changes of another area's making end that area's operation. */
  type?: OperationType
  payload?: Record<string, unknown>
  /** Set by advanced calls: comes back in the callback. */
  requestId?: string
  /** Changes of this call do not wait for what is under way on a lock, they take its place. */
  replacesPending?: boolean
  /** A plan does it: what it says of its rights from then on, and nothing that somebody does by hand. */
  byPlan?: true
}

/** One change: which authorization on which lock. */
export interface Part {
  id: string
  smartlockId: number
  /** The operation that waits already and now ends with this one. */
  joins?: string
}

export interface Receipt {
  operationId: string
  /** The operation of each part, in their order. */
  partIds: string[]
}

/**
 * The operations of a call: one for each authorization, and one above them that ends with the last (D23). A call about
 * a single one needs no other, unless another area waits for the end of its own.
 */
export async function acceptCall(
  ctx: WorkCtx,
  type: OperationType,
  call: Call,
  parts: readonly Part[],
): Promise<Receipt> {
  const details = {
    ...(call.payload && { payload: call.payload }),
    ...(call.requestId !== undefined && { requestId: call.requestId }),
  }
  const [only] = parts
  if (parts.length === 1 && only && call.type === undefined) {
    const operationId = await operations.accept(ctx, { ...details, ...ofPart(type, only) })
    return { operationId, partIds: [operationId] }
  }
  const { parentId, childIds } = await operations.acceptFamily(
    ctx,
    { ...details, type: call.type ?? type, authIds: parts.map(({ id }) => id) },
    parts.map((part) => ofPart(type, part)),
  )
  return { operationId: parentId, partIds: childIds }
}

/** An operation for each part and none above them: nobody asked for all of them in one call. */
export const acceptEach = (ctx: WorkCtx, type: OperationType, parts: readonly Part[]): Promise<string[]> =>
  operations.acceptEach(
    ctx,
    parts.map((part) => ofPart(type, part)),
  )

const ofPart = (type: OperationType, { id, smartlockId, joins }: Part) => ({
  type,
  smartlockId,
  authIds: [id],
  ...(joins !== undefined && { payload: { joins } }),
})

/** Changes that took in earlier ones have ended, and so have those. */
export async function endJoined(ctx: Ctx<never>, ended: readonly operations.OperationRow[]): Promise<void> {
  const ends = ended.flatMap(({ payload, status, error_code, error }): operations.End[] => {
    const { joins } = JSON.parse(payload) as { joins?: string }
    if (joins === undefined) return []
    const reason = { ...(error_code !== null && { errorCode: error_code }), ...(error !== null && { error }) }
    return [{ id: joins, status: status as operations.End['status'], ...reason }]
  })
  await operations.endAll(ctx, ends)
}
