import type { RequestCtx } from '../../../platform/context.ts'
import * as store from './store.ts'

/**
 * Whoever calls still may, and nobody takes that away before the transaction ends. For what outlives the call and gives
 * access: begun before its caller was shut out and done after it, it would stay behind.
 */
export async function hold(tx: RequestCtx<'token_invalid'>): Promise<void> {
  const { accountId, kind, tokenId, management } = tx.principal
  const access = { kind, id: tokenId, isManagement: management !== undefined }
  if (!(await store.hold(tx.db, tx.engine, accountId, access))) tx.fail('token_invalid')
}
