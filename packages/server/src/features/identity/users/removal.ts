import { type Ctx, inTransaction, type RequestCtx, type WorkCtx } from '../../../platform/context.ts'
import { emit } from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import { findUnlocked, listByIds } from './lookup.ts'
import { eventPayload } from './present.ts'
import * as store from './store.ts'

/** Takes away what a user was given, as one operation of this type; undefined when they have nothing. */
export type RevokeAll = (
  ctx: RequestCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
  call: { type: 'user.delete'; payload: UserDeletion },
) => Promise<string | undefined>

type UserDeletion = { accountUserId: number }

/**
 * Deletes a user (D66): first everything they were given is taken off the locks, however long a lock is offline; the end
 * of that operation deletes the user. Somebody who has nothing goes at once.
 */
export async function remove(
  ctx: RequestCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
  revokeAll: RevokeAll,
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await findUnlocked(tx, accountUserId)
    const deletion = { type: 'user.delete', payload: { accountUserId } } as const
    const operationId = await revokeAll(tx, accountUserId, deletion)
    if (operationId === undefined) {
      const done = await operations.accept(tx, deletion)
      await operations.move(tx, done, 'confirmed')
      return done
    }
    await store.setOperation(tx.db, tx.accountId, accountUserId, operationId)
    return operationId
  })
}

/** What takes away all that a user was given, and their name from what waits for a lock. */
export type EraseAll = (
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
  name: string,
  call: { type: 'user.delete'; payload: UserDeletion },
) => Promise<{ operationId: string | undefined; waiting: number }>

export interface ErasedUser {
  operationId: string
  /** Rights that a lock still has to drop. */
  waiting: number
}

/**
 * Deletes a user as `remove` does, whatever is under way, and forgets name and address at once: a lock may be offline for
 * as long as it likes.
 */
export async function erase(
  ctx: WorkCtx<'not_found' | 'resource_locked'>,
  accountUserId: number,
  name: string,
  eraseAll: EraseAll,
): Promise<ErasedUser> {
  return inTransaction(ctx, async (tx) => {
    await listByIds(tx, [accountUserId])
    const deletion = { type: 'user.delete', payload: { accountUserId } } as const
    const { operationId, waiting } = await eraseAll(tx, accountUserId, name, deletion)
    const id = operationId ?? (await operations.accept(tx, deletion))
    const email = `erased-${accountUserId}@invalid`
    const forgotten = { name, email, email_key: email, language: null }
    const changes = { ...forgotten, operation_id: id, updated_at: tx.clock.now() }
    // Rights that no lock has seen yet are gone at once, and the user with them.
    const found = await store.find(tx.db, tx.accountId, accountUserId)
    if (found) await store.update(tx.db, tx.accountId, accountUserId, changes)
    if (operationId === undefined) await operations.move(tx, id, 'confirmed')
    return { operationId: id, waiting }
  })
}

/** The locks have answered: the user goes, or stays as they were when a lock refused. */
export async function endRemoval(ctx: Ctx<never>, operation: operations.OperationRow): Promise<void> {
  const { accountUserId } = JSON.parse(operation.payload) as UserDeletion
  const user = await store.find(ctx.db, ctx.accountId, accountUserId)
  if (!user) return
  // Somebody asked again since.
  if (user.operation_id !== null && user.operation_id !== operation.id) return
  if (operation.status !== 'confirmed') {
    await store.setOperation(ctx.db, ctx.accountId, accountUserId, null)
    return
  }
  const gone = await store.remove(ctx.db, ctx.accountId, accountUserId)
  if (gone) await emit(ctx, [{ feature: 'ACCOUNT_USER', payload: eventPayload(gone, true) }])
}
