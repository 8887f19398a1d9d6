import type { AccountSetting, Changes, WebSettings } from '@latchwork/contract'
import { failParameter } from '../../../platform/app-error.ts'
import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { merge, problemOf } from './rules.ts'
import * as store from './store.ts'

/** The settings of the calling account itself, also of a sub-account (D39). */
export async function get(ctx: RequestCtx): Promise<AccountSetting> {
  const row = await store.find(ctx.db, ctx.principal.accountId)
  return { web: row ? (JSON.parse(row.web) as WebSettings) : {} }
}

/** Merges into what is stored and answers with the whole. */
export async function update(
  ctx: RequestCtx<'invalid_parameter'>,
  changes: Changes<WebSettings>,
): Promise<AccountSetting> {
  return inTransaction(ctx, async (tx) => {
    const { accountId } = tx.principal
    const web = merge(JSON.parse(await store.lock(tx.db, accountId)) as WebSettings, changes)
    const problem = problemOf(web)
    if (problem) failParameter(tx.fail, problem.path, problem.message)
    await store.update(tx.db, accountId, JSON.stringify(web))
    return { web }
  })
}

/** What the account had chosen elsewhere; what was chosen here stays. Undefined: it cannot be used. */
export const bring = (ctx: Ctx<never>, web: WebSettings): Promise<'made' | 'same' | undefined> =>
  inTransaction(ctx, async (tx) => {
    if (problemOf(web)) return undefined
    if ((await store.lock(tx.db, tx.accountId)) !== '{}') return 'same'
    await store.update(tx.db, tx.accountId, JSON.stringify(web))
    return 'made'
  })

export async function remove(ctx: RequestCtx): Promise<void> {
  await store.remove(ctx.db, ctx.principal.accountId)
}
