import { removeOver } from '../features/access/service.ts'
import { forgetAnswers } from '../features/events/webhooks/delivery/service.ts'
import { shorterThan } from '../features/identity/retention/service.ts'
import { removeOldReadings } from '../features/locks/battery/service.ts'
import { removeOlderThan } from '../http/idempotency-store.ts'
import { inBites } from '../platform/store/bites.ts'
import {
  deleteOlderThan,
  deleteSomeOlderOf,
  dropOldPartitions,
  ensurePartitions,
} from '../platform/store/partitions.ts'
import type { JobCtx, JobKind } from '../platform/work/jobs.ts'
import { GROWING_TABLES } from '../schema/growing-tables.ts'

const DAY_MS = 86_400_000

export interface RetentionDays {
  readonly logDays: number
  readonly operationDays: number
  readonly eventDays: number
}

/** Removes what is older than it needs to be kept, and prepares the months to come (contract section 9). */
export const retention = (days: RetentionDays): JobKind => ({
  everyMs: 60 * 60 * 1000,
  retryDelayMs: () => 60_000,
  async run(ctx) {
    const now = ctx.clock.now()
    await ensurePartitions(ctx.db, Object.values(GROWING_TABLES), now)
    const kept = [
      [GROWING_TABLES.smartlockLog, days.logDays],
      [GROWING_TABLES.operation, days.operationDays],
      [GROWING_TABLES.event, days.eventDays],
    ] as const
    for (const [table, keptDays] of kept) {
      const before = now - keptDays * DAY_MS
      ctx.stillOurs?.()
      await dropOldPartitions(ctx.db, table, before)
      await deleteOlderThan(ctx.db, table, before, ctx.stillOurs)
    }
    const forget = (limit: number) => forgetAnswers(ctx, now - days.eventDays * DAY_MS, limit)
    await inBites(ctx.db, forget, ctx.stillOurs)
    await removeOldReadings(ctx)
    await removeOver(ctx, now - days.logDays * DAY_MS, ctx.stillOurs)
    await removeEarlier(ctx, days.logDays)
    await inBites(ctx.db, (limit) => removeOlderThan(ctx.db, now - DAY_MS, limit), ctx.stillOurs)
  },
})

/** What accounts want to be rid of earlier (D220): the log of their locks, and the history of their rights. */
async function removeEarlier(ctx: JobCtx, logDays: number): Promise<void> {
  for await (const { accountId, days } of shorterThan(ctx, 'logDays', logDays)) {
    const beforeMs = ctx.clock.now() - days * DAY_MS
    const remove = (limit: number) =>
      deleteSomeOlderOf(ctx.db, GROWING_TABLES.smartlockLog, { accountId, beforeMs, limit })
    await inBites(ctx.db, remove, ctx.stillOurs)
    await removeOver(ctx, beforeMs, ctx.stillOurs, accountId)
  }
}
