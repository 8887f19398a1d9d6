import { type Ctx, inTransaction, type RequestCtx } from '../../../platform/context.ts'
import { inBites } from '../../../platform/store/bites.ts'
import { type JobCtx, schedule } from '../../../platform/work/jobs.ts'
import * as audit from '../../audit/service.ts'
import * as events from '../../events/outbox/service.ts'
import * as operations from '../../operations/service.ts'
import * as account from '../account/service.ts'

/** The name of the job that removes what a deleted account left behind. */
const PURGE = 'purgeAccount'

/**
 * Deletes the calling master account with everything that is its own (D73): with the transaction its tokens and those
 * of its sub-accounts are dead and its locks are disconnected. What was recorded about it follows at once by a job,
 * because it may be millions of rows. The audit log stays: it is the operator's proof of who did what.
 */
export async function removeMaster(ctx: RequestCtx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const subs = (await account.listSubs(tx)).map((row) => row.account_id)
    await audit.record(tx, { action: 'account.deleted', subject: tx.accountId })
    await tx.ports.disconnectLocks(tx)
    await removeAccounts(tx, tx.accountId, [tx.accountId, ...subs])
  })
}

/** Deletes a sub-account with its own keys, tokens, webhooks and settings (D73). */
export async function removeSub(ctx: RequestCtx<'not_found'>, accountId: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await account.getSub(tx, accountId)
    await audit.record(tx, { action: 'subAccount.deleted', subject: accountId })
    await removeAccounts(tx, accountId, [accountId])
  })
}

async function removeAccounts(ctx: Ctx<never>, root: number, accountIds: number[]): Promise<void> {
  await ctx.ports.accountsRemoved(ctx, accountIds)
  await account.remove(ctx, root)
  await ctx.ports.creatorsRemoved(ctx, accountIds)
  await schedule(ctx, { kind: PURGE, payload: accountIds, runAt: ctx.clock.now() })
  // With its keys end the grants that other accounts gave to them.
  ctx.afterCommit(() => ctx.wake.notify('credential'))
}

/**
 * Removes the records of accounts that are gone, some at a time so that nobody else has to wait, for as long as it is
 * ours to do.
 */
export async function purge(ctx: JobCtx, accountIds: readonly number[]): Promise<void> {
  for (const accountId of accountIds) {
    for (const removeSome of [ctx.ports.removeSomeOfLockLog, operations.removeSome, events.removeSome]) {
      await inBites(ctx.db, (limit) => removeSome(ctx, accountId, limit), ctx.stillOurs)
    }
    await events.removeHead(ctx, accountId)
  }
}
