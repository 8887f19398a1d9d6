import { type CallCtx, inTransaction } from '../../../platform/context.ts'
import { countAttempt } from '../../../platform/security/attempts.ts'
import * as audit from '../../audit/service.ts'

const HOUR_MS = 3_600_000
/** Entries per account and hour; then one more says that there were others. */
const MAX_PER_HOUR = 10
/** Written down at the same time; in a flood of logins the others are left out. */
const MAX_UNDER_WAY = 20

let underWay = 0

interface Target {
  account_id: number
  master_account_id: number | null
}

/**
 * Notes in the audit log that somebody failed to log in. Nobody waits for it: the time of the answer must not tell
 * which addresses have accounts.
 */
export function noteFailure(ctx: CallCtx, target: Target, reason: 'password' | 'otp'): void {
  if (underWay >= MAX_UNDER_WAY || ctx.db.isTransaction) return
  underWay += 1
  write(ctx, target, reason)
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'a failed login could not be noted'))
    .finally(() => {
      underWay -= 1
    })
}

async function write(ctx: CallCtx, target: Target, reason: string): Promise<void> {
  const value = String(target.account_id)
  const isRoom = async (kind: string, max: number) =>
    'id' in (await countAttempt(ctx, [{ kind, value, max, windowMs: HOUR_MS }]))
  const isOneOfFew = await isRoom('audit login', MAX_PER_HOUR)
  if (!isOneOfFew && !(await isRoom('audit many logins', 1))) return
  const { network, requestId } = ctx
  await inTransaction({ ...ctx, accountId: target.master_account_id ?? target.account_id }, (tx) =>
    audit.record(
      {
        ...tx,
        principal: undefined,
        actor: { accountId: null, name: 'unknown' },
        requestId,
      },
      {
        action: isOneOfFew ? 'login.failed' : 'login.manyFailed',
        subject: target.account_id,
        detail: { reason, network },
      },
    ),
  )
}
