import type { Ctx } from '../../platform/context.ts'
import * as audit from '../audit/service.ts'
import type { MovementWarning } from './rules.ts'
import type { SmartlockRow } from './store.ts'

export const WARNINGS: Record<MovementWarning | 'lostEvent' | 'secretExposed' | 'flood', string> = {
  rogueAction: 'Moved by a remote order that this service did not give.',
  lateAction: 'Moved by an order that was given up before: it arrived too late.',
  secretExposed:
    'The device sent its secret over the wire: its firmware is older than its credentials. Update it, then replace them.',
  flood: 'The lock, or all of its account, says more than is taken in: what is too much waits or is dropped.',
  lostEvent:
    'Something that happened at the lock is lost: it could not be stored, or the lock not keep it for longer.',
}

/** Somebody has to look at this: it is in the audit log for good, in the service's log, and counted. */
export async function warn(
  ctx: Ctx<never>,
  { account_id: accountId, smartlock_id: smartlockId }: SmartlockRow,
  kind: keyof typeof WARNINGS,
  detail: Record<string, string>,
  times = 1,
): Promise<void> {
  await audit.record(
    { ...ctx, actor: { accountId: null, name: 'unknown' } },
    { action: `smartlock.${kind}`, subject: smartlockId, detail },
  )
  ctx.afterCommit(() => {
    ctx.metrics.securityWarnings.inc({ kind }, times)
    ctx.log.warn({ kind, accountId, smartlockId, ...detail }, `security: ${WARNINGS[kind]}`)
  })
}
