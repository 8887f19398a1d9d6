import type { UnitDeletionCallback } from '@latchwork/contract'
import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import * as authorizations from '../../access/service.ts'
import { emit } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import * as addresses from '../addresses/service.ts'
import { forgetTokens } from './doors.ts'
import * as store from './store.ts'

export interface Deletion {
  operationId: string
  /** Comes back in the callback. */
  requestId: string
  unknown: string[]
}

/**
 * Deletes units and what their tokens granted (D79): the tokens are dead at once, a unit is gone when every lock has
 * confirmed. Ids that are not known are named; none known is 404.
 */
export async function removeMany(
  ctx: RequestCtx<'not_found' | 'resource_locked'>,
  addressId: number,
  ids: readonly string[],
): Promise<Deletion> {
  return inTransaction(ctx, async (tx) => {
    await addresses.get(tx, addressId)
    const units = (await store.listByIds(tx.db, tx.accountId, [...new Set(ids)])).filter(
      (unit) => unit.address_id === addressId,
    )
    if (units.length === 0) tx.fail('not_found')
    for (const { is_deleting, operation_id } of units)
      if (is_deleting === 1 && operation_id !== null)
        tx.fail('resource_locked', { operationId: operation_id })
    const requestId = tx.ids.random()
    const operationId = await begin(tx, units, requestId)
    const known = new Set(units.map((unit) => unit.id))
    return { operationId, requestId, unknown: ids.filter((id) => !known.has(id)) }
  })
}

const authIdsOf = (unit: store.UnitRow): string[] => JSON.parse(unit.auth_ids ?? '[]') as string[]

/** What the redemptions of these units granted and is still there. */
export const grantedBy = (ctx: Ctx<never>, units: readonly store.UnitRow[]): Promise<string[]> =>
  authorizations.known(ctx, units.flatMap(authIdsOf))

async function begin(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  units: readonly store.UnitRow[],
  requestId: string,
): Promise<string> {
  const unitIds = units.map((unit) => unit.id)
  const payload = { callback: 'UnitDeletion', unitIds }
  await store.update(ctx.db, ctx.accountId, unitIds, { is_deleting: 1 })
  const authIds = await grantedBy(ctx, units)
  const granted = await authorizations.revoke(ctx, authIds, { type: 'unit.delete', payload, requestId })
  const operationId = granted ?? (await operations.accept(ctx, { type: 'unit.delete', payload, requestId }))
  // Units whose locks have confirmed already are gone, and this touches nothing.
  await store.update(ctx.db, ctx.accountId, unitIds, { operation_id: operationId })
  if (granted === undefined) await operations.move(ctx, operationId, 'confirmed')
  return operationId
}

/** Every lock has answered (7.4). Units whose authorizations are gone go too; the others show that they are still there. */
export async function followDeletion(ctx: Ctx<never>, operation: operations.OperationRow): Promise<void> {
  const { unitIds = [] } = JSON.parse(operation.payload) as { unitIds?: string[] }
  if (unitIds.length > 0) await finish(ctx, operation, await store.listByIds(ctx.db, ctx.accountId, unitIds))
}

async function finish(
  ctx: Ctx<never>,
  operation: operations.OperationRow,
  units: readonly store.UnitRow[],
): Promise<void> {
  const failures = new Map(
    (await operations.endedChildren(ctx, operation.id)).flatMap((part) =>
      part.status === 'confirmed'
        ? []
        : [[(JSON.parse(part.auth_ids ?? '[]') as string[])[0], part.error_code]],
    ),
  )
  const detail = units.map((unit) => {
    const refused = authIdsOf(unit).find((id) => failures.has(id))
    const errorCode = refused === undefined ? null : failures.get(refused)
    return { id: unit.id, success: refused === undefined, ...(errorCode != null && { errorCode }) }
  })
  const gone = detail.filter(({ success }) => success).map(({ id }) => id)
  const left = detail.filter(({ success }) => !success).map(({ id }) => id)
  if (gone.length > 0) {
    await ctx.ports.unitsRemoved(ctx, gone)
    await store.remove(ctx.db, ctx.accountId, gone)
    forgetTokens(ctx)
  }
  if (left.length > 0) await store.update(ctx.db, ctx.accountId, left, { is_deleting: 0, operation_id: null })
  await emitCallback(ctx, operation, detail)
}

async function emitCallback(
  ctx: Ctx<never>,
  operation: operations.OperationRow,
  detail: UnitDeletionCallback['detail'],
): Promise<void> {
  if (operation.request_id === null) return
  const payload: UnitDeletionCallback = {
    type: 'UnitDeletion',
    requestId: operation.request_id,
    success: detail.every(({ success }) => success),
    detail,
  }
  const key = operation.api_key_id === null ? {} : { apiKeyId: operation.api_key_id }
  await emit(ctx, [{ feature: 'CALLBACK', ...key, payload }])
}
