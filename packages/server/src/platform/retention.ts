import type { JobKind } from './jobs.ts'
import { deleteOlderThan, dropOldPartitions, ensurePartitions } from './partitions.ts'

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
    await ensurePartitions(ctx.db, now)
    const limits = {
      smartlock_log: days.logDays,
      operation: days.operationDays,
      event: days.eventDays,
    } as const
    for (const table of ['smartlock_log', 'operation', 'event'] as const) {
      const before = now - limits[table] * DAY_MS
      ctx.stillOurs?.()
      await dropOldPartitions(ctx.db, table, before)
      await deleteOlderThan(ctx.db, table, before, { goOn: ctx.stillOurs })
    }
    await ctx.db
      .deleteFrom('idempotency')
      .where('created_at', '<', now - DAY_MS)
      .execute()
  },
})
